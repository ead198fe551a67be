// What a photo's header says, and what is not believed of one that lies, is cut or is none.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readHead } from '#server/media/sources/picture-head.ts';
import { openBytes } from '#server/media/storage/folder-storage.ts';
import { type PictureHeader, readPictureHeader } from './picture-header.ts';

type Exif = Record<string, string>;
type Made = { camera?: Exif; taken?: Exif; gps?: Exif; xmp?: string };

async function jpeg({ camera = {}, taken = {}, gps = {}, xmp }: Made): Promise<Buffer> {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } }).withExif({
    IFD0: camera,
    IFD2: taken,
    IFD3: gps,
  });
  return (xmp ? picture.withXmp(xmp) : picture).jpeg().toBuffer();
}

const here = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '6/1 26/1 5208/100',
  GPSLongitudeRef: 'E',
  GPSLongitude: '3/1 28/1 1920/100',
  GPSAltitudeRef: '0',
  GPSAltitude: '6350/100',
};
const drone = (words: string) => `<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" ${words}/>
  </rdf:RDF></x:xmpmeta><?xpacket end='w'?>`;

const silent: Partial<PictureHeader> = {
  capturedAt: null,
  latitude: null,
  longitude: null,
  altitude: null,
  heading: null,
  pitch: null,
  camera: null,
};

const read = async (made: Made) => readPictureHeader(await jpeg(made));

test('a header says when, where, in which direction and by which camera a photo was taken', async () => {
  const header = await read({
    camera: { Make: 'DJI', Model: 'FC300S' },
    taken: { DateTimeOriginal: '2026:03:04 09:15:20' },
    gps: { ...here, GPSImgDirection: '1234/10' },
  });
  expect(header).toMatchObject({
    capturedAt: '2026-03-04T09:15:20',
    camera: 'DJI FC300S',
    altitude: 63.5,
    heading: 123.4,
  });
  expect(header.latitude).toBeCloseTo(6.4478, 4);
  expect(header.longitude).toBeCloseTo(3.472, 4);
});

test('the heading of a drone’s gimbal counts more than that of its compass, west of north as degrees from north', async () => {
  const xmp = drone('drone-dji:GimbalYawDegree="-44.20" drone-dji:GimbalPitchDegree="-89.90"');
  const header = await read({ gps: { ...here, GPSImgDirection: '10/1' }, xmp });
  expect([header.heading, header.pitch]).toEqual([315.8, -89.9]);
});

test.each([
  ['2026:03:04 09:15:20.123', '2026-03-04T09:15:20'],
  ['2026:03:04 09:15:20+01:00', '2026-03-04T09:15:20'],
  ['2026-03-04T09:15:20.5Z', '2026-03-04T09:15:20'],
  ['2026:03:04 09:15:20 later', '2026-05-06T00:00:00'],
])('the moment %s is read, or the one that a file was made at stands for it', async (taken, capturedAt) => {
  const header = await read({ taken: { DateTimeOriginal: taken, DateTimeDigitized: '2026:05:06 00:00:00' } });
  expect(header.capturedAt).toBe(capturedAt);
});

test('a camera’s name ends at its first NUL', async () => {
  const picture = await jpeg({ camera: { Model: 'FC300SXXjunk' } });
  const at = picture.indexOf('XXjunk');
  picture[at] = 0;
  expect((await readPictureHeader(picture)).camera).toBe('FC300S');
});

test('a place without its side of the equator or of Greenwich is none', async () => {
  for (const side of ['GPSLatitudeRef', 'GPSLongitudeRef'] as const) {
    const { [side]: _, ...rest } = here;
    expect(await read({ gps: rest })).toMatchObject({ latitude: null, longitude: null, altitude: null });
  }
});

test('a heading by the compass’s own north is none', async () => {
  const compass = { ...here, GPSImgDirection: '1234/10' };
  expect((await read({ gps: { ...compass, GPSImgDirectionRef: 'M' } })).heading).toBeNull();
  expect((await read({ gps: { ...compass, GPSImgDirectionRef: 'T' } })).heading).toBe(123.4);
});

test('the header of a WebP and an AVIF is read wherever it stands', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'topout-heads-'));
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const picture = sharp({ create: { width: 900, height: 700, channels: 3, background: 'red', noise } })
    .withExif({ IFD0: { Model: 'FC300S' }, IFD2: { DateTimeOriginal: '2026:03:04 09:15:20' }, IFD3: here })
    .withXmp(drone('drone-dji:GimbalYawDegree="12.5"'));
  for (const format of ['webp', 'avif', 'jpeg'] as const) {
    const path = join(folder, `a.${format}`);
    await picture.clone().toFormat(format, { quality: 95, effort: 0 }).toFile(path);
    const { size } = statSync(path);
    const open = (range: string | null) => openBytes(path, range);
    for (const file of [
      { path, open, bytes: size },
      { open, bytes: size },
    ]) {
      const header = await readPictureHeader(await readHead(file));
      expect([format, header]).toMatchObject([
        format,
        { camera: 'FC300S', capturedAt: '2026-03-04T09:15:20', altitude: 63.5, heading: 12.5 },
      ]);
    }
  }
  rmSync(folder, { recursive: true });
});

