// Where a notice leads: in the bell, on the desktop and as a push.
import { anchorAddress } from '#contract/disputes/anchors.ts';
import type { Notification } from './endpoints.ts';

/** Where a click on it leads: the stage, then the project, else the session (behaviour §5.3); a demo request to its list. */
export function notificationPath(
  notice: Pick<Notification, 'type' | 'relatedProjectId' | 'relatedSessionId' | 'relatedStageId' | 'anchor'>,
): string | null {
  if (notice.relatedStageId) return `/stages/${notice.relatedStageId}`;
  if (notice.relatedProjectId) return `/projects/${notice.relatedProjectId}`;
  if (notice.anchor) return anchorAddress(notice.anchor);
  if (notice.relatedSessionId) return `/sessions/${notice.relatedSessionId}`;
  return notice.type === 'demo_request' ? '/admin-history?tab=requests' : null;
}
