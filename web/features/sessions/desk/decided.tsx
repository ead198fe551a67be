// What became of the open session, and the way on from it.
import { ArrowRight, CheckCheck } from 'lucide-react';
import { type Session, sessionStatusLabels } from '#contract/sessions/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { fullName } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import type { Desk } from './use-desk.ts';

/** By oneself a moment ago, or by somebody else meanwhile. */
export function Decided({ session }: { session: Session }) {
  const { person } = useCurrentUser();
  const { reviewer, reviewedBy, status } = session;
  const who = reviewer && (reviewedBy === person.id ? 'you' : fullName(reviewer));
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-2">
      <p className="wrap-anywhere min-w-0">
        <span className="font-medium">{sessionStatusLabels[status]}</span>
        {who && status !== 'completed' && ` by ${who}`}
      </p>
      <LinkButton href={`/sessions/${session.id}`} size="sm">
        Open session
      </LinkButton>
    </div>
  );
}

export function GoOn({ desk }: { desk: Desk }) {
  if (desk.hasNext) {
    return (
      <Button variant="primary" icon={ArrowRight} className="justify-self-start" onClick={desk.goOn}>
        Next session
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="flex items-center gap-2">
        <CheckCheck aria-hidden="true" className="size-4 shrink-0 text-muted" />
        Nothing else is waiting.
      </p>
      <LinkButton href="/approvals" size="sm">
        Pending Approvals
      </LinkButton>
    </div>
  );
}
