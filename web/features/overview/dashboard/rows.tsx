// The rows of a dashboard: a session with its picture, where and when, its state and what can be done with it; and a project.

import { MessageSquareWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import type { Project } from '#contract/projects/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { SessionCover } from '#web/features/sessions/parts/session-cover.tsx';
import { dayOf, siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { UploadingBadge } from '#web/features/sessions/parts/travelling.tsx';
import { count, phaseLabel } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { ProjectStatus, SessionStatus } from '#web/ui/display/status-badge.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import type { FailedQuery } from '#web/ui/feedback/query-error.tsx';
import { Section, SectionList } from './section.tsx';

const UnsentBadge = lazySection(() => import('#web/ui/display/unsent-badge.tsx'), 'UnsentBadge', null);

type SessionRowProps = {
  session: Session;
  /** Words beside date and phase, such as who captured it. */
  also?: ReactNode;
  /** Above what can be done, such as why it was sent back. */
  notice?: ReactNode;
  onDisputes: () => void;
  /** Set apart at the end, such as deleting. */
  last: ReactNode;
  children: ReactNode;
};

export function SessionRow({ session, also, notice, onDisputes, last, children }: SessionRowProps) {
  const facts = [formatDate(dayOf(session)), phaseLabel(session.phase)].filter(Boolean).join(' · ');
  return (
    <article
      aria-label={`Session ${session.id}: ${session.project.name}, ${formatDate(dayOf(session))}`}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2.5 px-4 py-4 sm:gap-x-4 sm:px-5"
    >
      <Link
        href={`/sessions/${session.id}`}
        tabIndex={-1}
        aria-hidden="true"
        className="col-start-1 row-start-1 block w-24 self-start overflow-hidden rounded-control sm:row-span-2 sm:w-32"
      >
        <SessionCover session={session} sizes="128px" />
      </Link>
      <div className="col-start-2 row-start-1 flex min-w-0 flex-wrap content-start items-start justify-between gap-x-3 gap-y-1.5">
        <div className="min-w-0">
          <h3 className="wrap-anywhere line-clamp-2 font-medium">
            <Link href={`/sessions/${session.id}`} className="hover:underline">
              {session.project.name}
            </Link>
          </h3>
          <p className="wrap-anywhere line-clamp-2 text-muted">{siteLabel(session)}</p>
          <p className="wrap-anywhere line-clamp-3 text-muted text-sm tabular-nums">
            {facts}
            {also && <> · {also}</>}
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          <UploadingBadge session={session} />
          <UnsentBadge sessionId={session.id} />
          <SessionStatus status={session.status} />
        </div>
      </div>
      <div className="col-span-full row-start-2 grid gap-2.5 sm:col-span-1 sm:col-start-2">
        {notice}
        <div className="actions flex flex-wrap items-center gap-2 sm:pr-11">
          {children}
          {session.activeConcerns > 0 && (
            <Button size="sm" icon={MessageSquareWarning} onClick={onDisputes}>
              {count(session.activeConcerns, 'concern')}
            </Button>
          )}
        </div>
      </div>
      <span className="col-start-2 row-start-1 -mr-2 -mb-1.5 self-end justify-self-end sm:row-start-2 sm:mr-0 sm:mb-0">
        {last}
      </span>
    </article>
  );
}

export function SessionRowSkeletons({ rows }: { rows: number }) {
  return (
    <SkeletonList count={rows} className="divide-y divide-line">
      <div className="flex gap-3 px-4 py-4 max-sm:pb-18 sm:gap-4 sm:px-5">
        <Skeleton className="aspect-3/2 h-fit w-24 sm:w-32" />
        <div className="grid flex-1 content-start gap-2">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-5 w-1/4" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="mt-1 h-8 w-3/5" />
        </div>
      </div>
    </SkeletonList>
  );
}

// The projects of a dashboard, a row each.
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
