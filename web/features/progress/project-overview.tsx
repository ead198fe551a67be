// One card for each of the client's projects.
import { Building2, Camera, Images, MapPin } from 'lucide-react';
import { Link } from 'wouter';
import { type Project, projects } from '#contract/projects.ts';
import { count, formatDate } from '#web/lib/format.ts';
import { useLeadingColumns } from '#web/lib/media-query.ts';
import { useInfiniteList } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { InfiniteList } from '#web/ui/infinite-list.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Skeleton, SkeletonList, SkeletonText } from '#web/ui/skeleton.tsx';
import { ProjectStatus } from '#web/ui/status-badge.tsx';

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

/** `onView`: to the sessions of that project. */
export function ProjectOverview({ onView }: { onView: (projectId: number) => void }) {
  const list = useInfiniteList(projects, {});
  const leading = useLeadingColumns();
  return (
    <InfiniteList
      list={list}
      skeletons={<Skeletons />}
      empty={
        <EmptyState icon={Building2} title="No Projects Yet">
          Your construction projects will appear here once they're created.
        </EmptyState>
      }
    >
      {(rows) => (
        <ul className={grid}>
          {rows.map((project, index) => (
            <li key={project.id} className="grid min-w-0">
              <OverviewCard project={project} isFirst={index < leading} onView={() => onView(project.id)} />
            </li>
          ))}
        </ul>
      )}
    </InfiniteList>
  );
}

type OverviewCardProps = { project: Project; isFirst: boolean; onView: () => void };

function OverviewCard({ project, isFirst, onView }: OverviewCardProps) {
  return (
    <Card as="article" interactive aria-label={project.name} className="flex flex-col">
      <Link href={`/projects/${project.id}`} tabIndex={-1} aria-hidden="true">
        <Picture
          alt={project.name}
          small={project.coverUrl}
          sizes="(width < 640px) 100vw, (width < 1280px) 50vw, 33vw"
          ratio="16/9"
          priority={isFirst}
        />
      </Link>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex items-start justify-between gap-3">
          <h2 className="wrap-anywhere line-clamp-2 min-w-0 font-semibold text-lg">
            <Link href={`/projects/${project.id}`} className="hover:underline">
              {project.name}
            </Link>
          </h2>
          <ProjectStatus status={project.status} />
        </div>
        <p className="flex items-start gap-1.5 text-muted">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">{project.location ?? 'Location not specified'}</span>
        </p>
        <p className="wrap-anywhere line-clamp-3">{project.description ?? 'No description available'}</p>
        <p className="mt-auto flex flex-wrap gap-x-4 gap-y-1 pt-1 text-muted text-sm tabular-nums">
          <span className="inline-flex items-center gap-1.5">
            <Building2 aria-hidden="true" className="size-4" />
            {count(project.siteCount, 'site')}
          </span>
          <span className="inline-flex items-center gap-1.5">
            <Camera aria-hidden="true" className="size-4" />
            {count(project.sessionCount, 'session')}
          </span>
          {project.lastCaptureDate && <span>Last updated {formatDate(project.lastCaptureDate)}</span>}
        </p>
        <Button icon={Images} onClick={onView}>
          View Sessions
        </Button>
      </div>
    </Card>
  );
}

function Skeletons() {
  return (
    <SkeletonList count={3} className={grid}>
      <Card>
        <Skeleton className="aspect-video rounded-none" />
        <div className="grid gap-3 p-4">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
          <SkeletonText lines={4} />
          <Skeleton className="h-9 pointer-coarse:h-11" />
        </div>
      </Card>
    </SkeletonList>
  );
}
