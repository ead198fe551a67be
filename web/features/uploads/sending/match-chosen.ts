// Compares chosen files with those of an upload: which continue, which are there, which are new despite the same name.
import type { UploadFile } from '#contract/uploads/endpoints.ts';

// By what a file that is chosen again is known: its first and last 64 kB, and when it was last changed.
const edgeBytes = 64 * 1024;

/** FNV-1a in two lanes: nobody attacks it, and browsers on plain http have no better one. */
function hash(bytes: Uint8Array): string {
  let [a, b] = [0x811c9dc5, 0x1b873593];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x85ebca6b) ^ (a >>> 15);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

/** Null where the device does not give its bytes. */
export async function printOf(file: File): Promise<string | null> {
  const edges = [file.slice(0, edgeBytes), file.slice(-edgeBytes)].map((edge) => edge.arrayBuffer());
  const read = await Promise.all(edges).catch(() => null);
  if (read === null) return null;
  return [file.lastModified.toString(36), ...read.map((edge) => hash(new Uint8Array(edge)))].join('_');
}

/** What it holds, whenever it was changed. */
export function edgesOf(print: string | null): string | null {
  return print === null ? null : print.slice(print.indexOf('_'));
}

type Named = { file: { name: string; size: number }; folder: string; print: string };

/** The fields of an uploaded file that count here; also for one that this device has not announced yet. */
export type KnownFile = Pick<UploadFile, 'id' | 'sentName' | 'sentFolder' | 'bytes' | 'state' | 'print' | 'isMine'>;

export type Matched<One> = {
  /** They continue where they stopped. */
  again: (readonly [KnownFile, One])[];
  fresh: One[];
  /** Partly uploaded files that were changed since: they are sent again from the start, and the part is removed. */
  outdated: KnownFile[];
};

const keyOf = (name: string, folder: string, bytes: number) => [folder, name, bytes].join('\n');

/** A file without a fingerprint, as from before there were any, counts as the same. */
const isSame = (known: KnownFile, { print }: Named) => known.print === null || known.print === print;
const isHalf = ({ state, isMine }: KnownFile) => state === 'travelling' && isMine;

function byKey(known: readonly KnownFile[]): Map<string, KnownFile[]> {
  const left = new Map<string, KnownFile[]>();
  for (const file of known) {
    const key = keyOf(file.sentName, file.sentFolder, file.bytes);
    if (file.state !== 'refused') left.set(key, [...(left.get(key) ?? []), file]);
  }
  return left;
}

export function matchChosen<One extends Named>(known: readonly KnownFile[], chosen: readonly One[]): Matched<One> {
  const left = byKey(known);
  const matched: Matched<One> = { again: [], fresh: [], outdated: [] };
  for (const one of chosen) {
    const alike = left.get(keyOf(one.file.name, one.folder, one.file.size)) ?? [];
    const same = alike.find((file) => isSame(file, one));
    const changed = same ? undefined : alike.find((file) => isHalf(file) && edgesOf(file.print) === edgesOf(one.print));
    const found = same ?? changed;
    if (found) alike.splice(alike.indexOf(found), 1);
    if (!same) matched.fresh.push(one);
    else if (isHalf(same)) matched.again.push([same, one]);
    if (changed) matched.outdated.push(changed);
  }
  return matched;
}
