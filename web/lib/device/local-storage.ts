// What is remembered on this device: drafts, decisions that wait, small choices that no first paint depends on, and who used it last.

// Who used this device last, so that their data is found offline, and by nobody else.

/** An unused login ends after seven days (behaviour §8.4): cached responses end no later. */
const lifetime = 7 * 24 * 60 * 60 * 1000;

type Known = { id: number; at: number };

/** Null: nobody, or somebody whose login has ended by now. `any`: also the latter. */
export function lastPerson({ any = false } = {}): number | null {
  try {
    const { id, at } = JSON.parse(readLocalStorage('person') ?? 'null') as Known;
    return any || Math.abs(Date.now() - at) < lifetime ? id : null;
  } catch {
    return null;
  }
}

/** The server has just recognised them. */
export function notePerson(id: number): void {
  writeLocalStorage('person', JSON.stringify({ id, at: Date.now() } satisfies Known));
}

export function forgetPerson(): void {
  writeLocalStorage('person', null);
}

/** Null where nothing is kept, or where the browser keeps nothing at all. */
export function readLocalStorage(name: string): string | null {
  try {
    return localStorage.getItem(`topout-${name}`);
  } catch {
    return null;
  }
}

/** Null forgets. A browser that refuses to keep things forgets at the end of the visit. */
export function writeLocalStorage(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`topout-${name}`);
    else localStorage.setItem(`topout-${name}`, value);
  } catch {
    // Nothing is lost but the memory of a choice.
  }
}

/** How the names of somebody's drafts begin. */
export const draftsOf = (owner: number | 'guest') => `draft ${owner} `;

/** Where their decisions wait that were made with one click. */
export const decisionsOf = (person: number) => `decisions-${person}`;

/** The names under which something is kept, of those that begin so. */
export function storedNames(beginning: string): string[] {
  try {
    const names = Object.keys(localStorage).filter((key) => key.startsWith(`topout-${beginning}`));
    return names.map((key) => key.slice('topout-'.length));
  } catch {
    return [];
  }
}
