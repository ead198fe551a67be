// That a session was sent back: why, the pictures that were flagged with their answers, and what changed since. For crew and admins.
import { sessionChanges, sessionFlags } from '#contract/rejection.ts';
import type { Session } from '#contract/sessions.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { ClampedText } from '#web/ui/clamped-text.tsx';
import { Instant } from '#web/ui/instant.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { ChangeList } from './change-list.tsx';
import { FlaggedPictures } from './flagged-pictures.tsx';

/** Nothing for a session that was not sent back since it was last decided about. */
export function SentBack({ session: { id, status } }: { session: Session }) {
  const isOpen = status === 'rejected' || status === 'pending';
  const flags = useApiQuery(sessionFlags, { params: { id } }, { enabled: isOpen });
  if (flags.error && isOpen) return <QueryError query={flags} />;
  const { rejection, resubmitNote, resubmittedAt } = flags.data ?? {};
  if (!isOpen || !rejection || !flags.data) return null;
  const isAnswered = resubmittedAt !== null;
  return (
    <Card padded as="section" aria-label="Sent back" className="grid gap-4">
      {isAnswered && (
        <div className="grid gap-1">
          <h3 className="font-semibold">
            Sent back by {rejection.byName}, <Instant at={rejection.at} />
          </h3>
          {rejection.reason && <ClampedText what="the reason">{rejection.reason}</ClampedText>}
          {resubmitNote && (
            <p className="wrap-anywhere">
              <span className="font-medium">With the resubmission: </span>
              {resubmitNote}
            </p>
          )}
        </div>
      )}
      {flags.data.flags.length > 0 && (
        <div className="grid gap-2">
          <h3 className="font-semibold">Flagged pictures</h3>
          <FlaggedPictures flags={flags.data.flags}>
            {({ answer }) => (isAnswered ? <Answer answer={answer} /> : null)}
          </FlaggedPictures>
        </div>
      )}
      <Changes sessionId={id} />
    </Card>
  );
}

function Answer({ answer }: { answer: string | null }) {
  if (answer === null) return <Badge tone="yellow">Not answered</Badge>;
  return (
    <p className="wrap-anywhere">
      <span className="font-medium">Answer: </span>
      {answer}
    </p>
  );
}

function Changes({ sessionId }: { sessionId: number }) {
  const found = useApiQuery(sessionChanges, { params: { id: sessionId } });
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">What changed since it was sent back</h3>
      {found.error && <QueryError query={found} />}
      {found.isPending && <SkeletonText lines={3} />}
      {found.data && <ChangeList changes={found.data} />}
    </div>
  );
}
