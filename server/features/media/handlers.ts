// The media of a session: what each of its tabs shows to whom.
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { classifyLink } from '#contract/links/link.ts';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { notFound } from '#server/lib/problem.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { Probe } from '#server/media/sources/probe.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';
import { deliverableHandlers } from './deliverables.ts';
import { fileHandler } from './file-routes.ts';
import { type ImageListCache, imageHandlers, type MediaDependencies } from './image-routes.ts';
import { imageUrlOf, toItem } from './items.ts';
import { type CoverageOf, checkLinks, linkImageHandler } from './link-preview.ts';
import { mediaErrorMessage } from './media-errors.ts';
import { readDetails } from './picture-details.ts';
import {
  type LinkDependencies,
  linkColumn,
  listFilesForReply,
  listingMilliseconds,
  listVisibleFiles,
  loadSessionLink,
  type MediaTab,
  type SessionLink,
  unreleasedIds,
} from './session-link.ts';
import type { UrlSigner } from './signed-urls.ts';

// The images of a Google Drive folder, for people who see a session that links to it (behaviour §6.4).
type TabRow = { id: number; links: (string | null)[] };

const columns = mediaKinds.map((kind) => sql.ref(`s.${linkColumn(kind)}`));

/** The newest session that this person sees with a tab that links to this folder; null when there is none. */
async function findTab(db: Kysely<Tables>, actor: Person, folderId: string): Promise<MediaTab | null> {
  const holds = columns.map((column) => sql`position(${folderId} in coalesce(${column}, '')) > 0`);
  const found = await sql<TabRow>`select s.id, array[${sql.join(columns)}] as links
    from ${sql.table(sessionView(actor))} s where ${visibleSessions(actor)} and (${sql.join(holds, sql` or `)})
    order by s.created_at desc, s.id desc limit 20`.execute(db);
  for (const { id, links } of found.rows) {
    for (const [index, kind] of mediaKinds.entries()) {
      const link = classifyLink(links[index] ?? '');
      if (link.provider === 'google-drive' && link.id === folderId) return { id, kind };
    }
  }
  return null;
}

function toImage(file: SourceFile, tab: MediaTab) {
  const id = file.id.slice(file.id.indexOf(':') + 1);
  const webViewLink = file.webUrl ?? `https://drive.google.com/file/d/${id}/view`;
  return { id, name: file.name, thumbnailLink: imageUrlOf(file, tab, 's220'), webViewLink };
}

/** 404 for a folder that no visible session links to; 503 `drive_not_configured` where no key is set. */
export async function driveFolder(deps: LinkDependencies & { source: MediaSource }, actor: Person, folderId: string) {
  const tab = await findTab(deps.db, actor, folderId);
  if (!tab) throw notFound('Folder');
  const files = await listFilesForReply(deps.source, await loadSessionLink(deps, actor, tab), 'Folder');
  return { files: files.filter(({ kind }) => kind === 'image').map((file) => toImage(file, tab)) };
}

// Pictures that turned out to be damaged when they were decoded: kept for each version of their bytes, and said wherever they are listed.
type Named = Pick<SourceFile, 'id' | 'version'>;
/** Longer names of files are no index's business. */
const maxIdBytes = 1_000;

export async function noteDamage(db: Kysely<Tables>, { id, version }: Named): Promise<void> {
  if (Buffer.byteLength(id) > maxIdBytes) return;
  await db
    .insertInto('damaged_pictures')
    .values({ file: id, version })
    .onConflict((conflict) => conflict.columns(['file', 'version']).doNothing())
    .execute();
}

/** Those of these files, by id, that are damaged as they are now. */
async function readDamaged(db: Kysely<Tables>, files: readonly Named[]): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set();
  const found = await sql<{ file: string }>`select d.file from damaged_pictures d
      join unnest(${files.map(({ id }) => id)}::text[], ${files.map(({ version }) => version)}::text[]) as f (file, version)
        on f.file = d.file and f.version = d.version`.execute(db);
  return new Set(found.rows.map(({ file }) => file));
}

type Listing = { files: SourceFile[]; problem: string | null };

/** A link that no source lists is shown in its frame or opened at its host: that is no problem. */
async function listTab(source: MediaSource, linked: SessionLink): Promise<Listing> {
  const { link } = linked;
  if (link === null) return { files: [], problem: 'Nothing is linked here' };
  try {
    const files = await listVisibleFiles(source, linked);
    const isEmpty = files?.length === 0;
    return { files: files ?? [], problem: isEmpty ? 'No images found in this folder' : null };
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return { files: [], problem: mediaErrorMessage(error, linked) };
  }
}

type Dependencies = MediaDependencies & {
  probe: Probe;
  signer: UrlSigner;
  imageLists: ImageListCache;
  coverageOf: CoverageOf;
};

/** The calls of the contract. */
export function mediaHandlers(deps: Dependencies): Handlers<typeof api.media> {
  return {
    ...imageHandlers(deps),
    ...deliverableHandlers(deps),
    sessionFile: fileHandler(deps),
    checkLink: checkLinks(deps),
    linkImage: linkImageHandler(deps),
    sealedId: async ({ query }) => query,

    driveFolderImages: ({ actor, params, db }) => driveFolder({ ...deps, db }, actor, params.folderId),

    async sessionMedia({ actor, params, db, cacheFor }) {
      cacheFor(listingMilliseconds);
      const linked = await loadSessionLink({ db, hosts: deps.hosts }, actor, params);
      const { link } = linked;
      const { files, problem } = await listTab(deps.source, linked);
      await noteShownFiles(db, { linked, files, actor, kind: params.kind });
      const pictures = files.filter((file) => file.kind === 'image');
      const light = await deps.light.ofSession(params.id, files);
      const kept = { light, details: await readDetails(db, pictures), damaged: await readDamaged(db, pictures) };
      const reader = { ...linked, ...kept, unreleased: unreleasedIds(files, linked), maps: deps.maps };
      const atHost = linked.withheld ? null : link;
      return {
        provider: link?.provider ?? 'unknown',
        kind: link?.kind ?? 'unknown',
        items: await Promise.all(files.map((file) => toItem(file, params, reader))),
        embedUrl: atHost?.embedUrl ?? null,
        originalUrl: atHost?.url ?? null,
        problem,
        added: reader.unreleased.size || undefined,
      };
    },
  };
}

// Notes which files an admin was shown of a session that waits for review: an approval releases those (behaviour §3.3).
type Shown = { linked: SessionLink; files: readonly SourceFile[]; actor: Person; kind: MediaKind };

/** Written where it differs from what this person was shown last; a folder that could not be listed shows nothing. */
async function noteShownFiles(
  db: Kysely<Tables>,
  { linked: { link, inReview }, files, actor, kind }: Shown,
): Promise<void> {
  if (inReview === null || link?.kind !== 'folder' || files.length === 0) return;
  const items = JSON.stringify(files.map(({ id }) => id));
  await sql`insert into shown_media as s (record_id, user_id, kind, items) values (${inReview}, ${actor.id}, ${kind}, ${items}::jsonb)
    on conflict (record_id, user_id, kind) do update set items = excluded.items, shown_at = now()
    where s.items <> excluded.items`.execute(db);
}
