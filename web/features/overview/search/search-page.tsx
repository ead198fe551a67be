// All results of a search, by kind; its words and its filters stand in the address.
import { Search } from 'lucide-react';
import { Link } from 'wouter';
import { disputeStatuses, priorities } from '#contract/disputes/endpoints.ts';
import { type SearchGroups, type SearchResult, search, searchGroups } from '#contract/overview/endpoints.ts';
import { sessionStatuses } from '#contract/sessions/endpoints.ts';
import {
  filterParams,
  isFiltered,
  type Narrowing,
  narrowingParams,
  narrowingQuery,
  noFilters,
} from '#web/features/sessions/filters/filters.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { count, formatNumber } from '#web/lib/format/format.ts';
import { resultPath } from '#web/lib/routing/result-path.ts';
import { formatSearch, param, useSearchParams } from '#web/lib/routing/search-params.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { SearchInput } from '#web/ui/controls/search-input.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { SearchHit } from './search-hit.tsx';
import { rowLink, Section } from './section.tsx';

const SearchFilters = lazySection(
  () => import('./search-filters.tsx'),
  'SearchFilters',
  <Skeleton className="h-17 rounded-card" />,
);
const GroupSections = lazySection(() => import('./group-sections.tsx'), 'GroupSections', null);

/** `all`: more than the first fifty. The filters are those of the list of sessions. */
const shape = {
  ...narrowingParams,
  status: param.maybe([...sessionStatuses, ...disputeStatuses]),
  priority: param.maybe(priorities),
  all: param.flag(),
};
/** Per response; somebody with more matches adds a word. */
const most = 500;
/** Of each group beside the hits. */
const groupRows = 20;

export function SearchPage() {
  const [{ all, ...filters }, setAddress] = useSearchParams(shape);
  const query = filters.q.trim();
  const wordless = { ...filters, q: '' };
  // The words are what is searched for and no filter.
  const change = ({ q: _, ...wanted }: Partial<Narrowing>) => setAddress({ ...wanted, all: false });
  return (
    <div className="page pb-8">
      <PageHeader title="Search" />
      <search className="grid grid-cols-1 gap-3">
        <Field label="Search projects, sites, sessions" hideLabel>
          <SearchInput
            placeholder="Search projects, sites, sessions..."
            maxLength={200}
            value={filters.q}
            onSearch={(q) => setAddress({ q, all: false })}
          />
        </Field>
        <SearchFilters filters={wordless} onChange={change} />
      </search>
      {isFiltered(wordless) && <p className="mt-3 text-muted text-sm">Filters apply to sessions and concerns only.</p>}
      {query === '' ? (
        <EmptyState icon={Search}>Type a name, a number, a status or a word from the notes.</EmptyState>
      ) : (
        <Results
          query={query}
          filters={wordless}
          all={all}
          onAll={() => setAddress({ all: true })}
          onClear={() => change(noFilters)}
        />
      )}
    </div>
  );
}

type ResultsProps = { query: string; filters: Narrowing; all: boolean; onAll: () => void; onClear: () => void };

function Results({ query, filters, all, onAll, onClear }: ResultsProps) {
  const narrowed = isFiltered(filters);
  const wanted = { q: query, ...narrowingQuery(filters, new Date()), priority: filters.priority };
  const found = useApiQuery(search, { query: { ...wanted, limit: all ? most : undefined } }, { keep: true });
  const beside = useApiQuery(searchGroups, { query: { ...wanted, limit: groupRows } }, { keep: true });
  if (found.error && !found.data) return <QueryError query={found} />;
  if (!found.data) return <Skeletons />;
  const { results, total } = found.data;
  const projects = results.filter(({ type }) => type === 'project');
  const sessions = results.filter(({ type }) => type === 'session');
  // Asked for by its number.
  const isExact = results[0]?.type === 'session' && projects.length > 0;
  const isNothing = total === 0 && isEmpty(beside.data);
  return (
    <div aria-busy={found.isPlaceholderData}>
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <p role="status" className="wrap-anywhere min-w-0 text-muted tabular-nums">
          {total > 0 && `${count(total, 'result')} for “${query}”`}
        </p>
        {sessions.length > 0 && (
          <Link href={inSessions(query, filters)} className="text-sm underline">
            Filter in Sessions
          </Link>
        )}
      </div>
      {isNothing && <Nothing query={query} onClear={narrowed ? onClear : undefined} />}
      {isExact && <Hits title="Sessions" results={sessions} query={query} />}
      <Hits title="Projects" results={projects} query={query} />
      {!isExact && <Hits title="Sessions" results={sessions} query={query} />}
      {results.length < total && (
        <div className="mt-6 flex flex-wrap items-center justify-center gap-3 text-muted text-sm">
          <p>
            Showing first {formatNumber(results.length)} of {formatNumber(total)} results
            {all && '. Add a word to narrow the search.'}
          </p>
          {!all && <MoreButton total={total} onAll={onAll} />}
        </div>
      )}
      <Beside found={beside} query={query} concernsPath={inConcerns(query, filters)} />
    </div>
  );
}

/** `onClear`: where filters may be why. */
function Nothing({ query, onClear }: { query: string; onClear: (() => void) | undefined }) {
  return (
    <EmptyState icon={Search} action={onClear && <Button onClick={onClear}>Clear Filters</Button>}>
      No results found for "{query}"{onClear && ' with these filters'}
    </EmptyState>
  );
}

type BesideProps = {
  found: ReturnType<typeof useApiQuery<typeof searchGroups>>;
  query: string;
  concernsPath: string | undefined;
};

function Beside({ found, query, concernsPath }: BesideProps) {
  if (found.data) return <GroupSections groups={found.data} query={query} concernsPath={concernsPath} />;
  return found.error && <QueryError query={found} />;
}

/** What has not come yet is not known to be empty. */
function isEmpty(groups: SearchGroups | undefined): boolean {
  return groups !== undefined && groups.people.total + groups.concerns.total + (groups.visits?.total ?? 0) === 0;
}

function MoreButton({ total, onAll }: { total: number; onAll: () => void }) {
  return <Button onClick={onAll}>{total > most ? `Show first ${most}` : `Show all ${formatNumber(total)}`}</Button>;
}

/** The same words and filters in the list. Where the status is one of concerns there is no session to filter. */
function inSessions(query: string, filters: Narrowing): string {
  const status = sessionStatuses.find((one) => one === filters.status);
  return `/sessions?${formatSearch(filterParams, '', { ...filters, status, q: query })}`;
}

/** The list of concerns filters by status and priority, and by nothing of their visits. */
function inConcerns(query: string, { status, priority, ...ofVisits }: Narrowing): string | undefined {
  if (isFiltered({ ...ofVisits, status: undefined })) return undefined;
  const wanted = { q: query, ...(status && { status }), ...(priority && { priority }) };
  return `/concerns?${new URLSearchParams(wanted)}`;
}

type HitsProps = { title: string; results: SearchResult[]; query: string };

function Hits({ title, results, query }: HitsProps) {
  if (results.length === 0) return null;
  return (
    <Section title={title}>
      {results.map((result) => (
        <li key={result.id}>
          <Link href={resultPath(result)} className={rowLink}>
            <SearchHit result={result} query={query} />
          </Link>
        </li>
      ))}
    </Section>
  );
}

function Skeletons() {
  return (
    <SkeletonList count={6} className="mt-16 divide-y divide-line overflow-hidden rounded-card border border-line">
      <div className="flex h-18 items-center gap-3 bg-surface px-4">
        <Skeleton className="h-9 w-full max-w-80" />
      </div>
    </SkeletonList>
  );
}
