// Files that were dropped, with those within dropped folders.

const deepest = 5;
const most = 2_500;

function filesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  // It answers a part at a time, and nothing once all were named.
  return new Promise((resolve) => {
    const more = () =>
      reader.readEntries(
        (part) => {
          found.push(...part);
          if (part.length === 0 || found.length > most) resolve(found);
          else more();
        },
        () => resolve(found),
      );
    more();
  });
}

async function walk(entry: FileSystemEntry, depth: number): Promise<File[]> {
  if (entry.name.startsWith('.')) return [];
  if (entry.isFile)
    return new Promise((resolve) =>
      (entry as FileSystemFileEntry).file(
        (file) => resolve([file]),
        () => resolve([]),
      ),
    );
  if (depth === deepest) return [];
  const inside = await filesIn(entry as FileSystemDirectoryEntry);
  const files = await Promise.all(inside.map((one) => walk(one, depth + 1)));
  return files.flat();
}

/** Read at once: when the event is over nothing can be asked any more. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return Array.from(files);
  return (await Promise.all(entries.map((entry) => walk(entry, 0)))).flat();
}
