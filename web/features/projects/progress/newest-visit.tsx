// The newest visit, large: what a client came to see, and the way to compare it with the one before (behaviour §24).
import { Columns2, Eye } from 'lucide-react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import { ownProjects } from '#contract/overview/endpoints.ts';
import type { Session, NewestVisit as Visit } from '#contract/sessions/endpoints.ts';
import { SessionCover } from '#web/features/sessions/parts/session-cover.tsx';
import { dayOf } from '#web/features/sessions/parts/session-labels.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useSeen } from '#web/lib/api/use-seen.ts';
import { daysAgo } from '#web/lib/format/ago-words.ts';
import { fullName, phaseLabel } from '#web/lib/format/format.ts';
import { nameClass, Opening } from '#web/media/shown/opening.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Ago } from '#web/ui/display/ago.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { NewSince } from '#web/ui/display/project-cover-card.tsx';
import { Skeleton, SkeletonText } from '#web/ui/display/skeleton.tsx';

/** Its project cards stay in sight below. */
const frame = 'mb-4 sm:mb-6 [--highest:28rem] [--largest:2rem]';
const strip = 'grid gap-4 p-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end';

type Opened = Pick<Visit, 'videoCover'> & { session: Session };

function VisitOpening({ session, videoCover }: Opened) {
  // Also in the rows of projects above: their answer is there from the start.
  const { data } = useApiQuery(ownProjects, {});
  const own = data?.projects.find(({ id }) => id === session.projectId);
  const { name } = session.project;
  return (
    <Opening
      picture={
        (session.coverUrl ?? videoCover) && (
          <SessionCover
            session={session}
            videoCover={videoCover}
            priority
            sizes="(width < 768px) 100vw, 75vw"
            className="h-full"
          />
        )
      }
      heading={
        <>
          <h2 id="newest-visit" className="font-medium text-sm">
            <span className="rounded-md bg-black/70 px-2 py-1">Newest visit</span>
          </h2>
          <p className={`${nameClass(name)} wrap-anywhere`}>
            <Link
              href={`/sessions/${session.id}${videoCover ? '?tab=videos' : ''}`}
              className="line-clamp-3 after:absolute after:inset-0 hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
          </p>
        </>
      }
      places={session.site && <bdi>{session.site.name}</bdi>}
      stages={own?.progress?.lists ?? []}
      last={<Ago at={own?.lastCaptureDate ?? dayOf(session)} format={daysAgo} />}
    />
  );
}

export function NewestVisit({ session, videoCover, before }: Opened & Pick<Visit, 'before'>) {
  const seen = useSeen(session.id);
  const facts = [phaseLabel(session.phase), fullName(session.photographer)].filter(Boolean);
  return (
    <Card as="section" aria-labelledby="newest-visit" className={frame}>
      <div ref={seen} className="over-picture">
        <VisitOpening session={session} videoCover={videoCover} />
      </div>
      <div className={strip}>
        <div className="grid min-w-0 gap-1">
          <p className="font-semibold tabular-nums">{formatDate(dayOf(session))}</p>
          <p className="wrap-anywhere line-clamp-2 text-muted">{facts.join(' · ')}</p>
          <NewSince projectId={session.projectId} />
          {session.notes && <p className="wrap-anywhere line-clamp-3 text-muted">{session.notes}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
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
      <Skeleton className="aspect-square max-h-(--highest) min-h-80 rounded-none sm:aspect-2/1" />
      <div className={strip}>
        <SkeletonText lines={3} />
        <Skeleton className="h-9 w-60 pointer-coarse:h-11" />
      </div>
    </Card>
  );
}
