// Notices as they are read, and as they leave by mail, push and the live channel: with the ids that calls answer.
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import type { CacheVersions } from '#contract/core/preloaded-state.ts';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { notificationPath } from '#contract/notifications/notification-path.ts';
import * as schemas from '#contract/notifications/routes.ts';
import { newestAnchorOf } from '#server/db/anchor-json.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { replacerOf, sealsFor } from '#server/http/calls/sealed-fields.ts';
import type { FileIds } from '#server/lib/secrets/file-ids.ts';
import type { MailAction } from './deliveries.ts';

export const notificationColumns = sql`n.id, n.user_id as "userId", n.type, n.title, n.message, n.is_read as "isRead",
  n.related_project_id as "relatedProjectId", n.related_session_id as "relatedSessionId",
  n.related_dispute_id as "relatedDisputeId", n.related_stage_id as "relatedStageId", n.created_at as "createdAt",
  case when exists (select 1 from disputes related join sessions_present s on s.id = related.session_id where related.id = n.related_dispute_id)
    then (${newestAnchorOf(sql`n.related_dispute_id`, {
      forClient: sql`(select reader.role = 'client' from users reader where reader.id = n.user_id)`,
    })}) end as anchor`;

/** Whole notifications by id, for the live channel: a push carries everything, so that no page refetches. */
export async function loadNotifications(db: Kysely<Tables>, ids: readonly number[]): Promise<Notification[]> {
  const found = await sql<Notification>`
    select ${notificationColumns} from notifications n where n.id = any(${[...ids]}::integer[])`.execute(db);
  return found.rows;
}

export type LeavingDependencies = { db: Kysely<Tables>; fileIds: FileIds };

const replace = replacerOf(schemas.Notification);

export async function loadLeaving(
  { db, fileIds }: LeavingDependencies,
  ids: readonly number[],
): Promise<Notification[]> {
  const seals = sealsFor(fileIds, null);
  return (await loadNotifications(db, ids)).map((notice) => (replace?.(notice, seals) ?? notice) as Notification);
}

// Where the mail of a notice leads: asked when it is sent, so that it is what the bell and a push say then (behaviour §18.3).
function labelOf({ type, relatedProjectId, relatedSessionId, relatedStageId, anchor }: Notification): string {
  if (relatedStageId) return 'Open stage';
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

// What has changed since, for browsers that neither a socket nor an event stream reaches (behaviour §5.4).
type Options = { cacheVersions(): CacheVersions };

export const live = ({ cacheVersions }: Options): Handlers<typeof api.live> => ({
  async liveVersions({ actor }) {
    return { userId: actor.id, versions: cacheVersions() };
  },
});
