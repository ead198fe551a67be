// What says 'Not sent yet' in lists: fetched after the rows, because almost never is there anything to say.
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

export const UnsentBadge = lazySection(
  () => import('#web/ui/display/unsent-badge.tsx').then((module) => module.UnsentBadge),
  null,
);

export const UnsentSessions = lazySection(
  () => import('./unsent-sessions.tsx').then((module) => module.UnsentSessions),
  null,
);
