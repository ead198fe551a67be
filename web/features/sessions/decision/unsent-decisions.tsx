// What became of one-click decisions: refused, or unsent after a crash or lost connection; their author sends, discards or dismisses them (behaviour §2.8).

import { CircleCheck, CircleX, Send, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { type editSession, getSession, type Session, type SessionStatus } from '#contract/sessions/endpoints.ts';
import { messageOf } from '#web/lib/api/api-error.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { showSuccess } from '#web/lib/api/use-mutation.ts';
import { fullName } from '#web/lib/format/format.ts';
import type { Outcome, PendingDecision } from '#web/lib/offline/decisions.ts';
import type { Written } from '#web/lib/offline/outbox-store.ts';
import { sessionOf } from '#web/lib/offline/same-session.ts';
import { toast, toastFailure } from '#web/lib/page/toast.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { completionToasts, dropReviewText, reviewedToasts } from './use-review.ts';

type UnsentButtonsProps = { onSend: () => void; onDiscard: () => void };

export function UnsentButtons({ onSend, onDiscard }: UnsentButtonsProps) {
  return (
    <>
      <Button size="sm" icon={Send} onClick={onSend}>
        Send
      </Button>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </>
  );
}

type UnsentNoticeProps = UnsentButtonsProps & {
  decision: PendingDecision;
  sessionId: number;
  label: string;
  from: SessionStatus;
  to: SessionStatus;
};

/** For a session without a row. */
export function UnsentNotice(props: UnsentNoticeProps) {
  const { decision, sessionId, label, onDiscard } = props;
  if (decision.state !== 'refused') return <NotSent {...props} />;
  return (
    <Notice tone="red" icon={CircleX} className={box}>
      <About sessionId={sessionId} words={decision.words} />
      <p className="mt-1">
        <span className="font-medium">{label}</span>: Refused. {decision.refusal?.message}
      </p>
      <Button size="sm" className="mt-2" onClick={onDiscard}>
        Dismiss
      </Button>
    </Notice>
  );
}

const box = 'text-sm shadow-raised';

function About({ sessionId, words }: { sessionId: number; words: string }) {
  return (
    <p>
      <Link href={`/sessions/${sessionId}`} className="underline">
        Session #{sessionId}
      </Link>
      , {words}
    </p>
  );
}

/** Checks first whether it arrived; without a response it is hidden no longer than this. */
const hiddenMs = 1000;

function NotSent({ decision, sessionId, label, from, to, onSend, onDiscard }: UnsentNoticeProps) {
  const { person } = useCurrentUser();
  const found = useApiQuery(getSession, { params: { id: sessionId } });
  const [isLate, setLate] = useState(false);
  const isGone = found.error?.status === 404;
  const isDecided = isGone || (found.data !== undefined && found.data.status !== from);
  // Only its response was lost.
  const hasArrived = found.data?.status === to && found.data.reviewedBy === person.id;
  useEffect(() => {
    if (hasArrived) onDiscard();
  });
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), hiddenMs);
    return () => clearTimeout(timer);
  }, []);
  if ((found.isPending && !isLate) || hasArrived) return null;
  return (
    <Notice tone="yellow" icon={isDecided ? CircleCheck : WifiOff} className={box}>
      <About sessionId={sessionId} words={decision.words} />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <p>
          <span className="font-medium">{label}</span>: Not sent
          {isDecided &&
            `. ${found.data && !isGone ? decidedMeanwhileSentence(found.data) : 'The session was removed meanwhile.'}`}
        </p>
        {isDecided ? (
          <Button size="sm" onClick={onDiscard}>
            Dismiss
          </Button>
        ) : (
          <UnsentButtons onSend={onSend} onDiscard={onDiscard} />
        )}
      </div>
    </Notice>
  );
}

// What became of a session while a decision about it was unsent.
type Decided = Pick<Session, 'id' | 'status' | 'reviewer'>;

export function decidedMeanwhileSentence({ id, status, reviewer }: Decided): string {
  const who = reviewer ? ` by ${fullName(reviewer)}` : '';
  switch (status) {
    case 'pending':
      return `Session #${id} waits for review again.`;
    case 'completed':
      return `Session #${id} was completed meanwhile.`;
    default:
      return `Session #${id} was ${status}${who} meanwhile.`;
  }
}

type Telling = {
  me: number;
  label: string;
  /** The page shows refusals beside its rows. */
  isShown: boolean;
  /** The page counts what has arrived. */
  isCounted: boolean;
};

/** The toast of its button, once the server has answered or nothing came. */
export function tellDecision(
  { me, label, isShown, isCounted }: Telling,
  decided: Pick<Written, 'call' | 'input' | 'words'>,
  outcome: Outcome,
) {
  const id = sessionOf(decided) ?? 0;
  const { successToast, errorToast } =
    decided.call === 'editSession' ? completionToasts : { ...reviewedToasts.approve, errorToast: undefined };
  if ('reply' in outcome) {
    if (!isCounted) showSuccess<typeof editSession>(successToast, outcome.reply as Session);
    dropReviewText(me, id);
  } else if (outcome.refusal === undefined) {
    if (outcome.error.status !== 401) toastFailure('Error', `Session #${id}: ${messageOf(outcome.error, errorToast)}`);
  } else if (!isShown) {
    const description = `Session #${id}, ${decided.words}. ${outcome.refusal}`;
    toast({ title: `${label}: Refused`, description, variant: 'destructive', stays: true });
  }
}
