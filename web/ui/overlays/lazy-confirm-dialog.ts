// A question with two buttons, fetched when it is first asked.
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';

export const LazyConfirmDialog = lazyDialog(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');
