// One-click decisions: they wait in their row, can be undone, and are sent when they are due, when the page is left, or with the next decision (behaviour §2.8).
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ReactNode, type Ref, useCallback, useEffect, useId, useSyncExternalStore } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { randomKey } from '#web/lib/device/random-key.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { noDecisions, type Outcome, type PendingDecision, undoMilliseconds } from '#web/lib/offline/decisions.ts';
import { outboxOf } from '#web/lib/offline/outbox-of.ts';
import type { Written } from '#web/lib/offline/outbox-store.ts';
import { sessionOf } from '#web/lib/offline/same-session.ts';
import { lazyComponent, queueTask, showLoadError } from '#web/lib/page/lazy-component.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import type { Rejection } from './use-review.ts';

/** `accept` is the dashboard's Complete: it sends 'approved', as specified (behaviour §2.2). */
const moves = {
  approve: { label: 'Approve', from: 'pending', to: 'approved', call: 'approveSession' },
  accept: { label: 'Complete', from: 'pending', to: 'approved', call: 'editSession' },
  complete: { label: 'Mark as completed', from: 'approved', to: 'completed', call: 'editSession' },
  reject: { label: 'Reject', from: 'pending', to: 'rejected', call: 'rejectSession' },
} as const;

export type Move = keyof typeof moves;

function moveOf({ call, input }: Pick<PendingDecision, 'call' | 'input'>): Move {
  if (call === 'approveSession') return 'approve';
  if (call === 'rejectSession') return 'reject';
  return input.body?.status === 'completed' ? 'complete' : 'accept';
}

/** As rows show it, and as it is announced. */
export function described(decision: PendingDecision) {
  const move = moveOf(decision);
  return { ...moves[move], move, sessionId: sessionOf(decision) ?? 0 };
}

/** Which session a decision is about, beside its number. */
export function wordsOf({ project, captureDate, ...session }: Session): string {
  return `${project.name} · ${siteLabel(session)} · ${formatDate(captureDate)}`;
}

function toWritten(session: Session, move: Move, rejection?: Rejection): Written {
  const { call, to } = moves[move];
  const status = call === 'editSession' ? { status: to } : {};
  return {
    call,
    input: { params: { id: session.id }, body: { ...rejection, ...status, recordId: session.recordId } },
    words: wordsOf(session),
    key: randomKey(),
  };
}

/** How many mounted parts of the page show refusals, and how many what has arrived too. */
let tellers = 0;
let trays = 0;

const loadUnsent = () => import('./unsent-decisions.tsx');

/** This person's decisions that the server has not answered. Leaving the page that uses it sends what waits. */
export function useOneClick() {
  const client = useQueryClient();
  const { person } = useCurrentUser();
  const me = person.id;
  const subscribe = useCallback((listener: () => void) => outboxOf(client, me).subscribe(listener), [client, me]);
  const all = useSyncExternalStore(
    subscribe,
    () => outboxOf(client, me).decisions.all(),
    () => noDecisions,
  );
  useEffect(() => {
    // Needed while offline, when it could not be fetched.
    queueTask(unsentNotice.preload);
    queueTask(unsentButtons.preload);
    return () => void outboxOf(client, me).decisions.release();
  }, [client, me]);
  const decisions = () => outboxOf(client, me).decisions;
  const telling = (written: Pick<Written, 'call' | 'input' | 'words'>) => ({
    // As in the toast of its button.
    fallback: written.call === 'editSession' ? 'Failed to update session' : undefined,
    onOutcome: (outcome: Outcome) =>
      void loadUnsent().then(
        ({ tellDecision }) =>
          tellDecision(
            { me, label: moves[moveOf(written)].label, isShown: tellers > 0, isCounted: trays > 0 },
            written,
            outcome,
          ),
        showLoadError,
      ),
  });
  function decide(written: Written, undoMs: number): void {
    decisions().decide(written, { undoMs, ...telling(written) });
  }
  return {
    all,
    /** A refused decision leaves the session undecided. */
    of: ({ id }: Session) => all.find((one) => sessionOf(one) === id && one.state !== 'refused'),
    decide: (session: Session, move: Move, rejection?: Rejection) =>
      decide(toWritten(session, move, rejection), undoMilliseconds),
    /** Confirmed in a dialog: it does not wait, and an earlier decision goes first. */
    act: (session: Session, move: Move) => decide(toWritten(session, move), 0),
    send: (decision: PendingDecision) => decisions().sendAgain(decision, telling(decision)),
    /** Undone, discarded or dismissed. */
    forget(decision: PendingDecision): void {
      void decisions().forget(decision);
    },
  };
}
export type OneClick = ReturnType<typeof useOneClick>;

