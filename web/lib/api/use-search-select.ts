// The state of a searchable choice among more than a page can list: the typed text, the server's matches, and the name of the choice.
import type { UseQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { toFolded } from '#contract/core/fold.ts';
import type { Input, Page } from '#contract/core/request.ts';
import { useDebouncedValue } from '#web/lib/page/use-debounced-value.ts';
import { useApiQuery } from './queries.ts';

type Row = { id: number };

export type SearchSelectOptions<R extends Row> = {
  value: number | undefined;
  onChange: (id: number | undefined) => void;
  /** The empty choice, such as 'All Projects'. */
  none: string;
  /** The label of a row among those that are listed with it. */
  label: (row: R, among: readonly R[]) => string;
  /** The list that is searched with `q`, and its other filters. */
  list: Endpoint & { list: true };
  filter?: Record<string, unknown> | undefined;
  /** Gets one row by its id, so that the chosen one has its name even if it is not among the first rows. */
  get: Endpoint;
  /** Rows whose names are known already, also of those that can no longer be fetched. */
  known?: readonly R[] | undefined;
  /** What is listed if the server cannot be reached. */
  kept?: (() => Promise<readonly R[]>) | undefined;
};

export type Choice = { id: number | undefined; label: string };

/** How long typing has to pause before the search. */
const pause = 250;
const openingKeys = new Set(['Enter', 'ArrowDown', 'ArrowUp']);
/** How many are listed at once; more are found by typing. */
const listedAtOnce = 50;

function moved(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return active > 0 ? active - 1 : count - 1;
  if (key === 'PageDown') return Math.min(active + 8, count - 1);
  if (key === 'PageUp') return Math.max(active - 8, 0);
  return undefined;
}

/** The name of the choice; fetched if it is not known here. */
function useChosen<R extends Row>(
  { value, known = [], get, label }: SearchSelectOptions<R>,
  { listed, picked }: { listed: readonly R[]; picked: Choice | undefined },
): string {
  const row = [...listed, ...known].find(({ id }) => id === value);
  const here = picked?.id === value ? picked?.label : row && label(row, listed);
  const input = { params: { id: value ?? 0 } };
  const enabled = value !== undefined && here === undefined;
  const asked = useApiQuery(get, input as Input<Endpoint>, { enabled }) as UseQueryResult<R>;
  if (value === undefined) return '';
  if (here !== undefined) return here;
  if (asked.data) return label(asked.data, listed);
  return asked.error ? 'No longer available' : 'Loading...';
}

/** Undefined while online, and where nothing was cached. */
function useKept<R>(read: (() => Promise<readonly R[]>) | undefined, wanted: boolean): readonly R[] | undefined {
  const [rows, setRows] = useState<readonly R[]>([]);
  const start = useEffectEvent(() => void read?.().then(setRows, () => undefined));
  useEffect(() => {
    if (wanted) start();
  }, [wanted]);
  return wanted && rows.length > 0 ? rows : undefined;
}

const holds = (label: string, words: string) =>
  toFolded(words)
    .split(/\s+/)
    .every((word) => toFolded(label).includes(word));

export function useSearchSelect<R extends Row>(options: SearchSelectOptions<R>) {
  const { value, onChange, none, label, list, filter } = options;
  const id = useId();
  const [open, setOpen] = useState(false);
  /** Undefined until somebody types: the name of the choice is shown, and all are listed. */
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState<number>();
  /** Enter was pressed, perhaps before the response. */
  const [entered, setEntered] = useState(false);
  const words = (typed ?? '').trim();
  const asked = useDebouncedValue(words, pause);
  const input = { query: { ...filter, q: asked, limit: listedAtOnce } };
  const query = useApiQuery(list, input as Input<typeof list>, { enabled: open, keep: true }) as UseQueryResult<
    Page<R>
  >;
  const kept = useKept(options.kept, open && query.error?.status === 0);
  const rows = kept?.filter((row) => holds(label(row, kept), words)) ?? query.data?.rows ?? [];
  const [picked, setPicked] = useState<Choice>();
  const chosen = useChosen(options, { listed: rows, picked });
  const nothing: Choice[] = words === '' ? [{ id: undefined, label: none }] : [];
  const choices: Choice[] = [...nothing, ...rows.map((row) => ({ id: row.id, label: label(row, rows) }))];
  const current = choices.findIndex((choice) => choice.id === value);
  // None, if the choice is not among those that are listed: Enter must not take another.
  const at = Math.min(active ?? (words === '' ? current : 0), choices.length - 1);
  const settled = asked === words && !query.isPlaceholderData;

  function show(): void {
    if (!open) setActive(undefined);
    setOpen(true);
  }
  function close(): void {
    setOpen(false);
    setTyped(undefined);
    setEntered(false);
  }
  function pick(choice: Choice): void {
    close();
    setPicked(choice);
    if (choice.id !== value) onChange(choice.id);
  }
  /** True if the key was meant for the list, and for nothing else. */
  function hears(key: string): boolean {
    const next = moved(key, at, choices.length);
    if (!open) {
      if (!openingKeys.has(key)) return false;
      show();
    } else if (next !== undefined) setActive(next);
    else if (key === 'Escape') close();
    else if (key === 'Enter') setEntered(true);
    else return false;
    return true;
  }
  const pickActive = useEffectEvent(() => {
    setEntered(false);
    const choice = choices[at];
    if (choice) pick(choice);
  });
  // Not the matches of the former words.
  const takesActive = entered && settled;
  useEffect(() => {
    if (takesActive) pickActive();
  }, [takesActive]);
  function onKeyDown(event: KeyboardEvent): void {
    const { key, nativeEvent, ctrlKey, metaKey } = event;
    if (nativeEvent.isComposing || ctrlKey || metaKey) return;
    // The focus moves on, and not into the list.
    if (key === 'Tab') close();
    else if (hears(key)) event.preventDefault();
  }
  return {
    id,
    open,
    query,
    /** From this device, because it is offline. */
    isKept: kept !== undefined,
    choices,
    active: at,
    /** What the field shows. */
    text: typed ?? chosen,
    isTyped: typed !== undefined,
    words: asked,
    more: kept ? 0 : Math.max(0, (query.data?.total ?? 0) - rows.length),
    settled,
    show,
    close,
    pick,
    onKeyDown,
    type(next: string): void {
      setTyped(next);
      setEntered(false);
      setActive(undefined);
      setOpen(true);
    },
  };
}

export type SearchSelectState = ReturnType<typeof useSearchSelect>;
