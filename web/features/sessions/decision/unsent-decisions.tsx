// Decisions refused, or unsent after a crash or lost connection: their author can send, discard or dismiss them (behaviour §2.8).

import { CircleCheck, CircleX, Send, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { getSession, type Session, type SessionStatus } from '#contract/sessions/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { fullName } from '#web/lib/format/format.ts';
import type { Decision, PendingDecision } from '#web/lib/offline/pending-decisions.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

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
  label: string;
  from: SessionStatus;
  to: SessionStatus;
};

/** For a session without a row. */
export function UnsentNotice(props: UnsentNoticeProps) {
  const { decision, label, onDiscard } = props;
  if (decision.state !== 'refused') return <NotSent {...props} />;
  return (
    <Notice tone="red" icon={CircleX} className={box}>
      <About decision={decision} />
      <p className="mt-1">
        <span className="font-medium">{label}</span>: Refused. {decision.refusal}
      </p>
      <Button size="sm" className="mt-2" onClick={onDiscard}>
        Dismiss
      </Button>
    </Notice>
  );
}

const box = 'text-sm shadow-raised';

function About({ decision: { sessionId, words } }: { decision: Decision }) {
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

function NotSent({ decision, label, from, to, onSend, onDiscard }: UnsentNoticeProps) {
  const { person } = useCurrentUser();
  const found = useApiQuery(getSession, { params: { id: decision.sessionId } });
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
      <About decision={decision} />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <p>
          <span className="font-medium">{label}</span>: Not sent
          {isDecided &&
            `. ${found.data && !isGone ? meanwhileWords(found.data) : 'The session was removed meanwhile.'}`}
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

export function meanwhileWords({ id, status, reviewer }: Decided): string {
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
