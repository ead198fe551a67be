// Thumbnails: sized, upright, without metadata, made once, kept within limits.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { mediaProblem } from '#server/features/media/media-errors.ts';
import { refusal } from '#server/media/formats/decode-need.ts';
import { ground } from '#server/test-support/files/ground.ts';
import { exifWith } from '#server/test-support/files/made-files.ts';
import { tiffWithMetadata } from '#server/test-support/files/telling-files.ts';
import { createDecoder } from './supervised-decoder.ts';
import { createThumbnails, formatFor, type ThumbnailRequest } from './thumbnails.ts';

let home: string;
let photo: ThumbnailRequest;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'topout-pictures-'));
  const path = join(home, 'photo.jpg');
  await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#a86b42' } })
    .withExif({ IFD0: { Copyright: 'crew' }, IFD3: { GPSLatitude: '6/1 27/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(path);
  photo = { id: 'local:photo.jpg', version: '1', picture: async () => path };
});

const asked = { side: 400, format: 'jpeg', isFull: false, isSmallest: false, maxBytes: 100_000_000 } as const;
const fresh = (maxBytes = 10_000_000) =>
  createThumbnails({ folder: join(mkdtempSync(join(tmpdir(), 'topout-kept-')), 'pictures'), maxBytes });

/** A JPEG with this Exif in place of its own. */
function withExif(jpeg: Buffer, tiff: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

describe('people take turns', () => {
  it('so that whoever opens a hundred pictures holds up nobody else', async () => {
    const pictures = fresh();
    const order: string[] = [];
    const file = await photo.picture(0);
    const open = (person: number, nth: number) => {
      const asked = { id: `local:${person}/${nth}`, version: '1', picture: async () => file, person };
      return pictures.get(asked, 's220', 'jpeg').then(() => order.push(String(person)));
    };
    const many = Array.from({ length: 40 }, (_, nth) => open(1, nth));
    await Promise.all([open(2, 0), open(2, 1)]);
    expect(order.length).toBeLessThan(15);
    await Promise.all(many);
    pictures.close();
  });
});

describe('a picture', () => {
  it('is one by its bytes: no drawing is rendered that could draw a neighbouring file, packed or not', async () => {
    const folder = mkdtempSync(join(home, 'drawings-'));
    await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toFile(join(folder, 'secret.png'));
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20">
      <image xlink:href="secret.png" width="20" height="20"/></svg>`;
    const others = {
      'a.jpg': drawing,
      'b.jpg': gzipSync(drawing),
      'c.png': 'P6 2 2 255 abcdabcdabcd',
      'd.webp': '1,2\n3,4\n',
    };
    const pictures = fresh();
    for (const [name, bytes] of Object.entries(others)) {
      writeFileSync(join(folder, name), bytes);
      for (const from of [join(folder, name), Buffer.from(bytes)]) {
        const file = { id: `local:${name} ${typeof from}`, version: '1', picture: async () => from };
        await expect(pictures.get(file, 's400', 'jpeg')).rejects.toMatchObject({ code: 'no_picture' });
      }
    }
    pictures.close();
  });

  it('of a JPEG that ends too early is drawn as far as it goes', async () => {
    const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const;
    const whole = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'red', noise } })
      .jpeg()
      .toBuffer();
    const pictures = fresh();
    const path = join(home, 'cut.jpg');
    writeFileSync(path, whole.subarray(0, whole.length / 2));
    const { bytes } = await pictures.get(
      { id: 'local:cut.jpg', version: '1', picture: async () => path },
      's220',
      'jpeg',
    );
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const greysOf = (row: number) =>
      new Set(data.subarray(row * info.width * info.channels, (row + 1) * info.width * info.channels));
    expect([greysOf(20).size > 40, greysOf(130).size < 10]).toEqual([true, true]);
    pictures.close();
  });

  it.each([
    ['bytes written over', (jpeg: Buffer, at: number) => jpeg.fill(0xff, at, at + 4096)],
    ['a marker that there is not', (jpeg: Buffer, at: number) => jpeg.set([0xff, 0x02], at)],
    ['a second beginning', (jpeg: Buffer, at: number) => jpeg.set([0xff, 0xd8], at)],
    ['a table that makes no sense', (jpeg: Buffer, at: number) => jpeg.set([0xff, 0xc4], at)],
  ] as const)(
    'of a JPEG that is damaged in its middle by %s is drawn as far as it can be read, and reported',
    async (name, damage) => {
      const pictures = fresh();
      const reported: string[] = [];
      pictures.onDamage(({ id }) => reported.push(id));
      const photo = await ground(3, 600);
      for (const progressive of [false, true]) {
        const whole = await sharp(photo).jpeg({ progressive }).toBuffer();
        const damaged = Buffer.from(whole);
        damage(damaged, Math.floor(damaged.length * 0.6));
        const path = join(home, `damaged-${name}-${progressive}.jpg`);
        writeFileSync(path, damaged);
        // For a local file, and for bytes that came from elsewhere.
        for (const [id, from] of [
          ['whole', whole],
          ['damaged', path],
          ['fetched', damaged],
        ] as const) {
          const file = { id: `local:${id} ${progressive}`, version: '1', picture: async () => from };
          const { bytes } = await pictures.get(file, 's220', 'jpeg');
          const { channels } = await sharp(bytes).extract({ left: 0, top: 0, width: 220, height: 40 }).stats();
          expect(channels[0]?.stdev).toBeGreaterThan(5);
        }
      }
      const ids = ['damaged', 'fetched'];
      expect(reported).toEqual([...ids.map((id) => `local:${id} false`), ...ids.map((id) => `local:${id} true`)]);
      pictures.close();
    },
  );

  it('of a JPEG with a block of zeros in it is reported, unless zeros are how it says that it is even', async () => {
    const pictures = fresh();
    const reported: string[] = [];
    pictures.onDamage(({ id }) => reported.push(id));
    const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const;
    const create = { width: 600, height: 400, channels: 3, background: 'red' } as const;
    const photo = await sharp({ create: { ...create, noise } })
      .jpeg({ optimiseCoding: false })
      .toBuffer();
    const lost = Buffer.from(photo).fill(0, 20_480, 24_576);
    // Cameras pad their files after the end.
    const filled = Buffer.concat([photo, Buffer.alloc(4096)]);
    const even = await sharp({ create: { ...create, width: 6000, height: 6000 } })
      .jpeg({ optimiseCoding: true })
      .toBuffer();
    for (const [id, from] of Object.entries({ photo, lost, filled, even }))
      await pictures.get({ id: `local:${id}`, version: '1', picture: async () => from }, 's220', 'jpeg');
    expect(even.includes(Buffer.alloc(512))).toBe(true);
    expect(reported).toEqual(['local:lost']);
    pictures.close();
  });

  it('of a TIFF in the colours of print shows its colours', async () => {
    const path = join(home, 'print.tif');
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c83c28' } })
      .toColourspace('cmyk')
      .tiff({ compression: 'deflate' })
      .toFile(path);
    expect((await sharp(path).metadata()).space).toBe('cmyk');
    const pictures = fresh();
    const { bytes } = await pictures.get(
      { id: 'local:print.tif', version: '1', picture: async () => path },
      's220',
      'webp',
    );
    const { channels } = await sharp(bytes).stats();
    const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
    expect([red > 170, green < 110, blue < 90]).toEqual([true, true, true]);
    pictures.close();
  });

  it('of a TIFF is made unless its tiles say that they are larger than memory', async () => {
    const path = join(home, 'photo.tif');
    await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
      .tiff({ tile: true, tileWidth: 256, tileHeight: 256, compression: 'deflate' })
      .toFile(path);
    const pictures = fresh();
    const file = { id: 'local:photo.tif', version: '1', picture: async () => path };
    const { bytes } = await pictures.get(file, 's220', 'jpeg');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 220, height: 147 });
    const huge = tiffWithMetadata({ tags: [322, 323].map((tag) => ({ tag, type: 4 as const, values: [60_000] })) });
    const bomb = { id: 'local:huge.tif', version: '1', picture: async () => huge };
    await expect(pictures.get(bomb, 's220', 'jpeg')).rejects.toMatchObject({ code: 'too_large' });
    pictures.close();
  });

  it('fits its box, stands upright and carries no metadata', async () => {
    const { bytes, format } = await fresh().get(photo, 's400', 'webp');
    const found = await sharp(bytes).metadata();
    expect([format, found.width, found.height]).toEqual(['webp', 200, 400]);
    expect([found.exif, found.xmp, found.iptc, found.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('comes in the best format that the browser names', () => {
    expect(formatFor('image/avif,image/webp,*/*', 's400')).toBe('avif');
    expect(formatFor('image/avif,image/webp,*/*', 'full')).toBe('webp');
    expect(formatFor('image/webp,*/*', 's400')).toBe('webp');
    expect(formatFor('*/*', 'full')).toBe('jpeg');
    expect(formatFor(undefined, 's800')).toBe('jpeg');
  });

  it('is made once for many who ask at the same time, and is there again from disk', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'topout-kept-')), 'pictures');
    const pictures = createThumbnails({ folder, maxBytes: 10_000_000 });
    const all = await Promise.all(Array.from({ length: 20 }, () => pictures.get(photo, 's400', 'jpeg')));
    expect(new Set(all.map((one) => one.bytes))).toHaveProperty('size', 1);
    expect(readdirSync(folder)).toHaveLength(1);
    const again = await createThumbnails({ folder, maxBytes: 10_000_000 }).get(photo, 's400', 'jpeg');
    expect(again.bytes.equals(all[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(again.etag).toBe(all[0]?.etag);
  });

  it('of a host that does not answer holds up no picture of another source', async () => {
    const pictures = fresh();
    let answer: (path: string) => void = () => undefined;
    const late = new Promise<string>((found) => {
      answer = found;
    });
    const path = await photo.picture(400);
    const slow = Array.from({ length: 20 }, (_one, n) =>
      pictures.get({ id: `google-drive:${n}`, version: '1', picture: () => late }, 's220', 'webp'),
    );
    expect((await pictures.get(photo, 's400', 'webp')).bytes.length).toBeGreaterThan(0);
    answer(path as string);
    expect(await Promise.all(slow)).toHaveLength(20);
  });

  it('has another ETag for other bytes, sizes and formats', async () => {
    const pictures = fresh();
    const tags = [
      await pictures.get(photo, 's400', 'jpeg'),
      await pictures.get(photo, 's220', 'jpeg'),
      await pictures.get(photo, 's400', 'webp'),
      await pictures.get({ ...photo, version: '2' }, 's400', 'jpeg'),
    ].map((one) => one.etag);
    expect(new Set(tags).size).toBe(4);
  });

  it('survives that somebody deletes the folder', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'topout-kept-')), 'pictures');
    const pictures = createThumbnails({ folder, maxBytes: 10_000_000 });
    await pictures.get(photo, 's400', 'jpeg');
    rmSync(folder, { recursive: true });
    for (const size of ['s220', 's400', 's800'] as const) {
      expect((await pictures.get(photo, size, 'jpeg')).bytes.length).toBeGreaterThan(0);
    }
  });

  it('stays within the bound of its folder', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'topout-kept-')), 'pictures');
    const pictures = createThumbnails({ folder, maxBytes: 12_000 });
    for (let version = 0; version < 12; version++)
      await pictures.get({ ...photo, version: String(version) }, 's1000', 'jpeg');
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(12_000);
  });

  it('that is none is refused', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'topout-kept-')), 'pictures');
    const pictures = createThumbnails({ folder, maxBytes: 10_000_000 });
    const picture = async () => Buffer.from('no picture at all');
    const made = pictures.get({ id: 'x', version: '1', picture }, 's400', 'jpeg');
    await expect(made).rejects.toMatchObject({ code: 'no_picture' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that would burst into gigabytes of pixels is refused unopened', async () => {
    const bomb = await sharp({ create: { width: 3, height: 3, channels: 3, background: 'black' } })
      .png()
      .toBuffer();
    for (const side of [30_000, 16_384]) {
      bomb.writeUInt32BE(side, 16);
      bomb.writeUInt32BE(side, 20);
      bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
      const asked = fresh().get({ id: 'x', version: '1', picture: async () => bomb }, 'full', 'jpeg');
      const message = 'This picture has more pixels than can be shown: open the original instead';
      await expect(asked).rejects.toMatchObject({ code: 'too_large', message });
    }
  });

  it('is refused by what decoding it needs, not by its pixels, and shown by the preview within it', async () => {
    const pixels = { create: { width: 3000, height: 2000, channels: 3 as const, background: '#a86b42' } };
    const preview = await sharp({ create: { width: 160, height: 107, channels: 3, background: 'blue' } })
      .jpeg()
      .toBuffer();
    const made = async (progressive: boolean) => {
      const jpeg = await sharp(pixels).jpeg({ progressive, chromaSubsampling: '4:2:0' }).toBuffer();
      return { plain: jpeg, previewed: withExif(jpeg, exifWith(preview, 1).subarray(4)) };
    };
    const folder = join(mkdtempSync(join(tmpdir(), 'topout-kept-')), 'pictures');
    // Between the memory needs of the two kinds of JPEG: six million pixels need 18 MB if it is progressive.
    const pictures = createThumbnails({ folder, maxBytes: 10_000_000, decodeBytes: 16_000_000 });
    const get = (bytes: Buffer, size: 's400' | 'full') =>
      pictures.get({ id: `x${bytes.length}`, version: '1', picture: async () => bytes }, size, 'jpeg');
    const widthOf = async (made: Promise<{ bytes: Buffer }>) => (await sharp((await made).bytes).metadata()).width;
    const [baseline, progressive] = [await made(false), await made(true)];
    expect(await widthOf(get(baseline.plain, 's400'))).toBe(400);
    await expect(get(progressive.plain, 's400')).rejects.toMatchObject({ code: 'too_large' });
    expect(await widthOf(get(progressive.previewed, 's400'))).toBe(160);
    await expect(get(progressive.previewed, 'full')).rejects.toMatchObject({ code: 'too_large' });
  });

  it('that the process dies of is refused as busy, and the next one is made', async () => {
    const decoder = createDecoder();
    const from = readFileSync(join(home, 'photo.jpg'));
    const doomed = decoder.decode({ ...asked, from });
    process.kill(decoder.pid() ?? 0, 'SIGKILL');
    await expect(doomed).rejects.toMatchObject({ code: 'busy', message: /Making this picture was interrupted/ });
    expect((await sharp(await decoder.decode({ ...asked, from })).metadata()).height).toBe(400);
    decoder.close();
  });

  it('leaves no large process behind: it is gone within five seconds', async () => {
    const decoder = createDecoder({ smallMemory: 0 });
    await decoder.decode({ ...asked, from: readFileSync(join(home, 'photo.jpg')) });
    expect(decoder.pid()).not.toBeNull();
    await vi.waitFor(() => expect(decoder.pid()).toBeNull(), { timeout: 5_000 });
  });

  it('that the process dies of leaves nothing in the store', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'topout-kept-'));
    const decoder = createDecoder();
    const pictures = createThumbnails({ folder, maxBytes: 10_000_000, decoder });
    const pixels = { width: 8000, height: 6000, channels: 3 as const, background: '#a86b42' };
    const large = join(home, 'large.jpg');
    await sharp({ create: pixels }).jpeg().toFile(large);
    const doomed = pictures.get({ id: 'x', version: '1', picture: async () => large }, 'full', 'jpeg');
    const refused = expect(doomed).rejects.toMatchObject({ code: 'busy' });
    await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(1), { timeout: 20_000, interval: 1 });
    process.kill(decoder.pid() ?? 0, 'SIGKILL');
    await refused;
    expect(readdirSync(folder)).toEqual([]);
  });

  it('comes as a file, which two stores of one folder do not take from each other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'topout-kept-'));
    const stores = [1, 2].map(() => {
      const decoder = createDecoder();
      return { decoder, pictures: createThumbnails({ folder, maxBytes: 10_000_000, decoder }) };
    });
    const [first, second] = await Promise.all(stores.map(({ pictures }) => pictures.get(photo, 's400', 'jpeg')));
    const [name = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect([first?.bytes, second?.bytes]).toEqual([readFileSync(join(folder, name)), readFileSync(join(folder, name))]);
    const [{ decoder }] = stores as [(typeof stores)[0]];
    const to = join(folder, 'made');
    const bytes = await decoder.decode({ ...asked, from: await photo.picture(400), to });
    expect(readFileSync(to)).toEqual(bytes);
    for (const { pictures } of stores) pictures.close();
  });

  it.skipIf(!existsSync('/dev/full'))('is made although the disk is full, and half of it is never kept', async () => {
    const decoder = createDecoder();
    const to = join(mkdtempSync(join(tmpdir(), 'topout-kept-')), 'made');
    symlinkSync('/dev/full', to);
    const bytes = await decoder.decode({ ...asked, from: await photo.picture(400), to });
    expect((await sharp(bytes).metadata()).height).toBe(400);
    expect(existsSync(to)).toBe(false);
    decoder.close();
  });

  it('that holds much while it is decoded comes as WebP in place of AVIF, which takes more memory', async () => {
    const pixels = { create: { width: 6000, height: 6000, channels: 3 as const, background: '#a86b42' } };
    const bytes = await sharp(pixels).jpeg({ progressive: true }).toBuffer();
    const { format } = await fresh().get({ id: 'x', version: '1', picture: async () => bytes }, 's400', 'avif');
    expect(format).toBe('webp');
  });

  it('is refused as busy while too many wait, never as too large', async () => {
    const pictures = fresh();
    const never = () => new Promise<string>(() => undefined);
    for (let nth = 0; nth < 400; nth++)
      void pictures.get({ id: `web:${nth}`, version: '1', picture: never }, 's220', 'webp');
    await expect(pictures.get(photo, 's220', 'webp')).rejects.toMatchObject({ code: 'busy', message: /^Too many/ });
    expect(mediaProblem(refusal('busy'), 'Picture')).toMatchObject({ status: 503 });
    expect(mediaProblem(refusal('too_large'), 'Picture')).toMatchObject({ status: 422 });
  });

  it('is made by another process where the former has grown, and never by two at once', async () => {
    const decoder = createDecoder({ maxMemory: 1 });
    const from = readFileSync(join(home, 'photo.jpg'));
    const request = { ...asked, from };
    const pids = new Set<number | null>();
    const watch = setInterval(() => pids.add(decoder.pid()), 5);
    for (let round = 0; round < 2; round++)
      expect(await Promise.all([decoder.decode(request), decoder.decode(request)])).toHaveLength(2);
    clearInterval(watch);
    pids.delete(null);
    expect(pids.size).toBe(2);
    decoder.close();
  });

  it('at its own size is as large as the original, upright and without GPS', async () => {
    const { bytes } = await fresh().get(photo, 'full', 'jpeg');
    const found = await sharp(bytes).metadata();
    expect([found.width, found.height, found.exif]).toEqual([1000, 2000, undefined]);
  });
});
