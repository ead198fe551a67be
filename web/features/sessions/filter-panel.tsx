// The filter panel of the sessions list: search, status, and behind More Filters project, site and date range.
import { ChevronDown, SlidersHorizontal, X } from 'lucide-react';
import { useId, useState } from 'react';
import { projects, sites } from '#contract/projects.ts';
import { type SessionStatus, sessionStatusLabels } from '#contract/sessions.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatNumber } from '#web/lib/format.ts';
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

type Change = (change: Partial<Filters>) => void;
type FilterPanelProps = { filters: Filters; onChange: Change; total: number | undefined };

export function FilterPanel({ filters, onChange, total }: FilterPanelProps) {
  const { actor } = useCurrentUser();
  const { projectId, siteId, range } = filters;
  const [open, setOpen] = useState(projectId !== undefined || range !== 'all');
  const more = useId();
  const known = useApiQuery(projects, { query: { limit: 500 } }, { enabled: open || projectId !== undefined });
  const sitesQuery = useApiQuery(
    sites,
    { params: { id: projectId ?? 0 }, query: { limit: 500 } },
    { enabled: projectId !== undefined, keep: true },
  );
  const names = { projects: known.data?.rows ?? [], sites: projectId ? (sitesQuery.data?.rows ?? []) : [] };
  const active = activeFilters(filters, names);
  return (
    <search className="block rounded-card border border-line bg-surface p-3 shadow-card sm:p-4">
      <div className="actions flex flex-wrap items-end gap-3">
        <Field label="Search" hideLabel className="min-w-0 flex-1 max-lg:basis-full">
          <SearchInput
            placeholder="Search sessions, projects, sites"
            value={filters.q}
            onChange={(event) => onChange({ q: event.target.value })}
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
      <div id={more} hidden={!open} className="mt-4 grid gap-3 md:grid-cols-3 lg:grid-cols-5">
        <Field label="Project" hint={known.error && !known.data && <QueryErrorLine query={known} />}>
          <Select
            value={projectId ?? ''}
            onChange={(event) => onChange({ projectId: chosenId(event), siteId: undefined })}
          >
            <option value="">All Projects</option>
            <Options of={names.projects} label={({ name }) => name} />
          </Select>
        </Field>
        <Field label="Site" hint={sitesQuery.error && !sitesQuery.data && <QueryErrorLine query={sitesQuery} />}>
          <Select
            value={siteId ?? ''}
            disabled={projectId === undefined}
            onChange={(event) => onChange({ siteId: chosenId(event) })}
          >
            <option value="">All Sites</option>
            <Options of={names.sites} label={({ name }) => name} />
          </Select>
        </Field>
        <RangeFields filters={filters} onChange={onChange} />
      </div>
      <Active active={active} total={total} onChange={onChange} />
    </search>
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

type ActiveProps = { active: ReturnType<typeof activeFilters>; total: number | undefined; onChange: Change };

/** The count line of the specification, and a chip for every filter in force. */
function Active({ active, total, onChange }: ActiveProps) {
  const shown = total === undefined ? '…' : formatNumber(total);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <p className="mr-1 text-muted text-sm tabular-nums">
        Showing {shown} {total === 1 ? 'session' : 'sessions'}
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
