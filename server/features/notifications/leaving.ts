// Notices as they leave by mail, push and the live channel: with the ids that calls answer.
import type { Kysely } from 'kysely';
import type { Notification } from '#contract/notifications.ts';
import * as schemas from '#contract/schemas/notifications.ts';
import type { Tables } from '#server/db/schema.ts';
import { loadNotifications } from '#server/features/notifications.ts';
import { replacerOf, sealsFor } from '#server/http/sealed-fields.ts';
import type { FileIds } from '#server/lib/file-ids.ts';

export type LeavingDependencies = { db: Kysely<Tables>; fileIds: FileIds };

const replace = replacerOf(schemas.Notification);

export async function loadLeaving(
  { db, fileIds }: LeavingDependencies,
  ids: readonly number[],
): Promise<Notification[]> {
  const seals = sealsFor(fileIds, null);
  return (await loadNotifications(db, ids)).map((notice) => (replace?.(notice, seals) ?? notice) as Notification);
}