test('south, west and below the sea are negative', async () => {
  const picture = await jpeg({ gps: { ...here, GPSLatitudeRef: 'S', GPSLongitudeRef: 'W' } });
  // What writes the test's pictures leaves this tag at 0.
  picture[picture.indexOf(Buffer.from('0500010001000000', 'hex')) + 8] = 1;
  const { latitude, longitude, altitude } = await readPictureHeader(picture);
  expect([Number(latitude) < 0, Number(longitude) < 0, altitude]).toEqual([true, true, -63.5]);
});

test.each<[string, Made]>([
  ['a latitude of 999 degrees', { gps: { ...here, GPSLatitude: '999/1 0/1 0/1' } }],
  ['a latitude that is no number', { gps: { ...here, GPSLatitude: '0/0 0/0 0/0' } }],
  ['99 minutes', { gps: { ...here, GPSLatitude: '6/1 99/1 0/1' } }],
  ['a longitude alone', { gps: { GPSLongitude: here.GPSLongitude, GPSLongitudeRef: 'E' } }],
  [
    'the place of a camera without a fix',
    { gps: { ...here, GPSLatitude: '0/1 0/1 0/1', GPSLongitude: '0/1 0/1 0/1' } },
  ],
  ['a day that does not exist', { taken: { DateTimeOriginal: '2026:02:30 09:15:20' } }],
  ['a day before there were such cameras', { taken: { DateTimeOriginal: '0000:00:00 00:00:00' } }],
  ['words for a day', { taken: { DateTimeOriginal: 'yesterday, I think' } }],
  ['a camera’s name of 30,000 letters', { camera: { Model: 'x'.repeat(30_000) } }],
  ['a heading of 9,999 degrees', { xmp: drone('drone-dji:GimbalYawDegree="9999"') }],
  ['a heading that is no number', { xmp: drone('drone-dji:GimbalYawDegree="NaN"') }],
  ['nothing', {}],
])('a header with %s says nothing', async (_, made) => {
  expect(await read(made)).toMatchObject(silent);
});

test('a lie about the place leaves the rest as it is', async () => {
  const header = await read({
    camera: { Make: 'DJI', Model: 'DJI Mavic' },
    taken: { DateTimeOriginal: '2026:03:04 09:15:20' },
    gps: { ...here, GPSLatitude: '999/1 0/1 0/1' },
  });
  expect(header).toMatchObject({ latitude: null, camera: 'DJI Mavic', capturedAt: '2026-03-04T09:15:20' });
});

test('a header that is cut anywhere, or has bytes turned over, is read without a fault', async () => {
  const whole = await jpeg({ camera: { Make: 'DJI' }, taken: { DateTimeOriginal: '2026:03:04 09:15:20' }, gps: here });
  expect(await readPictureHeader(whole.subarray(0, 100))).toMatchObject({ latitude: null, longitude: null });
  const turned = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), turned, async (length, bytes) => {
      const damaged = Buffer.from(whole);
      for (const [at, byte] of bytes) damaged[at] = byte;
      const { latitude, longitude, capturedAt, heading } = await readPictureHeader(damaged.subarray(0, length));
      expect(latitude === null || Math.abs(latitude) <= 90).toBe(true);
      expect(longitude === null || Math.abs(longitude) <= 180).toBe(true);
      expect(heading === null || (heading >= 0 && heading < 360)).toBe(true);
      expect(capturedAt === null || !Number.isNaN(Date.parse(capturedAt))).toBe(true);
    }),
  );
});

test('what is no picture says nothing', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('GIF89a'), Buffer.from('no picture'), Buffer.alloc(300_000, 0xff)])
    expect(await readPictureHeader(bytes)).toMatchObject(silent);
});

test('values that claim millions of entries are not waited for', async () => {
  const whole = await jpeg({ gps: here });
  const at = whole.indexOf(Buffer.from('02000500', 'hex'));
  expect(at).toBeGreaterThan(0);
  const lying = Buffer.from(whole);
  lying.writeUInt32LE(0xff_ff_ff_ff, at + 4);
  expect(await readPictureHeader(lying)).toMatchObject({ latitude: null });
});
