// What is shown at first, and what follows a choice.
import { expect, it } from 'vitest';
import type { Media, MediaItem } from '#contract/media.ts';
import { chosenItems } from './sides.ts';

function folder(visit: string, ...names: string[]): Media {
  const items = names.map(
    (name): MediaItem => ({
      id: `${visit}/${name}`,
      name,
      kind: 'image',
      bytes: null,
      width: null,
      height: null,
      panorama: null,
      thumbnailUrl: null,
      imageUrl: `/${name}/s1600`,
      fullUrl: null,
      fileUrl: null,
      embedUrl: null,
      originalUrl: null,
    }),
  );
  return { provider: 'local', kind: 'folder', items, embedUrl: null, originalUrl: null, problem: null };
}

const media = { may: folder('may', '01.jpg', '02.jpg', '03.jpg'), june: folder('june', '00.jpg', '01.jpg', '03.jpg') };
const ids = (left: string, right: string, kind: 'drone' | 'indoor' = 'drone') => {
  const chosen = chosenItems({ media: media.may, kind: 'drone', id: left }, { media: media.june, kind, id: right });
  return [chosen.left?.id, chosen.right?.id];
};

it('both sides show their first picture at first', () => {
  expect(ids('', '')).toEqual(['may/01.jpg', 'june/00.jpg']);
});

it('a side without a choice takes the counterpart of the other’s', () => {
  expect(ids('may/03.jpg', '')).toEqual(['may/03.jpg', 'june/03.jpg']);
  expect(ids('', 'june/01.jpg')).toEqual(['may/01.jpg', 'june/01.jpg']);
});

it('another visit on one side finds the counterpart again: the picture of the former visit is none of it', () => {
  expect(ids('april/02.jpg', 'june/03.jpg')).toEqual(['may/03.jpg', 'june/03.jpg']);
});

it('two choices stand as they are, and another kind of media has no counterpart', () => {
  expect(ids('may/02.jpg', 'june/00.jpg')).toEqual(['may/02.jpg', 'june/00.jpg']);
  expect(ids('may/03.jpg', '', 'indoor')).toEqual(['may/03.jpg', 'june/00.jpg']);
});
