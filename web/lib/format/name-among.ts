// Names people so that two with the same name can be distinguished.
import { fullName } from './format.ts';

type Named = { id: number; firstName: string; lastName: string; username?: string | undefined };

/** 'Amaka Okafor (@client)'; only the name if the reader may not see the username. */
export function nameAndUsername(person: Named): string {
  return person.username ? `${fullName(person)} (@${person.username})` : fullName(person);
}

/** 'Amaka Okafor', with the username where another of these people has the same name. */
export function nameAmong(person: Named, people: readonly Named[]): string {
  const name = fullName(person);
  const isShared = people.some((other) => other.id !== person.id && isSame(fullName(other), name));
  return isShared ? nameAndUsername(person) : name;
}

/** Case does not distinguish people. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
