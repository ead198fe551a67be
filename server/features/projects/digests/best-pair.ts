// The pair of pictures that shows best what was built: of the newest visit and the one before it.
import { type Kysely, sql } from 'kysely';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { pairVisits } from '#server/features/viewpoints/pairs.ts';
import { sharp } from '#server/lib/sharp.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';
import type { ReleasedSession } from './news.ts';
import { findMailPicture, type MailPictureDependencies, mailThumbnail } from './picture-route.ts';

/** `width` and `height`: of what its address answers. */
type PairPicture = {
  sessionId: number;
  kind: MediaKind;
  file: string;
  captureDate: string;
  width: number;
  height: number;
};
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

/** As its address will find it, or not at all. */
async function pictureOf(
  deps: MailPictureDependencies,
  actor: Person,
  { visit, kind, file }: { visit: Visit; kind: MediaKind; file: string },
): Promise<PairPicture> {
  const found = await findMailPicture(deps, { reader: actor.id, sessionId: visit.id, kind, file });
  const { width, height } = await sharp((await mailThumbnail(deps, found)).bytes).metadata();
  return { sessionId: visit.id, kind, file, captureDate: visit.captureDate, width, height };
}

async function pairOfTab(
  deps: MailPictureDependencies,
  actor: Person,
  { newer, older, kind }: { newer: Visit; older: Visit; kind: MediaKind },
): Promise<BestPair | null> {
  const tabs = { own: { id: newer.id, kind }, other: { id: older.id, kind } };
  const pairs = await pairVisits(deps, actor, { ...tabs, kinds: ['image'] });
  // By order alone two pictures may show different things.
  const best = pairs.find(({ by }) => by !== 'order');
  if (!best) return null;
  return {
    older: await pictureOf(deps, actor, { visit: older, kind, file: best.other }),
    newer: await pictureOf(deps, actor, { visit: newer, kind, file: best.own }),
  };
}

/** Null where there are none, or a host does not answer: a digest goes out without pictures rather than not at all. */
export async function findBestPair(
  deps: MailPictureDependencies,
  actor: Person,
  released: readonly ReleasedSession[],
): Promise<BestPair | null> {
  for (const session of released.slice(0, mostVisits)) {
    const older = await visitBefore(deps.db, actor, session);
    if (!older) continue;
    for (const kind of tabs) {
      const pair = await pairOfTab(deps, actor, { newer: session, older, kind }).catch(() => null);
      if (pair) return pair;
    }
  }
  return null;
}
