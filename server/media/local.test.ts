// The local source: what lies beneath a bound root is listed, and no way leads out.
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { classifyLink, type Link } from '#contract/links.ts';
import { openLocalSource } from './local.ts';
import type { MediaSource, Root } from './source.ts';

let source: MediaSource;
const bound: Root[] = [{ provider: 'local', root: 'lekki' }];

beforeAll(() => {
  const home = mkdtempSync(join(tmpdir(), 'topout-media-'));
  const root = join(home, 'media');
  for (const folder of ['lekki/visit-1/drone', 'lekki/visit-1/empty', 'ikoyi/drone'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const name of ['12.jpg', '2.jpg', '.hidden.jpg', 'notes.txt', 'map.tif'])
    writeFileSync(join(root, 'lekki/visit-1/drone', name), name);
  writeFileSync(join(root, 'ikoyi/drone/1.jpg'), 'private');
  writeFileSync(join(home, 'outside.jpg'), 'outside');
  symlinkSync(join(home, 'outside.jpg'), join(root, 'lekki/visit-1/drone/link.jpg'));
  symlinkSync(home, join(root, 'lekki/out'));
  symlinkSync(join(root, 'ikoyi'), join(root, 'lekki/neighbour'));
  source = openLocalSource({ demo: null, mediaRoot: root });
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

  it('gives a single file, and an empty list for an empty folder', async () => {
    expect(await list('/media/files/lekki/visit-1/drone/2.jpg')).toHaveLength(1);
    expect(await list('/media/folders/lekki/visit-1/empty')).toEqual([]);
  });

  it('honours only what lies beneath a root that was bound to the project', async () => {
    expect(await list('/media/folders/ikoyi/drone')).toBeNull();
    expect(await list('/media/folders/lekki/visit-1/drone', [])).toBeNull();
    expect(await list('/media/folders/lekki/visit-1/drone', [{ provider: 'local', root: 'lek' }])).toBeNull();
    expect(await list('/media/folders/lekki/visit-1/drone', [{ provider: 'google-drive', root: 'lekki' }])).toBeNull();
  });

  it('follows no symbolic link out of its folder', async () => {
    expect(await list('/media/folders/lekki/out')).toBeNull();
    expect(await list('/media/files/lekki/visit-1/drone/link.jpg')).toBeNull();
  });

  it('follows no symbolic link into the folder of another project', async () => {
    expect(await list('/media/folders/lekki/neighbour/drone')).toBeNull();
    expect(await list('/media/files/lekki/neighbour/drone/1.jpg')).toBeNull();
  });

  it('takes a root that is itself a symbolic link within the media folder', async () => {
    const root: Root = { provider: 'local', root: 'lekki/neighbour' };
    expect(await list('/media/folders/lekki/neighbour/drone', [root])).toHaveLength(1);
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
    const link: Link = { provider: 'local', kind: 'folder', id, embedUrl: null, thumbnailUrl: null, url: null };
    expect(await source.list(link, [...bound, { provider: 'local', root: id }])).toBeNull();
  });

  it('knows nothing where no folder was set', async () => {
    const none = openLocalSource({ demo: null, mediaRoot: null });
    expect(await none.list(classifyLink('/media/folders/lekki/visit-1/drone'), bound)).toBeNull();
  });
});
