// Deliverables: files of a package, of raw files or of a report in the product's own storage, and who gets them (behaviour §6.14).
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import type { DeliverableField } from '#contract/core/session-fields.ts';
import { classifyLink } from '#contract/links/link.ts';
import { type Deliverable, mediaKinds } from '#contract/media/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { notFound } from '#server/lib/problem.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { sendFile, shareable } from './file-routes.ts';
import { type MediaDependencies, sendImage } from './image-routes.ts';
import { addressNameOf, isDownloadable, isNamed } from './items.ts';
import { mediaErrorMessage, mediaProblem } from './media-errors.ts';
import {
  type LinkDependencies,
  linkColumn,
  listingMilliseconds,
  listVisibleFiles,
  loadSessionLink,
  type SessionLink,
} from './session-link.ts';

// What a deliverable's folder hides from clients, because it contains folders that are released separately (behaviour §6.14).
type LinkReader = LinkDependencies & { actor: Person };

const columns = sql.join(mediaKinds.map((kind) => sql`(r.${sql.ref(linkColumn(kind))})`));

/** Projects that the same folders are bound to, besides this one. */
const boundTo = (over: string) => sql`select m.project_id from media_roots m where m.provider = 'local'
  and (starts_with(${over} || '/', m.root || '/') or starts_with(m.root || '/', ${over} || '/'))`;

/**
 * Where the tabs of sessions lead, or ever led, in the product's own folders: those of removed sessions too, of rejected content, of
 * sessions that moved to another project since, and of other projects with the same folders.
 */
async function sessionPlaces(
  db: Kysely<Tables>,
  { hosts, over }: { hosts: LinkReader['hosts']; over: string },
  projectId: number,
) {
  const found = await sql<{
    link: string;
  }>`with bound as (select ${projectId}::integer as project_id union ${boundTo(over)})
    select distinct l.link from session_records r, lateral (values ${columns}) l(link)
    where r.session_id in (select o.id from sessions o where o.project_id in (select project_id from bound)
      union select w.session_id from session_records w where w.project_id in (select project_id from bound))
      and l.link like '/media/%'`.execute(db);
  return found.rows.flatMap(({ link }) => classifyLink(link, hosts).id ?? []);
}

const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

/**
 * For the session's own tabs, files added after their release; and what the tabs of other sessions show or showed, which clients see there
 * once it is released. The folder that the deliverable itself links to, or is in, was approved by the reviewer; so were the session's own
 * tabs.
 */
export async function readWithheld(
  reader: LinkReader,
  asked: { id: number; linked: SessionLink },
): Promise<(file: SourceFile) => boolean> {
  const { actor, db, hosts } = reader;
  const own = await Promise.all(mediaKinds.map((kind) => loadSessionLink(reader, actor, { id: asked.id, kind })));
  const tabs = own.flatMap(({ link, pinned }) =>
    link?.provider === 'local' && link.id ? [{ at: link.id, pinned: pinned && new Set(pinned) }] : [],
  );
  const over = asked.linked.link?.id ?? '';
  const places = (await sessionPlaces(db, { hosts, over }, asked.linked.projectId)).filter((place) =>
    place.startsWith(`${over}/`),
  );
  return ({ id }) => {
    const path = id.slice('local:'.length);
    const own = tabs.filter(({ at }) => isWithin(path, at));
    if (own.length > 0) return own.some(({ pinned }) => pinned && !pinned.has(id));
    return places.some((place) => isWithin(path, place));
  };
}

type Reader = Pick<MediaDependencies, 'hosts' | 'source' | 'fileCleaner'> & { db: Kysely<Tables>; actor: Person };
type Asked = { id: number; field: DeliverableField };
/** `problem`: why clients do not get it, for those who do. */
type TakenFile = { file: SourceFile; isMadeAnew: boolean; problem?: string | undefined };
type Found = { linked: SessionLink; taken: TakenFile[]; withheld: number };

/**
 * How this reader gets a file: as it is, re-encoded as a picture without metadata, or not at all. A package and a report were made for
 * clients: files of harmless kinds are sent as they are; from raw files clients get what every tab gives them.
 */
function wayOf(file: SourceFile, field: DeliverableField, { originals }: SessionLink): TakenFile | null {
  const asItIs = { file, isMadeAnew: false };
  if (isDownloadable(file, { originals })) return asItIs;
  if (field === 'rawFilesUrl' || file.bytes === null) return null;
  if (file.kind === 'image') return { file, isMadeAnew: true };
  return file.isHarmless ? asItIs : null;
}

