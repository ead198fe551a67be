// What a link should restore (filters, tab, sort, selection): state in the query string, read parameter by parameter.
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** Reads one parameter, null where it is missing. What cannot be read (an old link, a typo) counts as missing. */
type Param<Value> = (text: string | null) => Value;
type Params = Record<string, Param<unknown>>;
type State<P extends Params> = { [K in keyof P]: ReturnType<P[K]> };
type Change<P extends Params> = { [K in keyof P]?: ReturnType<P[K]> | undefined };

const idPattern = /^[1-9]\d{0,9}$/;

/** The kinds of parameters. By hand and not with Zod, which would weigh more than the list that is filtered. */
export const param = {
  /** Free text; '' where it is missing. */
  text: (): Param<string> => (text) => text ?? '',
  /** One of the values, `fallback` where it is missing. */
  oneOf:
    <const V extends string>(values: readonly V[], fallback: NoInfer<V>): Param<V> =>
    (text) =>
      values.find((value) => value === text) ?? fallback,
  /** One of the values, or undefined. */
  maybe:
    <const V extends string>(values: readonly V[]): Param<V | undefined> =>
    (text) =>
      values.find((value) => value === text),
  /** A database id, or undefined. */
  id: (): Param<number | undefined> => (text) => (text && idPattern.test(text) ? Number(text) : undefined),
  /** At most so many ids, written 12,15; none where it is missing. */
  ids:
    (max: number): Param<readonly number[]> =>
    (text) => {
      const parts = text?.split(',') ?? [];
      return parts.every((part) => idPattern.test(part)) ? [...new Set(parts.map(Number))].slice(0, max) : [];
    },
  /** A calendar day, or undefined. */
  day: (): Param<string | undefined> => (text) => (text && isDay(text) ? text : undefined),
  /** Present as 'true', or false. */
  flag: (): Param<boolean> => (text) => text === 'true',
} as const;

function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Each parameter is read by itself, so that one bad value takes no other with it. */
export function parseSearch<P extends Params>(params: P, search: string): State<P> {
  const query = new URLSearchParams(search);
  return Object.fromEntries(Object.entries(params).map(([name, read]) => [name, read(query.get(name))])) as State<P>;
}

/** The query string with the changes made. What equals a missing value is left out; other parameters stay as they are. */
export function formatSearch<P extends Params>(params: P, search: string, change: Change<P>): string {
  const query = new URLSearchParams(search);
  const missing = parseSearch(params, '');
  for (const [name, value] of Object.entries(change)) {
    const text = toText(value);
    if (text === '' || text === toText(missing[name])) query.delete(name);
    else query.set(name, text);
  }
  // Commas and the like are fine in a query, and read better.
  return query.toString().replaceAll('%2C', ',');
}

function toText(value: unknown): string {
  if (value === undefined || value === null || value === false) return '';
  return Array.isArray(value) ? value.join(',') : String(value);
}

/**
 * The state in the query string and its setter: `const [filters, setFilters] = useSearchParams(params)`. `params` is made once,
 * outside of the component, from `param`. A change replaces the current history entry; with 'push' Back undoes it.
 */
export function useSearchParams<P extends Params>(params: P) {
  const search = useSearch();
  const state = useMemo(() => parseSearch(params, search), [params, search]);
  const set = useCallback(
    (change: Change<P>, how: 'replace' | 'push' = 'replace') => {
      const query = formatSearch(params, location.search, change);
      navigate(location.pathname + (query && `?${query}`), { replace: how === 'replace' });
    },
    [params],
  );
  return [state, set] as const;
}

/** A path that only opens something, as /sessions/new: opens it, then the address becomes `home`. */
export function useOpenOnPath(path: string, home: string, open: () => void): void {
  const [current] = useLocation();
  const here = current === path;
  useEffect(() => {
    if (!here) return;
    open();
    navigate(home, { replace: true });
  }, [here, home, open]);
}
