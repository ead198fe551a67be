// What is kept of a session's last rejection: its content, its files, and the pictures among them (behaviour §22.3).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type SessionFieldValues, sessionFields } from '#contract/core/session-fields.ts';
import { fieldOfKind, type MediaKind, mediaKinds, type PictureSize, pictureSizes } from '#contract/media/endpoints.ts';
import type { ReasonCode } from '#contract/sessions/rejection.ts';
import type { SessionContent, Tables } from '#server/db/schema.ts';
import { fieldPairs } from '#server/db/session-content.ts';
import { fullName } from '#server/db/user-names.ts';
import { addressNameOf, isNamed } from '#server/features/media/items.ts';
import type { LinkedFiles } from '#server/features/media/linked-files.ts';
import { notFound } from '#server/lib/problem.ts';
import { formatFor, type Thumbnail, type Thumbnails } from '#server/media/images/thumbnails.ts';
import type { SourceFile } from '#server/media/sources/source.ts';

/** Names as they are read. */
export type ComparedContent = SessionFieldValues & { project: string; site: string | null; photographer: string };

export type LastRejection = {
  recordId: number;
  at: string;
  byName: string;
  reason: string | null;
  reasons: ReasonCode[] | null;
  resubmittedAt: string | null;
  resubmitNote: string | null;
  before: ComparedContent;
  after: ComparedContent;
};

/** Null where the last decision is another one. */
export async function readLastRejection(db: Kysely<Tables>, sessionId: number): Promise<LastRejection | null> {
  const found = await sql<LastRejection>`
    select r.id as "recordId", r.at, r.by_name as "byName", r.rejection_reason as reason, r.rejection_reasons as reasons,
      again.at as "resubmittedAt", again.resubmit_note as "resubmitNote",
      json_build_object('project', r.project_name, 'site', r.site_name, 'photographer', r.photographer_name, ${fieldPairs('r')}) as before,
      json_build_object('project', p.name, 'site', si.name, 'photographer', ${fullName('u')}, ${fieldPairs('s')}) as after
    from sessions s
    join projects p on p.id = s.project_id
    left join sites si on si.id = s.site_id
    join users u on u.id = s.photographer_id
    join lateral (select d.* from session_records d where d.session_id = s.id and d.action in ('approved', 'rejected', 'completed')
      order by d.id desc limit 1) r on r.action = 'rejected'
    left join lateral (select a.at, a.resubmit_note from session_records a
      where a.session_id = s.id and a.id > r.id and a.action = 'resubmitted' order by a.id desc limit 1) again on true
    where s.id = ${sessionId} and s.removed_at is null and s.status in ('rejected', 'pending')`.execute(db);
  return found.rows[0] ?? null;
}

/** What a reply says of it. */
export function aboutRejection(last: LastRejection | null) {
  if (!last) return { rejection: null, resubmittedAt: null, resubmitNote: null };
  const { at, byName, reason, reasons, resubmittedAt, resubmitNote } = last;
  return { rejection: { at, byName, reason, reasons }, resubmittedAt, resubmitNote };
}

/** The record that this transaction wrote last of a locked session. */
export async function newestRecordId(db: Kysely<Tables>, sessionId: number): Promise<number> {
  const found = await sql<{ id: number }>`select max(id) as id from session_records where session_id = ${sessionId}`;
  return (await found.execute(db)).rows[0]?.id ?? 0;
}

// Which files of a tab came, went or were replaced between two listings.

/** A file as a listing was kept; the name with the folder within the link that it lies in. */
export type KeptFile = { id: string; version: string; name: string };

export type FileChanges<File extends KeptFile> = {
  added: File[];
  removed: KeptFile[];
  replaced: { file: File; former: KeptFile }[];
};

/**
 * A file is replaced where its bytes differ, or another one has its name: whoever takes a picture away and puts a better one of the same
 * name there has replaced it, also in another folder.
 */
