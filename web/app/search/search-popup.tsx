// The search of phones: a sheet with all results.
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SearchResults } from './search-results.tsx';
import { comboboxProps, useSearch } from './use-search.ts';

export function SearchPopup(control: DialogControl) {
  return (
    <Dialog {...control} title="Search" size="full">
      <Popup onLeave={() => control.onOpenChange(false)} />
    </Dialog>
  );
}

function Popup({ onLeave }: { onLeave: () => void }) {
  const searching = useSearch({ onLeave });
  const shows = searching.text.trim() !== '' && searching.query !== '';
  return (
    <>
      <input
        ref={focusNow}
        type="text"
        aria-label="Search projects, sites, sessions"
        placeholder="Search projects, sites, sessions..."
        value={searching.text}
        onChange={(event) => searching.type(event.target.value)}
        // The dialog leaves Escape to what is found as long as that is shown.
        onKeyDown={(event) => (event.key === 'Escape' ? onLeave() : searching.onKeyDown(event))}
        {...comboboxProps(searching, shows)}
        className="control touch-target h-11 px-3"
      />
      <div className="-mx-4 mt-2 sm:-mx-6">{shows && <SearchResults searching={searching} />}</div>
    </>
  );
}

/** The field is what one came for, not the button that closes. */
function focusNow(field: HTMLInputElement | null): void {
  field?.focus();
}