/** In packages and reports, documents and archives are checked for author metadata; a list waits for no more than this many. */
const maxAsked = 200;

/** Clients do not get what cannot be cleaned: the crew sees why. */
async function withoutUncleaned(
  { fileCleaner }: Pick<MediaDependencies, 'fileCleaner'>,
  taken: TakenFile[],
  { field, originals }: { field: DeliverableField; originals: boolean },
): Promise<TakenFile[]> {
  if (field === 'rawFilesUrl') return taken;
  const documents = taken.filter(({ file }) => file.isHarmless).slice(0, maxAsked);
  const why = new Map(
    await Promise.all(documents.map(async (one) => [one, await fileCleaner.whyNot(one.file)] as const)),
  );
  if (!originals) return taken.filter((one) => !why.get(one));
  return taken.map((one) => ({ ...one, problem: why.get(one) ?? undefined }));
}

/** Throws a MediaError if the folder or file cannot be read. Links to other hosts contain nothing here. */
export async function findDeliverables(
  reader: Reader,
  { id, field }: Asked,
  linked: SessionLink,
): Promise<Omit<Found, 'linked'>> {
  if (linked.link?.provider !== 'local') return { taken: [], withheld: 0 };
  const listed = (await listVisibleFiles(reader.source, linked)) ?? [];
  const isHeldBack = linked.canRepair ? () => false : await readWithheld(reader, { id, linked });
  const files = listed.filter((file) => !isHeldBack(file));
  const found = files.map((file) => wayOf(file, field, linked)).filter((one) => one !== null);
  const taken = await withoutUncleaned(reader, found, { field, originals: linked.originals });
  return { taken, withheld: files.length - taken.length };
}

const asJpeg = (name: string) => `${name.replace(/\.[^.]{1,8}$/, '')}.jpg`;

function toFile({ file, isMadeAnew, problem }: TakenFile, { id, field }: Asked): Deliverable['files'][number] {
  const item = `/api/sessions/${id}/deliverables/${field}/${addressNameOf(file.id)}`;
  return {
    id: file.id,
    name: isMadeAnew ? asJpeg(file.name) : file.name,
    group: file.folder || undefined,
    bytes: isMadeAnew ? null : file.bytes,
    fileUrl: `${item}/file?v=${encodeURIComponent(file.version)}`,
    problem,
  };
}

function problemOf({ linked: { link, text }, taken, withheld }: Found): string | null {
  if (text === null) return 'Nothing is linked here';
  if (link?.provider !== 'local') return 'This is stored elsewhere: open its link';
  return taken.length + withheld === 0 ? 'No files found in this folder' : null;
}

async function list(reader: Reader, asked: Asked): Promise<Deliverable> {
  const linked = await loadSessionLink(reader, reader.actor, { id: asked.id, kind: asked.field });
  try {
    const found = { linked, ...(await findDeliverables(reader, asked, linked)) };
    const files = found.taken.map((one) => toFile(one, asked));
    return { files, withheld: found.withheld, problem: problemOf(found) };
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return { files: [], withheld: 0, problem: mediaErrorMessage(error, linked) };
  }
}

type FileContext = Parameters<Handlers<typeof api.media>['deliverableFile']>[0];

async function send(deps: MediaDependencies, ctx: FileContext) {
  const { actor, db, params, query, request, reply } = ctx;
  const reader = { ...deps, db, actor };
  const linked = await loadSessionLink(reader, actor, { id: params.id, kind: params.field });
  const { taken } = await findDeliverables(reader, params, linked);
  const isAsked = isNamed(params.item);
  const found = taken.find(({ file }) => isAsked(file));
  if (!found) throw notFound('File');
  const { file, isMadeAnew } = found;
  if (!isMadeAnew) return sendFile(await shareable(deps, file, linked), { ...ctx, query: { ...query, download: '' } });
  const asked = { actor, request, reply, size: 'full', version: query.v ?? null } as const;
  return sendImage(deps.thumbnails, file, { ...asked, saveAs: asJpeg(file.name) });
}

/** The handlers of `GET /api/sessions/:id/deliverables/:field` and `…/:item/file`. */
export function deliverableHandlers(
  deps: MediaDependencies,
): Pick<Handlers<typeof api.media>, 'sessionDeliverable' | 'deliverableFile'> {
  return {
    sessionDeliverable({ actor, db, params, cacheFor }) {
      cacheFor(listingMilliseconds);
      return list({ ...deps, db, actor }, params);
    },
    deliverableFile: (ctx) =>
      send(deps, ctx).catch((error: unknown) => {
        throw mediaProblem(error, 'File');
      }),
  };
}