export function compareFiles<File extends KeptFile>(
  before: readonly KeptFile[],
  after: readonly File[],
): FileChanges<File> {
  const byId = new Map(before.map((file) => [file.id, file]));
  const ids = new Set(after.map(({ id }) => id));
  const gone = new Map(before.filter(({ id }) => !ids.has(id)).map((file) => [file.name, file]));
  const changes: FileChanges<File> = { added: [], removed: [], replaced: [] };
  const taken = new Set<KeptFile>();
  for (const file of after) {
    const same = byId.get(file.id);
    if (same && same.version === file.version) continue;
    const former = same ?? gone.get(file.name);
    if (former && !taken.has(former)) {
      taken.add(former);
      changes.replaced.push({ file, former });
    } else changes.added.push(file);
  }
  changes.removed = before.filter((file) => !ids.has(file.id) && !taken.has(file));
  return changes;
}

// Which files lay behind a session's links when it was sent back, kept so that a resubmission can be compared with them (behaviour §22.3).

/** By tab, null for a link that holds no files for us; a tab that could not be listed, or linked to nothing, is not named. */
export type KeptFiles = Partial<Record<MediaKind, KeptFile[] | null>>;

/** Where a tab of this content leads to. */
export function linkOfTab(content: SessionContent, kind: MediaKind): string | null {
  return content[sessionFields[fieldOfKind[kind]].column];
}

export function toKept({ id, version, name, folder }: SourceFile): KeptFile {
  return { id, version, name: folder ? `${folder}/${name}` : name };
}

export async function keepFiles(
  tx: Transaction<Tables>,
  { recordId, content, linked }: { recordId: number; content: SessionContent; linked: LinkedFiles },
): Promise<void> {
  const tabs = mediaKinds.flatMap((kind) => {
    const link = linkOfTab(content, kind);
    const files = link === null ? undefined : linked.get(link);
    return files === undefined ? [] : [[kind, files?.map(toKept) ?? null]];
  });
  const files = JSON.stringify(Object.fromEntries(tabs));
  await sql`insert into rejected_files (record_id, files) values (${recordId}, ${files}::json)`.execute(tx);
}

/** Of a rejection from before files were kept nothing is known. */
export async function readKeptFiles(db: Kysely<Tables>, recordId: number): Promise<KeptFiles> {
  const found = await sql<{ files: KeptFiles }>`select files from rejected_files where record_id = ${recordId}`;
  return (await found.execute(db)).rows[0]?.files ?? {};
}

// A picture as it was when its session was sent back: its bytes may be gone, but a cached small version may exist (behaviour §22.3).
type Tab = { id: number; kind: MediaKind };

export function formerUrlOf(former: Pick<KeptFile, 'id'>, { id, kind }: Tab): string {
  return `/api/sessions/${id}/former/${kind}/${addressNameOf(former.id)}/s400`;
}

/** As the last rejection recorded it. */
export async function readFormer(db: Kysely<Tables>, { id, kind, item }: Tab & { item: string }): Promise<KeptFile> {
  const last = await readLastRejection(db, id);
  const kept = last && (await readKeptFiles(db, last.recordId));
  const former = kept?.[kind]?.find(isNamed(item));
  if (!former) throw notFound('Picture');
  return former;
}

/** In the wanted size, else in the nearest one that somebody viewed, also in another browser. */
async function findCached(
  thumbnails: Thumbnails,
  former: KeptFile,
  { request, size }: Wanted,
): Promise<Thumbnail | null> {
  const distance = (each: PictureSize) => Math.abs(Math.log(pictureSizes[each] / pictureSizes[size]));
  const sizes = (Object.keys(pictureSizes) as PictureSize[]).sort((one, other) => distance(one) - distance(other));
  const { accept } = request.headers;
  // AVIF or WebP if the browser supports them, and JPEG, which all do.
  for (const each of sizes)
    for (const format of new Set([formatFor(accept, each), formatFor(accept, 'full'), 'jpeg'] as const)) {
      const found = await thumbnails.cached(former, each, format);
      if (found) return found;
    }
  return null;
}

type Wanted = { request: FastifyRequest; size: PictureSize };

export async function sendFormer(
  thumbnails: Thumbnails,
  former: KeptFile,
  { reply, ...wanted }: Wanted & { reply: FastifyReply },
): Promise<FastifyReply> {
  const image = await findCached(thumbnails, former, wanted);
  if (!image) throw notFound('Picture');
  reply.headers({
    etag: image.etag,
    vary: 'Accept, Cookie',
    'cache-control': 'private, no-cache',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  if (wanted.request.headers['if-none-match'] === image.etag) return reply.code(304).send();
  return reply.type(`image/${image.format}`).send(image.bytes);
}
