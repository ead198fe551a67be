// What is known of two pictures: read and written by their files and versions, so that a replaced file is aligned anew.
import { type Kysely, sql } from 'kysely';
import type { Homography, Mark } from '#contract/homography.ts';
import type { Tables } from '#server/db/schema.ts';

export type FileVersion = { file: string; version: string };
export type FilePair = { older: FileVersion; newer: FileVersion };

export type StoredAlignment = {
  byHand: boolean;
  matrix: Homography | null;
  inliers: number;
  links: number;
  /** False: ways around were not tried yet. */
  settled: boolean;
  yaw: number | null;
  marks: Mark[] | null;
};
export type NewAlignment = Omit<StoredAlignment, 'byHand'>;

const isPair = ({ older, newer }: FilePair) => sql`older_file = ${older.file} and older_version = ${older.version}
  and newer_file = ${newer.file} and newer_version = ${newer.version}`;

/** A hand's before a machine's. */
export async function loadAlignment(db: Kysely<Tables>, pair: FilePair): Promise<StoredAlignment | null> {
  const found = await sql<StoredAlignment>`select by_hand as "byHand", matrix, inliers, links, settled, yaw, marks
    from alignments where ${isPair(pair)} order by by_hand desc limit 1`.execute(db);
  return found.rows[0] ?? null;
}

type Saved = { found: NewAlignment; byHand: boolean; by?: number };

export async function saveAlignment(db: Kysely<Tables>, pair: FilePair, { found, byHand, by }: Saved): Promise<void> {
  const { matrix, inliers, links, settled, yaw, marks } = found;
  const { older, newer } = pair;
  await sql`insert into alignments (older_file, older_version, newer_file, newer_version, by_hand, matrix, inliers, links, settled, yaw,
      marks, saved_by)
    values (${older.file}, ${older.version}, ${newer.file}, ${newer.version}, ${byHand}, ${matrix && [...matrix]}::double precision[],
      ${inliers}, ${links}, ${settled}, ${yaw}, ${marks && JSON.stringify(marks)}::jsonb, ${by ?? null})
    on conflict (older_file, older_version, newer_file, newer_version, by_hand) do update set matrix = excluded.matrix,
      inliers = excluded.inliers, links = excluded.links, settled = excluded.settled, yaw = excluded.yaw, marks = excluded.marks,
      saved_by = excluded.saved_by, computed_at = now()`.execute(db);
}

export async function forgetHand(db: Kysely<Tables>, pair: FilePair): Promise<void> {
  await sql`delete from alignments where ${isPair(pair)} and by_hand`.execute(db);
}
