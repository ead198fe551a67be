// The concerns on a session's own page, and the button that raises one.
import { MessageSquareWarning } from 'lucide-react';
import { can } from '#contract/policy.ts';
import { getProject } from '#contract/projects.ts';
import type { Session } from '#contract/sessions.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DisputeList } from './dispute-list.tsx';
import { RaiseDisputeDialog } from './lazy-dialogs.ts';

/** Whoever only looks on at the project (a member as viewer) raises none (behaviour §1.3). */
function useMayRaise({ projectId, photographerId }: Session): boolean {
  const { actor } = useCurrentUser();
  const asks = can.raiseConcerns(actor);
  const { data: project } = useApiQuery(getProject, { params: { id: projectId } }, { enabled: asks });
  return (
    project !== undefined && can.raiseConcern(actor, { photographerId, released: true, standing: project.standing })
  );
}

export function SessionDisputes({ session }: { session: Session }) {
  const { open, dialogs } = useDialogs({
    raise: (control) => <RaiseDisputeDialog {...control} session={session} />,
  });
  const mayRaise = useMayRaise(session);
  return (
    <Card as="section" padded aria-labelledby="concerns">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 id="concerns" className="font-semibold">
          Concerns
        </h2>
        {mayRaise && (
          <Button size="sm" icon={MessageSquareWarning} className="print:hidden" onClick={() => open('raise')}>
            Raise Concern
          </Button>
        )}
      </header>
      <DisputeList sessionId={session.id} />
      {mayRaise && dialogs}
    </Card>
  );
}
