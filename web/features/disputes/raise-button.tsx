// The button that raises a concern about a session, for people who may.
import { MessageSquareWarning } from 'lucide-react';
import { can } from '#contract/policy.ts';
import { getProject } from '#contract/projects/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { Button } from '#web/ui/controls/button.tsx';

/** Viewers of a project raise none (behaviour §1.3). */
export function RaiseButton({ session, onRaise }: { session: Session; onRaise: () => void }) {
  const { projectId, photographerId } = session;
  const { actor } = useCurrentUser();
  const asks = can.raiseConcerns(actor);
  const { data: project } = useApiQuery(getProject, { params: { id: projectId } }, { enabled: asks });
  if (!project || !can.raiseConcern(actor, { photographerId, released: true, relation: project.standing })) return null;
  return (
    <Button size="sm" icon={MessageSquareWarning} className="print:hidden" onClick={onRaise}>
      Raise Concern
    </Button>
  );
}
