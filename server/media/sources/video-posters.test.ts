// Where the stills of videos that their hosts play come from.
import { expect, test } from 'vitest';
import { classifyLink } from '#contract/links/link.ts';
import type { SafeFetch } from '#server/media/net/safe-fetch.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { createVideoPosters } from './video-posters.ts';

const hosts = { tours: [], webodm: [], mapsKey: null };
const still = 'https://i.vimeocdn.com/video/452001751-8216e0571c-d_1280';

/** A host that answers with these words, or fails; and what was asked of it. */
function posters(answer: string | Error) {
  const asked: string[] = [];
  const fetch = {
    async read(url: string) {
      asked.push(url);
      if (answer instanceof Error) throw answer;
      return { status: 200, host: 'vimeo.com', bytes: Buffer.from(answer) };
    },
    async image(url: string) {
      asked.push(url);
      return Buffer.from('picture');
    },
  } as unknown as SafeFetch;
  const posterOf = createVideoPosters({ fetch, now: () => Date.parse('2026-03-04T12:00:00Z') });
  return { asked, of: (url: string) => posterOf(classifyLink(url, hosts as never)) };
}

test('Vimeo says where the still of its film lies, also of one that only the link leads to', async () => {
  const { asked, of } = posters(JSON.stringify({ type: 'video', thumbnail_url: still }));
  const poster = await of('https://vimeo.com/123456789/abcdef0123');
  expect(poster).toMatchObject({ id: `poster:${still}`, version: 'day-2026-03-04' });
  expect((await poster?.picture(1600))?.toString()).toBe('picture');
  expect(asked).toEqual([
    `https://vimeo.com/api/oembed.json?url=${encodeURIComponent('https://vimeo.com/123456789/abcdef0123')}&width=1280`,
    still,
  ]);
});

test('YouTube is not asked where the still of its film lies', async () => {
  const { asked, of } = posters('');
  const poster = await of('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  expect(poster?.id).toBe('poster:https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg');
  expect(asked).toEqual([]);
});

test.each([
  ['no JSON', '<!doctype html>'],
  ['no still', '{"type":"video"}'],
  ['an address that is none', '{"thumbnail_url":"//"}'],
  ['nothing', new MediaError('unreachable', 'vimeo.com cannot be reached: try again later.')],
])('a host that answers %s has no still', async (_, answer) => {
  expect(await posters(answer).of('https://vimeo.com/123456789')).toBeNull();
});

test('other links have none', async () => {
  expect(await posters('{}').of('https://example.com/film.mp4')).toBeNull();
});
