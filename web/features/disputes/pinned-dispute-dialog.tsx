// One concern that was opened by its pin, with its conversation.
import { getDispute } from '#contract/disputes.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DisputeCard } from './dispute-card.tsx';

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
