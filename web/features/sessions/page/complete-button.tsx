// The button by which an admin marks a released session as completed, with its undo (behaviour §2.8).
import { CheckCheck } from 'lucide-react';
import type { Session } from '#contract/sessions/endpoints.ts';
import { RowDecision, useOneClick } from '#web/features/sessions/decision/one-click.tsx';
import { Button } from '#web/ui/controls/button.tsx';

export function CompleteButton({ session }: { session: Session }) {
  const oneClick = useOneClick();
  const made = oneClick.of(session);
  if (made) return <RowDecision decision={made} oneClick={oneClick} />;
  return (
    <Button icon={CheckCheck} onClick={() => oneClick.decide(session, 'complete')}>
      Mark as completed
    </Button>
  );
}
