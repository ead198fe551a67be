// That a session was sent back: why, the pictures that were flagged with their answers, and what changed since. For crew and admins.

import type { Session } from '#contract/sessions/endpoints.ts';
import { sessionChanges, sessionFlags } from '#contract/sessions/rejection.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { ClampedText } from '#web/ui/display/clamped-text.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { SkeletonText } from '#web/ui/display/skeleton.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { ChangeList } from './change-list.tsx';
import { FlaggedPictures } from './flagged-pictures.tsx';

type Heading = 'h2' | 'h3';
/** `heading`: what its parts are headed by; below the title of a dialog h3. */
type SentBackProps = { session: Session; heading?: Heading };

/** Nothing for a session that was not sent back since it was last decided about. */
export function SentBack({ session: { id, status }, heading: Heading = 'h3' }: SentBackProps) {
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
          <Heading className="font-semibold">
            Sent back by {rejection.byName}, <Instant at={rejection.at} />
          </Heading>
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
          <Heading className="font-semibold">Flagged pictures</Heading>
          <FlaggedPictures flags={flags.data.flags}>
            {({ answer }) => (isAnswered ? <Answer answer={answer} /> : null)}
          </FlaggedPictures>
        </div>
      )}
      <Changes sessionId={id} heading={Heading} />
    </Card>
  );
}

function Answer({ answer }: { answer: string | null }) {
  if (answer === null)
    return (
      <p>
        <Badge tone="yellow">Not answered</Badge>
      </p>
    );
  return (
    <p className="wrap-anywhere">
      <span className="font-medium">Answer: </span>
      {answer}
    </p>
  );
}

function Changes({ sessionId, heading: Heading }: { sessionId: number; heading: Heading }) {
  const found = useApiQuery(sessionChanges, { params: { id: sessionId } });
  return (
    <div className="grid gap-2">
      <Heading className="font-semibold">What changed since it was sent back</Heading>
      {found.error && <QueryError query={found} />}
      {found.isPending && <SkeletonText lines={3} />}
      {found.data && <ChangeList changes={found.data} />}
    </div>
  );
}
