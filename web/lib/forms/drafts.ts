// What somebody typed and has not sent, stored on this device: by person and form, for 30 days (behaviour §10.8).

import { createListeners } from '#web/lib/device/listeners.ts';
import { draftsOf, readLocalStorage, storedNames, writeLocalStorage } from '#web/lib/device/local-storage.ts';
import type { DraftRecord } from './draft-store.ts';

/** `guest`: nobody is logged in. */
export type Owner = number | 'guest';

/** `base`: for a form that edits something, the state that it started from. */
export type Draft<Values> = { values: Values; base?: { version: number; values: Values } | undefined };
/** The draft of a form that is being sent: it leaves the device meanwhile, and is put back after a refusal. */
export type HeldDraft = { forms: readonly string[]; taken: () => void; givenBack: () => void };
type Stored<Values> = Draft<Values> & { at: number };

const lifetime = 30 * 24 * 60 * 60 * 1000;
const nameOf = (owner: Owner, form: string) => `${draftsOf(owner)}${form}`;

function parse(text: string | null): Stored<unknown> | undefined {
  try {
    const stored = JSON.parse(text ?? 'null');
    return typeof stored?.at === 'number' && 'values' in stored ? stored : undefined;
  } catch {
    return undefined;
  }
}
const read = (name: string) => parse(readLocalStorage(name));

let lastAt = 0;
/** In milliseconds, and never twice: of two states of one moment a reload could not tell the later one. */
function present(): number {
  lastAt = Math.max(Date.now(), lastAt + 1);
  return lastAt;
}

/** Reads the draft of this form; deletes everybody's drafts that are too old. */
export function readDraft<Values>(owner: Owner, form: string): Draft<Values> | undefined {
  void recover(owner);
  for (const name of storedNames('draft ')) {
    const stored = read(name);
    if (!stored || stored.at < Date.now() - lifetime) writeLocalStorage(name, null);
  }
  return read(nameOf(owner, form)) as Stored<Values> | undefined;
}

export function keepDraft<Values>(owner: Owner, form: string, draft: Draft<Values>): void {
  const at = present();
  write(owner, { name: nameOf(owner, form), text: JSON.stringify({ ...draft, at }), at });
}

/** It was sent or discarded. */
export function dropDraft(owner: Owner, form: string): void {
  const name = nameOf(owner, form);
  // Most forms have none.
  if (readLocalStorage(name) !== null || unwritten.get(owner)?.has(name)) end(owner, name);
}

/** Ends drafts that the outbox holds since then, even if a kill came before they could end; what was typed later stays. */
export async function endDrafts(owner: Owner, forms: readonly string[], takenAt: number): Promise<void> {
  await recover(owner);
  const names = forms.map((form) => nameOf(owner, form)).filter((name) => (read(name)?.at ?? Infinity) <= takenAt);
  for (const name of names) end(owner, name);
  if (names.length > 0) listeners.notify();
}

/** Rewrites names and contents of stored drafts; a draft that changes meanwhile waits for the next visit. */
export async function renewDrafts(owner: Owner, renewed: (text: string) => Promise<string>): Promise<void> {
  await recover(owner);
  let found = false;
  for (const name of storedNames(draftsOf(owner))) {
    const text = readLocalStorage(name) ?? '';
    const [newName, newText] = [await renewed(name), await renewed(text)];
    const isOther = newName !== name;
    if ((!isOther && newText === text) || readLocalStorage(name) !== text) continue;
    if (isOther && readLocalStorage(newName) !== null) continue;
    if (isOther) end(owner, name);
    write(owner, { name: newName, text: newText, at: present() });
    found = true;
  }
  if (found) listeners.notify();
}

/** That person leaves this device. */
export async function forgetDrafts(owner: Owner): Promise<void> {
  unwritten.delete(owner);
  for (const name of storedNames(draftsOf(owner))) writeLocalStorage(name, null);
  await writing;
  await store().then(
    ({ deleteDrafts }) => deleteDrafts(owner),
    () => undefined,
  );
}

const store = () => import('./draft-store.ts');
/** The newest unwritten state of each draft, saved or dropped. */
const unwritten = new Map<Owner, Map<string, DraftRecord>>();
let writing: Promise<void> | undefined;

/** What was typed since the page was opened is newer than anything found. */
const touched = new Set<string>();

/** localStorage is read at once but written late, the database the other way round: a kill leaves one of them intact. */
function write(owner: Owner, record: DraftRecord): void {
  const { name, text } = record;
  writeLocalStorage(name, text);
  touched.add(name);
  const mine = unwritten.get(owner) ?? new Map<string, DraftRecord>();
  unwritten.set(owner, mine.set(name, record));
  writing ??= writeAll().finally(() => {
    writing = undefined;
  });
}

const end = (owner: Owner, name: string) => write(owner, { name, text: null, at: present() });

/** One write at a time; whatever arrives meanwhile goes into the next. */
async function writeAll(): Promise<void> {
  for (const [owner, records] of unwritten) {
    unwritten.delete(owner);
    // A browser without a database keeps what it can.
    await store()
      .then(({ writeDrafts }) => writeDrafts(owner, [...records.values()]))
      .catch(() => undefined);
  }
  if (unwritten.size > 0) await writeAll();
}

const recovering = new Map<Owner, Promise<void>>();
const listeners = createListeners();
/** Called when drafts were found that localStorage had lost. */
export const onRecovered = listeners.add;

/** Once per visit: a newer state in the database is what the browser had no time to write. */
function recover(owner: Owner): Promise<void> {
  const known = recovering.get(owner);
  if (known || typeof indexedDB === 'undefined') return known ?? Promise.resolve();
  const reading = takeUpAll(owner);
  recovering.set(owner, reading);
  return reading;
}

async function takeUpAll(owner: Owner): Promise<void> {
  const records = await store()
    .then(({ readDrafts }) => readDrafts(owner))
    .catch(() => []);
  if (records.filter(takeUp).length > 0) listeners.notify();
}

/** True if it differed from the known one. */
function takeUp({ name, text, at }: DraftRecord): boolean {
  const here = readLocalStorage(name);
  if (here === text || touched.has(name) || at < (parse(here)?.at ?? 0)) return false;
  writeLocalStorage(name, text);
  return true;
}
