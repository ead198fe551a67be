// What was submitted: the facts of a session, how long it waits, what the crew wrote, and what its media cover.
import { Pencil, SplitSquareHorizontal } from 'lucide-react';
import type { Session } from '#contract/sessions.ts';
import { BrokenLinksBox } from '#web/features/sessions/broken-links-box.tsx';
import { SessionFacts, SessionLinks } from '#web/features/sessions/review-fields.tsx';
import { waitingFor } from '#web/features/sessions/waiting-for.ts';
import { VisitCoverage } from '#web/features/viewpoints/visit-coverage.tsx';
import { Ago } from '#web/ui/ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Instant } from '#web/ui/instant.tsx';
import { lazySection } from '#web/ui/lazy-section.tsx';

/** Who else is here is known after what is here. */
const PresenceLine = lazySection(() => import('./presence-line.tsx').then((module) => module.PresenceLine), null);

type SubmittedProps = {
  session: Session;
  compares: boolean;
  /** False: the visit has no picture of a viewpoint. */
  onCompare: false | ((on: boolean) => void);
};

export function Submitted({ session, compares, onCompare }: SubmittedProps) {
  const isWaiting = session.status === 'pending';
  return (
    <Card
      padded
      as="section"
      aria-label="What was submitted"
      className="grid content-start gap-4 lg:col-start-2 lg:row-start-2"
    >
      {isWaiting && <PresenceLine sessionId={session.id} />}
      <p className="text-muted text-sm tabular-nums">
        Submitted <Instant at={session.submittedAt} />
        {isWaiting && (
          <>
            {' '}
            · <Ago at={session.submittedAt} format={waitingFor} />
          </>
        )}
      </p>
      {session.released && (
        <p>
          <Badge tone="blue" icon={Pencil}>
            Edited after release
          </Badge>
        </p>
      )}
      <SessionFacts session={session} />
      {session.notes && (
        <div>
          <h2 className="text-muted text-sm">Notes</h2>
          <p className="wrap-anywhere whitespace-pre-line">{session.notes}</p>
        </div>
      )}
      <VisitCoverage sessionId={session.id} />
      {onCompare && (
        <Button
          icon={SplitSquareHorizontal}
          aria-pressed={compares}
          aria-keyshortcuts="c"
          className="justify-self-start"
          onClick={() => onCompare(!compares)}
        >
          {compares ? 'Back to the media' : 'Compare with the last visit'}
        </Button>
      )}
      <BrokenLinksBox session={session} />
      <SessionLinks session={session} />
    </Card>
  );
}
