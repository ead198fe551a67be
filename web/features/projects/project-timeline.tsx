// How a project grew: its visible sessions by year, newest first, pictures leading.
import { Camera } from 'lucide-react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import { type Project, sites } from '#contract/projects/endpoints.ts';
import { type Session, sessions } from '#contract/sessions/endpoints.ts';
import { SessionCover } from '#web/features/sessions/parts/session-cover.tsx';
import { dayOf, siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery, useInfiniteList } from '#web/lib/api/queries.ts';
import { phaseLabel } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { chosenId, Options, Select } from '#web/ui/controls/select.tsx';
import { NewDot } from '#web/ui/display/project-cover-card.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { SessionStatus } from '#web/ui/display/status-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

type ProjectTimelineProps = {
  project: Project;
  siteId: number | undefined;
  onSite: (siteId: number | undefined) => void;
};

export function ProjectTimeline({ project, siteId, onSite }: ProjectTimelineProps) {
  const query = { projectId: project.id, siteId, sort: 'captureDate' as const };
  const list = useInfiniteList(sessions, { query }, { keep: true });
  return (
    <>
      {project.siteCount > 1 && <SiteFilter projectId={project.id} siteId={siteId} onSite={onSite} />}
      <InfiniteList
        list={list}
        skeletons={
          <SkeletonList count={4} className={grid}>
            <Skeleton className="h-60 rounded-card" />
          </SkeletonList>
        }
        empty={
          <EmptyState
            icon={Camera}
            title="No sessions yet"
            action={siteId && <Button onClick={() => onSite(undefined)}>All Sites</Button>}
          >
            {siteId ? 'This site has not been captured yet.' : 'This project has not been captured yet.'}
          </EmptyState>
        }
      >
        {(rows) => (
          <ol className="grid gap-8" aria-busy={list.isPlaceholderData}>
            {groupByYear(rows).map(({ year, sessions: captured }) => (
              <li key={year}>
                <h2 className="mb-3 font-semibold text-lg tabular-nums">{year}</h2>
                <ol className={grid}>
                  {captured.map((session) => (
                    <li key={session.id} className="list-row grid min-w-0">
                      <Tile session={session} isFirst={session === rows[0]} />
                    </li>
                  ))}
                </ol>
              </li>
            ))}
          </ol>
        )}
      </InfiniteList>
    </>
  );
}

function SiteFilter({ projectId, siteId, onSite }: Omit<ProjectTimelineProps, 'project'> & { projectId: number }) {
  const { data } = useApiQuery(sites, { params: { id: projectId }, query: { limit: 500 } });
  return (
    <Select
      aria-label="Site"
      value={data ? (siteId ?? '') : ''}
      onChange={(event) => onSite(chosenId(event))}
      className="mb-4 w-64 max-w-full"
    >
      <option value="">All Sites</option>
      <Options of={data?.rows} label={({ name }) => name} />
    </Select>
  );
}

/** Clients see released sessions only, so their state is no news to them. */
function Tile({ session, isFirst }: { session: Session; isFirst: boolean }) {
  const { person } = useCurrentUser();
  return (
    <Link
      href={`/sessions/${session.id}`}
      className="flex flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card transition-colors hover:border-line-strong"
    >
      <SessionCover
        session={session}
        sizes="(width < 640px) 100vw, (width < 1024px) 50vw, 300px"
        priority={isFirst}
        className="shrink-0"
      />
      <span className="flex items-start justify-between gap-2 p-3">
        <span className="min-w-0">
          <span className="block font-medium tabular-nums">
            <NewDot session={session} />
            {formatDate(dayOf(session))}
          </span>
          <span className="wrap-anywhere block text-muted text-sm">
            {[siteLabel(session), phaseLabel(session.phase)].filter(Boolean).join(' · ')}
          </span>
        </span>
        {person.role !== 'client' && <SessionStatus status={session.status} />}
      </span>
    </Link>
  );
}

// The progress timeline: sessions by the year of their capture date.
type Year<S> = { year: string; sessions: S[] };

/** Groups what comes sorted by capture date into years, in the order in which they come. */
export function groupByYear<S extends { captureDate: string }>(sessions: readonly S[]): Year<S>[] {
  const years: Year<S>[] = [];
  for (const session of sessions) {
    const year = session.captureDate.slice(0, 4);
    const last = years.at(-1);
    if (last?.year === year) last.sessions.push(session);
    else years.push({ year, sessions: [session] });
  }
  return years;
}
