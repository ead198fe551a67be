// The global search in the top bar: a field with a dropdown on larger screens, a button with a popup on phones.
import { Search as SearchIcon } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { comboboxProps, useSearch } from './use-search.ts';

/** Nothing is found before somebody types; fetched as soon as they may. */
const SearchResults = lazySection(() => import('./search-results.tsx'), 'SearchResults');
const SearchPopup = lazyDialog(() => import('./search-popup.tsx'), 'SearchPopup');

export type SearchHandle = { open: () => void };

export function Search({ ref }: { ref: Ref<SearchHandle> }) {
  const [popup, setPopup] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({
    open: () => {
      // A hidden field has no place in the layout.
      if (field.current?.offsetParent) field.current.select();
      else setPopup(true);
    },
  }));
  return (
    <>
      <div className="hidden w-full max-w-md md:block">
        <SearchBox field={field} />
      </div>
      <span className="md:hidden">
        <IconButton
          label="Search"
          icon={SearchIcon}
          aria-haspopup="dialog"
          onPointerEnter={SearchPopup.preload}
          onClick={() => setPopup(true)}
        />
      </span>
      <SearchPopup open={popup} onOpenChange={setPopup} />
    </>
  );
}

/** Behaviour §7.4. */
const shown = 8;

function SearchBox({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const [near, setNear] = useState(false);
  const searching = useSearch({
    max: shown,
    onLeave: () => {
      setNear(false);
      field.current?.blur();
    },
  });
  const open = near && searching.text.trim() !== '' && searching.query !== '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return searching.onKeyDown(event);
    searching.rest();
    if (open) setNear(false);
    else field.current?.blur();
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (staysInside(event)) return;
    setNear(false);
    searching.rest();
  };
  return (
    // Leaving with a click or with Tab closes; a press on a result keeps the focus in the field.
    <search className="relative block" onBlur={onBlur}>
      <SearchIcon
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
      />
      <input
        ref={field}
        type="text"
        aria-label="Search projects, sites, or sessions"
        placeholder="Search projects, sites, or sessions..."
        value={searching.text}
        onChange={(event) => {
          searching.type(event.target.value);
          setNear(true);
        }}
        onFocus={() => {
          setNear(true);
          SearchResults.preload();
        }}
        onKeyDown={onKeyDown}
        {...comboboxProps(searching, open)}
        className="control touch-target h-9 pr-10 pl-9"
      />
      <span aria-hidden="true" className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2">
        <kbd>/</kbd>
      </span>
      {open && (
        <div className="absolute top-full left-0 mt-1.5 flex max-h-[min(36rem,calc(100dvh-5rem))] w-[max(100%,28rem)] animate-appear flex-col overflow-hidden rounded-card bg-raised shadow-raised">
          <SearchResults searching={searching} />
        </div>
      )}
    </search>
  );
}

function staysInside(event: FocusEvent<HTMLElement>): boolean {
  return event.currentTarget.contains(event.relatedTarget);
}
