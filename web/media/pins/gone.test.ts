// Which pins are shown as being on files that no longer exist.
import { expect, test } from 'vitest';
import type { Anchor } from '#contract/disputes/anchors.ts';
import type { Media } from '#contract/media/endpoints.ts';
import { isGoneFrom, isGoneFromTab } from './gone.ts';

const mediaOf = (ids: string[], more: Partial<Media> = {}): Media => ({
  provider: 'local',
  kind: 'folder',
  items: ids.map((id) => ({ id })) as Media['items'],
  embedUrl: null,
  originalUrl: null,
  problem: null,
  ...more,
});

test.each([
  ['is listed', mediaOf(['a', 'b']), false],
  ['is not listed', mediaOf(['b']), true],
  ['was in a folder that is empty', mediaOf([], { problem: 'No images found in this folder' }), true],
  ['is in a folder that cannot be opened now', mediaOf([], { problem: 'Share this folder.' }), false],
])('a file that %s', (_, media, gone) => {
  expect(isGoneFrom(media, 'a')).toBe(gone);
});

test('a film that its host plays is there while its link is', () => {
  const media = mediaOf([], { kind: 'video', originalUrl: 'https://vimeo.com/1' });
  expect([isGoneFrom(media, 'link:https://vimeo.com/1'), isGoneFrom(media, 'link:https://vimeo.com/2')]).toEqual([
    false,
    true,
  ]);
});

test('a pin is looked for in its own tab, one of two files in both', () => {
  const anchor = { sessionId: 2, mediaKind: 'drone', file: 'a', other: { sessionId: 1, file: 'old' } } as Anchor;
  const goneFrom = (session: number, ids: string[], kind: 'drone' | 'indoor' = 'drone') =>
    isGoneFromTab(anchor, { session, kind, media: mediaOf(ids) });
  expect(goneFrom(2, ['a'])).toBe(false);
  expect(goneFrom(2, ['old'])).toBe(true);
  expect(goneFrom(1, ['old'])).toBe(false);
  expect(goneFrom(1, ['a'])).toBe(true);
  expect(goneFrom(2, [], 'indoor')).toBe(false);
  expect(goneFrom(3, [])).toBe(false);
});

test('of a picture that was taken back clients do not see that it is gone', () => {
  const anchor = { sessionId: 2, mediaKind: 'drone', file: '', other: null } as Anchor;
  expect(isGoneFromTab(anchor, { session: 2, kind: 'drone', media: mediaOf([]) })).toBe(false);
});
