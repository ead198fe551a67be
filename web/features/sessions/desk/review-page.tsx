// The review desk: one session that waits after the other, decided without leaving the page (behaviour §20).
import { can } from '#contract/policy.ts';
import { getSession, type Session } from '#contract/sessions/endpoints.ts';
import { UnsentDecisions } from '#web/features/sessions/decision/one-click.tsx';
import { siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { formatDate, formatNumber } from '#web/lib/format/format.ts';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { SessionStatus } from '#web/ui/display/status-badge.tsx';
import { AccessDenied } from '#web/ui/feedback/access-denied.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Filmstrip } from './filmstrip.tsx';
import { OpenSession } from './open-session.tsx';
import { PendingLine } from './pending-line.tsx';
import { Step } from './step.tsx';
import { type Desk, useDesk } from './use-desk.ts';
import { useSwipe } from './use-swipe.ts';

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
