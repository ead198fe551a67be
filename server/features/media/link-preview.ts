// Checks a link before it is submitted: what it leads to, what is wrong with it, and its first images.
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { labelOf } from '#contract/links/label.ts';
import { classifyLink, type Link, type LinkHosts } from '#contract/links/link.ts';
import type { LinkCheck, MediaKind } from '#contract/media/endpoints.ts';
import { can, type Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import { forbidden, invalid, notFound } from '#server/lib/problem.ts';
import { createRateLimit } from '#server/lib/rate-limit.ts';
import { isShowable, type Probe, type ProbeResult, withoutUnshowable } from '#server/media/sources/probe.ts';
import type { MediaRoot, SourceFile } from '#server/media/sources/source.ts';
import { projectRelation, sessionView, visibleSessions } from '#server/visibility.ts';
import { type MediaDependencies, sendImage } from './image-routes.ts';
import { mediaProblem } from './media-errors.ts';
import { rootsColumn } from './session-link.ts';
import type { UrlSigner } from './signed-urls.ts';

const limit = {
  max: 40,
  milliseconds: 60_000,
  sentence: 'Too many links at once. Wait a minute; you can still save the form.',
};
const maxThumbnails = 4;

/** Before a session names it an upload is its uploader's alone, whatever project their form names by now; then it is seen like the session. */
function ownUploads(actor: Person, projectId: number) {
  return sql`(u.session_id is null and u.uploader_id = ${actor.id} or u.project_id = ${projectId} and exists (select 1 from ${sql.table(sessionView(actor))} s where s.id = u.session_id and ${visibleSessions(actor)}))`;
}

/** The folders that links to a project may lead to, for somebody who may submit to it; a project they cannot see answers like an unknown one (behaviour §1.2). */
async function rootsFor(db: Kysely<Tables>, actor: Person, projectId: number): Promise<MediaRoot[]> {
  const found = await sql<{ roots: MediaRoot[] }>`
    select ${rootsColumn('p', ownUploads(actor, projectId))} as roots from (select id as project_id from projects where id = ${projectId} and removed_at is null) p`.execute(
    db,
  );
  const row = found.rows[0];
  const relation = await projectRelation(db, actor.id, projectId);
  if (!row || !can.seeProject(actor, relation)) throw invalid('projectId', 'There is no such project');
  if (!can.submitTo(actor, relation)) throw forbidden('You can view this project, but not submit sessions to it');
  return row.roots;
}

async function requireSite(
  db: Kysely<Tables>,
  { projectId, siteId }: { projectId: number; siteId: number },
): Promise<void> {
  const found = await sql`
    select 1 from sites where id = ${siteId} and project_id = ${projectId} and removed_at is null`.execute(db);
  if (found.rows.length === 0) throw invalid('siteId', 'This site does not belong to the project');
}

const nouns = {
  image: ['photo', 'photos'],
  video: ['video', 'videos'],
  geotiff: ['map', 'maps'],
  file: ['file', 'files'],
} as const;

/** '24 photos, 1 film'. */
function countByKind(files: readonly SourceFile[]): string {
  const counted = (Object.keys(nouns) as SourceFile['kind'][]).map((kind) => {
    const count = files.filter((file) => file.kind === kind).length;
    return count === 0 ? null : `${count} ${nouns[kind][count === 1 ? 0 : 1]}`;
  });
  return counted.filter((part) => part !== null).join(', ');
}

function toLabel(link: Link, files: SourceFile[] | null): string {
  const label = labelOf(link) ?? 'Link to a page we do not know: it will be shown as a link';
  return link.kind === 'folder' && files && files.length > 0 ? `${label}, ${countByKind(files)}` : label;
}

/** A video in a photo field would not be shown anywhere. */
function misplaced(kind: MediaKind, link: Link): string | null {
  const isPhotos = kind === 'drone' || kind === 'indoor';
  if (!isPhotos || !['video', 'tour', 'map', 'geotiff'].includes(link.kind)) return null;
  return `This is a ${labelOf(link)}, and photos are expected here: put it in the matching field`;
}

/** Which viewpoints of a place the files of a tab would cover; null where there are none. */
export type CoverageOf = (
  db: Kysely<Tables>,
  link: { projectId: number; siteId: number | null; kind: MediaKind; files: readonly SourceFile[] },
) => Promise<LinkCheck['coverage'] | null>;

type CheckDependencies = { hosts: LinkHosts; probe: Probe; signer: UrlSigner; coverageOf: CoverageOf };

/** The handler of `POST /api/links/check`. */
export function checkLinks({ hosts, probe, signer, coverageOf }: CheckDependencies) {
  const countCall = createRateLimit(limit);

  function thumbnails(found: ProbeResult, target: { person: number; project: number; url: string }): string[] {
    const images = (found.files ?? []).filter(({ kind }) => kind === 'image').slice(0, maxThumbnails);
    return images.map(({ id }) => `/api/links/picture/${signer.sign({ ...target, item: id })}/s220`);
  }

  return async ({ actor, db, body }: RequestContext<typeof api.media.checkLink>): Promise<LinkCheck> => {
    const { projectId, siteId, kind, url } = body;
    const roots = await rootsFor(db, actor, projectId);
    if (siteId) await requireSite(db, { projectId, siteId });
    countCall(actor.id);
    const link = classifyLink(url, hosts);
    const found = withoutUnshowable(await probe(link, roots));
    const isAsked = siteId !== undefined && found.files !== null;
    const coverage = isAsked ? await coverageOf(db, { projectId, siteId, kind, files: found.files ?? [] }) : null;
    return {
      provider: link.provider,
      kind: link.kind,
      label: toLabel(link, found.files),
      count: found.files?.filter(isShowable).length ?? null,
      problem: found.reason ?? misplaced(kind, link),
      thumbnails: thumbnails(found, { person: actor.id, project: projectId, url }),
      coverage: coverage ?? undefined,
    };
  };
}

/** The handler of `GET /api/links/picture/:token/:size`: an image of a link that this very person checked minutes ago. */
export function linkImageHandler(
  deps: MediaDependencies & { signer: UrlSigner },
): Handlers<typeof api.media>['linkImage'] {
  async function find({ actor, db, params }: RequestContext<typeof api.media.linkImage>): Promise<SourceFile> {
    const target = deps.signer.verify(params.token);
    if (!target || target.person !== actor.id) throw notFound('Picture');
    const roots = await rootsFor(db, actor, target.project);
    const files = await deps.source.list(classifyLink(target.url, deps.hosts), roots);
    const file = files?.find(({ id, kind }) => id === target.item && kind === 'image');
    if (!file) throw notFound('Picture');
    return file;
  }

  return async (ctx) => {
    const { actor, params, request, reply } = ctx;
    const file = await find(ctx).catch((error: unknown) => {
      throw mediaProblem(error, 'Picture');
    });
    return sendImage(deps.thumbnails, file, { actor, request, reply, size: params.size, version: null });
  };
}
