// One-click decisions: they wait in their row, can be undone, and are sent with the page or the next decision (behaviour §2.8).
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ReactNode, type Ref, useCallback, useEffect, useId, useSyncExternalStore } from 'react';
import type { Session } from '#contract/sessions/endpoints.ts';
import { siteLabel } from '#web/features/sessions/parts/session-labels.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { formatDate } from '#web/lib/format/format.ts';
import {
  beginDecision,
  type Decision,
  decideAtOnce,
  forgetDecision,
  noDecisions,
  type Outcome,
  onDecisionsChange,
  type PendingDecision,
  pendingDecisions,
  sendDecision,
  sendWaiting,
  undoMilliseconds,
} from '#web/lib/offline/pending-decisions.ts';
import { lazyComponent, queueTask, showLoadError } from '#web/lib/page/lazy-component.tsx';
import { toast } from '#web/lib/page/toast.ts';
import { Button } from '#web/ui/controls/button.tsx';

type Move = Decision['move'];

/** `accept` is the dashboard's Complete: it sends 'approved', as specified (behaviour §2.2). */
const moves = {
  approve: { label: 'Approve', from: 'pending', to: 'approved' },
  accept: { label: 'Complete', from: 'pending', to: 'approved' },
  complete: { label: 'Mark as completed', from: 'approved', to: 'completed' },
  reject: { label: 'Reject', from: 'pending', to: 'rejected' },
} as const satisfies Record<Move, object>;

let sender: typeof import('./send-decision.ts') | undefined;

/** Fetched when a page needs it; until it is loaded, nothing is sent. */
async function loadSender(): Promise<void> {
  sender ??= await import('./send-decision.ts');
}

/** How many mounted parts of the page show refusals. */
let tellers = 0;

/** A page that unloads waits for nothing: code that is already loaded sends at once. */
async function send(client: QueryClient, me: number, decision: Decision): Promise<Outcome> {
  if (!sender) await loadSender().catch(showLoadError);
  const outcome = sender ? await sender.send(client, me, decision) : false;
  if (typeof outcome === 'object' && tellers === 0) {
    const title = `${moves[decision.move].label}: Refused`;
    const description = `Session #${decision.sessionId}, ${decision.words}. ${outcome.refusal}`;
    toast({ title, description, variant: 'destructive', stays: true });
  }
  return outcome;
}

/** This person's decisions that the server has not answered. Leaving the page that uses it sends what waits. */
export function useOneClick() {
  const client = useQueryClient();
  const { person } = useCurrentUser();
  const me = person.id;
  const subscribe = useCallback((listener: () => void) => onDecisionsChange(me, listener), [me]);
  const all = useSyncExternalStore(
    subscribe,
    () => pendingDecisions(me),
    () => noDecisions,
  );
  useEffect(() => {
    queueTask(() => loadSender().catch(() => undefined));
    // Needed while offline, when it could not be fetched.
    queueTask(unsentNotice.preload);
    queueTask(unsentButtons.preload);
    return () => void sendWaiting();
  }, []);
  const sendThis = (decision: Decision) => send(client, me, decision);
  return {
    all,
    /** A refused decision leaves the session undecided. */
    of: ({ id }: Session) => all.find(({ sessionId, state }) => sessionId === id && state !== 'refused'),
    decide: (session: Session, move: Move, rejection?: Decision['rejection']) =>
      beginDecision(me, { ...toDecision(session, move), ...(rejection ? { rejection } : {}) }, sendThis),
    /** Confirmed in a dialog. */
    act: (session: Session, move: Move) => decideAtOnce(me, toDecision(session, move), sendThis),
    send: ({ state: _, ...decision }: PendingDecision) => void sendDecision(me, decision, sendThis),
    forget: ({ sessionId }: Decision) => forgetDecision(me, sessionId),
    undo: ({ sessionId }: Decision) => forgetDecision(me, sessionId),
  };
}
export type OneClick = ReturnType<typeof useOneClick>;

function toDecision(session: Session, move: Move): Decision {
  const words = `${session.project.name} · ${siteLabel(session)} · ${formatDate(session.captureDate)}`;
  return { sessionId: session.id, recordId: session.recordId, move, words };
}

type DecisionProps = {
  decision: PendingDecision;
  oneClick: OneClick;
  /** Props of the Undo button; in the place of the button that was pressed it takes the focus. */
  undo?: { ref?: Ref<HTMLButtonElement>; 'aria-keyshortcuts'?: string };
};

/** Only after a crash or a lost connection. */
const unsentButtons = lazyComponent(() => import('./unsent-decisions.tsx'), 'UnsentButtons');
const unsentNotice = lazyComponent(() => import('./unsent-decisions.tsx'), 'UnsentNotice');

/** Replaces the buttons of the row. */
export function RowDecision({ decision, oneClick, undo = { ref: focusNow } }: DecisionProps) {
  const note = useId();
  const { label } = moves[decision.move];
  const Unsent = unsentButtons.useInTheEnd(decision.state === 'unsent');
  if (decision.state === 'waiting') {
    return (
      <>
        <span id={note} className="text-sm tabular-nums">
          <span className="font-medium">{label}</span> is sent in {undoMilliseconds / 1000} seconds
        </span>
        <Button size="sm" icon={Undo2} {...undo} aria-describedby={note} onClick={() => oneClick.undo(decision)}>
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

type UnsentProps = { oneClick: OneClick; rows: readonly { id: number }[]; children?: ReactNode };

/** Floats over the page, so that its buttons stay where they are: below the top bar, on large screens in the corner. */
const floating =
  'fixed inset-x-3 top-[calc(4rem+var(--toast-room))] z-30 mx-auto grid max-h-[50dvh] max-w-xl gap-2 overflow-y-auto empty:hidden lg:inset-x-auto lg:top-auto lg:right-6 lg:bottom-4 lg:w-88 print:hidden';

/** Decisions that were refused, or not sent and have no row here; `children` are shown above them. */
export function UnsentDecisions({ oneClick, rows, children }: UnsentProps) {
  useEffect(() => {
    tellers += 1;
    return () => {
      tellers -= 1;
    };
  }, []);
  const told = oneClick.all.filter(
    ({ state, sessionId }) => state === 'refused' || (state === 'unsent' && !rows.some(({ id }) => id === sessionId)),
  );
  const Unsent = unsentNotice.useInTheEnd(told.length > 0);
  return (
    <div role="status" className={floating}>
      {children}
      {Unsent &&
        told.map((one) => (
          <Unsent key={one.sessionId} decision={one} {...moves[one.move]} {...actsOn(one, oneClick)} />
        ))}
    </div>
  );
}
