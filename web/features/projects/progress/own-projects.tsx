// The projects of a client: a row each, what needs them first (behaviour §31.8).
import { Clock, Flag, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import { type OwnProject, ownProjects } from '#contract/overview/endpoints.ts';
import type { StageProgress } from '#contract/stages/endpoints.ts';
import { progressWords } from '#contract/stages/valuation.ts';
import { nextVisitWords } from '#web/features/planned-visits/visit-words.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { daysAgo } from '#web/lib/format/ago-words.ts';
import { count, formatNumber } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Ago } from '#web/ui/display/ago.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

const OnMap = lazySection(() => import('./on-map.tsx'), 'OnMap', null);

const mostAtFirst = 3;
const mostWaits = 3;

export function OwnProjects() {
  const { data } = useApiQuery(ownProjects, {});
  const [isWhole, setWhole] = useState(false);
  // One project that has no stages says nothing here that does not stand below.
  if (!data || (data.total < 2 && !data.projects[0]?.progress)) return null;
  const needing = data.projects.filter(({ progress }) => (progress?.waits.length ?? 0) > 0).length;
  const shown = isWhole ? data.projects : data.projects.slice(0, mostAtFirst);
  return (
    <Card as="section" aria-labelledby="own-projects" className="mb-4 sm:mb-6">
      <h2 id="own-projects" className="flex flex-wrap items-baseline gap-x-3 px-4 pt-4 font-semibold text-lg">
        {data.total === 1 ? 'My project' : 'My projects'}
        <span className="font-normal text-muted text-sm">
          {needing > 0 ? `${count(needing, 'needs', 'need')} your mark` : 'Nothing is waiting for you'}
        </span>
      </h2>
      {data.map && <OnMap projects={data.projects} />}
      <ul className="divide-y divide-line">
        {shown.map((project) => (
          <li key={project.id}>
            <Row project={project} />
          </li>
        ))}
      </ul>
      {data.projects.length > shown.length && (
        <div className="border-line border-t p-3">
          <Button onClick={() => setWhole(true)}>Show all {formatNumber(data.total)} projects</Button>
        </div>
      )}
    </Card>
  );
}

function Row({
  project: { id, name, coverUrl, lastCaptureDate, concerns, progress, nextVisit },
}: {
  project: OwnProject;
}) {
  return (
    <div className="flex items-start gap-3 p-4">
      <Link href={`/projects/${id}`} tabIndex={-1} aria-hidden="true" className="w-20 shrink-0 sm:w-28">
        <Picture alt="" small={coverUrl} sizes="7rem" ratio="4/3" className="rounded-md" />
      </Link>
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5">
        <h3 className="wrap-anywhere font-semibold">
          <Link href={`/projects/${id}`} className="hover:underline">
            {name}
          </Link>
        </h3>
        {progress && <Progress progress={progress} />}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm tabular-nums">
          {lastCaptureDate ? (
            <span>
              Last visit {formatDate(lastCaptureDate)}, <Ago at={lastCaptureDate} format={daysAgo} />
            </span>
          ) : (
            <span>No visit yet</span>
          )}
          {nextVisit && <NextVisit next={nextVisit} />}
          <Concerns concerns={concerns} />
        </p>
        {progress && <Waits id={id} waits={progress.waits} />}
      </div>
    </div>
  );
}

function NextVisit({ next }: { next: NonNullable<OwnProject['nextVisit']> }) {
  const words = nextVisitWords(next);
  if (next.state !== 'late') return <span>{words}</span>;
  return (
    <Badge tone="yellow" icon={Clock} wraps>
      {words}
    </Badge>
  );
}

function Progress({ progress: { lists } }: { progress: StageProgress }) {
  return (
    <ul className="grid gap-0.5 text-sm">
      {lists.map(({ site, present, ...rest }) => (
        <li key={site ?? ''} className="wrap-anywhere">
          {site && <span className="font-medium">{site}: </span>}
          {present && `${present} · `}
          <span className="text-muted tabular-nums">{progressWords({ present: null, ...rest })}</span>
        </li>
      ))}
    </ul>
  );
}

function Concerns({ concerns: { open, overdue, dueOn } }: Pick<OwnProject, 'concerns'>) {
  if (open === 0) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Flag aria-hidden="true" className="size-4" />
      {count(open, 'open concern')}
      {overdue > 0 && (
        <Badge tone="red" icon={TriangleAlert}>
          {formatNumber(overdue)} overdue
        </Badge>
      )}
      {overdue === 0 && dueOn && (
        <Badge tone="yellow" icon={Clock}>
          answer due {formatDate(dueOn)}
        </Badge>
      )}
    </span>
  );
}

const deeds = { claimed: 'Claim', seen: 'Look at', confirmed: 'Confirm', acknowledged: 'Acknowledge' } as const;

function Waits({ id, waits }: { id: number; waits: StageProgress['waits'] }) {
  if (waits.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-2">
      {waits.slice(0, mostWaits).map(({ stageId, name, kind }) => (
        <Link
          key={stageId}
          href={`/stages/${stageId}`}
          className="touch-target wrap-anywhere inline-flex min-h-8 items-center rounded-md bg-accent-soft px-2.5 font-medium text-accent-ink text-sm hover:underline"
        >
          {deeds[kind]} {name}
        </Link>
      ))}
      {waits.length > mostWaits && (
        <Link href={`/projects/${id}?tab=stages`} className="self-center text-sm underline">
          and {formatNumber(waits.length - mostWaits)} more
        </Link>
      )}
    </p>
  );
}
