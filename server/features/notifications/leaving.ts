// Notices as they leave by mail, push and the live channel: with the ids that calls answer.
import type { Kysely } from 'kysely';
import type { Notification } from '#contract/notifications/endpoints.ts';
import * as schemas from '#contract/notifications/routes.ts';
import type { Tables } from '#server/db/schema.ts';
import { replacerOf, sealsFor } from '#server/http/calls/sealed-fields.ts';
import type { FileIds } from '#server/lib/secrets/file-ids.ts';
import { loadNotifications } from './handlers.ts';

export type LeavingDependencies = { db: Kysely<Tables>; fileIds: FileIds };

const replace = replacerOf(schemas.Notification);

export async function loadLeaving(
  { db, fileIds }: LeavingDependencies,
  ids: readonly number[],
): Promise<Notification[]> {
  const seals = sealsFor(fileIds, null);
  return (await loadNotifications(db, ids)).map((notice) => (replace?.(notice, seals) ?? notice) as Notification);
}
