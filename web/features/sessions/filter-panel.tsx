// The filter panel of the sessions list: search, status, and behind More Filters project, site, photographer and date range.
import { ChevronDown, SlidersHorizontal, X } from 'lucide-react';
import { useId, useState } from 'react';
import { can } from '#contract/policy.ts';
import { getProject, sites } from '#contract/projects.ts';
import { type SessionStatus, sessionStatusLabels } from '#contract/sessions.ts';
import { getUser } from '#contract/users.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatNumber } from '#web/lib/format.ts';
import { nameAndUsername } from '#web/lib/name-among.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { CountBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { QueryErrorLine } from '#web/ui/query-error.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { chosenId, Options, Select } from '#web/ui/select.tsx';
import {
  activeFilters,
  type Filters,
  noFilters,
  offeredStatuses,
  type Range,
  rangeLabels,
  ranges,
  withoutFilter,
} from './filters.ts';
import { PersonChoice, ProjectChoice } from './lazy-choices.tsx';

type Change = (change: Partial<Filters>) => void;
/** Of all that match: undefined while it is counted, null where that failed. */
type Total = number | null | undefined;
type FilterPanelProps = { filters: Filters; onChange: Change; total: Total };

export function FilterPanel({ filters, onChange, total }: FilterPanelProps) {
  const { actor } = useCurrentUser();
  const { projectId, photographerId, range } = filters;
  const [open, setOpen] = useState((projectId ?? photographerId) !== undefined || range !== 'all');
  const more = useId();
  const names = useNames(filters);
  const active = activeFilters(filters, names);
  return (
    <search className="block rounded-card border border-line bg-surface p-3 shadow-card sm:p-4">
      <div className="actions flex flex-wrap items-end gap-3">
        <Field label="Search" hideLabel className="min-w-0 flex-1 max-lg:basis-full">
          <SearchInput
            placeholder="Search sessions, projects, sites"
            value={filters.q}
            onSearch={(q) => onChange({ q })}
          />
        </Field>
        <Field label="Status" hideLabel className="w-40 max-lg:flex-1">
          <Select
            value={filters.status ?? ''}
            onChange={(event) => onChange({ status: (event.target.value || undefined) as SessionStatus | undefined })}
          >
            <option value="">All</option>
            <Options of={offeredStatuses(actor)} label={(status) => sessionStatusLabels[status]} />
          </Select>
        </Field>
        <Button icon={SlidersHorizontal} aria-expanded={open} aria-controls={more} onClick={() => setOpen(!open)}>
          More Filters
          {active.length > 0 && <CountBadge count={active.length} label={`${active.length} active`} />}
          <ChevronDown aria-hidden="true" className={classNames('size-4 transition-transform', open && 'rotate-180')} />
        </Button>
      </div>
      <div id={more} hidden={!open} className="mt-4 grid gap-3 md:grid-cols-3 lg:grid-cols-4">
        <PlaceFields filters={filters} onChange={onChange} open={open} />
        {can.manageUsers(actor) && (
          <Field label="Photographer">
            {open && (
              <PersonChoice
                value={photographerId}
                onChange={(id) => onChange({ photographerId: id })}
                none="All Photographers"
                among={{ role: 'photographer' }}
              />
            )}
          </Field>
        )}
        <RangeFields filters={filters} onChange={onChange} />
      </div>
      <Active active={active} total={total} onChange={onChange} />
    </search>
  );
}

/** Of what the address holds by its id, for the chips. */
function useNames({ projectId, siteId, photographerId }: Filters) {
  const byId = (id: number | undefined) => [{ params: { id: id ?? 0 } }, { enabled: id !== undefined }] as const;
  const project = useApiQuery(getProject, ...byId(projectId)).data;
  const site = useSites(projectId).data?.rows.find(({ id }) => id === siteId);
  const photographer = useApiQuery(getUser, ...byId(photographerId)).data;
  return {
    projects: project ? [project] : [],
    sites: site ? [site] : [],
    photographers: photographer ? [{ id: photographer.id, name: nameAndUsername(photographer) }] : [],
  };
}

function useSites(projectId: number | undefined) {
  const input = { params: { id: projectId ?? 0 }, query: { limit: 500 } };
  return useApiQuery(sites, input, { enabled: projectId !== undefined, keep: true });
}

/** `open`: the choice of projects is fetched when it is first seen. */
function PlaceFields({ filters, onChange, open }: { filters: Filters; onChange: Change; open: boolean }) {
  const { projectId, siteId } = filters;
  const query = useSites(projectId);
  return (
    <>
      <Field label="Project">
        {open && (
          <ProjectChoice
            value={projectId}
            onChange={(id) => onChange({ projectId: id, siteId: undefined })}
            none="All Projects"
          />
        )}
      </Field>
      <Field label="Site" hint={query.error && !query.data && <QueryErrorLine query={query} />}>
        <Select
          value={siteId ?? ''}
          disabled={projectId === undefined}
          onChange={(event) => onChange({ siteId: chosenId(event) })}
        >
          <option value="">All Sites</option>
          <Options of={projectId ? query.data?.rows : []} label={({ name }) => name} />
        </Select>
      </Field>
    </>
  );
}

function RangeFields({ filters, onChange }: { filters: Filters; onChange: Change }) {
  const { from = '', to = '' } = filters;
  const isReversed = from !== '' && to !== '' && to < from;
  return (
    <>
      <Field label="Date Range">
        <Select
          value={filters.range}
          onChange={(event) => onChange({ range: event.target.value as Range, from: undefined, to: undefined })}
        >
          <Options of={ranges} label={(range) => rangeLabels[range]} />
        </Select>
      </Field>
      {filters.range === 'custom' && (
        <>
          <Field label="Start Date">
            <Input type="date" value={from} onChange={(event) => onChange({ from: event.target.value || undefined })} />
          </Field>
          <Field label="End Date" error={isReversed ? 'The end date is before the start date' : undefined}>
            <Input type="date" value={to} onChange={(event) => onChange({ to: event.target.value || undefined })} />
          </Field>
        </>
      )}
    </>
  );
}

type ActiveProps = { active: ReturnType<typeof activeFilters>; total: Total; onChange: Change };

/** The count line of the specification, and a chip for every filter in force. */
function Active({ active, total, onChange }: ActiveProps) {
  const shown = total == null ? '…' : formatNumber(total);
  const counted = total === null ? 'Sessions not loaded' : `Showing ${shown} ${total === 1 ? 'session' : 'sessions'}`;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <p className="mr-1 text-muted text-sm tabular-nums">
        {counted}
        {active.length > 0 && ` with ${active.length} ${active.length === 1 ? 'filter' : 'filters'} applied`}
      </p>
      {active.map(({ name, label }) => (
        <Chip key={name} label={label} onRemove={() => onChange(withoutFilter(name))} />
      ))}
      {active.length > 0 && (
        <Button variant="ghost" size="sm" onClick={() => onChange(noFilters)}>
          Clear All
        </Button>
      )}
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
