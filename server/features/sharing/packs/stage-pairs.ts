// Before and after of a stage: a viewpoint's picture in its visits, beside the one in the visits of the stage before.
import { type Kysely, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import { type MarkKind, markKinds } from '#contract/stages/endpoints.ts';
import { standingOf } from '#contract/stages/standing.ts';
import type { ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WantedPair } from '#server/features/sharing/reports/pairs.ts';
import { isolated } from '#server/features/sharing/reports/words.ts';
import type { ShownPicture, StageRow } from '#server/features/stages/queries.ts';
import { readPictures } from '#server/features/viewpoints/pictures.ts';
import { listViewpoints, seenIn } from '#server/features/viewpoints/queries.ts';

type Reading = { db: Kysely<Tables>; reader: Person };
type Placed = ViewpointPicture & { viewpointId: number };

const maxViewpoints = 500;

/** The visits that its standing marks name, and those of their pictures. */
function visitsOf({ marks }: StageRow, shown: readonly ShownPicture[]): Set<number> {
  const standing = standingOf(marks);
  const named = markKinds
    .filter((kind): kind is Exclude<MarkKind, 'acknowledged'> => kind !== 'acknowledged')
    .flatMap((kind) => standing[kind] ?? []);
  const ids = new Set(named.map(({ id }) => id));
  const pictures = shown.filter(({ mark }) => ids.has(mark)).map(({ sessionId }) => sessionId);
  return new Set([...named.flatMap(({ session }) => session?.id ?? []), ...pictures]);
}

type Viewpoints = Awaited<ReturnType<typeof listViewpoints>>;
type Sides = { before: ReadonlySet<number>; after: ReadonlySet<number>; shown: ReadonlySet<string> };

/** Of the viewpoints that have both, one whose picture shows a criterion; else the first. */
function chooseOf(all: readonly Placed[], viewpoints: Viewpoints, { before, after, shown }: Sides): WantedPair | null {
  const found = viewpoints.flatMap(({ id, position, name, kind }): WantedPair[] => {
    const own = all.filter(({ viewpointId }) => viewpointId === id);
    const newer = own.findLast(({ sessionId }) => after.has(sessionId) && !before.has(sessionId));
    const older = own.findLast(
      ({ sessionId, captureDate }) => before.has(sessionId) && newer && captureDate <= newer.captureDate,
    );
    return newer && older ? [{ position, name: isolated(name), kind, before: older, after: newer }] : [];
  });
  return found.find((pair) => shown.has(pair.after.item.id)) ?? found[0] ?? null;
}

/** In the order of the stages, which are of one list; null where nothing can be compared. */
export async function pairsOfStages(
  { db, reader }: Reading,
  stages: readonly StageRow[],
  shown: readonly ShownPicture[],
): Promise<(WantedPair | null)[]> {
  const visits = stages.map((stage) => visitsOf(stage, shown));
  const ids = [...new Set(visits.flatMap((own) => [...own]))];
  const all = ids.length > 0 ? await readPictures(db, reader, sql`vp.session_id = any(${ids}::integer[])`) : [];
  if (all.length === 0) return stages.map(() => null);
  const own = [...new Set(all.map(({ viewpointId }) => viewpointId))];
  const seen = await seenIn(db, reader, sql`v.id = any(${own}::integer[])`);
  const viewpoints = await listViewpoints(db, reader, { seen, limit: maxViewpoints });
  return stages.map(({ marks }, at) => {
    const before = visits.slice(0, at).findLast((former) => former.size > 0);
    const after = visits[at];
    if (!before || !after) return null;
    const given = new Set(marks.map(({ id }) => id));
    const items = new Set(shown.filter(({ mark }) => given.has(mark)).map(({ item }) => item));
    return chooseOf(all, viewpoints, { before, after, shown: items });
  });
}
