// All sources as one: each link goes to the source of its provider.
import { expect, it } from 'vitest';
import { classifyLink } from '#contract/links/link.ts';
import type { MediaSource } from './source.ts';
import { createSourceRouter } from './source.ts';

it('a link goes to the source of its provider, with the bound roots, and players and tours to none', async () => {
  const asked: unknown[] = [];
  const named = (name: string): MediaSource => ({
    async list(_link, roots) {
      asked.push([name, roots]);
      return [];
    },
  });
  const sources = createSourceRouter({ local: named('local'), drive: named('drive'), web: named('web') });
  const roots = [{ provider: 'local', root: 'lekki' }] as const;
  const links = [
    '/media/folders/lekki',
    'https://drive.google.com/drive/folders/1FoldErAbCdEfGhIjKlMnOpQrStUvWxYz',
    'https://www.dropbox.com/s/a1b2c3d4ef5gh6/site.jpg?dl=0',
    'https://cdn.example.com/photo.jpg',
    'https://vimeo.com/76979871',
    'https://my.matterport.com/show/?m=AbCdEfGhIjK',
    'not a link',
  ];
  const answers = await Promise.all(links.map((link) => sources.list(classifyLink(link), roots)));
  expect(answers).toEqual([[], [], [], [], null, null, null]);
  expect(asked).toEqual(['local', 'drive', 'web', 'web'].map((name) => [name, roots]));
});
