// Which chosen files are announced: they are checked before anything is uploaded.
import { expect, test } from 'vitest';
import { fitChosen } from './fit-chosen.ts';

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const chosen = (name: string, ...bytes: BlobPart[]) => ({ file: new File(bytes, name), folder: '' });

test('what would be refused is named at once, and the others are taken', async () => {
  const unreadable = chosen('gone.jpg', jpeg);
  unreadable.file.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) as unknown as Blob;
  const { taken, wrong, over } = await fitChosen(
    [chosen('DJI_0001.SRT', '1\n00:00:00'), chosen('DJI_0001.JPG', jpeg), chosen('empty.jpg'), unreadable],
    2_000,
  );
  expect(taken.map(({ file }) => file.name)).toEqual(['DJI_0001.JPG', 'gone.jpg']);
  expect(wrong.map(({ name }) => name)).toEqual(['DJI_0001.SRT', 'empty.jpg']);
  expect(wrong[0]?.refusal).toMatch(/^This is not a JPEG/);
  expect(over).toBe(0);
});

test('of 100,000 files as many are taken as one session takes, and the others are counted', async () => {
  const one = chosen('a.jpg', jpeg);
  const { taken, wrong, over } = await fitChosen(Array.from({ length: 100_000 }).fill(one) as (typeof one)[], 2_000);
  expect([taken.length, wrong.length, over]).toEqual([2_000, 0, 98_000]);
  expect(await fitChosen([one, one, one], 1)).toMatchObject({ taken: [one], over: 2 });
  expect(await fitChosen([one], 0)).toMatchObject({ taken: [], over: 1 });
});

test('what ends too early, or most browsers do not show, is taken and said', async () => {
  const end = new Uint8Array([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]);
  const start = new Uint8Array([0xff, 0xd8]);
  const box = (type: string, length: number, words = '') =>
    `\0\0\0${String.fromCharCode(length)}${type}${words.padEnd(length - 8, '\0')}`;
  const heic = box('ftyp', 24, 'heic\0\0\0\0mif1heic') + box('meta', 40);
  const preview = new Uint8Array([0xff, 0xd8, 0xff, 0xdb]);
  const { taken, wrong, doubtful } = await fitChosen(
    [
      chosen('whole.jpg', start, end),
      chosen('cut.jpg', start, end.subarray(0, 6)),
      chosen('cut.mp4', box('ftyp', 16, 'isom'), box('moov', 20), box('mdat', 90).slice(0, 40)),
      chosen('bare.heic', heic),
      chosen('previewed.heic', heic, preview),
      chosen('copied.heic', heic),
      chosen('copied.jpg', start, end),
    ],
    2_000,
  );
  expect([taken.length, wrong.length]).toEqual([7, 0]);
  expect(doubtful).toEqual([
    { name: 'cut.jpg', doubt: expect.stringMatching(/^This picture ends before it should/) },
    { name: 'cut.mp4', doubt: expect.stringMatching(/^This video ends before it should/) },
    { name: 'bare.heic', doubt: expect.stringContaining('HEIC') },
  ]);
});
