// Why a session was sent back, in the row, card or page of the person who has to revise it.
import { AlertTriangle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Session } from '#contract/sessions/endpoints.ts';
import { ClampedText } from '#web/ui/display/clamped-text.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** `children`: what stands below the reason. */
export function RejectionBox({ session, children }: { session: Session; children?: ReactNode }) {
  const { status, rejectionReason, reviewNotes } = session;
  if (status !== 'rejected' || !rejectionReason) return null;
  return (
    <Notice tone="red" icon={AlertTriangle} className="text-sm">
      <ClampedText what="the rejection">
        <span className="font-medium">Rejected: </span>
        {[rejectionReason, reviewNotes].filter(Boolean).join('\n')}
      </ClampedText>
      {children}
    </Notice>
  );
}
