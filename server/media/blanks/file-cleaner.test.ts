// Films without their positions: whatever a camera writes into them, whole, by parts, from this machine and from hosts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseRange, toContentRange } from '#server/media/formats/range.ts';
import { inMemory } from '#server/media/formats/read-at.ts';
import { readTiff } from '#server/media/formats/tiff-directory.ts';
import { videoProblem } from '#server/media/formats/video-header.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { openBytes } from '#server/media/storage/folder-storage.ts';
import { placedVideo, videoBox, videoFrames, videoPlaces } from '#server/test-support/files/made-files.ts';
import { metadataIn, place, tiffWithMetadata, webmWithMetadata } from '#server/test-support/files/telling-files.ts';
import { createFileCleaner } from './file-cleaner.ts';

let folder: string;
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'topout-films-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const facts = { name: 'film.mp4', folder: '', kind: 'video', width: null, height: null, embedUrl: null } as const;
const noPicture = () => Promise.reject(new Error('no picture'));

function fileOf(film: Buffer, more: Partial<SourceFile>): SourceFile {
  count += 1;
  const open = () => Promise.reject(new Error('not opened'));
  const own = { id: `local:${count}`, version: '1', bytes: film.length, webUrl: null, picture: noPicture, open };
  return { ...facts, ...own, ...more };
}

function onDisk(film: Buffer): SourceFile {
  const path = join(folder, `${count}.mp4`);
  writeFileSync(path, film);
  return fileOf(film, { path, open: (range) => openBytes(path, range) });
}

/** `answersParts`: as most hosts do. Bytes come in pieces that cut boxes anywhere. */
function elsewhere(film: Buffer, { answersParts = true, pieces = 7 } = {}): SourceFile {
  return fileOf(film, {
    async open(range) {
      const part = answersParts ? parseRange(range, film.length) : null;
      const bytes = part && part !== 'unsatisfiable' ? film.subarray(part.first, part.last + 1) : film;
      const cut = Array.from({ length: Math.ceil(bytes.length / pieces) }, (_, at) =>
        bytes.subarray(at * pieces, (at + 1) * pieces),
      );
      const body = Readable.from(cut, { objectMode: false });
      if (!part || part === 'unsatisfiable') return { status: 200, bytes: film.length, range: null, body };
      return { status: 206, bytes: bytes.length, range: toContentRange(part, film.length), body };
    },
  });
}

const cleaner = createFileCleaner();
async function read(file: SourceFile, range: string | null = null): Promise<Buffer> {
  const clean = await cleaner.clean(file);
  return buffer((await (clean ?? file).open(range)).body);
}

const holdsPlace = (bytes: Buffer) => videoPlaces.filter((place) => bytes.includes(place, 0, 'latin1'));

describe.each([
  ['its table of contents in front', true],
  ['its table of contents at the end', false],
])('a film with %s', (_, front) => {
  const film = placedVideo({ front });

  test('loses every position, and nothing else moves', async () => {
    expect(holdsPlace(film)).toEqual(videoPlaces);
    for (const file of [onDisk(film), elsewhere(film), elsewhere(film, { pieces: 4096 })]) {
      const clean = await read(file);
      expect(clean).toHaveLength(film.length);
      expect(holdsPlace(clean)).toEqual([]);
      expect(clean.indexOf(videoFrames)).toBe(film.indexOf(videoFrames));
      expect(await videoProblem(async (at, length) => clean.subarray(at, at + length), clean.length)).toBeUndefined();
      for (const kept of ['mvhd', 'tkhd', 'stco', 'vide']) expect(clean.includes(kept)).toBe(true);
      for (const gone of ['udta', 'loci', 'keys', 'sbtl', 'uuid'])
        expect(clean.includes(gone, 0, 'latin1')).toBe(false);
    }
  });

  test('has the same bytes by any part', async () => {
    const whole = await read(onDisk(film));
    const file = onDisk(film);
    for (let from = 0; from < film.length; from += 101) {
      const to = Math.min(from + 120, film.length - 1);
      expect((await read(file, `bytes=${from}-${to}`)).equals(whole.subarray(from, to + 1))).toBe(true);
      expect((await read(elsewhere(film), `bytes=${from}-${to}`)).equals(whole.subarray(from, to + 1))).toBe(true);
    }
    expect((await read(file, 'bytes=-50')).equals(whole.subarray(-50))).toBe(true);
  });

  test('says that its bytes are others', async () => {
    const file = onDisk(film);
    expect((await cleaner.clean(file))?.id).not.toBe(file.id);
  });
});

