// A choice among more than a page can list: people type, the server searches, and the field shows the choice by name.

import { ChevronDown } from 'lucide-react';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import {
  type Choice,
  type SearchSelectOptions,
  type SearchSelectState,
  useSearchSelect,
} from '#web/lib/api/use-search-select.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { count, formatNumber } from '#web/lib/format/format.ts';
import { useFieldProps } from '#web/ui/controls/field.tsx';
import { Highlight } from '#web/ui/display/highlight.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';

// The open list of a choice that searches: beneath its field or above it, over whatever it would be cut off by.
type SearchSelectListProps = { state: SearchSelectState; value: number | undefined };

export function SearchSelectList({ state, value }: SearchSelectListProps) {
  const { id, query, choices, active, words, more, settled, isKept, pick } = state;
  const panel = usePlace();
  const found = choices.filter((choice) => choice.id !== undefined).length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the field.
    <div
      ref={panel}
      popover="manual"
      onMouseDown={(event) => event.preventDefault()}
      className="fixed z-60 m-0 flex-col overflow-hidden rounded-card border border-line bg-raised p-0 text-ink shadow-raised open:flex"
    >
      <div
        id={id}
        role="listbox"
        aria-label="Choices"
        aria-busy={!settled}
        className="min-h-0 flex-auto overflow-y-auto overscroll-contain p-1 empty:hidden"
      >
        {choices.map((choice, at) => (
          <Option
            key={choice.id ?? 0}
            id={`${id}-${at}`}
            choice={choice}
            words={words}
            chosen={choice.id === value}
            active={at === active}
            onPick={() => pick(choice)}
          />
        ))}
      </div>
      <div className="px-3 py-2 text-muted text-sm empty:hidden">
        {query.isPending && !query.error && 'Searching…'}
        {isKept && "From this device: you're offline"}
        {query.error && !isKept && <QueryErrorLine query={query} />}
        {query.data && settled && found === 0 && words && `Nothing found for “${words}”`}
        {more > 0 && `${formatNumber(more)} more: type to find them`}
      </div>
      <span role="status" className="sr-only">
        {query.data && settled && words ? count(found + more, 'result') : ''}
      </span>
    </div>
  );
}

type OptionProps = { id: string; choice: Choice; words: string; chosen: boolean; active: boolean; onPick: () => void };

function Option({ id, choice, words, chosen, active, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys of all options.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      ref={active ? reveal : undefined}
      onClick={onPick}
      className={classNames(
        'wrap-anywhere flex min-h-8 pointer-coarse:min-h-11 cursor-default items-center rounded-control border border-transparent px-2 py-1 hover:bg-sunken',
        active && 'border-line-strong bg-sunken',
        chosen && 'font-medium',
        choice.id === undefined && 'text-muted',
      )}
    >
      <span className="min-w-0">
        <Highlight text={choice.label} query={words} />
      </span>
    </div>
  );
}

function reveal(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

const gap = 4;
const margin = 8;
const mostHeight = 320;

/** Beneath the field where there is room, also above the keyboard of a phone. */
function place(panel: HTMLElement, field: Element): void {
  const to = field.getBoundingClientRect();
  const { height = innerHeight, offsetTop = 0 } = visualViewport ?? {};
  const below = offsetTop + height - to.bottom - gap - margin;
  const above = to.top - offsetTop - gap - margin;
  const upwards = below < Math.min(mostHeight, panel.scrollHeight) && above > below;
  const width = Math.min(Math.max(to.width, 256), innerWidth - 2 * margin);
  Object.assign(panel.style, {
    inset: 'auto',
    left: `${Math.max(margin, Math.min(to.left, innerWidth - width - margin))}px`,
    width: `${width}px`,
    maxHeight: `${Math.max(96, Math.min(mostHeight, upwards ? above : below))}px`,
    top: upwards ? 'auto' : `${to.bottom + gap}px`,
    bottom: upwards ? `${innerHeight - to.top + gap}px` : 'auto',
  });
}

function usePlace() {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = panel.current;
    const field = list?.parentElement?.querySelector('input');
    if (!list || !field) return;
    list.showPopover?.();
    const set = () => place(list, field);
    set();
    const ends = new AbortController();
    const options = { signal: ends.signal, capture: true, passive: true };
    window.addEventListener('scroll', set, options);
    window.addEventListener('resize', set, options);
    visualViewport?.addEventListener('resize', set, options);
    const grows = new ResizeObserver(set);
    grows.observe(list);
    return () => {
      ends.abort();
      grows.disconnect();
    };
  }, []);
  return panel;
}

export type SearchSelectProps<R extends { id: number }> = SearchSelectOptions<R> & {
  disabled?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  onBlur?: (() => void) | undefined;
};

export function SearchSelect<R extends { id: number }>(props: SearchSelectProps<R>) {
  const { disabled, ref, onBlur, none } = props;
  const field = useFieldProps();
  const state = useSearchSelect(props);
  const { id, open, active, text, isTyped } = state;
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  // Whatever is typed takes the place of the name, also of one that came while the focus was here.
  const name = isTyped ? undefined : text;
  useEffect(() => {
    if (name !== undefined && input.current === document.activeElement) input.current?.select();
  }, [name]);
  return (
    <span className="relative block min-w-0">
      <input
        {...field}
        ref={input}
        type="text"
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
        disabled={disabled}
        placeholder={none}
        value={text}
        onFocus={(event) => event.target.select()}
        onClick={state.show}
        onChange={(event) => state.type(event.target.value)}
        onKeyDown={state.onKeyDown}
        onBlur={() => {
          state.close();
          onBlur?.();
        }}
        className="control touch-target h-9 truncate pr-9 pl-3"
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-faint"
      />
      {open && <SearchSelectList state={state} value={props.value} />}
    </span>
  );
}
