// 'Client Concern Details': the concerns on one session with their conversations.

import { Link } from 'wouter';
import { formatDate } from '#contract/core/day-words.ts';
import { type Dispute, getDispute } from '#contract/disputes/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { DisputeCard, DisputeList, disputePath } from './dispute-card.tsx';

type DisputeDetailsDialogProps = DialogControl & {
  session: Pick<Dispute['session'], 'id' | 'captureDate' | 'project' | 'site' | 'photographerId'>;
};

export function DisputeDetailsDialog({ session, ...control }: DisputeDetailsDialogProps) {
  return (
    <Dialog
      {...control}
      size="lg"
      title="Client Concern Details"
      description={
        <>
          <Link href={`/sessions/${session.id}`} className="underline underline-offset-2 hover:text-ink">
            Session #{session.id}
          </Link>
          {` · ${disputePath({ session })} · ${formatDate(session.captureDate)}`}
        </>
      }
    >
      <DisputeList sessionId={session.id} />
    </Dialog>
  );
}

// One concern that was opened by its pin, with its conversation.
type PinnedDisputeDialogProps = DialogControl & { disputeId: number };

export function PinnedDisputeDialog({ disputeId, open, onOpenChange }: PinnedDisputeDialogProps) {
  const found = useApiQuery(getDispute, { params: { id: disputeId } }, { enabled: open });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="lg" title={`Concern ${disputeId}`}>
      {found.data && <DisputeCard dispute={found.data} startsOpen onFollow={() => onOpenChange(false)} />}
      {found.isPending && <Skeleton className="h-44 rounded-card" />}
      {found.error && !found.data && <QueryError query={found} />}
    </Dialog>
  );
}
