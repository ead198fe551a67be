// What two visits show in pairs, from what one person sees of both.
import { type Kysely, sql } from 'kysely';
import type { MediaKind } from '#contract/media.ts';
import type { Actor } from '#contract/policy.ts';
import type { PicturePair } from '#contract/viewpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { readDetails } from '#server/features/media/picture-details.ts';
import { type LinkDependencies, listFilesForReply, loadSessionLink } from '#server/features/media/session-link.ts';
import type { MediaSource, SourceFile } from '#server/media/source.ts';
import { type Aligned, type PairablePicture, pairPictures } from './pair-pictures.ts';
import { readPictures } from './pictures.ts';
import { isPanorama, silent } from './visit-pictures.ts';

type Tab = { id: number; kind: MediaKind };
/** Plain files are nothing to compare. */
const comparable = ['image', 'video', 'geotiff'] as const satisfies readonly SourceFile['kind'][];
type ComparableKind = (typeof comparable)[number];
type Comparable = SourceFile & { kind: ComparableKind };
type Dependencies = LinkDependencies & { source: MediaSource };

/** 404 for a session that this person does not see. */
async function listComparable(
  deps: Dependencies,
  actor: Actor,
  { kinds, ...tab }: Tab & { kinds: readonly string[] },
): Promise<Comparable[]> {
  const linked = await loadSessionLink(deps, actor, tab);
  const files = await listFilesForReply(deps.source, linked, 'Folder');
  return files.filter((file): file is Comparable => kinds.includes(file.kind));
}

async function toPairable(
  db: Kysely<Tables>,
  actor: Actor,
  side: { id: number; files: Comparable[] },
): Promise<PairablePicture[]> {
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

/** What was laid over each other already, in these very versions. */
async function readAligned(db: Kysely<Tables>, own: SourceFile[], others: SourceFile[]): Promise<Aligned[]> {
  const files = (side: SourceFile[]) =>
    sql`unnest(${side.map(({ id }) => id)}::text[], ${side.map(({ version }) => version)}::text[])`;
  const found = await sql<Aligned>`
    with m as (select * from ${files(own)} as f (file, version)), t as (select * from ${files(others)} as f (file, version)),
      a as (select m.file as own, t.file as other, a.inliers from alignments a
          join m on m.file = a.older_file and m.version = a.older_version
          join t on t.file = a.newer_file and t.version = a.newer_version where a.matrix is not null
        union all select m.file, t.file, a.inliers from alignments a
          join m on m.file = a.newer_file and m.version = a.newer_version
          join t on t.file = a.older_file and t.version = a.older_version where a.matrix is not null)
    select own, other, max(inliers) as inliers from a group by own, other`.execute(db);
  return found.rows;
}

/** `kinds`: of files, where only some are meant. */
export async function pairVisits(
  deps: Dependencies,
  actor: Actor,
  { own, other, kinds = comparable }: { own: Tab; other: Tab; kinds?: readonly ComparableKind[] },
): Promise<PicturePair[]> {
  const { db } = deps;
  const ownFiles = await listComparable(deps, actor, { ...own, kinds });
  const otherFiles = await listComparable(deps, actor, { ...other, kinds });
  return pairPictures({
    own: await toPairable(db, actor, { id: own.id, files: ownFiles }),
    others: await toPairable(db, actor, { id: other.id, files: otherFiles }),
    aligned: await readAligned(db, ownFiles, otherFiles),
  });
}
