// The newest visit, and one card for each of the client's projects.
import { Building2, Camera, Images, MapPin, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import { type Project, projects } from '#contract/projects/endpoints.ts';
import { newestVisit } from '#contract/sessions/endpoints.ts';
import { useApiQuery, useInfiniteList } from '#web/lib/api/queries.ts';
import { count } from '#web/lib/format/format.ts';
import { useAfterPaint, useInView } from '#web/lib/page/use-after-paint.ts';
import { Button } from '#web/ui/controls/button.tsx';
import {
  ProjectCardSkeletons,
  ProjectCoverCard,
  ProjectFigure,
  projectGrid,
} from '#web/ui/display/project-cover-card.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryErrorLine } from '#web/ui/feedback/query-error.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';
import { NewestVisit, NewestVisitSkeleton } from './newest-visit.tsx';
import { waitingCard } from './then-and-now-card.tsx';

const ThenAndNow = lazySection(() => import('./then-and-now.tsx'), 'ThenAndNow', waitingCard);

/** Below the newest visit: its place is kept from the first paint on, and filled when it comes into view. */
function ThenAndNowPlace({ projectId }: { projectId: number }) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useInView(place, true);
  const isPainted = useAfterPaint();
  return (
    <div ref={place}>
      {isSeen && isPainted ? (
        <ThenAndNow key={projectId} projectId={projectId}>
          {waitingCard}
        </ThenAndNow>
      ) : (
        waitingCard
      )}
    </div>
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
      {newest.data?.session && <NewestVisit {...newest.data} session={newest.data.session} />}
      {newest.data?.session && newest.data.hasThenAndNow && (
        <ThenAndNowPlace projectId={newest.data.session.projectId} />
      )}
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
