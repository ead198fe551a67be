// What the search field and the search popup share: asking while one types, and walking through the results.
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { search } from '#contract/overview/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useDebouncedValue } from '#web/lib/page/use-debounced-value.ts';
import { resultPath } from '#web/lib/routing/result-path.ts';

/** Short enough to feel live, long enough not to ask for every letter. */
const pause = 200;

/** The next of `count` places in a direction, round and round. */
export function moveActive(at: number, by: 1 | -1, count: number): number {
  return count === 0 ? 0 : (at + by + count) % count;
}

type UseSearch = {
  /** So many results are shown; all of them where it is left out. */
  max?: number | undefined;
  onLeave: () => void;
};

const none: readonly string[] = [];

export function useSearch({ max, onLeave }: UseSearch) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [, navigate] = useLocation();
  const id = useId();
  const typed = text.trim();
  const query = useDebouncedValue(typed, pause);
  const request = useApiQuery(search, { query: { q: query } }, { enabled: query !== '', keep: true });
  const results = (request.data?.results ?? []).slice(0, max);
  /** Where the rows beside the hits lead: said by who shows them, and only of these words. */
  const [beside, setBeside] = useState(none);
  const paths = [...results.map(resultPath), ...beside];
  const settled = query === typed && request.data !== undefined && !request.isPlaceholderData;

  /** Enter came before what it is about. */
  const [entered, setEntered] = useState(false);

  const leave = () => {
    setText('');
    setEntered(false);
    onLeave();
  };
  const pick = (path: string) => {
    leave();
    navigate(path);
  };
  const chosen = settled ? paths[active] : undefined;
  const pickChosen = useEffectEvent(() => chosen && pick(chosen));
  const comesLate = entered && chosen !== undefined;
  useEffect(() => {
    if (comesLate) pickChosen();
  }, [comesLate]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setActive(moveActive(active, 1, paths.length));
    else if (event.key === 'ArrowUp') setActive(moveActive(active, -1, paths.length));
    else if (event.key === 'Enter' && typed !== '') {
      if (chosen) pick(chosen);
      else setEntered(true);
    } else return;
    event.preventDefault();
  };
  return {
    id,
    text,
    query,
    request,
    results,
    setBeside,
    rows: paths.length,
    total: request.data?.total ?? 0,
    active: Math.min(active, Math.max(0, paths.length - 1)),
    pick,
    leave,
    /** Nobody is at it any more: what comes late takes nobody away. */
    rest: () => setEntered(false),
    onKeyDown,
    type: (next: string) => {
      setText(next);
      setActive(0);
      setEntered(false);
    },
  };
}

export type SearchState = ReturnType<typeof useSearch>;

/** The combobox's wiring (ARIA 1.2): the focus stays in the field, the active result is pointed at. */
export function comboboxProps({ id, rows, active }: SearchState, open: boolean) {
  return {
    role: 'combobox',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    'aria-activedescendant': open && rows > 0 ? `${id}-${active}` : undefined,
    'aria-autocomplete': 'list',
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    enterKeyHint: 'search',
    maxLength: 200,
  } as const;
}
