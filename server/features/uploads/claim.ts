// Which session an upload belongs to, and what waits until all of its files have arrived.
import { type Kysely, sql, type Transaction } from 'kysely';
import { type LinkField, linkFields, sessionFields } from '#contract/core/session-fields.ts';
import type { Person } from '#contract/policy.ts';
import { uploadedSoFar } from '#contract/sessions/endpoints.ts';
import { uploadLimits, uploadOfLink } from '#contract/uploads/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadDefaults } from '#server/db/settings/company-settings.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { notifySubmitted } from '#server/features/notifications/handlers.ts';
import { conflict, invalid } from '#server/lib/problem.ts';
import { orderTidying } from './cleanup.ts';
import { submitWhenComplete } from './finish.ts';
import { requireProjectRoom } from './project-room.ts';
import { travellingOf } from './rows.ts';

type Place = { id: number; project_id: number };

/** `own`: it already was; `claimed`: its uploader's, and of no session until now; else null. */
async function claim(
  tx: Transaction<Tables>,
  actor: Person,
  { upload, id }: { upload: string; id: number },
): Promise<'own' | 'claimed' | null> {
  const own = await sql`select 1 from uploads where id = ${upload} and session_id = ${id} for update`.execute(tx);
  if (own.rows.length > 0) return 'own';
  const claimed = await sql`update uploads set session_id = ${id} where id = ${upload}
    and session_id is null and uploader_id = ${actor.id} returning id`.execute(tx);
  return claimed.rows.length > 0 ? 'claimed' : null;
}

/** All of a session's uploads move with it from their former project, also those that it no longer names. */
async function bringAlong(tx: Transaction<Tables>, { id, project_id }: Place): Promise<boolean> {
  const moved = await sql`update uploads set project_id = ${project_id} where session_id = ${id}
    and project_id <> ${project_id} returning id`.execute(tx);
  return moved.rows.length > 0;
}

type Links = Partial<Record<LinkField, string | null>>;
type Claiming = Place & { links: Links; defaults: ReadDefaults };

function namedBy(links: Links): { field: LinkField; upload: string }[] {
  return linkFields.flatMap((field) => {
    const upload = uploadOfLink(links[field] ?? '');
    return upload === null ? [] : [{ field, upload }];
  });
}

const linksOfSession = sql.join(
  linkFields.map((field) => sql`s.${sql.ref(sessionFields[field].column)} as ${sql.ref(field)}`),
);

/** Why nobody would see new files of an upload: its session is gone, or links elsewhere. Null if all is well. */
export async function reasonNotNamed(db: Kysely<Tables>, upload: string): Promise<string | null> {
  const found = await sql<Links & { id: number; isRemoved: boolean }>`
    select s.id, s.removed_at is not null as "isRemoved", ${linksOfSession}
    from uploads u join sessions s on s.id = u.session_id where u.id = ${upload}`.execute(db);
  const session = found.rows[0];
  if (!session) return null;
  const isNamed = namedBy(session).some((named) => named.upload === upload);
  if (isNamed && !session.isRemoved) return null;
  return `Session ${session.id} ${session.isRemoved ? 'was removed' : 'no longer links to this upload'}`;
}

/** For a locked upload, as edits lock it. @throws 409 if nobody would see, or wait for, what is added there. */
export async function requireStillNamed(tx: Transaction<Tables>, upload: string): Promise<void> {
  const why = await reasonNotNamed(tx, upload);
  if (why !== null) throw conflict(`${why}: upload to a new folder`, 'not_named');
}

/** Returns whether some of them come from another project. */
async function claimAll(tx: Transaction<Tables>, actor: Person, session: Claiming): Promise<boolean> {
  const named = namedBy(session.links);
  let hasMore = false;
  // In a fixed order, so that two transactions that claim the same ones do not deadlock.
  for (const { field, upload } of named.toSorted((a, b) => (a.upload < b.upload ? -1 : 1))) {
    const outcome = await claim(tx, actor, { id: session.id, upload });
    if (!outcome) throw invalid(field, 'There is no such upload for this session: upload the files here');
    hasMore ||= outcome === 'claimed';
  }
  const hasMoved = await bringAlong(tx, session);
  if (hasMore) await requireRoomForClaimed(tx, session.id);
  return hasMoved;
}

