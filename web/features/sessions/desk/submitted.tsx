// What was submitted: the facts of a session, how long it waits, what the crew wrote, and what its media cover.
import { Columns2, Pencil } from 'lucide-react';
import type { Session } from '#contract/sessions/endpoints.ts';
import { BrokenLinksBox } from '#web/features/sessions/parts/broken-links-box.tsx';
import { SessionFacts, SessionLinks } from '#web/features/sessions/parts/review-fields.tsx';
import { waitingFor } from '#web/features/sessions/parts/waiting-for.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Ago } from '#web/ui/display/ago.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Instant } from '#web/ui/display/instant.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

/** What was found about it is known after what it is. */
const Evidence = lazySection(() => import('./evidence.tsx'), 'Evidence', null);

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
      <p className="text-muted text-sm tabular-nums">
        Submitted <Instant at={session.submittedAt} />
        {isWaiting && (
          <>
            {' '}
            · <Ago at={session.submittedAt} format={waitingFor} />
          </>
        )}
      </p>
      {isWaiting && session.released && (
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
      {isWaiting && <Evidence session={session} />}
      {onCompare && (
        <Button
          icon={Columns2}
          aria-pressed={compares}
          aria-keyshortcuts="c"
          className="justify-self-start aria-pressed:border-accent aria-pressed:bg-accent-soft"
          onClick={() => onCompare(!compares)}
        >
          Compare with the last visit
        </Button>
      )}
      <BrokenLinksBox session={session} />
      <SessionLinks session={session} />
    </Card>
  );
}
