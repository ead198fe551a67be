// The dialogs of sessions that several places open, each fetched when it is first opened.
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';

export const CreateSessionDialog = lazyDialog(
  () => import('#web/features/sessions/form/create-session-dialog.tsx'),
  'CreateSessionDialog',
);
export const DecisionDialog = lazyDialog(
  () => import('#web/features/sessions/decision/decision-dialog.tsx'),
  'DecisionDialog',
);
export const SessionMediaDialog = lazyDialog(() => import('./session-media-dialog.tsx'), 'SessionMediaDialog');
