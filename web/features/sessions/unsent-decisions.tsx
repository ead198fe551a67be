// Decisions that were not sent, for a crash or a lost line: to be sent or thrown away by whoever made them (behaviour §2.8).
import { CircleCheck, Send, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { getSession, type SessionStatus } from '#contract/sessions.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import type { Decision } from '#web/lib/pending-decisions.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { meanwhileWords } from './meanwhile-words.ts';

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
  decision: Decision;
  label: string;
  from: SessionStatus;
  to: SessionStatus;
};

/** Of a session without a row. */
export function UnsentNotice({ decision, label, from, to, onSend, onDiscard }: UnsentNoticeProps) {
  const { sessionId, words } = decision;
  const { person } = useCurrentUser();
  const found = useApiQuery(getSession, { params: { id: sessionId } });
  const isGone = found.error?.status === 404;
  const isDecided = isGone || (found.data !== undefined && found.data.status !== from);
  // Only its answer was lost.
  const hasArrived = found.data?.status === to && found.data.reviewedBy === person.id;
  useEffect(() => {
    if (hasArrived) onDiscard();
  });
  if (found.isPending || hasArrived) return null;
  return (
    <Notice tone="yellow" icon={isDecided ? CircleCheck : WifiOff} className="m-3 text-sm">
      <p>
        Session #{sessionId}, {words}
      </p>
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
