// All results of a search, by kind; its words stand in the address.
import { Search } from 'lucide-react';
import { Link } from 'wouter';
import { type SearchGroups, type SearchResult, search, searchGroups } from '#contract/dashboard.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { resultPath } from '#web/lib/result-path.ts';
import { param, useSearchParams } from '#web/lib/search-params.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { lazySection } from '#web/ui/lazy-section.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx';
import { SearchHit } from './search-hit.tsx';
import { rowLink, Section } from './section.tsx';

const GroupSections = lazySection(() => import('./group-sections.tsx').then((module) => module.GroupSections), null);

/** `all`: more than the first fifty. */
const shape = { q: param.text(), all: param.flag() };
/** Of one answer; whoever has more adds a word. */
const most = 500;
/** Of each group beside the hits. */
const groupRows = 20;

export function SearchPage() {
  const [{ q, all }, setAddress] = useSearchParams(shape);
  const query = q.trim();
  return (
    <div className="page pb-8">
      <PageHeader title="Search" />
      <search>
        <Field label="Search projects, sites, sessions" hideLabel>
          <SearchInput
            placeholder="Search projects, sites, sessions..."
            maxLength={200}
            value={q}
            onSearch={(text) => setAddress({ q: text, all: false })}
          />
        </Field>
      </search>
      {query === '' ? (
        <EmptyState icon={Search}>Type a name, a number, a status or a word of the notes.</EmptyState>
      ) : (
        <Results query={query} all={all} onAll={() => setAddress({ all: true })} />
      )}
    </div>
  );
}

type ResultsProps = { query: string; all: boolean; onAll: () => void };

function Results({ query, all, onAll }: ResultsProps) {
  const found = useApiQuery(search, { query: { q: query, limit: all ? most : undefined } }, { keep: true });
  const beside = useGroups(query);
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
          <Link href={inSessions(query)} className="text-sm underline">
            Filter in Sessions
          </Link>
        )}
      </div>
      {isNothing && <EmptyState icon={Search}>No results found for "{query}"</EmptyState>}
      {isExact && <Hits title="Sessions" results={sessions} query={query} />}
      <Hits title="Projects" results={projects} query={query} />
      {!isExact && <Hits title="Sessions" results={sessions} query={query} />}
      {results.length < total && (
        <div className="mt-6 flex flex-wrap items-center justify-center gap-3 text-muted text-sm">
          <p>
            Showing first {formatNumber(results.length)} of {formatNumber(total)} results
            {all && '. Add a word to find fewer.'}
          </p>
          {!all && <MoreButton total={total} onAll={onAll} />}
        </div>
      )}
      <Beside found={beside} query={query} />
    </div>
  );
}

function useGroups(query: string) {
  return useApiQuery(searchGroups, { query: { q: query, limit: groupRows } }, { keep: true });
}

function Beside({ found, query }: { found: ReturnType<typeof useGroups>; query: string }) {
  if (found.data) return <GroupSections groups={found.data} query={query} />;
  return found.error && <QueryError query={found} />;
}

/** What has not come yet is not known to be empty. */
function isEmpty(groups: SearchGroups | undefined): boolean {
  return groups !== undefined && groups.people.total + groups.concerns.total + (groups.visits?.total ?? 0) === 0;
}

function MoreButton({ total, onAll }: { total: number; onAll: () => void }) {
  return <Button onClick={onAll}>{total > most ? `Show first ${most}` : `Show all ${formatNumber(total)}`}</Button>;
}

/** The same words in the list, with its filters. */
function inSessions(query: string): string {
  return `/sessions?${new URLSearchParams({ q: query })}`;
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
