// The review desk: waiting sessions one after the other, decided without leaving the page (behaviour §20).
import { Check } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import { can } from '#contract/policy.ts';
import { getSession, type Session } from '#contract/sessions/endpoints.ts';
import { SessionCover } from '#web/features/sessions/parts/session-cover.tsx';
import { siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useSelectedInSight } from '#web/lib/page/use-selected-in-sight.ts';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { SessionStatus } from '#web/ui/display/status-badge.tsx';
import { AccessDenied, LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Step } from './decision.tsx';
import { placeIn } from './desk-count.ts';
import { OpenSession, useSwipe } from './open-session.tsx';
import { Tray } from './tray.tsx';
import { type Desk, deskPath, useDesk } from './use-desk.ts';

const toQueue = { href: '/approvals', label: 'Pending Approvals' };

export function ReviewPage({ params }: { params: Record<string, string> }) {
  const { actor } = useCurrentUser();
  if (!can.reviewSessions(actor)) return <AccessDenied sentence="Only administrators can access the approvals page" />;
  return <ReviewDesk open={Number(params.id)} />;
}

function ReviewDesk({ open }: { open: number }) {
  const desk = useDesk(open);
  const found = useApiQuery(getSession, { params: { id: open } });
  const session = found.data ?? desk.rows.find(({ id }) => id === open);
  return (
    // As high as the window where that is high and wide enough: then the picture and the decision stand still.
    <div className="page still:-mb-8 still:flex still:h-[calc(100dvh-4rem-1px-var(--toast-room))] still:flex-col">
      <div className="still:flex still:items-center still:gap-6">
        <Head open={open} session={session} desk={desk} />
        {desk.rows.length > 0 && <Filmstrip rows={desk.rows} open={open} decided={desk.decided} />}
      </div>
      {found.error && <LoadFailure query={found} what="session" back={toQueue} />}
      {session && !found.error && <OpenSession key={session.id} session={session} desk={desk} />}
      {!session && !found.error && <Skeletons />}
      <Tray desk={desk} open={open} rows={session && session.status !== 'pending' ? [] : [{ id: open }]} />
    </div>
  );
}

/** In the shape of what comes: picture, decision, and what was submitted. */
function Skeletons() {
  return (
    <div aria-hidden="true" className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] still:flex-1">
      <Skeleton className="h-96 rounded-card still:h-full" />
      <div className="grid content-start gap-4 still:grid-rows-[auto_1fr] still:content-stretch">
        <Skeleton className="h-27 rounded-card" />
        <Skeleton className="h-96 rounded-card still:h-full" />
      </div>
    </div>
  );
}

type HeadProps = { open: number; session: Session | undefined; desk: Desk };

function Head({ open, session, desk }: HeadProps) {
  const swipe = useSwipe((by) => desk.step(by));
  const place = desk.counted && placeIn(desk.counted, open);
  const facts = [`Session #${open}`, session && formatDate(session.captureDate), place].filter(Boolean).join(' · ');
  return (
    <div
      {...swipe}
      className="picture-near stands-still touch-pan-y max-lg:[&_.head-actions]:hidden! [&>header]:py-3 still:min-w-0 still:flex-1 still:[&>header]:py-2"
    >
      <PageHeader
        title={session ? `${session.project.name}\u00a0· ${siteLabel(session)}` : `Session #${open}`}
        subtitle={facts}
        badge={session && <SessionStatus status={session.status} />}
        back={toQueue}
        actions={
          <>
            <Step desk={desk} by={-1} />
            <Step desk={desk} by={1} />
          </>
        }
      />
    </div>
  );
}

// The waiting sessions as a strip of thumbnails in the order of the queue; the open one is marked.
type FilmstripProps = { rows: readonly Session[]; open: number; decided: ReadonlySet<number> };

function Filmstrip({ rows, open, decided }: FilmstripProps) {
  const strip = useRef<HTMLElement>(null);
  useSelectedInSight(strip, '[aria-current]', open);
  return (
    <nav
      ref={strip}
      aria-label="Waiting sessions"
      className="relative -mx-1 mb-3 overflow-x-auto px-1 py-1 still:mx-0 still:mb-0 still:w-1/2 still:shrink-0 print:hidden"
    >
      <ol className="flex gap-2">
        {rows.map((session) => (
          <li key={session.id} className="w-16 shrink-0 sm:w-28 still:w-20">
            <Frame session={session} isOpen={session.id === open} isDecided={decided.has(session.id)} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Frame({ session, isOpen, isDecided }: { session: Session; isOpen: boolean; isDecided: boolean }) {
  return (
    <Link
      href={deskPath(session.id)}
      replace
      aria-current={isOpen ? 'page' : undefined}
      className="block overflow-hidden rounded-control border border-line bg-surface hover:border-line-strong aria-[current]:border-accent aria-[current]:ring-2 aria-[current]:ring-accent"
    >
      <span className="relative block">
        <SessionCover session={session} sizes="112px" />
        {isDecided && (
          <span className="absolute inset-0 grid place-items-center bg-black/55 text-white">
            <Check aria-hidden="true" className="size-6" />
          </span>
        )}
      </span>
      <span className="block truncate px-1.5 py-1 text-xs max-sm:sr-only">
        {siteLabel(session)}
        {isDecided && <span className="sr-only"> (decided)</span>}
      </span>
    </Link>
  );
}
