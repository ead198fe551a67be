// Which session an upload belongs to, and what waits until all of its files are there.
import { type Kysely, sql, type Transaction } from 'kysely';
import { type LinkField, linkFields, sessionFields } from '#contract/core/session-fields.ts';
import type { Person } from '#contract/policy.ts';
import { uploadedSoFar } from '#contract/sessions/endpoints.ts';
import { uploadLimits, uploadOfLink } from '#contract/uploads/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadDefaults } from '#server/db/settings/company-defaults.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { notifySubmitted } from '#server/features/notifications/handlers.ts';
import { conflict, invalid } from '#server/lib/problem.ts';
import { submitOnceThere } from './finish.ts';
import { requireProjectRoom } from './project-room.ts';
import { travellingOf } from './rows.ts';
import { orderTidying } from './tidy-folder.ts';

type Place = { id: number; project_id: number };

/** `own`: it was so already; `claimed`: its uploader's, and of no session until now; else null. */
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

/** All of a session's uploads, also those that it names no more, come along from the project that they were begun for. */
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

/** Why nobody would see what comes to an upload: its session is gone, or links elsewhere. Null where all is well. */
export async function whyNotNamed(db: Kysely<Tables>, upload: string): Promise<string | null> {
  const found = await sql<Links & { id: number; isRemoved: boolean }>`
    select s.id, s.removed_at is not null as "isRemoved", ${linksOfSession}
    from uploads u join sessions s on s.id = u.session_id where u.id = ${upload}`.execute(db);
  const session = found.rows[0];
  if (!session) return null;
  const isNamed = namedBy(session).some((named) => named.upload === upload);
  if (isNamed && !session.isRemoved) return null;
  return `Session ${session.id} ${session.isRemoved ? 'was removed' : 'does not link to this upload any more'}`;
}

/** Of an upload that is locked, as edits lock it. @throws 409 where what comes there would be seen by nobody, and waited for. */
export async function requireStillNamed(tx: Transaction<Tables>, upload: string): Promise<void> {
  const why = await whyNotNamed(tx, upload);
  if (why !== null) throw conflict(`${why}: upload to a new folder`, 'not_named');
}

/** Answers whether some of them come from another project. */
async function claimAll(tx: Transaction<Tables>, actor: Person, session: Claiming): Promise<boolean> {
  const named = namedBy(session.links);
  let hasMore = false;
  // In one order, so that two who claim the same ones do not wait for each other.
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
 * Of a session that was just written and is locked: the uploads that its links name are its own from now on.
 * @throws 409 where they come from another project and this one has no room for them.
 */
export async function claimUploads({ tx }: WriteContext, actor: Person, session: Claiming): Promise<void> {
  if (await claimAll(tx, actor, session)) await requireProjectRoom(tx, session.project_id, session.defaults);
}

/** The same of an edited one. What still travels to uploads that it no longer names is waited for no more; answers whether there was any. */
export async function claimEdited({ tx }: WriteContext, actor: Person, session: Claiming): Promise<boolean> {
  const hasMoved = await claimAll(tx, actor, session);
  const but = namedBy(session.links).map(({ upload }) => upload);
  const waitsNoMore = await leaveOutTravelling(tx, { sessionId: session.id, but });
  if (hasMoved) await requireProjectRoom(tx, session.project_id, session.defaults);
  return waitsNoMore;
}

/** Submitted, and told to those who review, once nothing travels any more. */
export async function notifyWhenThere(
  context: WriteContext,
  submission: Parameters<typeof notifySubmitted>[1],
): Promise<void> {
  if ((await travellingOf(context.tx, submission.sessionId)) === null) await notifySubmitted(context, submission);
}

/** @throws 409 while files travel: what is not there cannot be reviewed. */
export async function requireAllThere({ tx }: WriteContext, sessionId: number): Promise<void> {
  const progress = await travellingOf(tx, sessionId);
  if (progress === null) return;
  throw conflict(
    `Session ${sessionId} does not wait for review yet: ${uploadedSoFar(progress)}. Decide when all files are there.`,
    'travelling',
  );
}

// Files that will not come: left out where an edit no longer names their upload, or where somebody says so (behaviour §26.6).

/** Asked for before the session is locked: a file that arrives locks them in this order too. */
export async function lockUploadsOf(tx: Transaction<Tables>, sessionId: number): Promise<void> {
  await sql`select 1 from uploads where session_id = ${sessionId} order by id for update`.execute(tx);
}

/** Whoever still sends them is told that there is no such file; the cleanup removes what came of them. Answers whether there were any. */
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

/** Of a locked session: all that travels. It waits for review from now on, as its photographer's. */
export async function leaveOutMissing(context: WriteContext, session: { id: number; photographer: number }) {
  if (await leaveOutTravelling(context.tx, { sessionId: session.id })) await submitOnceThere(context, session);
}

// How much of uploads a session holds: asked where files are announced to it, and where it takes over what was announced before.
type Held = { files: number; bytes: number };

/** @throws 409 where this is more than a session holds. */
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
 * Of the uploads that are the session's by now, with what is still announced to them: each file counts from then on, and never gets
 * longer. Their rows are locked first, as whoever announces locks them: what is being announced is counted here, or counts these.
 */
async function requireRoomForClaimed(tx: Transaction<Tables>, sessionId: number): Promise<void> {
  await sql`select 1 from uploads where session_id = ${sessionId} order by id for update`.execute(tx);
  const found = await sql<Held>`select count(*) as files, coalesce(sum(f.bytes), 0)::float8 as bytes
    from uploads u join upload_files f on f.upload_id = u.id and f.state <> 'refused'
    where u.session_id = ${sessionId}`.execute(tx);
  requireSessionRoom(found.rows[0] ?? { files: 0, bytes: 0 });
}
