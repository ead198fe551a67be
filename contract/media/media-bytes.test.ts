// The claims about what a file is by its first bytes.
import { expect, test } from 'vitest';
import { sniffMedia } from './media-bytes.ts';

const typeOf = (words: string) => sniffMedia(Uint8Array.from(words, (letter) => letter.charCodeAt(0)));
const branded = (brands: string) => typeOf(`\0\0\0\x1cftyp${brands}`);

test('raw pictures and sound that name the brands of films are none', () => {
  expect(branded('crx \0\0\0\x01crx isom')).toBeNull();
  expect(branded('M4A \0\0\0\0M4A mp42isom')).toBeNull();
  expect(branded('isom\0\0\x02\0isomiso2avc1mp41')).toBe('video/mp4');
  expect(branded('avif\0\0\0\0avifmif1')).toBe('image/avif');
});

test('a QuickTime film without brands is one', () => {
  for (const first of ['moov', 'mdat', 'wide', 'pnot']) expect(typeOf(`\0\0\x10\0${first}`)).toBe('video/quicktime');
  expect(typeOf('a text of moov')).toBeNull();
});
