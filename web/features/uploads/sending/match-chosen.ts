// Files that were chosen, beside those that an upload has: which go on, which are there, which are new though they are called the same.
import type { UploadFile } from '#contract/uploads/endpoints.ts';
import { edgesOf } from './print.ts';

type Named = { file: { name: string; size: number }; folder: string; print: string };

/** What of an upload counts here; of what this device has not announced yet, too. */
export type KnownFile = Pick<UploadFile, 'id' | 'sentName' | 'sentFolder' | 'bytes' | 'state' | 'print' | 'isMine'>;

export type Matched<One> = {
  /** They go on where they stopped. */
  again: (readonly [KnownFile, One])[];
  fresh: One[];
  /** Half of them is there, of a file that was changed since: it is sent anew, and the half left out. */
  outdated: KnownFile[];
};

const keyOf = (name: string, folder: string, bytes: number) => [folder, name, bytes].join('\n');

/** One that does not say what it holds is taken for the same, as before there were prints. */
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
