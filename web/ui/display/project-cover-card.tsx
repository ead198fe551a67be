// What the cards of projects share: the newest picture, the name and the state.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Project } from '#contract/projects/endpoints.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { Card } from './card.tsx';
import { NewSince } from './new-mark.tsx';
import { Picture } from './picture.tsx';
import { Skeleton, SkeletonList, SkeletonText } from './skeleton.tsx';
import { ProjectStatus } from './status-badge.tsx';

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
