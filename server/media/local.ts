// The product's own source: a folder or mount of the operator's, and the demo's media. No way leads out of them.
import { createReadStream } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Link } from '#contract/links.ts';
import { inNaturalOrder, type MediaSource, type Root, type SourceFile } from './source.ts';

/** Folders by the first part of a path; '' serves what no other name takes. */
export type LocalFolders = { demo: string | null; mediaRoot: string | null };

const kinds: [RegExp, SourceFile['kind']][] = [
  [/\.(jpe?g|png|webp|gif|avif)$/i, 'image'],
  [/\.(mp4|webm|m4v|mov|ogv)$/i, 'video'],
  [/\.tiff?$/i, 'geotiff'],
];

function kindOf(name: string): SourceFile['kind'] {
  return kinds.find(([ending]) => ending.test(name))?.[1] ?? 'file';
}

function isBeneath(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Only plain names: nothing empty, hidden, rooted, with a drive letter or a way up. */
function isPlain(path: string): boolean {
  return path.split('/').every((part) => part !== '' && !part.startsWith('.') && !/[\\:\0]/.test(part));
}

/** The bound folders that hold a path by its words; links may still lead elsewhere. */
function rootsOver(path: string, roots: readonly Root[]): string[] {
  return roots.flatMap(({ provider, root }) =>
    provider === 'local' && (path === root || path.startsWith(`${root}/`)) ? [root] : [],
  );
}

async function toFile(base: string, path: string, id: string): Promise<SourceFile | null> {
  const found = await stat(path);
  if (!found.isFile()) return null;
  const name = relative(base, path).split(sep).at(-1) ?? '';
  const version = `${found.mtimeMs.toString(36)}-${found.size.toString(36)}`;
  return {
    id: `local:${id}`,
    name,
    kind: kindOf(name),
    bytes: found.size,
    version,
    width: null,
    height: null,
    embedUrl: null,
    webUrl: null,
    picture: async () => path,
    open: async () => ({
      status: 200,
      type: 'application/octet-stream',
      bytes: found.size,
      range: null,
      body: createReadStream(path),
    }),
  };
}

/**
 * Lists `/media/folders/<path>` and `/media/files/<path>`. A path is taken only when it is plain, beneath a root bound to
 * the project, and still beneath that root and its folder after every symbolic link was followed.
 */
export function openLocalSource(folders: LocalFolders): MediaSource {
  /** Real folder and real path of a media path; null where it leads nowhere or out. */
  async function locate(path: string): Promise<{ base: string; real: string } | null> {
    const demo = folders.demo !== null && (path === 'demo' || path.startsWith('demo/'));
    const folder = demo ? folders.demo : folders.mediaRoot;
    if (folder === null) return null;
    const inside = demo ? path.slice('demo'.length) : path;
    try {
      const base = await realpath(folder);
      const real = await realpath(join(base, inside));
      return isBeneath(base, real) ? { base, real } : null;
    } catch {
      return null;
    }
  }

  async function isWithin(real: string, roots: readonly string[]): Promise<boolean> {
    const bound = await Promise.all(roots.map(locate));
    return bound.some((root) => root !== null && isBeneath(root.real, real));
  }

  async function listFolder(found: { base: string; real: string }, path: string): Promise<SourceFile[]> {
    const names = (await readdir(found.real)).filter((name) => !name.startsWith('.')).slice(0, 5000);
    const files = await Promise.all(
      names.map(async (name) => {
        const at = join(found.real, name);
        return (await lstat(at)).isSymbolicLink() ? null : toFile(found.base, at, `${path}/${name}`);
      }),
    );
    return inNaturalOrder(files.filter((file) => file !== null));
  }

  return {
    async list(link: Link, roots: readonly Root[]): Promise<SourceFile[] | null> {
      const path = link.id ?? '';
      const over = rootsOver(path, roots);
      if (link.provider !== 'local' || !isPlain(path) || over.length === 0) return null;
      const found = await locate(path);
      if (!found || !(await isWithin(found.real, over))) return null;
      const isFolder = (await stat(found.real)).isDirectory();
      if (isFolder !== (link.kind === 'folder')) return null;
      if (isFolder) return listFolder(found, path);
      const file = await toFile(found.base, found.real, path);
      return file ? [file] : null;
    },
  };
}
