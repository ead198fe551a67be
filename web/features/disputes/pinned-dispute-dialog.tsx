// One concern that was opened by its pin, with its conversation.
import { getDispute } from '#contract/disputes/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
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
