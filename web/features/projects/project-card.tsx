// One project in the list: its newest picture, what it is, and what can be done with it.
import { HardHat, Info, Pencil, Trash2, UsersRound } from 'lucide-react';
import { Link } from 'wouter';
import type { Project } from '#contract/projects.ts';
import { classNames } from '#web/lib/class-names.ts';
import { count, formatInstantDay } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';
import { ProjectStatus } from '#web/ui/status-badge.tsx';

type ProjectCardProps = {
  project: Project;
  isFirst: boolean;
  highlighted: boolean;
  onDetails: () => void;
  /** Only for those who manage projects. */
  manage: { edit: () => void; remove: () => void } | undefined;
};

export function ProjectCard({ project, isFirst, highlighted, onDetails, manage }: ProjectCardProps) {
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
        <div>
          <div className="flex items-start justify-between gap-3">
            <h2 className="wrap-anywhere line-clamp-2 font-semibold text-lg">
              <Link href={`/projects/${project.id}`} className="hover:underline">
                {project.name}
              </Link>
            </h2>
            <ProjectStatus status={project.status} />
          </div>
          <p className="text-muted text-sm tabular-nums">Created {formatInstantDay(project.createdAt)}</p>
        </div>
        {project.description && <p className="wrap-anywhere line-clamp-3">{project.description}</p>}
        <p className="mt-auto flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm tabular-nums">
          <span className="inline-flex items-center gap-1.5">
            <HardHat aria-hidden="true" className="size-4" />
            {count(project.siteCount, 'Site')}
          </span>
          <span className="inline-flex items-center gap-1.5">
            <UsersRound aria-hidden="true" className="size-4" />
            Team: {project.teamCount}
          </span>
        </p>
        <div className="flex items-center justify-between gap-2">
          <Button size="sm" icon={Info} onClick={onDetails}>
            Details
          </Button>
          {manage && (
            <Menu
              size="sm"
              label={`Actions for ${project.name}`}
              items={[
                { label: 'Edit', icon: Pencil, onSelect: manage.edit },
                { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: manage.remove },
              ]}
            />
          )}
        </div>
      </div>
    </Card>
  );
}

export function ProjectCardSkeleton() {
  return (
    <Card>
      <Skeleton className="aspect-video rounded-none" />
      <div className="grid gap-3 p-4">
        <Skeleton className="h-6 w-3/5" />
        <SkeletonText lines={4} />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-8 w-24" />
      </div>
    </Card>
  );
}
