// Aligns a pair of pictures by way of what is known already: links that were found out before, and pictures of the same viewpoint.
import { minInliers } from '#server/media/alignment/acceptance.ts';
import type { FileAligner } from '#server/media/alignment/align-files.ts';
import { alignPair as alignFilePair, type PairDependencies } from '#server/media/alignment/align-pair.ts';
import type { SourceFile } from '#server/media/source.ts';
import { findPicture, type PictureSource, picturesBetween, versionsOf } from './job-pictures.ts';
import type { AlignedKind, PicturePlace } from './picture-pair.ts';
import { loadAlignment, type NewAlignment, type StoredAlignment, saveAlignment } from './stored.ts';

export type Aligning = PictureSource & { fileAligner: FileAligner };
type Files = { older: SourceFile; newer: SourceFile };
type Places = { older: PicturePlace; newer: PicturePlace };

/** A hand that marked a few places counts as much as the fewest points that a machine is believed. What needed a chain is no link. */
function asLink({ matrix, inliers, links }: StoredAlignment) {
  return links > 1 || !matrix ? { matrix: null, inliers } : { matrix, inliers: Math.max(inliers, minInliers) };
}

/** Links that are found out now are kept, and not settled where they fail: ways around were not tried. */
function knownTo(deps: Aligning, { older, newer }: Places): PairDependencies<SourceFile, PicturePlace> {
  return {
    fileAligner: deps.fileAligner,
    placesBetween: () => picturesBetween(deps.db, older, newer),
    find: (place) => findPicture(deps, place),
    async knownLink(pair) {
      const known = await loadAlignment(deps.db, versionsOf(pair.older, pair.newer));
      return known && asLink(known);
    },
    async keepLink(pair, found) {
      const kept = { ...found, links: 1, settled: found.matrix !== null, marks: null };
      await saveAlignment(deps.db, versionsOf(pair.older, pair.newer), { found: kept, byHand: false });
    },
  };
}

export async function alignPair(
  deps: Aligning,
  { kind, ...places }: Places & { kind: AlignedKind },
  files: Files,
): Promise<NewAlignment> {
  const found = await alignFilePair(knownTo(deps, places), { kind, ...files });
  return { ...found, settled: true, marks: null };
}