/**
 * For a session that was just written and is locked: claims the uploads that its links name.
 * @throws 409 if they come from another project and this one has no room for them.
 */
export async function claimUploads({ tx }: WriteContext, actor: Person, session: Claiming): Promise<void> {
  if (await claimAll(tx, actor, session)) await requireProjectRoom(tx, session.project_id, session.defaults);
}

/** The same for an edited one. Uploads that it no longer names are not waited for any more; returns whether there were any. */
export async function claimEdited({ tx }: WriteContext, actor: Person, session: Claiming): Promise<boolean> {
  const hasMoved = await claimAll(tx, actor, session);
  const but = namedBy(session.links).map(({ upload }) => upload);
  const waitsNoMore = await leaveOutTravelling(tx, { sessionId: session.id, but });
  if (hasMoved) await requireProjectRoom(tx, session.project_id, session.defaults);
  return waitsNoMore;
}

/** Submits the session and notifies its reviewers once no file is uploading any more. */
export async function notifyWhenComplete(
  context: WriteContext,
  submission: Parameters<typeof notifySubmitted>[1],
): Promise<void> {
  if ((await travellingOf(context.tx, submission.sessionId)) === null) await notifySubmitted(context, submission);
}

/** @throws 409 while files are uploading: what has not arrived cannot be reviewed. */
export async function requireAllThere({ tx }: WriteContext, sessionId: number): Promise<void> {
  const progress = await travellingOf(tx, sessionId);
  if (progress === null) return;
  throw conflict(
    `Session ${sessionId} does not wait for review yet: ${uploadedSoFar(progress)}. Decide when all files are there.`,
    'travelling',
  );
}

// Files that will not come: dropped if an edit no longer names their upload, or if somebody says so (behaviour §26.6).

/** Called before the session is locked: an arriving file takes these locks in the same order. */
export async function lockUploadsOf(tx: Transaction<Tables>, sessionId: number): Promise<void> {
  await sql`select 1 from uploads where session_id = ${sessionId} order by id for update`.execute(tx);
}

/** Their sender gets 404 for the file from now on; the cleanup removes what has arrived. Returns whether there were any. */
async function leaveOutTravelling(
  tx: Transaction<Tables>,
  { sessionId, but = [] }: { sessionId: number; but?: readonly string[] },
): Promise<boolean> {
  const gone = await sql<{ upload: string }>`delete from upload_files f using uploads u
    where u.id = f.upload_id and u.session_id = ${sessionId} and u.id <> all(${but}::text[]) and f.state = 'travelling'
    returning f.upload_id as upload`.execute(tx);
  await orderTidying(tx, new Set(gone.rows.map(({ upload }) => upload)));
  return gone.rows.length > 0;
}

/** For a locked session: drops all files that are uploading. It waits for review from now on, as its photographer's. */
export async function leaveOutMissing(context: WriteContext, session: { id: number; photographer: number }) {
  if (await leaveOutTravelling(context.tx, { sessionId: session.id })) await submitWhenComplete(context, session);
}

// How much upload volume a session has: checked when files are announced to it, and when it takes over earlier announcements.
type Held = { files: number; bytes: number };

/** @throws 409 if this exceeds what a session may have. */
export function requireSessionRoom({ files, bytes }: Held): void {
  if (files > uploadLimits.files)
    throw conflict(
      `A session holds at most ${uploadLimits.files.toLocaleString('en-US')} uploaded files`,
      'too_many_files',
    );
  if (bytes > uploadLimits.bytes)
    throw conflict(`A session holds at most ${uploadLimits.bytes / 1024 ** 3} GB of uploads`, 'too_much');
}

/**
 * For the session's present uploads, including announced files: each file counts from then on, and never grows. Their rows are locked
 * first, as announcing locks them: a concurrent announcement is counted here, or counts these.
 */
async function requireRoomForClaimed(tx: Transaction<Tables>, sessionId: number): Promise<void> {
  await sql`select 1 from uploads where session_id = ${sessionId} order by id for update`.execute(tx);
  const found = await sql<Held>`select count(*) as files, coalesce(sum(f.bytes), 0)::float8 as bytes
    from uploads u join upload_files f on f.upload_id = u.id and f.state <> 'refused'
    where u.session_id = ${sessionId}`.execute(tx);
  requireSessionRoom(found.rows[0] ?? { files: 0, bytes: 0 });
}
