// Announcing an upload: who may, how much fits, and under which names the files will lie.

import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import { refusalOfSize } from '#contract/media/media-bytes.ts';
import { can, noRelation, type Person } from '#contract/policy.ts';
import type { Upload } from '#contract/uploads/endpoints.ts';
import type { NewUpload } from '#contract/uploads/routes.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadDefaults } from '#server/db/settings/company-settings.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { freeName, safeFileName } from '#server/lib/file-names.ts';
import { forbidden, invalid, notFound, Problem } from '#server/lib/problem.ts';
import { maxFolders } from '#server/media/sources/source.ts';
import { projectRelation } from '#server/visibility.ts';
import { reasonNotNamed, requireSessionRoom, requireStillNamed } from './claim.ts';
import { requireProjectRoom } from './project-room.ts';
import { announcedBefore, insertFiles, loadUpload, type NewFile } from './rows.ts';

type Tx = Transaction<Tables>;
type Announced = z.output<typeof NewUpload>;

const randomName = () => randomBytes(16).toString('hex');

/** Locks the project against others who announce at this moment: two together must not pass its quota. */
async function requireProject(tx: Tx, actor: Person, projectId: number): Promise<void> {
  const found = await sql`
    select 1 from projects where id = ${projectId} and removed_at is null for no key update`.execute(tx);
  const relation = await projectRelation(tx, actor.id, projectId);
  if (found.rows.length === 0 || !can.seeProject(actor, relation))
    throw invalid('projectId', 'There is no such project');
  if (!can.submitTo(actor, relation)) throw forbidden('You can view this project, but not submit sessions to it');
}

/**
 * The folder that files are added to, or a new one; until a session names it, it follows the form from project to project, and the result
 * says whether it just did.
 */
async function openUpload(tx: Tx, actor: Person, { upload: id, projectId }: Place): Promise<boolean> {
  await sql`insert into uploads (id, project_id, uploader_id) values (${id}, ${projectId}, ${actor.id})
    on conflict (id) do nothing`.execute(tx);
  await sql`select 1 from uploads where id = ${id} for update`.execute(tx);
  await openedUpload(tx, actor, id);
  await requireStillNamed(tx, id);
  const moved = await sql`update uploads set project_id = ${projectId} where id = ${id} and session_id is null
    and project_id <> ${projectId} returning id`.execute(tx);
  return moved.rows.length > 0;
}

type Place = { upload: string; projectId: number };

/** Of a session's upload its project counts, whatever the form says: there the files come to lie. */
async function placeOf(tx: Tx, actor: Person, { upload, projectId }: Announced): Promise<Place> {
  if (!upload) return { upload: randomName(), projectId };
  const open = await openedUpload(tx, actor, upload);
  return { upload, projectId: open?.sessionId ? open.projectId : projectId };
}

type Sums = { files: number; bytes: number; places: FilePlace[] };

/** What there is already: of the session or, before there is one, of the folder. */
async function sumsOf(tx: Tx, upload: string): Promise<Sums> {
  const found = await sql<Sums>`
    select count(*) as files, coalesce(sum(f.bytes), 0)::float8 as bytes,
      coalesce(json_agg(json_build_object('folder', f.folder, 'name', f.name)) filter (where f.upload_id = ${upload}), '[]') as places
    from uploads this join uploads o on o.project_id = this.project_id and (o.id = this.id or o.session_id = this.session_id)
      join upload_files f on f.upload_id = o.id
    where this.id = ${upload} and f.state <> 'refused'`.execute(tx);
  return found.rows[0] as Sums;
}

/** Of the whole announcement; what is wrong with a single file does not stop the others. */
function requireRoom(sums: Sums, files: readonly NewFile[]): void {
  const more = files.reduce((sum, { bytes }) => sum + bytes, 0);
  requireSessionRoom({ files: sums.files + files.length, bytes: sums.bytes + more });
}

/** What is refused takes nobody's name. */
function toNewFiles(announced: Announced['files'], there: readonly FilePlace[]): NewFile[] {
  const takePlace = createPlaces(there);
  return announced.map(({ id = randomName(), name: sentName, folder: sentFolder = '', bytes, print = null }) => {
    const refusal = refusalOfSize(bytes);
    const place = refusal
      ? { folder: '', name: safeFileName(sentName) }
      : takePlace({ folder: sentFolder, name: sentName });
    return { id, ...place, sentName, sentFolder, bytes, refusal, print };
  });
}

