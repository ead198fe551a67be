// What the groups of a folder's files are called: for the crew as the folders within it, for everybody else by number.
import type { SourceFile } from '#server/media/source.ts';

/** Undefined for a file of the linked folder itself. What the crew calls its folders may name people and other clients (behaviour §6.5). */
export function groupNames(
  files: readonly Pick<SourceFile, 'folder'>[],
  { asCrew }: { asCrew: boolean },
): (file: Pick<SourceFile, 'folder'>) => string | undefined {
  const folders = [...new Set(files.map(({ folder }) => folder))].filter(Boolean);
  const numbered = new Map(folders.map((folder, at) => [folder, `Folder ${at + 1}`]));
  return ({ folder }) => (asCrew ? folder || undefined : numbered.get(folder));
}
