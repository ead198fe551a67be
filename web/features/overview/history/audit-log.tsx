// The audit log: every act that changed rights, people, links, settings or releases, or removed content, narrowed by filters in the address.
import { FilterX, ScrollText } from 'lucide-react';
import { type AuditAct, auditActLabels, auditActs, auditLog } from '#contract/overview/audit-log.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { count } from '#web/lib/format/format.ts';
import { useSearchParams } from '#web/lib/routing/search-params.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';
import {
  AuditEntry,
  type AuditFilters,
  auditParams,
  isAuditFiltered,
  noAuditFilters,
  toAuditQuery,
} from './audit-entry.tsx';

const PersonChoice = lazySection(
  () => import('#web/features/sessions/filters/choices.tsx'),
  'PersonChoice',
  <Skeleton className="touch-target h-9" />,
);
const ProjectChoice = lazySection(
  () => import('#web/features/sessions/filters/choices.tsx'),
  'ProjectChoice',
  <Skeleton className="touch-target h-9" />,
);

export function AuditLog() {
  const [filters, setFilters] = useSearchParams(auditParams);
  const list = useInfiniteList(auditLog, { query: toAuditQuery(filters) }, { keep: true });
  const isFiltered = isAuditFiltered(filters);
  const clear = () => setFilters(noAuditFilters);
  const total = list.data?.total;
  return (
    <>
      <Filters filters={filters} onChange={setFilters} />
      <div className="mt-3 mb-3 flex min-h-9 flex-wrap items-center gap-x-3">
        <p aria-live="polite" className="text-muted text-sm tabular-nums">
          {total !== undefined && count(total, 'entry', 'entries')}
        </p>
        {isFiltered && (
          <Button variant="ghost" size="sm" icon={FilterX} onClick={clear}>
            Clear Filters
          </Button>
        )}
      </div>
      <InfiniteList list={list} skeletons={<Skeletons />} empty={<Nothing filtered={isFiltered} onClear={clear} />}>
        {(rows) => (
          <Card as="ul" aria-busy={list.isPlaceholderData} className="divide-y divide-line">
            {rows.map((entry) => (
              <AuditEntry key={entry.id} entry={entry} />
            ))}
          </Card>
        )}
      </InfiniteList>
    </>
  );
}

type FiltersProps = { filters: AuditFilters; onChange: (change: Partial<AuditFilters>) => void };

function Filters({ filters, onChange }: FiltersProps) {
  const { act, personId, projectId, from = '', to = '' } = filters;
  const isReversed = from !== '' && to !== '' && to < from;
  return (
    <search className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      <Field label="Action" className="max-lg:col-span-2">
        <Select
          value={act ?? ''}
          onChange={({ target }) => onChange({ act: (target.value || undefined) as AuditAct | undefined })}
        >
          <option value="">All Actions</option>
          <Options of={auditActs} label={(each) => auditActLabels[each]} />
        </Select>
      </Field>
      <Field label="Person" className="max-sm:col-span-2">
        <PersonChoice value={personId} onChange={(id) => onChange({ personId: id })} none="Everybody" among={{}} />
      </Field>
      <Field label="Project" className="max-sm:col-span-2">
        <ProjectChoice value={projectId} onChange={(id) => onChange({ projectId: id })} none="All Projects" />
      </Field>
      <Field label="From">
        <Input type="date" value={from} onChange={({ target }) => onChange({ from: target.value || undefined })} />
      </Field>
      <Field label="To" error={isReversed ? 'This is before the first day' : undefined}>
        <Input type="date" value={to} onChange={({ target }) => onChange({ to: target.value || undefined })} />
      </Field>
    </search>
  );
}

function Skeletons() {
  return (
    <SkeletonList count={6} className="divide-y divide-line overflow-hidden rounded-card border border-line">
      <div className="h-28 bg-surface px-4 py-3 lg:h-20">
        <Skeleton className="h-10 w-full max-w-96" />
      </div>
    </SkeletonList>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={ScrollText}
      title={filtered ? 'No entry matches' : 'Nothing to show yet'}
      action={filtered && <Button onClick={onClear}>Clear Filters</Button>}
    >
      {filtered
        ? 'Nothing like this happened in this period.'
        : 'Whatever changes rights, people, links, settings or releases, or removes something, appears here.'}
    </EmptyState>
  );
}
