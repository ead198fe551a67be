// Where announced files will lie: their names, and one level of groups for folders that were chosen whole. Nothing of what came is a path.
import { freeName, safeFileName } from '#server/lib/file-names.ts';
import { maxFolders } from '#server/media/sources/source.ts';

export type Place = { folder: string; name: string };

/** One level, however deep it lay. Without dots: files have their content's ending, so that no group is called like one. */
export function groupName(folder: string): string {
  const parts = folder.split(/[\\/]+/).filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.length === 0 ? '' : safeFileName(parts.join(' - '), 'folder').replaceAll('.', '_');
}

/** Assigns names that are still free; names that differ in case only count as the same. */
export function createPlaces(there: readonly Place[]) {
  const groups = new Map<string, string>();
  const taken = new Map<string, Set<string>>();
  const takenIn = (folder: string): Set<string> => {
    const names = taken.get(folder) ?? new Set();
    taken.set(folder, names);
    return names;
  };
  /** As it is spelt already; what a folder's list would not show any more lies beside the others. */
  function spelt(folder: string): string {
    const key = folder.toLowerCase();
    if (folder === '' || (!groups.has(key) && groups.size === maxFolders)) return '';
    groups.set(key, groups.get(key) ?? folder);
    return groups.get(key) ?? folder;
  }
  for (const { folder, name } of there) takenIn(spelt(folder)).add(name.toLowerCase());

  return (sent: Place): Place => {
    const folder = spelt(groupName(sent.folder));
    return { folder, name: freeName(safeFileName(sent.name), takenIn(folder)) };
  };
}
