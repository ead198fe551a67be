// Who used this device last, so that their data is found offline, and by nobody else.
import { readLocalStorage, writeLocalStorage } from './local-storage.ts';

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
