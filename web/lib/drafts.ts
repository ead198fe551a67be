// What somebody typed and has not sent, kept on this device: by person and form, for 30 days (behaviour §10.8).
import { draftsOf, readLocalStorage, storedNames, writeLocalStorage } from './local-storage.ts';

/** `guest`: nobody is logged in. */
export type Owner = number | 'guest';

/** `base`: of a form that edits something, the state that it was made from. */
export type Draft<Values> = { values: Values; base?: { version: number; values: Values } | undefined };
type Stored<Values> = Draft<Values> & { at: number };

const lifetime = 30 * 24 * 60 * 60 * 1000;
const nameOf = (owner: Owner, form: string) => `${draftsOf(owner)}${form}`;

function read(name: string): Stored<unknown> | undefined {
  try {
    const stored = JSON.parse(readLocalStorage(name) ?? 'null');
    return typeof stored?.at === 'number' && 'values' in stored ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** What was kept of this form; whatever has become too old goes, of everybody. */
export function readDraft<Values>(owner: Owner, form: string): Draft<Values> | undefined {
  for (const name of storedNames('draft ')) {
    const stored = read(name);
    if (!stored || stored.at < Date.now() - lifetime) writeLocalStorage(name, null);
  }
  return read(nameOf(owner, form)) as Stored<Values> | undefined;
}

export function keepDraft<Values>(owner: Owner, form: string, draft: Draft<Values>): void {
  writeLocalStorage(nameOf(owner, form), JSON.stringify({ ...draft, at: Date.now() }));
}

/** Sent or thrown away. */
export function dropDraft(owner: Owner, form: string): void {
  writeLocalStorage(nameOf(owner, form), null);
}
