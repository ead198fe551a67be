// Which files of a tab came, went or were replaced between two listings.

/** A file as a listing was kept; the name with the folder within the link that it lies in. */
export type KeptFile = { id: string; version: string; name: string };

export type FileChanges<File extends KeptFile> = {
  added: File[];
  removed: KeptFile[];
  replaced: { file: File; former: KeptFile }[];
};

/**
 * A file is replaced where its bytes differ, or another one has its name: whoever takes a picture away and puts a better one of the same
 * name there has replaced it, also in another folder.
 */
export function compareFiles<File extends KeptFile>(
  before: readonly KeptFile[],
  after: readonly File[],
): FileChanges<File> {
  const byId = new Map(before.map((file) => [file.id, file]));
  const ids = new Set(after.map(({ id }) => id));
  const gone = new Map(before.filter(({ id }) => !ids.has(id)).map((file) => [file.name, file]));
  const changes: FileChanges<File> = { added: [], removed: [], replaced: [] };
  const taken = new Set<KeptFile>();
  for (const file of after) {
    const same = byId.get(file.id);
    if (same && same.version === file.version) continue;
    const former = same ?? gone.get(file.name);
    if (former && !taken.has(former)) {
      taken.add(former);
      changes.replaced.push({ file, former });
    } else changes.added.push(file);
  }
  changes.removed = before.filter((file) => !ids.has(file.id) && !taken.has(file));
  return changes;
}
