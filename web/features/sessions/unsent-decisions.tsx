// Decisions that were not sent, for a crash or a lost line: to be sent or thrown away by whoever made them (behaviour §2.8).
import { Send, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { getSession, type SessionStatus } from '#contract/sessions.ts';
import type { Decision } from '#web/lib/pending-decisions.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

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

type UnsentNoticeProps = UnsentButtonsProps & { decision: Decision; label: string; from: SessionStatus };

/** Of a session without a row. One that was decided meanwhile, by whomever, is nothing to send any more. */
export function UnsentNotice({ decision, label, from, onSend, onDiscard }: UnsentNoticeProps) {
  const { sessionId, words } = decision;
  const found = useApiQuery(getSession, { params: { id: sessionId } });
  const isDecided = found.error?.status === 404 || (found.data && found.data.status !== from);
  useEffect(() => {
    if (isDecided) onDiscard();
  });
  if (found.isPending || isDecided) return null;
  return (
    <Notice tone="yellow" icon={WifiOff} className="m-3 text-sm">
      <p>
        Session #{sessionId}, {words}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <p>
          <span className="font-medium">{label}</span>: Not sent
        </p>
        <UnsentButtons onSend={onSend} onDiscard={onDiscard} />
      </div>
    </Notice>
  );
}
