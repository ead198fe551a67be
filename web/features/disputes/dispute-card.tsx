// One concern (dispute in code): what is wrong, how urgent, where it stands, its conversation, and what this person may set it to.
import { ChevronDown, ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { type Dispute, resolveDispute, sessionDisputes, setDisputeStatus } from '#contract/disputes/endpoints.ts';
import type { DisputeStatus as Status } from '#contract/policy.ts';
import { useInfiniteList } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { count, fullName } from '#web/lib/format/format.ts';
import { lazyPart } from '#web/lib/page/lazy-component.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { RelativeInstant } from '#web/ui/display/relative-instant.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { DisputeStatus, Priority } from '#web/ui/display/status-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { InfiniteList } from '#web/ui/lists/infinite-list.tsx';

const AnswerDue = lazyPart(() => import('./sign.tsx'), 'AnswerDue');
const AnchorLink = lazyPart(() => import('./sign.tsx'), 'AnchorLink');

const DisputeThread = lazySection(() => import('./dispute-thread.tsx'), 'DisputeThread', <Skeleton className="h-11" />);

// The texts of concerns: labels of the transitions, and their toasts.
type TransitionLabels = { label: string; successToast: { title: string; description: string } };

const othersNotified = 'The others in this concern have been notified.';

/** The texts of resolving are the specification's (behaviour §9.2). */
export const transitionLabels: Record<Status, TransitionLabels> = {
  in_progress: {
    label: 'Mark In Progress',
    successToast: { title: 'Concern in progress', description: othersNotified },
  },
  resolved: {
    label: 'Mark as Resolved',
    successToast: {
      title: 'Dispute Resolved',
      description: 'The client has been notified that the issue has been resolved.',
    },
  },
  closed: { label: 'Close Concern', successToast: { title: 'Concern closed', description: othersNotified } },
  open: { label: 'Reopen', successToast: { title: 'Concern reopened', description: othersNotified } },
};

/** A concern that still asks for something (behaviour §4.2). */
export function isActive({ status }: Pick<Dispute, 'status'>): boolean {
  return status === 'open' || status === 'in_progress';
}

/** Which concern stands open when the list opens: the newest that is still active, else the newest. */
export function initialDispute(disputes: readonly Pick<Dispute, 'id' | 'status'>[]): number | undefined {
  return (disputes.find(isActive) ?? disputes[0])?.id;
}

/** 'Lekki Palm Residences · Block B'; only the project for a session without site. */
export function disputePath({ session }: Pick<Dispute, 'session'>): string {
  return session.site ? `${session.project.name} · ${session.site.name}` : session.project.name;
}

type DisputeCardProps = {
  dispute: Dispute;
  /** Its conversation stands open from the start. */
  startsOpen: boolean;
  /** Called when somebody goes to its place, or to one in its conversation. */
  onFollow?: (() => void) | undefined;
};

export function DisputeCard({ dispute, startsOpen, onFollow }: DisputeCardProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const threadId = useId();
  const { client, createdAt } = dispute;
  return (
    <article
      id={`concern-${dispute.id}`}
      aria-label={`Concern ${dispute.id}`}
      className="scroll-mt-20 min-w-0 rounded-card border border-line"
    >
      <div className="grid grid-cols-1 gap-3 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <DisputeStatus status={dispute.status} />
          <Priority priority={dispute.priority} />
          {dispute.dueAt !== null && (
            <span className="h-[1.375rem]">
              <AnswerDue dispute={dispute} />
            </span>
          )}
          <p className="wrap-anywhere min-w-0 text-muted text-sm">
            {fullName(client)} · <RelativeInstant at={createdAt} />
          </p>
        </div>
        <p className="wrap-anywhere whitespace-pre-line">{dispute.reason}</p>
        {dispute.anchor && (
          <div className="min-h-36">
            <AnchorLink anchor={dispute.anchor} label="Place of the concern" onFollow={onFollow} checksFile={isOpen} />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <Transitions dispute={dispute} />
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isOpen}
            aria-controls={threadId}
            onClick={() => setOpen(!isOpen)}
            className="ml-auto"
          >
            {dispute.messageCount > 0 ? count(dispute.messageCount, 'message') : 'Conversation'}
            <ChevronDown
              aria-hidden="true"
              className={classNames('size-4 transition-transform', isOpen && 'rotate-180')}
            />
          </Button>
        </div>
      </div>
      <div id={threadId} hidden={!isOpen} className="border-line border-t p-4">
        {isOpen && <DisputeThread dispute={dispute} onFollow={onFollow} />}
      </div>
    </article>
  );
}

/** Only what the server offers (behaviour §4.2); resolving comes first and stands out. */
function Transitions({ dispute }: { dispute: Dispute }) {
  const params = { id: dispute.id };
  const resolve = useMutation(resolveDispute, {
    successToast: transitionLabels.resolved.successToast,
    errorToast: 'Failed to resolve dispute. Please try again.',
  });
  const set = useMutation(setDisputeStatus, {
    successToast: ({ status }) => transitionLabels[status].successToast,
    errorToast: 'Failed to update the concern. Please try again.',
  });
  const [target, setTarget] = useState<Status>();
  const busy = resolve.isPending || set.isPending;
  async function change(to: Status) {
    if (busy) return;
    setTarget(to);
    await (to === 'resolved' ? resolve.run({ params }) : set.run({ params, body: { status: to } }));
    setTarget(undefined);
  }
  const ordered = dispute.moves.toSorted((a, b) => Number(b === 'resolved') - Number(a === 'resolved'));
  return ordered.map((to) => (
    <Button
      key={to}
      size="sm"
      variant={to === 'resolved' ? 'primary' : 'secondary'}
      pending={busy && target === to}
      onClick={() => change(to)}
    >
      {transitionLabels[to].label}
    </Button>
  ));
}

// The concerns of one session, newest first.
export function DisputeList({ sessionId }: { sessionId: number }) {
  const disputes = useInfiniteList(sessionDisputes, { params: { id: sessionId } });
  return (
    <InfiniteList
      list={disputes}
      moreLabel="Show older concerns"
      skeletons={<Skeleton className="h-44 rounded-card" />}
      empty={
        <EmptyState icon={ShieldCheck} title="No concerns" className="-my-5">
          Nobody has raised a concern about this session.
        </EmptyState>
      }
    >
      {(rows) => <Cards disputes={rows} />}
    </InfiniteList>
  );
}

/** Which one stands open is decided once: a change of status must not fold what is being read. */
function Cards({ disputes }: { disputes: Dispute[] }) {
  const [first] = useState(() => initialDispute(disputes));
  return (
    <ul className="grid gap-4">
      {disputes.map((dispute) => (
        <li key={dispute.id} className="min-w-0">
          <DisputeCard dispute={dispute} startsOpen={dispute.id === first} />
        </li>
      ))}
    </ul>
  );
}