type DecisionProps = {
  decision: PendingDecision;
  oneClick: OneClick;
  /** Props of the Undo button; in the place of the button that was pressed it takes the focus. */
  undo?: { ref?: Ref<HTMLButtonElement>; 'aria-keyshortcuts'?: string };
};

/** Only after a crash or a lost connection. */
const unsentButtons = lazyComponent(loadUnsent, 'UnsentButtons');
const unsentNotice = lazyComponent(loadUnsent, 'UnsentNotice');

/** Replaces the buttons of the row. */
export function RowDecision({ decision, oneClick, undo = { ref: focusNow } }: DecisionProps) {
  const note = useId();
  const { label } = described(decision);
  const Unsent = unsentButtons.useInTheEnd(decision.state === 'unsent');
  if (decision.state === 'waiting') {
    return (
      <>
        <span id={note} className="text-sm tabular-nums">
          <span className="font-medium">{label}</span> is sent in {undoMilliseconds / 1000} seconds
        </span>
        <Button size="sm" icon={Undo2} {...undo} aria-describedby={note} onClick={() => oneClick.forget(decision)}>
          Undo
        </Button>
      </>
    );
  }
  return (
    <>
      <span className="text-sm">
        <span className="font-medium">{label}</span>: {decision.state === 'sending' ? 'sending…' : 'Not sent'}
      </span>
      {decision.state === 'unsent' && Unsent && <Unsent {...actsOn(decision, oneClick)} />}
    </>
  );
}

function actsOn(decision: PendingDecision, { send, forget }: OneClick) {
  return { onSend: () => send(decision), onDiscard: () => forget(decision) };
}

/** The button that was pressed is gone: keyboard focus moves to Undo. */
function focusNow(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
}

type UnsentProps = {
  oneClick: OneClick;
  rows: readonly { id: number }[];
  /** It is part of a tray that counts what has arrived: no toast says so. */
  inTray?: boolean;
  className?: string | undefined;
  children?: ReactNode;
};

/** Floats over the page, so that its buttons stay where they are: below the top bar, on large screens in the corner. */
const floating =
  'fixed inset-x-3 top-[calc(4rem+var(--toast-room))] z-30 mx-auto grid max-h-[50dvh] max-w-xl grid-cols-1 gap-2 overflow-y-auto empty:hidden lg:inset-x-auto lg:top-auto lg:right-6 lg:bottom-4 lg:w-88 print:hidden';

/** Decisions that were refused, or not sent and have no row here; `children` are shown above them. */
export function UnsentDecisions({ oneClick, rows, inTray, className, children }: UnsentProps) {
  useEffect(() => {
    tellers += 1;
    if (inTray) trays += 1;
    return () => {
      tellers -= 1;
      if (inTray) trays -= 1;
    };
  }, [inTray]);
  const unsent = oneClick.all.filter(
    (one) => one.state === 'refused' || (one.state === 'unsent' && !rows.some(({ id }) => id === sessionOf(one))),
  );
  const Unsent = unsentNotice.useInTheEnd(unsent.length > 0);
  return (
    <div role="status" className={classNames(floating, className)}>
      {children}
      {Unsent &&
        unsent.map((one) => <Unsent key={one.key} decision={one} {...described(one)} {...actsOn(one, oneClick)} />)}
    </div>
  );
}
