// Where media comes from: what every maker of a source offers.
import type { Link } from '#contract/links.ts';

/** A file as its source lists it. `version` changes when its bytes do. */
export type SourceFile = {
  /** Provider and file id, as `local:<path>`. */
  id: string;
  name: string;
  kind: 'image' | 'video' | 'geotiff' | 'file';
  bytes: number;
  version: string;
  /** Where its bytes lie on this machine. */
  path: string;
};

/** A folder bound to a project by an admin: only beneath it are links honoured (decisions §10). */
export type Root = { provider: 'local' | 'google-drive'; root: string };

export type MediaSource = {
  /** The files behind a link in natural order of their names; null where it cannot be reached or is not beneath a root. */
  list(link: Link, roots: readonly Root[]): Promise<SourceFile[] | null>;
};

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Names as people count: 2 before 12. */
export function inNaturalOrder<Named extends { name: string }>(files: Named[]): Named[] {
  return files.sort((a, b) => names.compare(a.name, b.name));
}
