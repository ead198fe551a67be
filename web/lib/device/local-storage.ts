// What is remembered on this device: drafts, decisions that wait, and small choices that no first paint depends on.

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
