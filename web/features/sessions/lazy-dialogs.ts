// The dialogs of sessions that several places open, each fetched when it is first opened.
import { lazyDialog } from '#web/lib/lazy-component.tsx';

export const CreateSessionDialog = lazyDialog(() => import('./create-session-dialog.tsx'), 'CreateSessionDialog');
export const DecisionDialog = lazyDialog(() => import('./decision-dialog.tsx'), 'DecisionDialog');
export const SessionMediaDialog = lazyDialog(() => import('./session-media-dialog.tsx'), 'SessionMediaDialog');
