// 'Client Concern Details': the concerns on one session with their conversations.
import { Link } from 'wouter';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import { formatDate } from '#web/lib/format/format.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { disputePath } from './dispute-labels.ts';
import { DisputeList } from './dispute-list.tsx';

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
