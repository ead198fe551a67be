// The dialogs that pins open, each fetched when it is first opened.
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import type { PinDialog } from '#web/media/frame/pinning.ts';

const RaiseDisputeDialog = lazyDialog(() => import('./raise-dispute-dialog.tsx'), 'RaiseDisputeDialog');

const MovePinDialog = lazyDialog(() => import('./move-pin-dialog.tsx'), 'MovePinDialog');
const AnswerDialog = lazyDialog(() => import('./answer-dialog.tsx'), 'AnswerDialog');
const PinnedDisputeDialog = lazyDialog(() => import('./dispute-details-dialog.tsx'), 'PinnedDisputeDialog');

export function PinDialogs({ dialog, ...control }: DialogControl & { dialog: PinDialog }) {
  switch (dialog.is) {
    case 'raise':
      return <RaiseDisputeDialog {...control} {...dialog.pointed} />;
    case 'answer':
      return <AnswerDialog {...control} {...dialog.pointed} />;
    case 'move':
      return <MovePinDialog {...control} {...dialog.pointed} of={dialog.disputeId} />;
    case 'details':
      return <PinnedDisputeDialog {...control} disputeId={dialog.disputeId} />;
  }
}
