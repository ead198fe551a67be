// That a session waits for uploaded files, and the way to go on without those that will not come.
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { can, noRelation } from '#contract/policy.ts';
import { type Session, uploadedSoFar } from '#contract/sessions/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

const LeaveOutDialog = lazyDialog(() => import('./leave-out-dialog.tsx'), 'LeaveOutDialog');

export function UploadingBox({ session }: { session: Session }) {
  const { actor } = useCurrentUser();
  const [isAsked, setIsAsked] = useState(false);
  const { travelling } = session;
  if (!travelling) return null;
  return (
    <Notice tone="blue" icon={Upload} role="status" className="text-sm">
      <p className="font-medium tabular-nums">{uploadedSoFar(travelling)}</p>
      <p>
        This session waits for review once all files are there. If uploads have stopped, the person who started them
        opens Edit and chooses the same files again.
      </p>
      {can.editSession(actor, { ...session, relation: noRelation }) && (
        <Button size="sm" className="mt-2" onClick={() => setIsAsked(true)}>
          Leave out missing files
        </Button>
      )}
      <LeaveOutDialog open={isAsked} onOpenChange={setIsAsked} session={session} />
    </Notice>
  );
}
