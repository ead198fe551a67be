// The local source: what lies beneath a bound root is listed, and no way leads out.
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { classifyLink, type Link } from '#contract/links/link.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { placedVideo } from '#server/test-support/files/made-files.ts';
import { place, tiffWithMetadata } from '#server/test-support/files/telling-files.ts';
import { createLocalSource } from './local.ts';
import type { MediaRoot, MediaSource } from './source.ts';

let source: MediaSource;
let root: string;
const bound: MediaRoot[] = [{ provider: 'local', root: 'lekki' }];

beforeAll(() => {
  const home = mkdtempSync(join(tmpdir(), 'topout-media-'));
  root = join(home, 'media');
  for (const folder of ['lekki/visit-1/drone', 'lekki/visit-1/empty', 'ikoyi/drone'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const name of ['12.jpg', '2.jpg', '.hidden.jpg', 'notes.txt', 'map.tif'])
    writeFileSync(join(root, 'lekki/visit-1/drone', name), name);
  writeFileSync(join(root, 'ikoyi/drone/1.jpg'), 'private');
  writeFileSync(join(home, 'outside.jpg'), 'outside');
  symlinkSync(join(home, 'outside.jpg'), join(root, 'lekki/visit-1/drone/link.jpg'));
  symlinkSync(home, join(root, 'lekki/out'));
  symlinkSync(join(root, 'ikoyi'), join(root, 'lekki/neighbour'));
  source = createLocalSource({ demo: null, mediaRoot: root });
});

const list = (link: string, roots = bound) => source.list(classifyLink(link), roots);

describe('the local source', () => {
  it('lists a folder in natural order, without hidden files and links', async () => {
    const files = await list('/media/folders/lekki/visit-1/drone');
    expect(files?.map((file) => [file.name, file.kind])).toEqual([
      ['2.jpg', 'image'],
      ['12.jpg', 'image'],
      ['map.tif', 'geotiff'],
      ['notes.txt', 'file'],
    ]);
    expect(files?.[0]?.id).toBe('local:lekki/visit-1/drone/2.jpg');
  });

  it('lists folders within it as groups after its own files, not those behind links', async () => {
    const drone = join(root, 'lekki/visit-2');
    for (const name of ['100MEDIA', '101MEDIA/deep/deeper/deepest', '.trash'])
      mkdirSync(join(drone, name), { recursive: true });
    for (const name of ['9.jpg', '100MEDIA/2.jpg', '100MEDIA/1.jpg', '101MEDIA/1.jpg', '.trash/1.jpg'])
      writeFileSync(join(drone, name), name);
    for (const deep of ['deep/deeper', 'deep/deeper/deepest'])
      writeFileSync(join(drone, '101MEDIA', deep, '1.jpg'), deep);
    symlinkSync(join(root, 'ikoyi'), join(drone, 'elsewhere'));
    const found = async () => (await list('/media/folders/lekki/visit-2'))?.map(({ folder, name }) => [folder, name]);
    expect(await found()).toEqual([
      ['', '9.jpg'],
      ['100MEDIA', '1.jpg'],
      ['100MEDIA', '2.jpg'],
      ['101MEDIA', '1.jpg'],
      ['101MEDIA/deep/deeper', '1.jpg'],
    ]);
    writeFileSync(join(drone, '100MEDIA/3.jpg'), 'new');
    expect(await found()).toContainEqual(['100MEDIA', '3.jpg']);
  });

  it.skipIf(process.platform === 'win32')('opens a folder whose name has a colon or a number sign', async () => {
    mkdirSync(join(root, 'lekki/Visit #3: roof'));
    writeFileSync(join(root, 'lekki/Visit #3: roof/1.jpg'), 'roof');
    expect(await list('/media/folders/lekki/Visit %233: roof')).toHaveLength(1);
    expect(
      await list('/media/folders/lekki/Visit%20%233%3A%20roof', [{ provider: 'local', root: 'lekki/Visit #3: roof' }]),
    ).toHaveLength(1);
  });

  it('gives a single file, and an empty list for an empty folder', async () => {
    expect(await list('/media/files/lekki/visit-1/drone/2.jpg')).toHaveLength(1);
    expect(await list('/media/folders/lekki/visit-1/empty')).toEqual([]);
  });

  it('honours only what lies beneath a root that was bound to the project', async () => {
    const drone = '/media/folders/lekki/visit-1/drone';
    await expect(list('/media/folders/ikoyi/drone')).rejects.toMatchObject({ code: 'not_bound' });
    await expect(list(drone, [])).rejects.toMatchObject({ code: 'not_bound' });
    await expect(list(drone, [{ provider: 'local', root: 'lek' }])).rejects.toMatchObject({ code: 'not_bound' });
    await expect(list(drone, [{ provider: 'google-drive', root: 'lekki' }])).rejects.toMatchObject({
      code: 'not_bound',
    });
  });

  it('follows no symbolic link out of its folder', async () => {
    await expect(list('/media/folders/lekki/out')).rejects.toMatchObject({ code: 'not_found' });
    await expect(list('/media/files/lekki/visit-1/drone/link.jpg')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('follows no symbolic link into the folder of another project', async () => {
    await expect(list('/media/folders/lekki/neighbour/drone')).rejects.toMatchObject({ code: 'not_found' });
    await expect(list('/media/files/lekki/neighbour/drone/1.jpg')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('takes a root that is itself a symbolic link within the media folder', async () => {
    const root: MediaRoot = { provider: 'local', root: 'lekki/neighbour' };
    expect(await list('/media/folders/lekki/neighbour/drone', [root])).toHaveLength(1);
  });

  it('takes a file for what its bytes say, where its name says picture, film or map', async () => {
    const folder = join(root, 'lekki/kinds');
    mkdirSync(folder);
    const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    const files: Record<string, string | Buffer> = {
      'a-photo.tif': tiffWithMetadata({}),
      'b-map.tif': tiffWithMetadata({ tags: place }),
      'c-placed.tif': tiffWithMetadata({}),
      'c-placed.tfw': '0.5',
      'd-raw.tif': tiffWithMetadata({ photometric: 32_803, jpeg }),
      'e-raw.nef': tiffWithMetadata({ photometric: 32_803 }),
      'f-photo.mp4': jpeg,
      'g-film.jpg': placedVideo({ front: true }),
      'h-drawing.jpg': drawing,
      'i-drawing.svg': drawing,
      'j-report.pdf': '%PDF-1.7',
      'k-photo.pdf': jpeg,
    };
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    const found = (await list('/media/folders/lekki/kinds')) ?? [];
    expect(found.map(({ name, kind, isHarmless }) => [name, isHarmless ? 'harmless' : kind])).toEqual([
      ['a-photo.tif', 'image'],
      ['b-map.tif', 'geotiff'],
      ['c-placed.tfw', 'harmless'],
      ['c-placed.tif', 'geotiff'],
      ['d-raw.tif', 'image'],
      ['e-raw.nef', 'file'],
      ['f-photo.mp4', 'image'],
      ['g-film.jpg', 'video'],
      ['h-drawing.jpg', 'image'],
      ['i-drawing.svg', 'file'],
      ['j-report.pdf', 'harmless'],
      ['k-photo.pdf', 'file'],
    ]);
    const pictureOf = (name: string) => found.find((one) => one.name === name)?.picture(400);
    expect(await pictureOf('a-photo.tif')).toBe(join(folder, 'a-photo.tif'));
    expect(await pictureOf('d-raw.tif')).toEqual(jpeg);
    await expect(pictureOf('h-drawing.jpg')).rejects.toMatchObject({ code: 'no_picture' });
  });

  const ways = [
    'lekki/../ikoyi/drone',
    '../outside.jpg',
    '/etc/passwd',
    'lekki/./visit-1',
    'lekki//visit-1',
    'lekki\\..\\ikoyi',
    'lekki/\0',
    'lekki/C:',
    '.',
  ];
  it.each(ways)('takes no way out by %j', async (id) => {
    const link: Link = { provider: 'local', kind: 'folder', id, embedUrl: null, url: null };
    await expect(source.list(link, [...bound, { provider: 'local', root: id }])).rejects.toBeInstanceOf(MediaError);
  });

  it('knows nothing where no folder was set', async () => {
    const none = createLocalSource({ demo: null, mediaRoot: null });
    const asked = none.list(classifyLink('/media/folders/lekki/visit-1/drone'), bound);
    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });
});
