// The dialogs of concerns, each fetched when it is first opened.
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';

export const DisputeDetailsDialog = lazyDialog(() => import('./dispute-details-dialog.tsx'), 'DisputeDetailsDialog');
export const RaiseDisputeDialog = lazyDialog(() => import('./raise-dispute-dialog.tsx'), 'RaiseDisputeDialog');
