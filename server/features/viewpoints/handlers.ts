// The calls of viewpoints: named camera positions of a site, with one picture of each visit (behaviour §11).
import { sql } from 'kysely';
import type { api } from '#contract/api.ts';
import type { LinkHosts } from '#contract/links/link.ts';
import type { Person } from '#contract/policy.ts';
import { countRows } from '#server/db/count-rows.ts';
import { listingMilliseconds } from '#server/features/media/session-link.ts';
import { paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers, ReadContext, RequestContext } from '#server/http/calls/register-routes.ts';
import { invalid, notFound } from '#server/lib/problem.ts';
import type { MediaSource } from '#server/media/sources/source.ts';
import { lockSession, requireProject } from '#server/visibility/lock-session.ts';
import { isVisible } from '#server/visibility.ts';
import type { PairRequests } from './alignments/pair-requests.ts';
import {
  createViewpoints,
  editViewpoint,
  type FoundPicture,
  listPictures,
  type OpenedTab,
  openTab,
  refuseDuplicates,
} from './changes.ts';
import { loadCoverage } from './coverage.ts';
import { pairToCompare } from './pairs.ts';
import { announcePlacements, placeByHand, requireSameLink } from './placements.ts';
import { listViewpoints, loadWithPictures, place, requireManaged, seenIn } from './queries.ts';
import { thenAndNow } from './widest-span.ts';

type Dependencies = { source: MediaSource; hosts: LinkHosts; pairs: PairRequests };

async function list({ actor, db, params, query }: RequestContext<typeof api.viewpoints.viewpoints>) {
  await requireProject(db, actor, params.id);
  const site = query.siteId === undefined ? sql`` : sql`and v.site_id = ${query.siteId}`;
  const ofPlace = sql`v.project_id = ${params.id} ${site}`;
  const cursor = parseCursor(query.cursor, 'place', 'text');
  const [siteId = 0, position = 0] = (cursor?.at ?? '').split(' ').map((part) => Number.parseInt(part, 10) || 0);
  const after = sql`${place} > (${siteId}::integer, ${position}::integer, ${cursor?.id ?? 0}::integer)`;
  const seen = await seenIn(db, actor, ofPlace);
  const rows = await listViewpoints(db, actor, { seen, after, limit: query.limit + 1 });
  const page = paginate(rows, query.limit, (row) => {
    return { by: 'place', at: `${row.site?.id ?? 0} ${row.position}`, id: row.id };
  });
  if (cursor) return page;
  return { ...page, total: await countRows(db, sql`viewpoints v where ${seen.where}`) };
}

/** Every picture is looked up where it is said to be; each tab is listed once. */
async function findAll(
  deps: Dependencies & Pick<ReadContext, 'db'>,
  actor: Person,
  { sessionId, wanted }: { sessionId: number; wanted: readonly { mediaKind: OpenedTab['kind']; item: string }[] },
): Promise<FoundPicture[]> {
  const tabs = new Map<OpenedTab['kind'], Map<string, FoundPicture>>();
  for (const kind of new Set(wanted.map(({ mediaKind }) => mediaKind)))
    tabs.set(kind, await listPictures(deps.source, await openTab(deps, actor, { sessionId, kind })));
  return wanted.map(({ mediaKind, item }) => {
    const found = tabs.get(mediaKind)?.get(item);
    if (!found) throw notFound('Picture');
    return found;
  });
}

async function placePicture(deps: Dependencies, ctx: RequestContext<typeof api.viewpoints.placePicture>) {
  const { actor, db, params, body, write } = ctx;
  const { sessionId } = params;
  for (const row of [
    { kind: 'viewpoint', id: params.id },
    { kind: 'session', id: sessionId },
  ] as const)
    if (!(await isVisible(db, actor, row))) throw notFound(row.kind === 'session' ? 'Session' : 'Viewpoint');
  const tab = await openTab({ ...deps, db }, actor, { sessionId, kind: body.mediaKind });
  const { link } = tab;
  if (link === null) throw invalid('mediaKind', 'This visit links to no such media');
  const { item } = body;
  const found = item === null ? null : (await listPictures(deps.source, tab)).get(item);
  if (found === undefined) throw notFound('Picture');
  return write(async (context) => {
    const session = await lockSession(context, actor, sessionId);
    const viewpoint = await requireManaged(context.tx, actor, params.id);
    if (session.project_id !== viewpoint.projectId || session.site_id !== viewpoint.siteId)
      throw invalid('sessionId', 'This visit is not one of the viewpoint’s site');
    requireSameLink(session, { kind: tab.kind, link });
    const placement = { viewpointId: viewpoint.id, sessionId, kind: tab.kind, link, file: found?.file ?? null };
    await placeByHand(context.tx, placement, actor.id);
    const { photographerId, released } = session.facts;
    await announcePlacements(context, { projectId: viewpoint.projectId, photographerId, released });
    return loadCoverage(context.tx, actor, sessionId);
  });
}

/** What lies behind links is listed before a transaction begins: it would hold up others. */
export function viewpoints(deps: Dependencies): Handlers<typeof api.viewpoints> {
  return {
    viewpoints: list,

    thenAndNow: ({ actor, db, params }) => thenAndNow({ ...deps, db, actor }, params.id),

    getViewpoint: ({ actor, db, params }) => loadWithPictures(db, actor, params.id),

    editViewpoint: ({ actor, params, body, write }) =>
      write((context) => editViewpoint(context, actor, { id: params.id, body })),

    placePicture: (ctx) => placePicture(deps, ctx),

    sessionViewpoints: ({ actor, db, params }) => loadCoverage(db, actor, params.id),

    async sessionPairs({ actor, db, params, query, cacheFor }) {
      cacheFor(listingMilliseconds);
      const own = { id: params.id, kind: query.kind };
      const other = { id: query.with, kind: query.otherKind };
      return { pairs: await pairToCompare({ ...deps, db }, actor, { own, other }) };
    },

    async createViewpoints({ actor, db, params, body, write }) {
      const sessionId = params.id;
      refuseDuplicates(body.viewpoints);
      const pictures = await findAll({ ...deps, db }, actor, { sessionId, wanted: body.viewpoints });
      return write((context) => createViewpoints(context, actor, { sessionId, viewpoints: body.viewpoints, pictures }));
    },
  };
}
