// The previews in HEIC and DNG files: found, turned, and never anything else than a JPEG.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dngWith, exifWith, heicWith } from '#server/test-support/files/made-files.ts';
import { readPreview } from './embedded-preview.ts';

let folder: string;
let jpeg: Buffer;
let count = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-previews-'));
  jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => rmSync(folder, { recursive: true }));

function previewIn(bytes: Buffer): Promise<Buffer | null> {
  const path = join(folder, `${++count}`);
  writeFileSync(path, bytes);
  return readPreview(path);
}

describe('the preview', () => {
  test('of a DNG is found beneath its raw data, and turned as the picture is', async () => {
    expect(await previewIn(dngWith(jpeg))).toEqual(jpeg);
    const { autoOrient } = await sharp((await previewIn(dngWith(jpeg, 6))) ?? undefined).metadata();
    expect([autoOrient.width, autoOrient.height]).toEqual([40, 60]);
  });

  test('of a HEIC is found as an item of its own, or as the thumbnail in its Exif', async () => {
    expect(await previewIn(heicWith('jpeg', jpeg))).toEqual(jpeg);
    const turned = await previewIn(heicWith('Exif', exifWith(jpeg, 8)));
    expect((await sharp(turned ?? undefined).metadata()).autoOrient).toEqual({ width: 40, height: 60 });
  });

  test('is none where the file is empty, damaged or something else', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('II*'), Buffer.from('no picture at all'), jpeg])
      expect(await previewIn(bytes)).toBeNull();
    expect(await previewIn(dngWith(Buffer.from('<script>')))).toBeNull();
  });

  test('of a file with any byte changed is a JPEG or none, and never a fault', async () => {
    const made = [dngWith(jpeg, 6), heicWith('jpeg', jpeg), heicWith('Exif', exifWith(jpeg, 3))];
    const heads = made.map((bytes) =>
      bytes.length > 1200
        ? [...Array(200).keys(), ...Array.from({ length: 200 }, (_, nth) => bytes.length - 1 - nth)]
        : [...bytes.keys()],
    );
    for (const [index, bytes] of made.entries())
      for (const at of heads[index] ?? [])
        for (const value of [0, 255]) {
          const changed = Buffer.from(bytes);
          changed[at] = value;
          const preview = await previewIn(changed);
          expect(preview === null || preview[0] === 0xff).toBe(true);
        }
  });
});
