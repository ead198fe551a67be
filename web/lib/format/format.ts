// How names, counts and sizes are written for a reader; days and instants are in contract/core/day-words.ts.

/** 'Ada Obi', 'Ada Obi and Tunde Bakare', 'Ada Obi, Tunde Bakare, and Ngozi Eze'. */
export function listed(names: readonly string[]): string {
  return names.length > 2 ? `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}` : names.join(' and ');
}

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

/** 'Foundation' for 'foundation'; nothing for a session without a phase. */
export function phaseLabel(phase: string | null | undefined): string {
  return capitalised(phase ?? '');
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** '12,480' for a whole number. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** '1 session', '1,204 sessions'; a plural that is not made with s is the third argument. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}

/** What a button says of what it fetches, where that is known and over 1 MB: ' · 38.0 MB'. */
export function sizeNote(bytes: number | null): string {
  return bytes === null || bytes <= 1e6 ? '' : ` · ${formatSize(bytes)}`;
}

/** '840 kB', '12.4 MB', '1.3 GB' for bytes: what a download costs, in the units a data plan is sold in. */
export function formatSize(bytes: number): string {
  const [step, unit] = (
    [
      [1e9, 'GB'],
      [1e6, 'MB'],
    ] as const
  ).find(([size]) => bytes >= size) ?? [1e3, 'kB'];
  const amount = bytes / step;
  return `${unit === 'kB' || amount >= 100 ? Math.max(1, Math.round(amount)) : amount.toFixed(1)} ${unit}`;
}

// Names people so that two with the same name can be distinguished.
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
