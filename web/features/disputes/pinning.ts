// The dialogs of concerns that are pinned to media, fetched when the first of them is opened.
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';

export const PinDialogs = lazyDialog(() => import('./pin-dialogs.tsx'), 'PinDialogs');
