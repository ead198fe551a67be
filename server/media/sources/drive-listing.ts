// What a Google Drive link leads to: one file, or the files of a folder with their shortcuts followed.
import pLimit from 'p-limit';
import { proxyResponse, singleRange } from '#server/media/net/proxy-response.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { DriveAccess, DriveApi } from './drive-api.ts';
import { type DriveItem, folderType, isDocument, kindOf, shortcutType, sizeOf, versionOf } from './drive-api.ts';
import type { DriveThumbnails, ListedFile } from './drive-thumbnails.ts';
import type { RemoteTiffKinds } from './remote-parts.ts';
import { inNaturalOrder, maxFolderDepth, maxFolders, type SourceFile } from './source.ts';

const maxShortcuts = 200;

type ReadOptions = { access: DriveAccess; retry: boolean };
type FolderEntry = ListedFile & { isShortcut: boolean; folder: string };
/** A folder to read: `name` is its path within the linked one, `depth` how far beneath it lies. */
type FolderToRead = { id: string; name: string; depth: number; access: DriveAccess };
/** In natural order; `target` is the file or folder if the link is to a shortcut. */
export type DriveListing = {
  target: string | null;
  files: { id: string; name: string; folder: string; isShortcut: boolean; file: SourceFile }[];
};

/** The same access with the resource key of one more item. */
export function withResourceKey(access: DriveAccess, id: string, key: string | null | undefined): DriveAccess {
  return key ? { ...access, resourceKeys: new Map([...access.resourceKeys, [id, key]]) } : access;
}

function isGooglePage(address: string | undefined): address is string {
  return address !== undefined && /^https:\/\/[a-z]+\.google\.com\//.test(address);
}

type Deps = { api: DriveApi; thumbnails: DriveThumbnails; tiffKinds: RemoteTiffKinds; now: () => number };

function toFile({ api, thumbnails }: Pick<Deps, 'api' | 'thumbnails'>, listed: FolderEntry): SourceFile {
  const { item, access, folder } = listed;
  const key = access.resourceKeys.get(item.id);
  const query = key ? `?resourcekey=${key}` : '';
  const page = `https://drive.google.com/file/d/${item.id}`;
  return {
    id: `google-drive:${item.id}`,
    name: item.name,
    folder,
    kind: kindOf(item),
    bytes: item.size === undefined ? null : Number(item.size),
    version: versionOf(item),
    ...sizeOf(item),
    // An embedded page loads as the visitor, who may not see what only the account may.
    embedUrl: access.credential === 'key' ? `${page}/preview${query}` : null,
    webUrl: isGooglePage(item.webViewLink) ? item.webViewLink : `${page}/view${query}`,
    picture: (side) => thumbnails.get(listed, side),
    open: async (range) => proxyResponse(await api.open({ id: item.id, access }, singleRange(range))),
  };
}

/** A TIFF is a map until its header says that it is none. */
async function decided({ tiffKinds }: Pick<Deps, 'tiffKinds'>, file: SourceFile): Promise<SourceFile> {
  if (file.kind !== 'geotiff') return file;
  const kind = await tiffKinds(file);
  return kind === 'picture' || kind === 'raw' ? { ...file, kind: 'image' } : file;
}

/** Sorted once per listing, because every image of a folder requests its list. Each file is in it once. */
async function sorted(deps: Deps, entries: FolderEntry[]): Promise<DriveListing['files']> {
  // If a file also has a shortcut, the file stays: shortcuts are last.
  const byId = new Map(entries.toReversed().map((entry) => [entry.item.id, entry]));
  const files = Array.from(byId.values(), async (entry) => {
    const { item, isShortcut, folder } = entry;
    return { id: item.id, name: item.name, folder, isShortcut, file: await decided(deps, toFile(deps, entry)) };
  });
  return inNaturalOrder(await Promise.all(files));
}

