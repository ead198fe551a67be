// The sessions that wait for a decision, one card each, with everything the decision needs.
import { ChartLine, Check, CheckCheck, Eye, Images, Pencil, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import { can } from '#contract/policy.ts';
import { type Session, sessions } from '#contract/sessions/endpoints.ts';
import { UnsentDecisions, useOneClick } from '#web/features/sessions/decision/one-click.tsx';
import { SessionLinks } from '#web/features/sessions/parts/review-fields.tsx';
import { SessionCover } from '#web/features/sessions/parts/session-cover.tsx';
import { siteLabel, waitingFor } from '#web/features/sessions/parts/session-labels.ts';
import { UploadingBadge } from '#web/features/sessions/parts/travelling.tsx';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { formatNumber, fullName } from '#web/lib/format/format.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { isLayerOpen, isSwitchedOff, isTyping } from '#web/lib/page/letter-keys.ts';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { besideInHistory } from '#web/lib/routing/came-from.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Ago } from '#web/ui/display/ago.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { PageHeader } from '#web/ui/display/page-header.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { SessionStatus } from '#web/ui/display/status-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { AccessDenied } from '#web/ui/feedback/load-failure.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';

const DecisionDialog = lazyDialog(
  () => import('#web/features/sessions/decision/decision-dialog.tsx'),
  'DecisionDialog',
);

export function ApprovalsPage() {
  const { actor } = useCurrentUser();
  if (!can.reviewSessions(actor)) return <AccessDenied sentence="Only administrators can access the approvals page" />;
  return <Queue />;
}

function Queue() {
  const list = useInfiniteList(sessions, { query: { status: 'pending', sort: 'submittedAt' } });
  const { open, isOpen, dialogs } = useDialogs({
    approve: (control, session: Session) => <DecisionDialog {...control} variant="approve" session={session} />,
    reject: (control, session: Session) => <DecisionDialog {...control} variant="reject" session={session} />,
  });
  // Loaded early: people type right after the key that opens them.
  useEffect(DecisionDialog.preload, []);
  const total = list.data?.total;
  const first = list.data?.rows[0];
  return (
    <div className="page">
      <PageHeader
        title="Pending Approvals"
        subtitle={total ? `${formatNumber(total)} waiting, oldest first` : list.isPending && '…'}
        actions={
          <>
            <LinkButton href="/approvals/figures" icon={ChartLine}>
              Figures
            </LinkButton>
            {first && (
              <LinkButton href={`/approvals/${first.id}`} variant="primary" icon={Images}>
                Review all
              </LinkButton>
            )}
          </>
        }
      />
      <UnsentDecisions oneClick={useOneClick()} rows={[]} />
      <InfiniteList list={list} skeletons={<Skeletons />} empty={<CaughtUp />}>
        {(rows) => <Cards rows={rows} decide={open} paused={isOpen} />}
      </InfiniteList>
      {dialogs}
    </div>
  );
}

function CaughtUp() {
  return (
    <EmptyState
      icon={CheckCheck}
      title="All caught up!"
      action={<LinkButton href="/sessions">All sessions</LinkButton>}
    >
      There are no pending sessions waiting for approval.
    </EmptyState>
  );
}

function Skeletons() {
  return (
    <SkeletonList count={3} className="grid gap-4">
      <Skeleton className="h-[40rem] rounded-card sm:h-[22rem] lg:h-62" />
    </SkeletonList>
  );
}

type CardsProps = {
  rows: Session[];
  decide: (variant: 'approve' | 'reject', session: Session) => void;
  paused: boolean;
};

function Cards({ rows, decide, paused }: CardsProps) {
  const decideOn = (variant: 'approve' | 'reject', session: Session | undefined) =>
    session && !session.travelling && decide(variant, session);
  const current = useQueueKeys({
    count: rows.length,
    paused,
    on: {
      a: (index) => decideOn('approve', rows[index]),
      r: (index) => decideOn('reject', rows[index]),
    },
  });
  const returnFocus = useEffectEvent(() => {
    const left = reviewedLast();
    const index = rows.findIndex(({ id }) => id === left);
    if (left !== undefined) current.focus(Math.max(index, 0));
  });
  useEffect(() => {
    // After the page's heading, which comes first on every page.
    const frame = requestAnimationFrame(() => returnFocus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <ul
      className="grid gap-4"
      onFocus={({ target }) => {
        current.last.current = target;
      }}
    >
      {rows.map((session, index) => (
        <li key={session.id} ref={current.cardRef(index)} tabIndex={-1} className="rounded-card outline-offset-4">
          <PendingCard session={session} priority={index === 0} decide={decide} />
        </li>
      ))}
    </ul>
  );
}

/** The session that was open on the review desk, if the person comes from there. */
function reviewedLast(): number | undefined {
  const [path] = besideInHistory().filter((each) => /^\/approvals\/\d+$/.test(each));
  return path ? Number(path.split('/').at(-1)) : undefined;
}

type PendingCardProps = { session: Session; priority: boolean; decide: CardsProps['decide'] };

function PendingCard({ session, priority, decide }: PendingCardProps) {
  return (
    <Card as="article" aria-label={`Session ${session.id}`} className="flex flex-col sm:flex-row">
      <div className="shrink-0 sm:w-64 lg:w-80">
        <SessionCover
          session={session}
          priority={priority}
          sizes="(width < 640px) 100vw, 320px"
          className="sm:min-h-full"
        />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3 p-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold text-lg tabular-nums">{formatDate(session.captureDate)}</h2>
          <SessionStatus status={session.status} label="Pending Review" />
          {session.released && (
            <Badge tone="blue" icon={Pencil}>
              Edited after release
            </Badge>
          )}
          <UploadingBadge session={session} />
        </div>
        <p className="wrap-anywhere">
          <span className="font-medium">{session.project.name}</span> · {siteLabel(session)} ·{' '}
          {fullName(session.photographer)}
        </p>
        <SessionLinks session={session} />
        {session.notes && <p className="wrap-anywhere line-clamp-4 whitespace-pre-line text-muted">{session.notes}</p>}
        <p className="text-muted text-sm tabular-nums">
          Submitted <Instant at={session.submittedAt} /> · <Ago at={session.submittedAt} format={waitingFor} /> ·
          Session #{session.id}
        </p>
        <div className="actions mt-auto flex flex-wrap gap-2 pt-1 max-lg:grid max-lg:grid-cols-2 max-lg:*:first:col-span-full">
          <LinkButton href={`/sessions/${session.id}`} icon={Eye}>
            View Media
          </LinkButton>
          {!session.travelling && (
            <>
              <Button variant="primary" icon={Check} onClick={() => decide('approve', session)}>
                Approve Session
              </Button>
              <Button icon={X} onClick={() => decide('reject', session)}>
                Reject Session
              </Button>
            </>
          )}
        </div>
      </div>
    </Card>
  );
}

type QueueKeys = {
  count: number;
  /** While a dialog is open its own keys apply. */
  paused: boolean;
  on: Record<string, (index: number) => void>;
};

/** Ignores keys meant for a field, for a layer over the page, or for the browser. */
function isForThePage({
  key,
  target,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
  defaultPrevented,
}: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return false;
  return !isTyping(target) && !isSwitchedOff(key) && !isLayerOpen();
}

/** While nothing has the focus, as just after a dialog has closed, the last focused element counts. */
function focusedAmong(cards: Map<number, HTMLElement>, last: Element | null): number {
  const { activeElement, body } = document;
  const holder = activeElement === body ? last : activeElement;
  for (const [index, card] of cards) if (card.contains(holder)) return index;
  return -1;
}

/** `cardRef(index)` is the ref of that card; the card that has the focus is the current one, else the first. */
function useQueueKeys({ count, paused, on }: QueueKeys) {
  const cards = useRef(new Map<number, HTMLElement>());
  const last = useRef<Element>(null);
  const latest = useRef({ count, paused, on });
  latest.current = { count, paused, on };
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const { count: cardCount, paused: isPaused, on: handlers } = latest.current;
      if (isPaused || !isForThePage(event)) return;
      const at = focusedAmong(cards.current, last.current);
      const step = { j: 1, k: -1 }[event.key];
      if (step) cards.current.get(Math.max(0, Math.min(cardCount - 1, at + step)))?.focus();
      // A key that is held down decides once.
      const act = event.repeat ? undefined : handlers[event.key];
      if (!act) return;
      // Otherwise the letter would be typed into the field that it opens.
      event.preventDefault();
      act(Math.max(0, at));
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return {
    last,
    focus: (index: number) => cards.current.get(index)?.focus(),
    cardRef: (index: number) => (card: HTMLElement | null) => {
      if (card) cards.current.set(index, card);
      else cards.current.delete(index);
    },
  };
}
