// Pictures taken back: an admin hides single files of a released session from clients at once, and shows them again (behaviour §23).

import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import { type SessionField, sessionFieldNames, sessionFields } from '#contract/core/session-fields.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { AuditAct } from '#contract/overview/audit-log.ts';
import { can, type Person } from '#contract/policy.ts';
import type { SessionStatus } from '#contract/sessions/endpoints.ts';
import { disputeRaisers, projectPeople } from '#server/db/project-relations.ts';
import type { SessionContent, Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { fullName } from '#server/db/user-names.ts';
import { changedFacts, recordAct } from '#server/features/audit/handlers.ts';
import { type LinkDependencies, listFilesForReply, loadSessionLink } from '#server/features/media/session-link.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { conflict, forbidden, invalid, notFound } from '#server/lib/problem.ts';
import type { MediaSource } from '#server/media/sources/source.ts';
import { type LockedSession, lockSession } from '#server/visibility/lock-session.ts';

type Dependencies = Pick<LinkDependencies, 'hosts'> & { source: MediaSource };
type Named = { id: number; kind: MediaKind; item: string };
type Found = { link: string; name: string };

/** What clients see of the session under this id; a file that a link names directly cannot be separated from the link. */
async function findShown(
  deps: Dependencies & LinkDependencies,
  actor: Person,
  { item, ...tab }: Named,
): Promise<Found | null> {
  const { facts } = await loadSessionLink(deps, actor, tab);
  if (!facts.released) throw conflict('This session is not released: clients see nothing of it');
  const linked = await loadSessionLink(deps, actor, { ...tab, asReleased: true });
  if (linked.takenBack.has(item)) return null;
  if (linked.text === null) throw notFound('File');
  if (linked.link?.kind !== 'folder')
    throw invalid(
      'item',
      'Only files of a folder can be taken back one by one: edit the session to take this link away',
    );
  const files = await listFilesForReply(deps.source, linked, 'File');
  const file = files.find(({ id }) => id === item);
  if (!file) throw notFound('Released file');
  return { link: linked.text, name: file.name.slice(0, 300) };
}

/** Who took it back, if that was done already; else null. */
async function findTaker(db: Kysely<Tables>, projectId: number, file: string): Promise<string | null> {
  const found = await sql<{ by: string }>`select ${fullName('u')} as by
    from hidden_pictures h join sessions s on s.id = h.session_id join users u on u.id = h.hidden_by
    where h.shown_at is null and h.file = ${file} and s.project_id = ${projectId} order by h.id limit 1`.execute(db);
  return found.rows[0]?.by ?? null;
}

/** Everybody who has anything of the project open: its file may be behind several of its visits. */
async function refetch({ tx, events }: WriteContext, { project_id: project }: LockedSession): Promise<void> {
  const users = [...(await projectPeople(tx, project)), ...(await disputeRaisers(tx, { project }))];
  events.invalidateFor({ admins: true, users, projects: [project] });
}

async function lockForTaking(context: WriteContext, actor: Person, id: number): Promise<LockedSession> {
  const session = await lockSession(context, actor, id);
  if (!can.takeBackPictures(actor)) throw forbidden();
  return session;
}

type Taking = Named & { found: Found | null; reason: string };

async function hide(context: WriteContext, actor: Person, { id, kind, item, found, reason }: Taking): Promise<void> {
  const { tx } = context;
  const session = await lockForTaking(context, actor, id);
  const taker = await findTaker(tx, session.project_id, item);
  if (taker !== null) throw conflict(`${taker} has already taken this picture back: clients do not see it`);
  if (!found) throw conflict('This picture was shown again a moment ago: look at it again first');
  const { link, name } = found;
  await tx
    .insertInto('hidden_pictures')
    .values({ session_id: id, media_kind: kind, link, file: item, name, reason, hidden_by: actor.id })
    .execute();
  await refetch(context, session);
  const after = { picture: name, reason };
  await recordSession(context, { by: actor.id, act: 'pictureTakenBack', session, after });
}

async function wasTakenBack(
  db: Kysely<Tables>,
  { project_id: project }: LockedSession,
  file: string,
): Promise<boolean> {
  const found = await sql`select 1 from hidden_pictures h join sessions s on s.id = h.session_id
    where h.file = ${file} and s.project_id = ${project}`.execute(db);
  return found.rows.length > 0;
}

async function unhide(context: WriteContext, actor: Person, { id, item }: Pick<Named, 'id' | 'item'>): Promise<void> {
  const session = await lockForTaking(context, actor, id);
  const ended = await sql<{ name: string; reason: string }>`
    update hidden_pictures h set shown_by = ${actor.id}, shown_at = now() from sessions s
    where s.id = h.session_id and s.project_id = ${session.project_id} and h.file = ${item} and h.shown_at is null
    returning h.name, h.reason`.execute(context.tx);
  const [row] = ended.rows;
  if (!row && (await wasTakenBack(context.tx, session, item))) throw conflict('Clients already see this picture again');
  if (!row) throw notFound('File');
  await refetch(context, session);
  const before = { picture: row.name, reason: row.reason };
  await recordSession(context, { by: actor.id, act: 'pictureShownAgain', session, before });
}

/** The calls of the contract. */
export function takenBack(deps: Dependencies): Handlers<typeof api.takenBack> {
  return {
    async takeBack({ actor, db, params, body: { reason }, write }) {
      const found = await findShown({ ...deps, db }, actor, params);
      await write((context) => hide(context, actor, { ...params, found, reason }));
      return ok;
    },

    async showAgain({ actor, params, write }) {
      await write((context) => unhide(context, actor, params));
      return ok;
    },
  };
}

// What the audit log keeps of acts on sessions: reviews, removals, and what changes what clients read.
type SessionAct = {
  by: number | null;
  act: AuditAct;
  session: { id: number; project_id: number };
  before?: object;
  after?: object;
};

export async function recordSession(context: WriteContext, { session, ...record }: SessionAct): Promise<void> {
  const subject = { kind: 'session', id: session.id, name: `Session #${session.id}` } as const;
  await recordAct(context, { ...record, projectId: session.project_id, subject });
}

type Facts = { [F in SessionField]: unknown } & { projectId: number; siteId: number | null; status: SessionStatus };

function factsOf(content: SessionContent, status: SessionStatus): Facts {
  const fields = sessionFieldNames.map((name) => [name, content[sessionFields[name].column]]);
  const values = Object.fromEntries(fields) as { [F in SessionField]: unknown };
  return { ...values, projectId: content.project_id, siteId: content.site_id, status };
}

type State = { content: SessionContent; status: SessionStatus };

/** Of a session that clients read, or once did. */
export async function recordReleasedEdit(
  context: WriteContext,
  edit: { by: number; session: { id: number; project_id: number }; before: State; after: State },
): Promise<void> {
  const { by, session, before, after } = edit;
  const changed = changedFacts(factsOf(before.content, before.status), factsOf(after.content, after.status));
  if (changed) await recordSession(context, { by, act: 'releasedSessionEdited', session, ...changed });
}
