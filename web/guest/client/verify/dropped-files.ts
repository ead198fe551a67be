// What was dropped: files, and all that is in folders.

async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[] = [];
  for (;;) {
    // At most 100 at a time, whatever the folder holds.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const entry of entries) files.push(...(await filesOf(entry)));
  }
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isDirectory) return filesIn(entry as FileSystemDirectoryEntry);
  return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
}

export async function droppedFiles({ dataTransfer }: DragEvent): Promise<File[]> {
  const files = [...(dataTransfer?.files ?? [])];
  // Asked for before anything is awaited: afterwards the browser has let go of what was dropped.
  const entries = [...(dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.length === 0 || entries.some((entry) => entry === null)) return files;
  try {
    return (await Promise.all((entries as FileSystemEntry[]).map(filesOf))).flat();
  } catch {
    return files;
  }
}