describe('a film that cannot be read through', () => {
  const front = placedVideo({ front: true });
  const late = placedVideo({ front: false });

  test('is not given where it is cut off before its table of contents', async () => {
    for (const length of [40, 90, late.indexOf('moov') + 200])
      await expect(read(onDisk(late.subarray(0, length)))).rejects.toThrow('not whole');
  });

  test('is given as far as it goes where it is cut off behind it', async () => {
    const cut = front.subarray(0, front.indexOf('mdat') + 20);
    const clean = await read(onDisk(cut));
    expect(clean).toHaveLength(cut.length);
    expect(holdsPlace(clean)).toEqual([]);
  });

  test('is not given where its host answers no parts, or changed it meanwhile', async () => {
    await expect(read(elsewhere(front, { answersParts: false }))).rejects.toThrow('not answer parts');
    await expect(read(fileOf(front, { bytes: null }))).rejects.toThrow('no parts');
    const longer = elsewhere(Buffer.concat([front, front]));
    await expect(read({ ...longer, bytes: front.length })).rejects.toThrow('no parts');
  });

  test('is not given where telemetry lies in fragments, or its contents are packed', async () => {
    const moof = videoBox('moof', videoBox('mfhd', Buffer.alloc(8)));
    await expect(read(onDisk(Buffer.concat([front.subarray(0, front.indexOf('uuid') - 4), moof])))).rejects.toThrow(
      'not whole',
    );
    const packed = videoBox('moov', videoBox('cmov', Buffer.alloc(20)));
    await expect(read(onDisk(packed))).rejects.toThrow('not whole');
  });

  test('with tables that lie is refused, or keeps its length', async () => {
    for (let at = 8; at < front.length - 4; at += 29) {
      const broken = Buffer.from(front);
      broken.writeUInt32BE(0xff_ff_ff_f0, at);
      const outcome = await read(onDisk(broken)).then(
        ({ length }) => (length === front.length ? 'not whole, or as long as it was' : `${length}`),
        (error: Error) => error.message,
      );
      expect(outcome).toContain('not whole');
    }
  });
});

test('bytes that make no sense, and other kinds of film, are not given', async () => {
  for (const bytes of [Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(500, 255), Buffer.alloc(0), Buffer.from('OggS')])
    await expect(cleaner.clean(onDisk(bytes))).rejects.toMatchObject({ code: 'no_picture' });
});

test('a WebM film loses its tags and title, and nothing else moves', async () => {
  const film = webmWithMetadata();
  const clean = await read(onDisk(film));
  expect(clean).toHaveLength(film.length);
  expect(await metadataIn(clean)).toEqual([]);
  expect(clean.includes('what is seen and heard')).toBe(true);
  // What it held is void now, so that its length can be read.
  expect(clean.indexOf(Buffer.from([0xec]))).toBeGreaterThan(0);
});

test('a map loses its makers and keeps where it lies, what its numbers mean, and every other byte', async () => {
  const map = tiffWithMetadata({ tags: place });
  const clean = await read({ ...onDisk(map), kind: 'geotiff' });
  expect(clean).toHaveLength(map.length);
  expect(await metadataIn(clean)).toEqual([]);
  const file = await readTiff(inMemory(clean));
  expect(await file?.directories[0]?.numbers(34_735)).toContain(32_613);
  expect(clean.includes('role="offset">12.5</Item>')).toBe(true);
  const changed = map.filter((byte, at) => byte !== clean[at]).length;
  expect(changed).toBeLessThan(2_000);
});

test('what nothing in a map points to is blanked, but for what a cloud-optimized one says of its structure', async () => {
  const structure = 'GDAL_STRUCTURAL_METADATA_SIZE=000044 bytes\nLAYOUT=IFDS_BEFORE_DATA\nBLOCK_ORDER=ROW_MAJOR\n';
  const gap = Buffer.from(`${structure}Chidi Artist at 27.182818`);
  const clean = await read({ ...onDisk(tiffWithMetadata({ tags: place, gap })), kind: 'geotiff' });
  expect(await metadataIn(clean)).toEqual([]);
  expect(clean.toString('latin1').split('LAYOUT=IFDS_BEFORE_DATA')).toHaveLength(2);
  expect(clean.toString('latin1', 8, 8 + structure.length)).toBe(structure);
  expect(clean.includes(Buffer.alloc(256, 120))).toBe(true);
});

test('a TIFF is given as a map only where it says that it is one, or a file beside it does', async () => {
  const photo = tiffWithMetadata({});
  const asMap = (bytes: Buffer, more = {}) => cleaner.clean({ ...onDisk(bytes), kind: 'geotiff', ...more });
  for (const bytes of [
    photo,
    tiffWithMetadata({ tags: place, photometric: 32_803 }),
    Buffer.from('II*'),
    Buffer.alloc(0),
  ])
    await expect(asMap(bytes)).rejects.toMatchObject({ code: 'no_picture' });
  await expect(cleaner.clean({ ...elsewhere(photo), kind: 'geotiff' })).rejects.toMatchObject({ code: 'no_picture' });
  expect(await asMap(photo, { isPlaced: true })).toMatchObject({ bytes: photo.length });
});
