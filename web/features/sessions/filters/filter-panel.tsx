// The filter panel of the sessions list and of a search: the words, status, and behind More Filters what is fetched when it is first seen.
import { ChevronDown, SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { getUser } from '#contract/accounts/users.ts';
import type { DisputeStatus } from '#contract/policy.ts';
import { getProject } from '#contract/projects/endpoints.ts';
import type { SessionStatus } from '#contract/sessions/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { count, nameAndUsername } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { SearchInput } from '#web/ui/controls/search-input.tsx';
import { Select } from '#web/ui/controls/select.tsx';
import { CountBadge } from '#web/ui/display/badge.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { activeFilters, type Narrowing, noFilters, withoutFilter } from './filters.ts';
import { useSitesOf } from './use-sites-of.ts';

const MoreFilters = lazySection(
  () => import('./more-filters.tsx'),
  'MoreFilters',
  <Skeleton className="h-16 md:col-span-3 lg:col-span-4" />,
);

type Statuses = SessionStatus | DisputeStatus;
/** Of fields that leave the status, or take it away. */
type Change<Status extends Statuses = never> = (change: Partial<Narrowing<Status>>) => void;
type FilterPanelProps<Status extends Statuses> = {
  /** The field for the words; left out where it stands elsewhere. */
  search?: { label: string; placeholder: string; maxLength?: number; value: string; onSearch: (q: string) => void };
  /** Of the field for the status. */
  options: ReactNode;
  /** A field behind the one for the status. */
  beside?: ReactNode;
  filters: Narrowing<Status>;
  onChange: Change<Status>;
  /** What is shown of how many. */
  counted?: string;
  /** Stands behind the filters in force. */
  keep?: ReactNode;
};

export function FilterPanel<Status extends Statuses>(props: FilterPanelProps<Status>) {
  const { filters, onChange } = props;
  const { projectId, photographerId, range, decided } = filters;
  const [open, setOpen] = useState((projectId ?? photographerId ?? decided) !== undefined || range !== 'all');
  const more = useId();
  const names = useNames(filters);
  const active = activeFilters(filters, names);
  const Root = props.search ? 'search' : 'div';
  return (
    <Root className="block rounded-card border border-line bg-surface p-3 shadow-card sm:p-4">
      <div className="actions flex flex-wrap items-end gap-3">
        {props.search && <WordsField {...props.search} />}
        <Field label="Status" hideLabel className="w-40 max-lg:min-w-28 max-lg:flex-1">
          <Select
            value={filters.status ?? ''}
            onChange={(event) => onChange({ status: (event.target.value || undefined) as Status | undefined })}
          >
            <option value="">All</option>
            {props.options}
          </Select>
        </Field>
        {props.beside}
        <Button icon={SlidersHorizontal} aria-expanded={open} aria-controls={more} onClick={() => setOpen(!open)}>
          More Filters
          {active.length > 0 && <CountBadge count={active.length} label={`${active.length} active`} />}
          <ChevronDown aria-hidden="true" className={classNames('size-4 transition-transform', open && 'rotate-180')} />
        </Button>
      </div>
      <div id={more} hidden={!open} className="mt-4 grid gap-3 md:grid-cols-3 lg:grid-cols-4">
        {open && <MoreFilters filters={filters} onChange={onChange} />}
      </div>
      <Active active={active} counted={props.counted} onChange={onChange}>
        {props.keep}
      </Active>
    </Root>
  );
}

function WordsField({ label, ...search }: NonNullable<FilterPanelProps<Statuses>['search']>) {
  return (
    <Field label={label} hideLabel className="min-w-0 flex-1 max-lg:basis-full">
      <SearchInput {...search} />
    </Field>
  );
}

/** Of what the address holds by its id, for the chips. */
function useNames({ projectId, siteId, photographerId }: Narrowing) {
  const byId = (id: number | undefined) => [{ params: { id: id ?? 0 } }, { enabled: id !== undefined }] as const;
  const project = useApiQuery(getProject, ...byId(projectId)).data;
  const site = useSitesOf(projectId).data?.rows.find(({ id }) => id === siteId);
  const photographer = useApiQuery(getUser, ...byId(photographerId)).data;
  return {
    projects: project ? [project] : [],
    sites: site ? [site] : [],
    photographers: photographer ? [{ id: photographer.id, name: nameAndUsername(photographer) }] : [],
  };
}

type ActiveProps = {
  active: ReturnType<typeof activeFilters>;
  counted: string | undefined;
  onChange: Change;
  children: ReactNode;
};

/** The count line of the specification, and a chip for every filter in force. */
function Active({ active, counted, onChange, children }: ActiveProps) {
  if (counted === undefined && active.length === 0) return children;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {counted !== undefined && (
        <p className="mr-1 text-muted text-sm tabular-nums">
          {counted}
          {active.length > 0 && ` with ${count(active.length, 'filter')} applied`}
        </p>
      )}
      {active.map(({ name, label, rest }) => (
        <Chip key={`${name} ${label}`} label={label} onRemove={() => onChange(withoutFilter(name, rest))} />
      ))}
      {active.length > 0 && (
        <Button variant="ghost" size="sm" onClick={() => onChange(noFilters)}>
          Clear All
        </Button>
      )}
      {children}
    </div>
  );
}

/** A filter that is on, and can be taken off. */
function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className="inline-flex max-w-full items-center rounded-full border border-line-strong bg-surface pl-3 text-sm">
      <span className="truncate">{label}</span>
      <button
        type="button"
        aria-label={`Remove filter ${label}`}
        onClick={onRemove}
        className="touch-target grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  );
}