/** Reads listings; nothing is cached here. */
export function createListingReader(deps: Deps) {
  const { api, now } = deps;
  const limit = pLimit(4);

  async function follow(item: DriveItem, how: ReadOptions): Promise<ListedFile | null> {
    const { targetId, targetMimeType = '', targetResourceKey } = item.shortcutDetails ?? {};
    if (targetId === undefined || isDocument(targetMimeType)) return null;
    const access = withResourceKey(how.access, targetId, targetResourceKey);
    return { item: await api.get({ id: targetId, access, retry: how.retry }), at: now(), access };
  }

  /** A shortcut whose target is not shared is left out; the other files are listed anyway. */
  async function followInFolder(item: DriveItem, folder: string, how: ReadOptions): Promise<FolderEntry[]> {
    const file = await limit(() => follow(item, how)).catch((error: unknown) => {
      if (error instanceof MediaError && error.code === 'not_shared') return null;
      throw error;
    });
    if (!file || file.item.trashed || file.item.mimeType === folderType) return [];
    return [{ ...file, item: { ...file.item, name: item.name }, isShortcut: true, folder }];
  }

  async function readFolder({ id, name, depth, access }: FolderToRead, retry: boolean) {
    const at = now();
    const how = { access, retry };
    const items = await api.list({ id, ...how });
    const shortcuts = items.filter(({ mimeType }) => mimeType === shortcutType).slice(0, maxShortcuts);
    const files = items.filter(
      ({ mimeType: type }) => type !== shortcutType && type !== folderType && !isDocument(type),
    );
    const followed = await Promise.all(shortcuts.map((item) => followInFolder(item, name, how)));
    const accessTo = (item: DriveItem) => withResourceKey(access, item.id, item.resourceKey);
    const own = files.map((item) => ({ item, at, access: accessTo(item), isShortcut: false, folder: name }));
    const beneath = items.filter(({ mimeType }) => mimeType === folderType);
    return {
      entries: [...own, ...followed.flat()],
      folders: beneath.map((item): FolderToRead => {
        const path = name === '' ? item.name : `${name}/${item.name}`;
        return { id: item.id, name: path, depth: depth + 1, access: accessTo(item) };
      }),
    };
  }

  /** The folder and its subfolders, level by level; a subfolder that is not shared is left out. */
  async function readTree(id: string, { access, retry }: ReadOptions): Promise<FolderEntry[]> {
    const top = await readFolder({ id, name: '', depth: 0, access }, retry);
    const entries = [...top.entries];
    let read = 0;
    for (let level = top.folders; level.length > 0 && read < maxFolders; ) {
      const due = level.filter(({ depth }) => depth <= maxFolderDepth).slice(0, maxFolders - read);
      read += due.length;
      const found = await Promise.all(
        due.map((folder) =>
          limit(() => readFolder(folder, retry)).catch((error: unknown) => {
            if (error instanceof MediaError && error.code === 'not_shared') return { entries: [], folders: [] };
            throw error;
          }),
        ),
      );
      entries.push(...found.flatMap((one) => one.entries));
      level = found.flatMap((one) => one.folders);
    }
    return entries;
  }

  /** Requests the item itself first: a folder that is not shared must not look like an empty one (behaviour §6.4). */
  return async (id: string, how: ReadOptions): Promise<DriveListing> => {
    const linked = { item: await api.get({ id, ...how }), at: now(), access: how.access };
    const followed = linked.item.mimeType === shortcutType ? await follow(linked.item, how) : null;
    const { item, at, access } = followed ?? linked;
    const target = followed && item.id;
    if (item.trashed)
      throw new MediaError('not_found', 'This is in the bin of Google Drive: its owner can restore it.');
    const isFolder = item.mimeType === folderType;
    const entries = isFolder
      ? await readTree(item.id, { ...how, access })
      : [{ item, at, access, isShortcut: false, folder: '' }];
    return { target, files: await sorted(deps, entries) };
  };
}
