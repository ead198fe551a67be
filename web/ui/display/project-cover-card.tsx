// What the cards of projects share: the newest picture, the name and the state.

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Project } from '#contract/projects/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { useNewsOf } from '#web/lib/api/news.tsx';
import { classNames } from '#web/lib/format/class-names.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { Card } from './card.tsx';
import { Instant } from './instant.tsx';
import { Picture } from './picture.tsx';
import { Skeleton, SkeletonList, SkeletonText } from './skeleton.tsx';
import { ProjectStatus } from './status-badge.tsx';

// Blue dots: on a visit that was released since its reader was here, and on a project with how many there are. Nothing where nothing is new.
const dot = 'inline-block size-2 shrink-0 rounded-full bg-accent';

/** Clients read of a session when it was released; both are written alike, to the microsecond. */
export function NewDot({ session: { projectId, reviewedAt } }: { session: Session }) {
  const known = useNewsOf(projectId);
  if (!known || !reviewedAt || reviewedAt <= known.since) return null;
  return (
    <span data-tooltip="New since you were here" className={`${dot} mr-1.5 align-middle`}>
      <span className="sr-only">New: </span>
    </span>
  );
}

export function NewSince({ projectId }: { projectId: number }) {
  const known = useNewsOf(projectId);
  if (!known || known.visits === 0) return null;
  return (
    <p className="flex items-baseline gap-1.5 font-medium text-accent-ink text-sm tabular-nums">
      <span aria-hidden="true" className={`${dot} -translate-y-px`} />
      <span>
        {formatNumber(known.visits)} new since <Instant at={known.since} day />
      </span>
    </p>
  );
}

export const projectGrid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

type ProjectCoverCardProps = { project: Project; isFirst: boolean; highlighted?: boolean; children: ReactNode };

export function ProjectCoverCard({ project, isFirst, highlighted, children }: ProjectCoverCardProps) {
  return (
    <Card
      as="article"
      interactive
      aria-label={project.name}
      data-project={project.id}
      className={classNames('flex flex-col', highlighted && 'ring-2 ring-accent')}
    >
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
        <NewSince projectId={project.id} />
        {children}
      </div>
    </Card>
  );
}

export function ProjectFigure({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden="true" className="size-4" />
      {children}
    </span>
  );
}

export function ProjectCardSkeletons({ count }: { count: number }) {
  return (
    <SkeletonList count={count} className={projectGrid}>
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
