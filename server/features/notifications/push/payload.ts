// What a push says: the notice's title, and which session or project it is about; never the name or words of another person.
import { type Kysely, sql } from 'kysely';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { notificationPath } from '#contract/notifications/notification-path.ts';
import type { PushPayload } from '#contract/notifications/push.ts';
import type { Tables } from '#server/db/schema.ts';
import { type LeavingDependencies, loadLeaving } from '#server/features/notifications/leaving.ts';
import { withoutTurns } from '#server/lib/well-formed.ts';

async function projectNameOf(db: Kysely<Tables>, notice: Notification): Promise<string | null> {
  const { relatedProjectId, relatedSessionId } = notice;
  const found = await sql<{ name: string }>`select p.name from projects p where p.id = coalesce(
    ${relatedProjectId}::integer, (select project_id from sessions where id = ${relatedSessionId}::integer))`.execute(
    db,
  );
  return found.rows[0]?.name ?? null;
}

function wordsFor({ type, relatedSessionId }: Notification, project: string | null): string {
  if (type === 'demo_request') return 'Somebody asked for a demo tour.';
  const session = relatedSessionId === null ? [] : [`Session #${relatedSessionId}`];
  return [...session, ...(project === null ? [] : [withoutTurns(project)])].join(' · ');
}

/** Null for a notice that is gone, or was read already. */
export async function pushOfNotice(deps: LeavingDependencies, id: number): Promise<PushPayload | null> {
  const [notice] = await loadLeaving(deps, [id]);
  if (!notice || notice.isRead) return null;
  const body = wordsFor(notice, await projectNameOf(deps.db, notice));
  return { id, kind: notice.type, title: notice.title, body, path: notificationPath(notice) ?? '/dashboard' };
}
