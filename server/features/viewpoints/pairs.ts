// What two visits show in pairs, from what one person sees of both.

import { type Kysely, sql } from 'kysely';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Actor } from '#contract/policy.ts';
import type { PicturePair } from '#contract/viewpoints/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { readDetails } from '#server/features/media/picture-details.ts';
import { type LinkDependencies, listFilesForReply, loadSessionLink } from '#server/features/media/session-link.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';
import { queueVisitPairs } from './alignments/visit-pairs.ts';
import { likeliest } from './likeness.ts';
import { contradict } from './nearness.ts';
import { type Aligned, type PairablePicture, pairPictures } from './pair-pictures.ts';
import { readPictures } from './pictures.ts';
import { isPanorama, silent } from './visit-pictures.ts';

// Which pictures of two visits, paired by names and order only, are worth aligning. Pure.

/** Each costs a second or more of idle CPU time. */
const maxPairs = 60;
/**
 * At least this many of the other visit for each picture, as flights start at different counts: in large visits the first pictures are
 * corrected first.
 */
const minEach = 6;

type Pictures = readonly PairablePicture[];
type TwoVisits = { own: Pictures; others: Pictures };
type UnsurePair = { own: string; other: string };

/** Photos without a sure partner. */
function photosWithout(partners: ReadonlySet<string>, pictures: Pictures): Pictures {
  return pictures.filter(({ id, kind }) => kind === 'photo' && !partners.has(id));
}

/** Candidates at a similar position in the sequence. */
export function pairsToCompare({ own, others }: TwoVisits, pairs: readonly PicturePair[]): UnsurePair[] {
  const sure = pairs.filter(({ by }) => by !== 'name' && by !== 'order');
  const left = photosWithout(new Set(sure.map((pair) => pair.own)), own);
  const right = photosWithout(new Set(sure.map((pair) => pair.other)), others);
  const each = Math.max(minEach, Math.floor(maxPairs / Math.max(1, left.length)));
  const found = left.slice(0, maxPairs).flatMap((picture, at) => {
    const share = left.length > 1 ? at / (left.length - 1) : 0.5;
    const may = right.filter((other) => !contradict(picture, other));
    return likeliest(may, share, each).map((other) => ({ own: picture.id, other: other.id }));
  });
  return found.slice(0, maxPairs);
}

type Tab = { id: number; kind: MediaKind };
/** Plain files cannot be compared. */
const comparable = ['image', 'video', 'geotiff'] as const satisfies readonly SourceFile['kind'][];
type ComparableKind = (typeof comparable)[number];
type Comparable = SourceFile & { kind: ComparableKind };
type Dependencies = LinkDependencies & { source: MediaSource };

/** `link`: as it was entered, null if there is none. */
type Listed = { id: number; link: string | null; files: Comparable[] };

/** 404 for a session that this person does not see. */
async function listComparable(
  deps: Dependencies,
  actor: Actor,
  { kinds, ...tab }: Tab & { kinds: readonly string[] },
): Promise<Listed> {
  const linked = await loadSessionLink(deps, actor, tab);
  const files = await listFilesForReply(deps.source, linked, 'Folder');
  const isComparable = (file: SourceFile): file is Comparable => kinds.includes(file.kind);
  return { id: tab.id, link: linked.text, files: files.filter(isComparable) };
}

async function toPairable(db: Kysely<Tables>, actor: Actor, side: Listed): Promise<PairablePicture[]> {
  const details = await readDetails(db, side.files);
  const placed = await readPictures(db, actor, sql`vp.session_id = ${side.id}`);
  const viewpoints = new Map(placed.map(({ item, viewpointId }) => [item.id, viewpointId]));
  return side.files.map(({ id, name, folder, kind }) => {
    const said = details.get(id) ?? silent;
    const { latitude, longitude, heading, pitch } = said;
    const flat = kind === 'image' ? 'photo' : kind;
    const viewpointId = viewpoints.get(id) ?? null;
    return {
      ...{ id, name, folder, viewpointId, latitude, longitude, heading, pitch },
      kind: kind === 'image' && isPanorama(said) ? 'panorama' : flat,
    };
  });
}

type KnownAlignment = Aligned & { fits: boolean };

/** Results for these exact versions: what was compared, and whether it could be aligned. */
async function readAlignments(db: Kysely<Tables>, own: SourceFile[], others: SourceFile[]): Promise<KnownAlignment[]> {
  const files = (side: SourceFile[]) =>
    sql`unnest(${side.map(({ id }) => id)}::text[], ${side.map(({ version }) => version)}::text[])`;
  const found = await sql<KnownAlignment>`
    with m as (select * from ${files(own)} as f (file, version)), t as (select * from ${files(others)} as f (file, version)),
      a as (select m.file as own, t.file as other, a.inliers, a.matrix is not null as fits from alignments a
          join m on m.file = a.older_file and m.version = a.older_version
          join t on t.file = a.newer_file and t.version = a.newer_version
        union all select m.file, t.file, a.inliers, a.matrix is not null from alignments a
          join m on m.file = a.newer_file and m.version = a.newer_version
          join t on t.file = a.older_file and t.version = a.older_version)
    select own, other, bool_or(fits) as fits, max(inliers) as inliers from a group by own, other`.execute(db);
  return found.rows;
}

type Asked = { own: Tab; other: Tab; kinds?: readonly ComparableKind[] };

async function loadBoth(deps: Dependencies, actor: Actor, { own, other, kinds = comparable }: Asked) {
  const { db } = deps;
  const [one, two] = [
    await listComparable(deps, actor, { ...own, kinds }),
    await listComparable(deps, actor, { ...other, kinds }),
  ];
  const alignments = await readAlignments(db, one.files, two.files);
  const pictures = {
    own: await toPairable(db, actor, one),
    others: await toPairable(db, actor, two),
    aligned: alignments.filter(({ fits }) => fits),
  };
  return { one, two, alignments, pictures, pairs: pairPictures(pictures) };
}

/** `kinds`: of files, if only some are meant. */
export async function pairVisits(deps: Dependencies, actor: Actor, asked: Asked): Promise<PicturePair[]> {
  return (await loadBoth(deps, actor, asked)).pairs;
}

/** For somebody who compares them now: photos paired only by names and order are analysed, so that the pairs correct themselves. */
export async function pairToCompare(deps: Dependencies, actor: Actor, asked: Asked): Promise<PicturePair[]> {
  const { one, two, alignments, pictures, pairs } = await loadBoth(deps, actor, asked);
  const keyOf = ({ own, other }: UnsurePair) => JSON.stringify([own, other]);
  const known = new Set(alignments.map(keyOf));
  const left = pairsToCompare(pictures, pairs).filter((pair) => !known.has(keyOf(pair)));
  await queueVisitPairs(deps.db, { own: one, other: two }, left);
  return pairs;
}
