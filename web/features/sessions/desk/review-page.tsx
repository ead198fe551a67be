// The review desk: waiting sessions one after the other, decided without leaving the page (behaviour §20).
import { Check } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import { can } from '#contract/policy.ts';
import { getSession, type Session } from '#contract/sessions/endpoints.ts';
import { type OneClick, RowDecision, UnsentDecisions } from '#web/features/sessions/decision/one-click.tsx';
import { SessionCover } from '#web/features/sessions/parts/session-cover.tsx';
import { siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { underWay } from '#web/lib/offline/decisions.ts';
import { sessionOf } from '#web/lib/offline/same-session.ts';
import { useSelectedInSight } from '#web/lib/page/use-selected-in-sight.ts';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { SessionStatus } from '#web/ui/display/status-badge.tsx';
import { AccessDenied, LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Step } from './decision.tsx';
import { OpenSession, useSwipe } from './open-session.tsx';
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
    <div className="page">
      <Head open={open} session={session} desk={desk} />
      <UnsentDecisions oneClick={desk.oneClick} rows={session && session.status !== 'pending' ? [] : [{ id: open }]}>
        <PendingLine oneClick={desk.oneClick} open={open} />
      </UnsentDecisions>
      {desk.rows.length > 0 && <Filmstrip rows={desk.rows} open={open} decided={desk.decided} />}
      {found.error && <LoadFailure query={found} what="session" back={toQueue} />}
      {session && !found.error && <OpenSession key={session.id} session={session} desk={desk} />}
      {!session && !found.error && <Skeleton className="h-96 rounded-card" />}
    </div>
  );
}

type HeadProps = { open: number; session: Session | undefined; desk: Desk };

function Head({ open, session, desk }: HeadProps) {
  const swipe = useSwipe((by) => desk.step(by));
  const place = desk.at >= 0 && `${formatNumber(desk.at + 1)} of ${formatNumber(desk.total)} waiting`;
  const facts = [`Session #${open}`, session && formatDate(session.captureDate), place].filter(Boolean).join(' · ');
  return (
    <div
      {...swipe}
      className="touch-pan-y max-lg:[&_.head-actions]:hidden max-sm:[&_.subtitle]:mt-0 max-sm:[&_.subtitle]:text-sm max-sm:[&_h1]:text-lg [&>header]:py-3 max-sm:[&>header]:pb-2"
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

// Decisions that are not sent yet, with Undo, while the next session is open (behaviour §20.3).
type PendingLineProps = { oneClick: OneClick; open: number };

/** The open session's own decision replaces its buttons instead. It takes no focus: the next decision matters more. */
function PendingLine({ oneClick, open }: PendingLineProps) {
  const made = underWay(oneClick.all).filter((one) => sessionOf(one) !== open);
  return made.map((decision) => (
    <div
      key={decision.key}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-4 py-2 shadow-raised"
    >
      <span className="wrap-anywhere min-w-0 flex-1 basis-40 text-muted text-sm max-sm:line-clamp-1">
        Session #{sessionOf(decision)}, {decision.words}
      </span>
      <RowDecision decision={decision} oneClick={oneClick} undo={{ 'aria-keyshortcuts': 'u' }} />
    </div>
  ));
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
      className="relative -mx-1 mb-3 overflow-x-auto px-1 py-1 print:hidden"
    >
      <ol className="flex gap-2">
        {rows.map((session) => (
          <li key={session.id} className="w-16 shrink-0 sm:w-28">
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
