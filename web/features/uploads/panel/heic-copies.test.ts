// What a copy of a HEIC is: a JPEG under its name that says when, where and by which camera it was taken.
import exifr from 'exifr';
import { expect, test } from 'vitest';
import { copiesOf } from './heic-copies.ts';

const text = (words: string) => [...words].map((letter) => letter.charCodeAt(0));
const long = (value: number) => [(value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255];
type Shape = readonly [tag: number, type: number, count: number];
const entry = ([tag, type, count]: Shape, value: number[]) => [
  ...[tag >> 8, tag & 255, 0, type],
  ...long(count),
  ...[...value, 0, 0, 0, 0].slice(0, 4),
];

/** As a phone writes it, the most significant byte first: turned, by a camera, at a moment and a place, with a thumbnail behind. */
function phoneExif(): number[] {
  const [exif, gps] = [62, 80];
  const date = gps + 2 + 4 * 12 + 4;
  const [north, east, end] = [date + 20, date + 44, date + 68];
  const degrees = (parts: number[]) => parts.flatMap((part) => [...long(part), ...long(1)]);
  return [
    ...[...text('MM'), 0, 42, ...long(8)],
    ...[0, 4, ...entry([0x0110, 2, 4], text('X12')), ...entry([0x0112, 3, 1], [0, 6])],
    ...[...entry([0x8769, 4, 1], long(exif)), ...entry([0x8825, 4, 1], long(gps))],
    ...long(end),
    ...[0, 1, ...entry([0x9003, 2, 20], long(date)), ...long(0)],
    ...[0, 4, ...entry([1, 2, 2], text('N')), ...entry([2, 5, 3], long(north))],
    ...[...entry([3, 2, 2], text('E')), ...entry([4, 5, 3], long(east)), ...long(0)],
    ...[...text('2026:03:04 09:15:20'), 0, ...degrees([6, 30, 0]), ...degrees([3, 30, 0])],
    ...text('a thumbnail'),
  ];
}

const box = (type: string, body: number[]) => [...long(body.length + 8), ...text(type), ...body];
/** Its picture is no JPEG, and nothing here decodes it. */
function phoneHeic(exif = phoneExif()): File {
  const bytes = [
    ...box('ftyp', text('heic\0\0\0\0mif1heic')),
    ...box('meta', [0, 0, 0, 0]),
    ...box('mdat', [...long(6), ...text('Exif\0\0'), ...exif, ...Array.from({ length: 500 }, () => 7)]),
  ];
  return new File([Uint8Array.from(bytes)], 'IMG_1.HEIC', { lastModified: 1_772_000_000_000 });
}
const chosen = (file: File) => [{ file, folder: 'DCIM' }];

const drawn = new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xdb, 0, 3, 1, 0xff, 0xd9])], { type: 'image/jpeg' });

test('a copy is a JPEG beside its picture, with its moment, place and camera, upright and without the thumbnail', async () => {
  const original = phoneHeic();
  const [copy] = await copiesOf(chosen(original), async () => drawn);
  expect([copy?.file.name, copy?.folder, copy?.file.type]).toEqual(['IMG_1.jpg', 'DCIM', 'image/jpeg']);
  // Chosen again it is known again.
  expect(copy?.file.lastModified).toBe(original.lastModified);
  const bytes = Buffer.from((await copy?.file.arrayBuffer()) ?? new ArrayBuffer(0));
  const said = await exifr.parse(bytes, { reviveValues: false, translateValues: false });
  expect(said).toMatchObject({ Model: 'X12', Orientation: 1, DateTimeOriginal: '2026:03:04 09:15:20' });
  expect([said.latitude, said.longitude]).toEqual([6.5, 3.5]);
  expect(bytes.includes('a thumbnail')).toBe(false);
  const after = 4 + bytes.readUInt16BE(4);
  expect(bytes.subarray(after).equals(Buffer.from(await drawn.slice(2).arrayBuffer()))).toBe(true);
});

test('a picture whose header makes no sense is copied without one', async () => {
  const wild = phoneExif().with(8, 0xff);
  for (const file of [phoneHeic(wild), phoneHeic([])]) {
    const [copy] = await copiesOf(chosen(file), async () => drawn);
    expect(copy?.file.size).toBe(drawn.size);
  }
});

test('where a browser cannot decode it there is no copy, and the next is tried', async () => {
  const ways = [async () => null, () => Promise.reject(new Error('no such format')), async () => new Blob([])];
  for (const draw of ways) expect(await copiesOf(chosen(phoneHeic()), draw)).toEqual([]);
  let tried = 0;
  const second = async () => (tried++ === 0 ? null : drawn);
  expect(await copiesOf([...chosen(phoneHeic()), ...chosen(phoneHeic())], second)).toHaveLength(1);
});
