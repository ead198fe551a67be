// Which lines of the checklist a review shows.
import { expect, it } from 'vitest';
import { defaultChecklist } from '#contract/checklist.ts';
import type { Session } from '#contract/sessions.ts';
import { linesFor } from './review-checklist.tsx';

it('lines of every visit are shown, and of the media that it links to', () => {
  const nothing = {
    droneImagesUrl: null,
    indoorImagesUrl: null,
    videoUrl: null,
    tour360Url: null,
    orthomosaicUrl: null,
  };
  const kinds = (session: object) =>
    linesFor(defaultChecklist, { ...nothing, ...session } as Session).map(({ kind }) => kind);
  expect(kinds({})).toEqual([null, null]);
  expect(kinds({ videoUrl: 'https://youtu.be/a' })).toEqual([null, null, 'videos']);
});
