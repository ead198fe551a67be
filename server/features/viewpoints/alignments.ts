// Alignments: how two pictures of one place are overlaid, found by a job or marked manually.
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { homographyFromMarks, type Mark } from '#contract/geometry/homography.ts';
import type { LinkHosts } from '#contract/links/link.ts';
import type { Alignment } from '#contract/viewpoints/endpoints.ts';
import { projectPeople } from '#server/db/project-relations.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { forbidden, invalid } from '#server/lib/problem.ts';
import type { MediaSource } from '#server/media/sources/source.ts';
import { findPair, type PicturePair } from './alignments/picture-pair.ts';
import { queueAlignment, retryByWayOf } from './alignments/queue.ts';
import {
  loadAlignment,
  type NewAlignment,
  removeManualAlignment,
  type StoredAlignment,
  saveAlignment,
} from './alignments/stored.ts';

type Dependencies = { hosts: LinkHosts; source: MediaSource };

/** Nothing notifies us when a file is replaced. */
const cachedMilliseconds = 1_000;

const nothing = { matrix: null, inliers: null, quality: null, by: null, yaw: null, marks: null };

function byOf({ byHand, links }: StoredAlignment): Alignment['by'] {
  if (byHand) return 'hand';
  return links > 1 ? 'chain' : 'picture';
}

function replyFrom(stored: StoredAlignment | null, mayAlign: boolean): Alignment {
  if (!stored?.settled) return { state: 'waiting', ...nothing, mayAlign };
  const { matrix, yaw, inliers, quality, marks } = stored;
  if (matrix === null && yaw === null) return { state: 'refused', ...nothing, mayAlign };
  const copied = matrix && [...matrix];
  const own = marks?.map(({ older, newer }): NonNullable<Alignment['marks']>[number] => ({
    older: [...older],
    newer: [...newer],
  }));
  return { state: 'aligned', matrix: copied, inliers, quality, by: byOf(stored), yaw, marks: own ?? null, mayAlign };
}

/** Marks that lie on one line, or contradict each other, determine nothing. */
function fromMarks(marks: readonly Mark[]): NewAlignment {
  const matrix = homographyFromMarks(marks);
  if (matrix === null)
    throw invalid(
      'marks',
      'These places do not fit together: mark them further apart, and in the same order in both pictures',
    );
  return { matrix, inliers: marks.length, links: 1, settled: true, yaw: null, quality: null, marks: [...marks] };
}

function requireRight({ mayAlign, kind }: PicturePair): void {
  if (!mayAlign) throw forbidden();
  if (kind !== 'photo') throw invalid('older', 'Only two flat pictures can be aligned by hand');
}

/** The calls of the contract. */
export function alignments({ hosts, source }: Dependencies): Handlers<typeof api.alignments> {
  return {
    async getAlignment({ actor, db, query, cacheFor }) {
      cacheFor(cachedMilliseconds);
      const { olderSession, olderKind, olderItem, newerSession, newerKind, newerItem } = query;
      const older = { sessionId: olderSession, mediaKind: olderKind, item: olderItem };
      const newer = { sessionId: newerSession, mediaKind: newerKind, item: newerItem };
      const pair = await findPair({ db, hosts, source, actor }, { older, newer });
      const { kind, mayAlign } = pair;
      if (kind === null) return { state: 'refused', ...nothing, mayAlign: false };
      const stored = await loadAlignment(db, pair);
      if (!stored?.settled) await queueAlignment(db, { ...pair, kind });
      return replyFrom(stored, mayAlign);
    },

    async alignByHand({ actor, db, body, write }) {
      const pair = await findPair({ db, hosts, source, actor }, body);
      requireRight(pair);
      const found = body.marks && fromMarks(body.marks);
      await write(async ({ tx, events }) => {
        if (found) await saveAlignment(tx, pair, { found, byHand: true, by: actor.id });
        else await removeManualAlignment(tx, pair);
        await retryByWayOf(tx, pair);
        events.invalidateFor({ admins: true, users: await readersOf(tx, pair.newer.sessionId) });
      });
      const stored = await loadAlignment(db, pair);
      if (!stored?.settled) await queueAlignment(db, { ...pair, kind: 'photo' });
      return replyFrom(stored, pair.mayAlign);
    },
  };
}

// Whose open pages may show two pictures over each other.

/** Everybody of the session's project, for `invalidateFor`: what each of them sees, the next call says. */
export async function readersOf(db: Kysely<Tables>, sessionId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select project_id as id from sessions where id = ${sessionId}`.execute(db);
  const project = found.rows[0];
  return project ? projectPeople(db, project.id) : [];
}
