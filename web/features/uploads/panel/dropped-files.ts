// Files that were dropped, with those within dropped folders.
import { type ChosenFile, isHidden } from './chosen-file.ts';

const deepest = 5;

function filesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  // It answers a part at a time, and nothing once all were named.
  return new Promise((resolve) => {
    const more = () =>
      reader.readEntries(
        (part) => {
          found.push(...part);
          if (part.length === 0) resolve(found);
          else more();
        },
        () => resolve(found),
      );
    more();
  });
}

type Within = { folder: string; depth: number };

async function walk(entry: FileSystemEntry, { folder, depth }: Within): Promise<ChosenFile[]> {
  if (isHidden(entry) && !entry.isFile) return [];
  if (entry.isFile)
    return new Promise((resolve) =>
      (entry as FileSystemFileEntry).file(
        (file) => resolve([{ file, folder }]),
        () => resolve([]),
      ),
    );
  if (depth === deepest) return [];
  const inside = await filesIn(entry as FileSystemDirectoryEntry);
  const within = ({ isFile, name }: FileSystemEntry) => {
    if (isFile) return folder;
    return folder === '' ? name : `${folder}/${name}`;
  };
  const files = await Promise.all(inside.map((one) => walk(one, { folder: within(one), depth: depth + 1 })));
  return files.flat();
}

/** Read at once: when the event is over nothing can be asked any more. A single folder is the upload itself, several are groups of it. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return Array.from(files, (file) => ({ file, folder: '' }));
  const folderOf = (entry: FileSystemEntry) => (entries.length > 1 && entry.isDirectory ? entry.name : '');
  return (await Promise.all(entries.map((entry) => walk(entry, { folder: folderOf(entry), depth: 0 })))).flat();
}
