// The pair of pictures that shows best what was built: of the newest visit and the one before it, small enough for a mail.
import { type Kysely, sql } from 'kysely';
import type { LinkHosts } from '#contract/links.ts';
import type { MediaKind, PictureSize } from '#contract/media.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { listVisibleFiles, loadSessionLink } from '#server/features/media/session-link.ts';
import { pairVisits } from '#server/features/viewpoints/pairs.ts';
import type { MediaSource, SourceFile } from '#server/media/source.ts';
import type { Thumbnails } from '#server/media/thumbnails.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';
import type { ReleasedSession } from './news.ts';

export type PairDependencies = { db: Kysely<Tables>; hosts: LinkHosts; source: MediaSource; thumbnails: Thumbnails };
type PairPicture = { jpeg: Buffer; captureDate: string };
export type BestPair = { older: PairPicture; newer: PairPicture };

type Visit = { id: number; captureDate: string };

/** A visit whose pictures have no counterpart leaves the place to the one before it. */
const mostVisits = 3;
const tabs = ['drone', 'indoor'] as const satisfies readonly MediaKind[];

/** The visit before this one at the same place, as the person sees it. */
async function visitBefore(db: Kysely<Tables>, actor: Person, session: ReleasedSession): Promise<Visit | null> {
  const found = await sql<Visit>`select s.id, s.capture_date as "captureDate" from ${sql.table(sessionView(actor))} s
    where s.project_id = ${session.projectId} and s.site_id is not distinct from ${session.siteId}::integer and s.released
      and (s.capture_date, s.id) < (${session.captureDate}::date, ${session.id}::integer) and ${visibleSessions(actor)}
    order by s.capture_date desc, s.id desc limit 1`.execute(db);
  return found.rows[0] ?? null;
}

async function findFile(deps: PairDependencies, actor: Person, named: { id: number; kind: MediaKind; file: string }) {
  const linked = await loadSessionLink(deps, actor, { id: named.id, kind: named.kind });
  const files = await listVisibleFiles(deps.source, linked);
  return files?.find(({ id }) => id === named.file) ?? null;
}

/** JPEG, which every mail program shows. */
async function toJpeg({ thumbnails }: PairDependencies, file: SourceFile, size: PictureSize): Promise<Buffer> {
  return (await thumbnails.get(file, size, 'jpeg')).bytes;
}

async function pairOfTab(
  deps: PairDependencies,
  actor: Person,
  visits: { newer: Visit; older: Visit; kind: MediaKind; size: PictureSize },
): Promise<BestPair | null> {
  const { newer, older, kind, size } = visits;
  const tabs = { own: { id: newer.id, kind }, other: { id: older.id, kind } };
  const pairs = await pairVisits(deps, actor, { ...tabs, kinds: ['image'] });
  // By order alone two pictures may show different things.
  const best = pairs.find(({ by }) => by !== 'order');
  if (!best) return null;
  const own = await findFile(deps, actor, { id: newer.id, kind, file: best.own });
  const other = await findFile(deps, actor, { id: older.id, kind, file: best.other });
  if (!own || !other) return null;
  return {
    older: { jpeg: await toJpeg(deps, other, size), captureDate: older.captureDate },
    newer: { jpeg: await toJpeg(deps, own, size), captureDate: newer.captureDate },
  };
}

/** Null where there are none, or a host does not answer: a digest goes out without pictures rather than not at all. */
export async function findBestPair(
  deps: PairDependencies,
  actor: Person,
  { released, size }: { released: readonly ReleasedSession[]; size: PictureSize },
): Promise<BestPair | null> {
  for (const session of released.slice(0, mostVisits)) {
    const older = await visitBefore(deps.db, actor, session);
    if (!older) continue;
    for (const kind of tabs) {
      const pair = await pairOfTab(deps, actor, { newer: session, older, kind, size }).catch(() => null);
      if (pair) return pair;
    }
  }
  return null;
}
