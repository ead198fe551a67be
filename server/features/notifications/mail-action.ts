// Where the mail of a notice leads: asked when it is sent, so that it is what the bell and a push say then (behaviour §18.3).

import type { Notification } from '#contract/notifications/endpoints.ts';
import { notificationPath } from '#contract/notifications/notification-path.ts';
import type { MailAction } from './deliveries.ts';
import { type LeavingDependencies, loadLeaving } from './leaving.ts';

function labelOf({ type, relatedProjectId, relatedSessionId, anchor }: Notification): string {
  if (relatedProjectId !== null) return 'Open project';
  if (anchor !== null) return 'Open concern';
  if (relatedSessionId !== null) return 'Open session';
  return type === 'demo_request' ? 'Open requests' : 'Open dashboard';
}

/** Null for a notice that is gone. */
export async function noticeAction(deps: LeavingDependencies, id: number): Promise<MailAction | null> {
  const [notice] = await loadLeaving(deps, [id]);
  return notice ? { label: labelOf(notice), path: notificationPath(notice) ?? '/dashboard' } : null;
}
