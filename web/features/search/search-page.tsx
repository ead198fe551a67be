// All results of a search, by kind; its words stand in the address.
import { Search } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { type SearchResult, search } from '#contract/dashboard.ts';
import { can } from '#contract/policy.ts';
import { users } from '#contract/users.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { count, formatNumber, fullName } from '#web/lib/format.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { resultPath } from '#web/lib/result-path.ts';
import { param, useSearchParams } from '#web/lib/search-params.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Highlight } from '#web/ui/highlight.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { RoleBadge } from '#web/ui/role-badge.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx';
import { SearchHit } from './search-hit.tsx';

/** `all`: more than the first fifty. */
const shape = { q: param.text(), all: param.flag() };
/** Of one answer; whoever has more adds a word. */
const most = 500;
/** Of people, who have a list of their own. */
const fewPeople = 5;

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
  const manages = can.manageUsers(useCurrentUser().actor);
  const people = useApiQuery(users, { query: { q: query, limit: fewPeople } }, { enabled: manages, keep: true });
  if (found.error && !found.data) return <QueryError query={found} />;
  if (!found.data) return <Skeletons />;
  const { results, total } = found.data;
  const projects = results.filter(({ type }) => type === 'project');
  const sessions = results.filter(({ type }) => type === 'session');
  // Asked for by its number.
  const isExact = results[0]?.type === 'session' && projects.length > 0;
  const persons = people.data?.rows ?? [];
  return (
    <div aria-busy={found.isPlaceholderData}>
      <p role="status" className="mt-4 text-muted tabular-nums">
        {total > 0 && `${count(total, 'result')} for “${query}”`}
      </p>
      {total === 0 && persons.length === 0 && <EmptyState icon={Search}>No results found for "{query}"</EmptyState>}
      {isExact && <Hits title="Sessions" results={sessions} query={query} />}
      <Hits title="Projects" results={projects} query={query} />
      {persons.length > 0 && (
        <Section
          title={`People (${formatNumber(people.data?.total ?? persons.length)})`}
          more={<Link href={`/users?${new URLSearchParams({ q: query })}`}>Show all in Users</Link>}
        >
          {persons.map((user) => (
            <li key={user.id}>
              <Link href={`/users?q=${encodeURIComponent(user.username)}`} className={rowLink}>
                <Avatar name={fullName(user)} photo={user.profilePhotoUrl} />
                <span className="wrap-anywhere min-w-0 flex-1">
                  <span className="block font-medium">
                    <Highlight text={fullName(user)} query={query} />
                  </span>
                  <span className="block text-muted text-sm">
                    @<Highlight text={user.username} query={query} />
                  </span>
                </span>
                <RoleBadge role={user.role} />
              </Link>
            </li>
          ))}
        </Section>
      )}
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
    </div>
  );
}

function MoreButton({ total, onAll }: { total: number; onAll: () => void }) {
  return <Button onClick={onAll}>{total > most ? `Show first ${most}` : `Show all ${formatNumber(total)}`}</Button>;
}

const rowLink = 'touch-target flex items-center gap-3 px-4 py-3 hover:bg-sunken';

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

type SectionProps = { title: string; more?: ReactNode; children: ReactNode };

function Section({ title, more, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        {more && <span className="text-sm underline">{more}</span>}
      </div>
      <Card as="ul" className="divide-y divide-line">
        {children}
      </Card>
    </section>
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
