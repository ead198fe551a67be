// The filters that somebody keeps for the list of sessions: each applied with one press, and the present one kept under a name.
import { BookmarkPlus, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import {
  editSavedFilter,
  maxSavedFilters,
  removeSavedFilter,
  type SavedFilter,
  savedFilters,
} from '#contract/sessions/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { formatSearch, parseSearch } from '#web/lib/routing/search-params.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { type Filters, filterParams, isFiltered } from './filters.ts';

const FilterNameDialog = lazyDialog(() => import('./filter-name-dialog.tsx'), 'FilterNameDialog');

/** As it is kept: what is unknown, or as it is without any filter, is left out. */
export function queryOf(filters: Filters): string {
  return formatSearch(filterParams, '', { ...filters, highlight: undefined });
}

type SavedFiltersProps = { filters: Filters; onApply: (filters: Filters) => void };

/** `saveButton` keeps the present filter, where it is none of the kept ones; `list` holds those, and is null without any. */
export function useSavedFilters({ filters, onApply }: SavedFiltersProps) {
  const kept = useApiQuery(savedFilters, {}).data?.rows ?? [];
  const present = queryOf(filters);
  const { open, dialogs } = useDialogs({
    name: (control, saved: SavedFilter | undefined) => <FilterNameDialog {...control} saved={saved} query={present} />,
  });
  const isKept = kept.some(({ query }) => readable(query) === present);
  const maySave = isFiltered(filters) && !isKept && kept.length < maxSavedFilters;
  return {
    dialogs,
    saveButton: maySave && (
      <Button variant="ghost" size="sm" icon={BookmarkPlus} onClick={() => open('name', undefined)}>
        Save this filter
      </Button>
    ),
    list: kept.length > 0 && (
      <nav aria-label="Saved filters" className={listClass}>
        <h2 className="mb-2 font-semibold text-sm max-xl:sr-only">Saved filters</h2>
        <ul className="flex flex-wrap items-center gap-2 xl:grid">
          {kept.map((saved) => (
            <li key={saved.id} className="flex min-w-0 max-w-full">
              <SavedOne
                saved={saved}
                present={present}
                onApply={() => onApply(parseSearch(filterParams, saved.query))}
                onRename={() => open('name', saved)}
              />
            </li>
          ))}
        </ul>
      </nav>
    ),
  };
}

/** Below 1280 px above the list; from there on beside it, where it stays while one scrolls. */
const listClass =
  'mt-3 xl:sticky xl:top-20 xl:mt-4 xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto low:static low:max-h-none print:hidden';

/** A filter that was kept when there was more to filter by is still the same one. */
function readable(query: string): string {
  return queryOf(parseSearch(filterParams, query));
}

type SavedOneProps = { saved: SavedFilter; present: string; onApply: () => void; onRename: () => void };

function SavedOne({ saved, present, onApply, onRename }: SavedOneProps) {
  const { id, name, query, version } = saved;
  const isOn = readable(query) === present;
  const remove = useMutation(removeSavedFilter, {
    successToast: 'Filter removed',
    errorToast: 'Failed to remove the filter',
  });
  const replace = useMutation(editSavedFilter, {
    successToast: 'Filter updated',
    errorToast: 'Failed to update the filter',
  });
  const update = {
    label: 'Replace with the current filter',
    icon: RefreshCw,
    onSelect: () => void replace.run({ params: { id }, body: { query: present, version } }),
  };
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center rounded-full border text-sm xl:w-full xl:rounded-control',
        isOn ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line-strong bg-surface',
      )}
    >
      <button
        type="button"
        aria-pressed={isOn}
        onClick={onApply}
        className="touch-target wrap-anywhere min-h-7 min-w-0 rounded-full py-0.5 pl-3 text-left xl:grow xl:rounded-control"
      >
        {name}
      </button>
      <Menu
        label={`Actions for the filter ${name}`}
        variant="ghost"
        size="sm"
        items={[
          { label: 'Rename', icon: Pencil, onSelect: onRename },
          ...(isOn || present === '' ? [] : [update]),
          { label: 'Remove', icon: Trash2, tone: 'danger', onSelect: () => void remove.run({ params: { id } }) },
        ]}
      />
    </span>
  );
}
