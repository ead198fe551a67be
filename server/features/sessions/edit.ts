// Editing what a session holds: who may, what stays, and when it goes back to review (behaviour §2.4).
import { type RawBuilder, sql } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import { type Session, type SessionStatus, sessionStatuses, sessionTransitions } from '#contract/sessions/endpoints.ts';
import type { SessionEdit } from '#contract/sessions/routes.ts';
import type { SessionContent } from '#server/db/schema.ts';
import { contentColumns } from '#server/db/session-content.ts';
import type { ReadDefaults } from '#server/db/settings/company-settings.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { moveVisit } from '#server/features/planned-visits/fulfil.ts';
import { claimEdited, leaveOutMissing, lockUploadsOf, notifyWhenComplete } from '#server/features/uploads/claim.ts';
import { submitWhenComplete } from '#server/features/uploads/finish.ts';
import { conflict, forbidden } from '#server/lib/problem.ts';
import { type LockedSession, lockSession, wrongStatus } from '#server/visibility/lock-session.ts';
import { resolveSite } from './create.ts';
import { filesOfSameLinks, type ListedFiles, pinFiles, readReleasedFiles } from './pin-files.ts';
import { isSameContent, loadSession, mergeContent } from './session-row.ts';
import { recordReleasedEdit } from './taken-back.ts';
import { refetchFor, rejectStale, withoutReview } from './transitions.ts';
import { changeSession } from './write-with-record.ts';

/** The project and site after the edit. Another project needs a site of its own, and is closed to what clients ever saw. */
async function placeAfter(
  w: WriteContext,
  actor: Person,
  { session, body }: { session: LockedSession; body: SessionEdit },
) {
  const { project_id, site_id } = session;
  const projectId = body.projectId ?? project_id;
  const moves = projectId !== project_id;
  const siteId = body.siteId === undefined && !moves ? site_id : (body.siteId ?? null);
  if (!moves && siteId === site_id && body.siteId === undefined) return { project_id, site_id };
  if (moves && session.facts.released) {
    throw conflict(
      `Session ${session.id} was released to clients and cannot move to another project: remove it and submit it again`,
    );
  }
  return { project_id: projectId, site_id: await resolveSite(w, actor, { projectId, siteId, isNew: false }) };
}

type Plan = { to: SessionStatus; set: RawBuilder<unknown>; releases: boolean };

/**
 * What an edit does to the state. The owner's edit of released content goes back to review and clients keep what they read. An
 * admin's keeps the status; of an approved or completed session it is the reviewer himself who edits, so clients read it at once.
 */
function planOf(actor: Person, { status }: LockedSession, captureDate: string): Plan {
  const isReleased = (sessionTransitions.revise.from as readonly SessionStatus[]).includes(status);
  if (!isReleased) return { to: status, set: sql``, releases: false };
  if (!can.reviewSessions(actor))
    return { to: 'pending', set: sql`, status = 'pending', submitted_at = now(), ${withoutReview}`, releases: false };
  const set = sql`, released_record_id = n.id, released_capture_date = ${captureDate}`;
  return { to: status, set, releases: true };
}

function assign(content: SessionContent): RawBuilder<unknown> {
  return sql.join(contentColumns.map((column) => sql`${sql.ref(column)} = ${content[column]}`));
}

async function lockForEdit(w: WriteContext, actor: Person, id: number): Promise<LockedSession> {
  await lockUploadsOf(w.tx, id);
  const session = await lockSession(w, actor, id);
  if (!can.editSession(actor, session.facts)) throw forbidden();
  return session;
}

/** Missing uploads are not waited for any more; if no file is uploading, nothing happens. */
export async function leaveOutMissingFiles(w: WriteContext, actor: Person, id: number): Promise<Session> {
  const session = await lockForEdit(w, actor, id);
  await leaveOutMissing(w, { id, photographer: session.facts.photographerId });
  await refetchFor(w, session, { clients: false });
  return (await loadSession(w.tx, actor, id)) as Session;
}

/** What lies behind its links, and how much a project holds. */
type Around = { listed: ListedFiles; defaults: ReadDefaults };

/** Saves an edit. One that changes nothing leaves no record, sends nothing back to review and notifies nobody. */
export async function editSession(
  w: WriteContext,
  actor: Person,
  { id, body, ...rest }: { id: number; body: SessionEdit } & Around,
): Promise<Session> {
  const session = await lockForEdit(w, actor, id);
  await rejectStale(w, actor, { session, recordId: body.recordId });
  const before = Object.fromEntries(contentColumns.map((column) => [column, session[column]])) as SessionContent;
  const place = await placeAfter(w, actor, { session, body });
  const content = { ...before, ...mergeContent(body, before), ...place };
  if (isSameContent(content, before)) return (await loadSession(w.tx, actor, id)) as Session;
  return save(w, actor, { session, content, ...rest });
}

async function save(
  w: WriteContext,
  actor: Person,
  edit: { session: LockedSession; content: SessionContent } & Around,
): Promise<Session> {
  const { session, content, listed, defaults } = edit;
  const plan = planOf(actor, session, content.capture_date);
  const releases = plan.releases ? sql`s.record_id` : sql`null`;
  const saved = await changeSession(w, session, {
    set: sql`${assign(content)}, record_id = n.id ${plan.set}`,
    from: sessionStatuses,
    record: { action: 'edited', from: session.status, to: plan.to, by: actor.id, releases },
  });
  if (!saved) throw await wrongStatus(w, session);
  if (plan.releases) {
    const released = await readReleasedFiles(w.tx, session.released_record_id);
    const files = filesOfSameLinks(released, session, content);
    await pinFiles(w, { session, recordId: saved.recordId, content, files, listed });
  }
  const place = { id: session.id, project_id: content.project_id };
  const waitsNoMore = await claimEdited(w, actor, { ...place, links: saved, defaults });
  if (plan.to !== session.status) await notifyWhenComplete(w, { by: actor.id, sessionId: session.id, how: 'revised' });
  else if (waitsNoMore) await submitWhenComplete(w, { id: session.id, photographer: session.facts.photographerId });
  const announced = await refetchFor(w, session, { clients: plan.releases, movedTo: content.project_id });
  await moveVisit(w, {
    id: session.id,
    from: { projectId: session.project_id, siteId: session.site_id },
    to: { projectId: content.project_id, siteId: content.site_id, captureDate: content.capture_date },
    announced,
  });
  const before = { content: session, status: session.status };
  const after = { content, status: plan.to };
  if (session.facts.released) await recordReleasedEdit(w, { by: actor.id, session, before, after });
  return waitsNoMore ? ((await loadSession(w.tx, actor, session.id)) as Session) : saved;
}
