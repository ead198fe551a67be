// How many files there are in each tab: the audit log names no more of them, their ids stand with the record that was released.

/** By tab, of the ids by tab. */
export function fileCounts(files: Partial<Record<string, readonly string[]>>): Record<string, number> {
  return Object.fromEntries(Object.entries(files).map(([kind, ids]) => [kind, ids?.length ?? 0]));
}
