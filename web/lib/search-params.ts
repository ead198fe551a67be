// What a link should restore (filters, tab, sort, selection), kept in the address and read field by field.
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** Reads one word of the address, null where it is missing; what cannot be read (an old link, a slip) counts as missing. */
type Field<Value> = (word: string | null) => Value;
type Shape = Record<string, Field<unknown>>;
type Stated<S extends Shape> = { [K in keyof S]: ReturnType<S[K]> };
type Change<S extends Shape> = { [K in keyof S]?: ReturnType<S[K]> | undefined };

const idPattern = /^[1-9]\d{0,9}$/;

/** The kinds of fields. Made by hand and not with Zod, which would weigh more than the list that is filtered. */
export const param = {
  /** Free text; '' where it is missing. */
  text: (): Field<string> => (word) => word ?? '',
  /** One of the words, `first` where it is missing. */
  oneOf:
    <const W extends string>(words: readonly W[], first: NoInfer<W>): Field<W> =>
    (word) =>
      words.find((each) => each === word) ?? first,
  /** One of the words, or undefined. */
  maybe:
    <const W extends string>(words: readonly W[]): Field<W | undefined> =>
    (word) =>
      words.find((each) => each === word),
  /** A database id, or undefined. */
  id: (): Field<number | undefined> => (word) => (word && idPattern.test(word) ? Number(word) : undefined),
  /** At most so many ids, written 12,15; none where it is missing. */
  ids:
    (most: number): Field<readonly number[]> =>
    (word) => {
      const parts = word?.split(',') ?? [];
      return parts.every((part) => idPattern.test(part)) ? [...new Set(parts.map(Number))].slice(0, most) : [];
    },
  /** A calendar day, or undefined. */
  day: (): Field<string | undefined> => (word) => (word && isDay(word) ? word : undefined),
  /** Present as 'true', or false. */
  flag: (): Field<boolean> => (word) => word === 'true',
} as const;

function isDay(word: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(word) ? Date.parse(`${word}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(word);
}

/** Each field reads its own word, so that one bad value takes no other with it. */
export function parseSearch<S extends Shape>(shape: S, search: string): Stated<S> {
  const query = new URLSearchParams(search);
  return Object.fromEntries(Object.entries(shape).map(([name, read]) => [name, read(query.get(name))])) as Stated<S>;
}

/** The query text with the changes made; what equals a missing value is left out, and other names stay as they are. */
export function formatSearch<S extends Shape>(shape: S, search: string, change: Change<S>): string {
  const query = new URLSearchParams(search);
  const missing = parseSearch(shape, '');
  for (const [name, value] of Object.entries(change)) {
    const word = toWord(value);
    if (word === '' || word === toWord(missing[name])) query.delete(name);
    else query.set(name, word);
  }
  // Commas and the like are fine in a query, and read better.
  return query.toString().replaceAll('%2C', ',');
}

function toWord(value: unknown): string {
  if (value === undefined || value === null || value === false) return '';
  return Array.isArray(value) ? value.join(',') : String(value);
}

/**
 * The state in the address and how to change it: `const [filters, setFilters] = useSearchParams(shape)`. `shape` is made once,
 * outside of the component, from `param`. A change replaces the present entry of the history; with 'push' Back undoes it.
 */
export function useSearchParams<S extends Shape>(shape: S) {
  const search = useSearch();
  const state = useMemo(() => parseSearch(shape, search), [shape, search]);
  const set = useCallback(
    (change: Change<S>, how: 'replace' | 'push' = 'replace') => {
      const query = formatSearch(shape, location.search, change);
      navigate(location.pathname + (query && `?${query}`), { replace: how === 'replace' });
    },
    [shape],
  );
  return [state, set] as const;
}

/** A path that only opens something, as /sessions/new: opens it, then the address becomes `home` (foundation §2). */
export function useOpenOnPath(door: string, home: string, open: () => void): void {
  const [path] = useLocation();
  const here = path === door;
  useEffect(() => {
    if (!here) return;
    open();
    navigate(home, { replace: true });
  }, [here, home, open]);
}
