// On the page of a session, for crew and admins: its checks.
import type { Session } from '#contract/sessions/endpoints.ts';
import { SessionChecks } from '#web/features/sessions/parts/session-checks.tsx';
import { Card } from '#web/ui/display/card.tsx';

export function ChecksCard({ session }: { session: Session }) {
  return (
    <Card padded className="print:hidden">
      <SessionChecks sessionId={session.id} heading="h2" />
    </Card>
  );
}
