// Who may add to an upload, and for how long what was announced may be sent: to whoever may neither, it does not exist.
import { type Kysely, sql } from 'kysely';
import { can, noRelation, type Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { forbidden, notFound, Problem } from '#server/lib/problem.ts';
import { projectRelation } from '#server/visibility.ts';
import { whyNotNamed } from './claim.ts';

type Row = { uploader: number; project: number; session: number | null; photographer: number; released: boolean };

export type OpenUpload = { projectId: number; sessionId: number | null };

/**
 * Before a session names it, its uploader; then also whoever may edit that session. Null where there is none.
 * @throws 404 for everybody else.
 */
export async function openedUpload(db: Kysely<Tables>, actor: Person, id: string): Promise<OpenUpload | null> {
  const found = await sql<Row>`select u.uploader_id as uploader, u.project_id as project, s.id as session,
      s.photographer_id as photographer, s.released_record_id is not null as released
    from uploads u left join sessions s on s.id = u.session_id where u.id = ${id}`.execute(db);
  const [row] = found.rows;
  if (!row) return null;
  const { uploader, project: projectId, session: sessionId, photographer: photographerId, released } = row;
  const edits = sessionId !== null && can.editSession(actor, { photographerId, released, standing: noRelation });
  if (uploader !== actor.id && !edits) throw notFound('Upload');
  return { projectId, sessionId };
}

/** @throws 403 for who looks at a project only, or has lost it. */
export async function requireMaySubmit(db: Kysely<Tables>, actor: Person, projectId: number): Promise<void> {
  const relation = await projectRelation(db, actor.id, projectId);
  if (!can.submitTo(actor, relation)) throw forbidden('You may not add files to this project any more');
}

/** Of a file that travels. @throws 410 where nobody would see it: its session was removed, or links elsewhere. */
export async function requireStillWanted(db: Kysely<Tables>, actor: Person, upload: string): Promise<void> {
  const open = await openedUpload(db, actor, upload);
  if (!open) throw notFound('Upload');
  const why = await whyNotNamed(db, upload);
  if (why !== null) throw new Problem({ status: 410, code: 'not_named', message: `${why}: this file is not taken` });
  await requireMaySubmit(db, actor, open.projectId);
}
