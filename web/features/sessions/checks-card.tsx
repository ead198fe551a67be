// On the page of a session, for crew and admins: its checks.
import type { Session } from '#contract/sessions.ts';
import { Card } from '#web/ui/card.tsx';
import { SessionChecks } from './session-checks.tsx';

export function ChecksCard({ session }: { session: Session }) {
  return (
    <Card padded className="print:hidden">
      <SessionChecks sessionId={session.id} heading="h2" />
    </Card>
  );
}
