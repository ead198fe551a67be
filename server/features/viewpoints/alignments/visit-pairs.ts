// Aligns photos of two visits that only names and order pair: some of them, while somebody compares the visits.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { readersOf } from '#server/features/viewpoints/alignments.ts';
import { addJob, type JobHandler } from '#server/jobs.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { type Aligning, alignDirectly, listLink, versionsOf } from './jobs.ts';
import { keyOf } from './queue.ts';
import { loadAlignment } from './stored.ts';

export const pairingJob = 'compareVisits';

/** A tab of a visit, by its link. */
type Linked = { sessionId: number; link: string };
/** Files of the older visit with those of the newer one. */
type Payload = { older: Linked; newer: Linked; pairs: [older: string, newer: string][] };

type Side = { id: number; link: string | null; files: readonly SourceFile[] };
type Two = { own: Side; other: Side };

/** Of two visits on one day the first one named counts as the older one, as on the page that compares them. */
async function isTurned(db: Kysely<Tables>, { own, other }: Two): Promise<boolean> {
  const found = await sql<{
    turned: boolean;
  }>`select o.capture_date < s.capture_date as turned from sessions s, sessions o
    where s.id = ${own.id} and o.id = ${other.id}`.execute(db);
  return found.rows[0]?.turned ?? false;
}

const versionsIn = ({ files }: Side) => files.map(({ id, version }) => [id, version]);

/** One job at a time for the same files, however many compare. */
export async function queueVisitPairs(
  db: Kysely<Tables>,
  two: Two,
  pairs: readonly { own: string; other: string }[],
): Promise<void> {
  const { own, other } = two;
  if (pairs.length === 0 || own.id === other.id || own.link === null || other.link === null) return;
  const turned = await isTurned(db, two);
  const [mine, theirs] = [
    { sessionId: own.id, link: own.link },
    { sessionId: other.id, link: other.link },
  ];
  const payload: Payload = {
    ...(turned ? { older: theirs, newer: mine } : { older: mine, newer: theirs }),
    pairs: pairs.map((pair) => (turned ? [pair.other, pair.own] : [pair.own, pair.other])),
  };
  const versions = turned ? [versionsIn(other), versionsIn(own)] : [versionsIn(own), versionsIn(other)];
  await addJob(db, {
    kind: pairingJob,
    payload,
    dedupeKey: keyOf('visits', [payload.older, payload.newer, versions]),
  });
}

/** A job counts as dead after ten minutes; pages that are still open ask again for what it did not get to. */
const maxMilliseconds = 5 * 60_000;

type Dependencies = Aligning & { write: RunTransaction };

/** How many were analysed. Known pairs are skipped. */
async function alignAll(deps: Dependencies, { older, newer, pairs }: Payload): Promise<number> {
  const [before, after] = [await listLink(deps, older), await listLink(deps, newer)];
  const end = Date.now() + maxMilliseconds;
  let comparisons = 0;
  for (const [from, to] of pairs) {
    const [one, two] = [before?.find(({ id }) => id === from), after?.find(({ id }) => id === to)];
    if (!one || !two || (await loadAlignment(deps.db, versionsOf(one, two)))) continue;
    if (Date.now() > end) break;
    await alignDirectly(deps, { older: one, newer: two });
    comparisons += 1;
  }
  return comparisons;
}

/** Open pages that compare them pair again. */
export function visitPairJobs(deps: Dependencies): Record<typeof pairingJob, JobHandler> {
  return {
    [pairingJob]: {
      async run(payload) {
        const { older, newer } = payload as Payload;
        if ((await alignAll(deps, payload as Payload)) === 0) return;
        await deps.write({ topics: ['viewpoints'] }, async ({ tx, events }) => {
          const users = [...(await readersOf(tx, older.sessionId)), ...(await readersOf(tx, newer.sessionId))];
          events.invalidateFor({ admins: true, users: [...new Set(users)] });
        });
      },
    },
  };
}
