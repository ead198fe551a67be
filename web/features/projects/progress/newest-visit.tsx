// The newest visit, large: what a client came to see, and the way to compare it with the one before (behaviour §24).
import { Columns2, Eye } from 'lucide-react';
import { Link } from 'wouter';
import type { Session, NewestVisit as Visit } from '#contract/sessions/endpoints.ts';
import { SessionCover } from '#web/features/sessions/parts/session-cover.tsx';
import { dayOf, siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { useSeen } from '#web/lib/api/use-seen.ts';
import { formatDate, fullName, phaseLabel } from '#web/lib/format/format.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { NewSince } from '#web/ui/display/new-mark.tsx';
import { Skeleton, SkeletonText } from '#web/ui/display/skeleton.tsx';

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
