// The newest visit, and one card for each of the client's projects.
import { Building2, Camera, Columns2, Eye, Images, MapPin, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import { type Project, projects } from '#contract/projects/endpoints.ts';
import { newestVisit, type Session, type NewestVisit as Visit } from '#contract/sessions/endpoints.ts';
import { SessionCover } from '#web/features/sessions/parts/session-cover.tsx';
import { dayOf, siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { useApiQuery, useInfiniteList } from '#web/lib/api/queries.ts';
import { useSeen } from '#web/lib/api/use-seen.ts';
import { count, fullName, phaseLabel } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import {
  NewSince,
  ProjectCardSkeletons,
  ProjectCoverCard,
  ProjectFigure,
  projectGrid,
} from '#web/ui/display/project-cover-card.tsx';
import { Skeleton, SkeletonText } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';

// The newest visit, large: what a client came to see, and the way to compare it with the one before (behaviour §24).
const frame = 'mb-4 grid sm:mb-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]';

export function NewestVisit({ session, before }: { session: Session; before: Visit['before'] }) {
  const seen = useSeen(session.id);
  const facts = [siteLabel(session), phaseLabel(session.phase), fullName(session.photographer)].filter(Boolean);
  return (
    <Card as="section" aria-labelledby="newest-visit" className={frame}>
      <div ref={seen}>
        <Link href={`/sessions/${session.id}`} tabIndex={-1} aria-hidden="true" className="block h-full">
          <SessionCover session={session} priority sizes="(width < 768px) 100vw, 60vw" className="h-full" />
        </Link>
      </div>
      <div className="flex min-w-0 flex-col gap-3 p-4 sm:p-6">
        <div className="grid gap-1">
          <h2 id="newest-visit" className="text-muted text-sm">
            Newest visit
          </h2>
          <p className="wrap-anywhere line-clamp-2 font-semibold text-xl">
            <Link href={`/sessions/${session.id}`} className="hover:underline">
              {session.project.name}
            </Link>
          </p>
          <p className="font-medium tabular-nums">{formatDate(dayOf(session))}</p>
          <p className="wrap-anywhere line-clamp-2 text-muted">{facts.join(' · ')}</p>
          <NewSince projectId={session.projectId} />
        </div>
        {session.notes && <p className="wrap-anywhere line-clamp-3 text-muted">{session.notes}</p>}
        <div className="mt-auto flex flex-wrap gap-2 pt-1">
          <LinkButton href={`/sessions/${session.id}`} variant="primary" icon={Eye}>
            View Visit
          </LinkButton>
          {before && (
            <LinkButton
              href={`/projects/${session.projectId}/compare?compare=${before.id},${session.id}`}
              icon={Columns2}
            >
              Compare with the visit before
            </LinkButton>
          )}
        </div>
      </div>
    </Card>
  );
}

/** In its place while it is on its way, so that it moves nothing below. */
export function NewestVisitSkeleton() {
  return (
    <Card aria-hidden="true" className={frame}>
      <Skeleton className="aspect-3/2 rounded-none" />
      <div className="grid content-start gap-3 p-4 sm:p-6">
        <Skeleton className="h-5 w-1/3" />
        <Skeleton className="h-7 w-2/3" />
        <SkeletonText lines={3} />
        <Skeleton className="h-9 pointer-coarse:h-11" />
      </div>
    </Card>
  );
}

/** `onView`: to the sessions of that project. */
export function ProjectOverview({ onView }: { onView: (projectId: number) => void }) {
  const list = useInfiniteList(projects, { query: { sort: 'lastReleased' } });
  const newest = useApiQuery(newestVisit, {});
  // Without a released session there is none, and no place is kept for it.
  const isExpected = list.data?.rows.some(({ sessionCount }) => sessionCount > 0) ?? true;
  return (
    <>
      {newest.isPending && isExpected && <NewestVisitSkeleton />}
      {newest.data?.session && <NewestVisit session={newest.data.session} before={newest.data.before} />}
      {newest.error && !newest.data && (
        <Notice tone="red" icon={TriangleAlert} className="mb-4">
          <QueryErrorLine query={newest} className="justify-between" />
        </Notice>
      )}
      <InfiniteList
        list={list}
        skeletons={<ProjectCardSkeletons count={3} />}
        empty={
          <EmptyState icon={Building2} title="No Projects Yet">
            Your construction projects will appear here once they're created.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className={projectGrid}>
            {rows.map((project, index) => (
              <li key={project.id} className="grid min-w-0">
                <OverviewCard
                  project={project}
                  isFirst={index === 0 && !newest.data?.session}
                  onView={() => onView(project.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </InfiniteList>
    </>
  );
}

type OverviewCardProps = { project: Project; isFirst: boolean; onView: () => void };

function OverviewCard({ project, isFirst, onView }: OverviewCardProps) {
  return (
    <ProjectCoverCard project={project} isFirst={isFirst}>
      <p className="flex items-start gap-1.5 text-muted">
        <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="wrap-anywhere">{project.location ?? 'Location not specified'}</span>
      </p>
      <p className="wrap-anywhere line-clamp-3">{project.description ?? 'No description available'}</p>
      <p className="mt-auto flex flex-wrap gap-x-4 gap-y-1 pt-1 text-muted text-sm tabular-nums">
        <ProjectFigure icon={Building2}>{count(project.siteCount, 'site')}</ProjectFigure>
        <ProjectFigure icon={Camera}>{count(project.sessionCount, 'session')}</ProjectFigure>
        {project.lastCaptureDate && <span>Last updated {formatDate(project.lastCaptureDate)}</span>}
      </p>
      <Button icon={Images} onClick={onView}>
        View Sessions
      </Button>
    </ProjectCoverCard>
  );
}
