// The claims about truncated files: pictures and videos that end too early are reported, and complete ones with trailing data are not.
import { expect, test } from 'vitest';
import { isCutOff } from './cut-off.ts';

const text = (words: string) => Uint8Array.from(words, (letter) => letter.charCodeAt(0));
const join = (...parts: (Uint8Array | number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const box = (type: string, length: number) =>
  join([0, 0, length >> 8, length & 255], text(type), new Uint8Array(length - 8));

/** Its header holds a preview with an end of its own. */
const jpeg = join(
  [0xff, 0xd8, 0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9, 0xff, 0xda, 0, 2],
  new Uint8Array(100_000).fill(7),
  [0xff, 0xd9],
);
const whole: Record<string, [string, Uint8Array]> = {
  JPEG: ['image/jpeg', jpeg],
  PNG: [
    'image/png',
    join(
      text('\x89PNG\r\n\x1a\n'),
      [0, 0, 0, 4],
      text('IDAT'),
      new Uint8Array(8),
      [0, 0, 0, 0],
      text('IEND'),
      [1, 2, 3, 4],
    ),
  ],
  WebP: ['image/webp', join(text('RIFF'), [108, 0, 0, 0], text('WEBP'), new Uint8Array(104))],
  HEIC: ['image/heic', join(box('ftyp', 16), box('meta', 100), box('mdat', 600))],
  film: ['video/mp4', join(box('ftyp', 16), box('moov', 100), box('mdat', 600))],
};

const isCut = (bytes: Uint8Array, type: string) =>
  isCutOff(async (offset, length) => bytes.subarray(offset, offset + length), { bytes: bytes.length, type });

test.each(Object.entries(whole))(
  'a %s is cut off where its last bytes are missing, and only there',
  async (_, [type, bytes]) => {
    expect(await isCut(bytes, type)).toBe(false);
    for (const length of [bytes.length - 1, bytes.length - 10, Math.floor(bytes.length / 2)])
      expect([length, await isCut(bytes.subarray(0, length), type)]).toEqual([length, true]);
  },
);

test('what hangs behind a whole one makes it no shorter', async () => {
  for (const [type, bytes] of Object.values(whole)) {
    expect(await isCut(join(bytes, new Uint8Array(200_000)), type)).toBe(false);
    expect(await isCut(join(bytes, text('an appendix of the camera'), new Uint8Array(70_000).fill(9)), type)).toBe(
      false,
    );
  }
});

test('of other kinds nothing is said', async () => {
  for (const type of ['image/tiff', 'image/gif', 'text/plain'])
    expect(await isCut(new Uint8Array(3), type)).toBe(false);
});
