// Stored alignments: read and written by files and versions, so that a replaced file is aligned again.
import { type Kysely, sql } from 'kysely';
import type { Homography, Mark } from '#contract/geometry/homography.ts';
import type { Tables } from '#server/db/schema.ts';

export type FileVersion = { file: string; version: string };
export type FilePair = { older: FileVersion; newer: FileVersion };

export type StoredAlignment = {
  byHand: boolean;
  matrix: Homography | null;
  inliers: number;
  links: number;
  /** False: chains were not tried yet. */
  settled: boolean;
  yaw: number | null;
  /** Share of the similar-looking places that agree; null for manual ones. */
  quality: number | null;
  marks: Mark[] | null;
};
export type NewAlignment = Omit<StoredAlignment, 'byHand'>;

const isPair = ({ older, newer }: FilePair) => sql`older_file = ${older.file} and older_version = ${older.version}
  and newer_file = ${newer.file} and newer_version = ${newer.version}`;

const columns = (alias: string) =>
  sql.raw(
    ['by_hand as "byHand"', 'matrix', 'inliers', 'links', 'settled', 'yaw', 'quality', 'marks']
      .map((column) => `${alias}.${column}`)
      .join(', '),
  );

/** Manual ones before computed ones. */
export async function loadAlignment(db: Kysely<Tables>, pair: FilePair): Promise<StoredAlignment | null> {
  const found = await sql<StoredAlignment>`select ${columns('a')}
    from alignments a where ${isPair(pair)} order by by_hand desc limit 1`.execute(db);
  return found.rows[0] ?? null;
}

export type StoredLink = StoredAlignment & { from: number; to: number };

/** Stored alignments between any two of these, by their positions in the row; manual ones before computed ones. */
export async function loadAmong(db: Kysely<Tables>, row: readonly FileVersion[]): Promise<StoredLink[]> {
  const files = row.map(({ file }) => file);
  const versions = row.map(({ version }) => version);
  const found = await sql<StoredLink>`
    with row as (select * from unnest(${files}::text[], ${versions}::text[]) with ordinality as f (file, version, nth))
    select distinct on (o.nth, n.nth) o.nth::integer - 1 as "from", n.nth::integer - 1 as "to", ${columns('a')}
    from row o join alignments a on a.older_file = o.file and a.older_version = o.version
      join row n on n.file = a.newer_file and n.version = a.newer_version and n.nth > o.nth
    order by o.nth, n.nth, a.by_hand desc`.execute(db);
  return found.rows;
}

type Saved = { found: NewAlignment; byHand: boolean; by?: number };

export async function saveAlignment(db: Kysely<Tables>, pair: FilePair, { found, byHand, by }: Saved): Promise<void> {
  const { matrix, inliers, links, settled, yaw, quality, marks } = found;
  const { older, newer } = pair;
  await sql`insert into alignments (older_file, older_version, newer_file, newer_version, by_hand, matrix, inliers, links, settled, yaw,
      quality, marks, saved_by)
    values (${older.file}, ${older.version}, ${newer.file}, ${newer.version}, ${byHand}, ${matrix && [...matrix]}::double precision[],
      ${inliers}, ${links}, ${settled}, ${yaw}, ${quality}, ${marks && JSON.stringify(marks)}::jsonb, ${by ?? null})
    on conflict (older_file, older_version, newer_file, newer_version, by_hand) do update set matrix = excluded.matrix,
      inliers = excluded.inliers, links = excluded.links, settled = excluded.settled, yaw = excluded.yaw, quality = excluded.quality,
      marks = excluded.marks, saved_by = excluded.saved_by, computed_at = now()`.execute(db);
}

export async function removeManualAlignment(db: Kysely<Tables>, pair: FilePair): Promise<void> {
  await sql`delete from alignments where ${isPair(pair)} and by_hand`.execute(db);
}
