// All concerns that one may read, with their conversations: by status, priority, and what is to be answered first.
import { ShieldCheck } from 'lucide-react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import {
  type Dispute,
  disputeSorts,
  disputeStatuses,
  disputeStatusLabels,
  disputes,
  priorities,
} from '#contract/disputes/endpoints.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { capitalised, count } from '#web/lib/format/format.ts';
import { param, useSearchParams } from '#web/lib/routing/search-params.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { SearchInput } from '#web/ui/controls/search-input.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';
import { DisputeCard, disputePath } from './dispute-card.tsx';

const shape = {
  q: param.text(),
  status: param.maybe(disputeStatuses),
  priority: param.maybe(priorities),
  sort: param.oneOf(disputeSorts, 'createdAt'),
};
const all = { q: '', status: undefined, priority: undefined, sort: 'createdAt' } as const;
const sortLabels = { createdAt: 'Newest first', dueAt: 'Awaiting an answer, due first' };
/** Most urgent first, as people choose. */
const byUrgency = priorities.toReversed();

export function ConcernsPage() {
  const [filters, setFilters] = useSearchParams(shape);
  const q = filters.q.trim() || undefined;
  const list = useInfiniteList(disputes, { query: { ...filters, q } }, { keep: true });
  const isFiltered =
    q !== undefined || filters.status !== undefined || filters.priority !== undefined || filters.sort !== 'createdAt';
  const total = list.data?.total;
  return (
    <div className="page max-w-4xl">
      <PageHeader title="Concerns" subtitle="Concerns about released sessions, and how they were answered" />
      <search className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Field label="Search" hideLabel className="col-span-full">
          <SearchInput
            placeholder="Search words or a number"
            maxLength={200}
            value={filters.q}
            onSearch={(text) => setFilters({ q: text })}
          />
        </Field>
        <Field label="Status">
          <Select
            value={filters.status ?? ''}
            onChange={({ target }) => setFilters({ status: disputeStatuses.find((each) => each === target.value) })}
          >
            <option value="">All Statuses</option>
            <Options of={disputeStatuses} label={(each) => disputeStatusLabels[each]} />
          </Select>
        </Field>
        <Field label="Priority">
          <Select
            value={filters.priority ?? ''}
            onChange={({ target }) => setFilters({ priority: priorities.find((each) => each === target.value) })}
          >
            <option value="">All Priorities</option>
            <Options of={byUrgency} label={capitalised} />
          </Select>
        </Field>
        <Field label="Order" className="max-sm:col-span-2">
          <Select
            value={filters.sort}
            onChange={({ target }) => setFilters({ sort: disputeSorts.find((each) => each === target.value) })}
          >
            <Options of={disputeSorts} label={(each) => sortLabels[each]} />
          </Select>
        </Field>
      </search>
      <p role="status" className="mb-3 min-h-5 text-muted text-sm tabular-nums">
        {typeof total === 'number' && !list.isPlaceholderData ? count(total, 'concern') : ''}
      </p>
      <InfiniteList
        list={list}
        moreLabel="Show more concerns"
        skeletons={<Skeletons />}
        empty={<NoConcerns isFiltered={isFiltered} onClear={() => setFilters(all)} />}
      >
        {(rows) => <Rows rows={rows} />}
      </InfiniteList>
    </div>
  );
}

function Rows({ rows }: { rows: Dispute[] }) {
  return (
    <ul className="grid gap-5">
      {rows.map((dispute) => (
        <li key={dispute.id} className="grid min-w-0 gap-1.5">
          <Link
            href={`/sessions/${dispute.session.id}#concerns`}
            className="touch-target wrap-anywhere min-h-6 justify-self-start rounded-control text-muted text-sm underline underline-offset-2 hover:text-ink"
          >
            {disputePath(dispute)} · {formatDate(dispute.session.captureDate)}
          </Link>
          <DisputeCard dispute={dispute} startsOpen={false} />
        </li>
      ))}
    </ul>
  );
}

function NoConcerns({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={ShieldCheck}
      title="No concerns"
      action={isFiltered && <Button onClick={onClear}>Clear Filters</Button>}
    >
      {isFiltered ? 'No concerns match your filters.' : 'Clients raise concerns on the page of the session.'}
    </EmptyState>
  );
}

function Skeletons() {
  return (
    <SkeletonList count={3} className="grid gap-5">
      <Skeleton className="h-44 rounded-card" />
    </SkeletonList>
  );
}
