// Submitting a session: where it belongs, whose it is, and who is notified.
import { can, type Person } from '#contract/policy.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { NewSession } from '#contract/sessions/routes.ts';
import { emptyContent } from '#server/db/session-content.ts';
import type { ReadDefaults } from '#server/db/settings/company-settings.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { claimUploads, notifyWhenThere } from '#server/features/uploads/claim.ts';
import { invalid } from '#server/lib/problem.ts';
import { mergeContent } from './content-fields.ts';
import { resolveSite } from './resolve-site.ts';
import { insertSession } from './write-with-record.ts';

/** Only an admin may name the photographer, of everybody else it is ignored; an admin who names nobody was there himself. */
async function photographerFor({ tx }: WriteContext, actor: Person, named: number | null | undefined): Promise<number> {
  if (!can.namePhotographer(actor) || named === undefined || named === null || named === actor.id) return actor.id;
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', named)
    .where('closed_at', 'is', null)
    .where('role', '=', 'photographer')
    .executeTakeFirst();
  if (!found) throw invalid('photographerId', 'There is no such photographer');
  return found.id;
}

/** (new) to pending (behaviour §2.2). */
export async function createSession(
  w: WriteContext,
  actor: Person,
  { body, defaults }: { body: NewSession; defaults: ReadDefaults },
): Promise<Session> {
  const { projectId, siteId = null } = body;
  const place = await resolveSite(w, actor, { projectId, siteId, isNew: true });
  const photographer = await photographerFor(w, actor, body.photographerId);
  const made = await insertSession(w, actor.id, {
    ...mergeContent(body, emptyContent(body.captureDate)),
    project_id: projectId,
    site_id: place,
    photographer_id: photographer,
  });
  await claimUploads(w, actor, { id: made.id, project_id: projectId, links: made, defaults });
  await notifyWhenThere(w, { by: actor.id, sessionId: made.id, how: 'new' });
  w.events.invalidateFor({
    admins: true,
    users: [photographer],
    projects: [projectId],
    ids: { sessions: [made.id], disputes: [] },
  });
  return made;
}