export async function announceUpload(
  { tx }: WriteContext,
  actor: Person,
  { announced, defaults }: { announced: Announced; defaults: ReadDefaults },
): Promise<Upload> {
  await requireProject(tx, actor, announced.projectId);
  const place = await placeOf(tx, actor, announced);
  const { upload } = place;
  if (place.projectId !== announced.projectId) await requireProject(tx, actor, place.projectId);
  const hasMoved = await openUpload(tx, actor, place);
  const sums = await sumsOf(tx, upload);
  const known = await announcedBefore(
    tx,
    upload,
    announced.files.flatMap(({ id }) => id ?? []),
  );
  const files = toNewFiles(
    announced.files.filter(({ id }) => !id || !known.has(id)),
    sums.places,
  );
  requireRoom(
    sums,
    files.filter(({ refusal }) => refusal === null),
  );
  await insertFiles(tx, { upload, sender: actor.id }, files);
  // Who only goes on, where all was announced before, is asked nothing.
  if (files.length > 0 || hasMoved) await requireProjectRoom(tx, place.projectId, defaults);
  return loadUpload(tx, actor, upload);
}

// Who may add to an upload, and for how long what was announced may be sent: to whoever may neither, it does not exist.
type Row = { uploader: number; project: number; session: number | null; photographer: number; released: boolean };

type OpenUpload = { projectId: number; sessionId: number | null };

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
  const edits = sessionId !== null && can.editSession(actor, { photographerId, released, relation: noRelation });
  if (uploader !== actor.id && !edits) throw notFound('Upload');
  return { projectId, sessionId };
}

/** @throws 403 for viewers of a project, and for people who left it. */
async function requireMaySubmit(db: Kysely<Tables>, actor: Person, projectId: number): Promise<void> {
  const relation = await projectRelation(db, actor.id, projectId);
  if (!can.submitTo(actor, relation)) throw forbidden('You can no longer add files to this project');
}

/** For a file that is uploading. @throws 410 if nobody would see it: its session was removed, or links elsewhere. */
export async function requireStillWanted(db: Kysely<Tables>, actor: Person, upload: string): Promise<void> {
  const open = await openedUpload(db, actor, upload);
  if (!open) throw notFound('Upload');
  const why = await reasonNotNamed(db, upload);
  if (why !== null) throw new Problem({ status: 410, code: 'not_named', message: `${why}: this file is not accepted` });
  await requireMaySubmit(db, actor, open.projectId);
}

// Where announced files will lie: their names, and one level of groups for folders that were chosen whole. Nothing of what came is a path.
type FilePlace = { folder: string; name: string };

/** One level, however deep it lay. Without dots: files have their content's ending, so that no group is called like one. */
export function groupName(folder: string): string {
  const parts = folder.split(/[\\/]+/).filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.length === 0 ? '' : safeFileName(parts.join(' - '), 'folder').replaceAll('.', '_');
}

/** Assigns names that are still free; names that differ in case only count as the same. */
export function createPlaces(there: readonly FilePlace[]) {
  const groups = new Map<string, string>();
  const taken = new Map<string, Set<string>>();
  const takenIn = (folder: string): Set<string> => {
    const names = taken.get(folder) ?? new Set();
    taken.set(folder, names);
    return names;
  };
  /** As it is spelt already; what a folder's list would not show any more lies beside the others. */
  function spelt(folder: string): string {
    const key = folder.toLowerCase();
    if (folder === '' || (!groups.has(key) && groups.size === maxFolders)) return '';
    groups.set(key, groups.get(key) ?? folder);
    return groups.get(key) ?? folder;
  }
  for (const { folder, name } of there) takenIn(spelt(folder)).add(name.toLowerCase());

  return (sent: FilePlace): FilePlace => {
    const folder = spelt(groupName(sent.folder));
    return { folder, name: freeName(safeFileName(sent.name), takenIn(folder)) };
  };
}
