// The projects of a dashboard, a row each.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Project } from '#contract/projects/endpoints.ts';
import { Picture } from '#web/ui/display/picture.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { ProjectStatus } from '#web/ui/display/status-badge.tsx';
import type { FailedQuery } from '#web/ui/feedback/query-error.tsx';
import { Section, SectionList } from './section.tsx';

type RecentProjectsProps = {
  list: FailedQuery & { data: { rows: Project[] } | undefined };
  max: number;
  empty: ReactNode;
  /** What is said beneath the name. */
  facts: (project: Project) => readonly string[];
};

export function RecentProjects({ list, max, empty, facts }: RecentProjectsProps) {
  return (
    <Section title="Recent Projects">
      <SectionList list={list} max={max} skeletons={<ProjectRowSkeletons rows={max} />} empty={empty}>
        {(project) => <ProjectRow project={project} facts={facts(project)} />}
      </SectionList>
    </Section>
  );
}

function ProjectRow({ project, facts }: { project: Project; facts: readonly string[] }) {
  return (
    <Link
      href={`/projects/${project.id}`}
      className="flex items-center gap-3 px-4 py-3 transition-colors hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5"
    >
      <span aria-hidden="true" className="w-16 shrink-0 overflow-hidden rounded-control">
        <Picture alt="" small={project.coverUrl} ratio="4/3" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-start justify-between gap-3">
          <span className="wrap-anywhere line-clamp-2 font-medium">{project.name}</span>
          <ProjectStatus status={project.status} />
        </span>
        {facts.map((fact) => (
          <span key={fact} className="block truncate text-muted text-sm tabular-nums">
            {fact}
          </span>
        ))}
      </span>
    </Link>
  );
}

function ProjectRowSkeletons({ rows }: { rows: number }) {
  return (
    <SkeletonList count={rows} className="divide-y divide-line">
      <div className="flex items-center gap-3 px-4 py-3 sm:px-5">
        <Skeleton className="h-12 w-16" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      </div>
    </SkeletonList>
  );
}
