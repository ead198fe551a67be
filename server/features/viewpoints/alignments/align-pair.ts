// Aligns a pair of pictures by way of what is known already: links that were found out before, and pictures of the same viewpoint.
import { minInliers } from '#server/media/alignment/acceptance.ts';
import type { FileAligner } from '#server/media/alignment/align-files.ts';
import {
  alignPair as alignFilePair,
  alignDirectly as alignWithout,
  type PairDependencies,
} from '#server/media/alignment/align-pair.ts';
import type { PairAlignment } from '#server/media/alignment/align-photos.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { findPicture, type PictureSource, type PlacedPicture, picturesBetween, versionsOf } from './job-pictures.ts';
import type { AlignedKind, PicturePlace } from './picture-pair.ts';
import { loadAlignment, loadAmong, type NewAlignment, type StoredAlignment, saveAlignment } from './stored.ts';

export type Aligning = PictureSource & { fileAligner: FileAligner };
type Files = { older: SourceFile; newer: SourceFile };
type Places = { older: PicturePlace; newer: PicturePlace };

/** A hand that marked a few places counts as much as the fewest points that a machine is believed. What needed a chain is no link. */
function asLink({ matrix, inliers, links, quality }: StoredAlignment) {
  return links > 1 || !matrix
    ? { matrix: null, inliers, quality }
    : { matrix, inliers: Math.max(inliers, minInliers), quality };
}

/** Not settled where it fails: ways around were not tried. */
async function keepLink({ db }: Aligning, { older, newer }: Files, found: PairAlignment): Promise<void> {
  const kept = { ...found, links: 1, settled: found.matrix !== null, marks: null };
  await saveAlignment(db, versionsOf(older, newer), { found: kept, byHand: false });
}

/** Links that are found out now are kept. */
function knownTo(deps: Aligning, { older, newer }: Places): PairDependencies<SourceFile, PlacedPicture> {
  return {
    fileAligner: deps.fileAligner,
    placesBetween: () => picturesBetween(deps.db, older, newer),
    async knownAmong(pair, between) {
      const ends = versionsOf(pair.older, pair.newer);
      const known = await loadAmong(deps.db, [ends.older, ...between, ends.newer]);
      return known.flatMap(({ from, to, ...stored }) => {
        const { matrix, ...link } = asLink(stored);
        return matrix ? [{ from, to, matrix, ...link }] : [];
      });
    },
    find: (place) => findPicture(deps, place),
    async knownLink(pair) {
      const known = await loadAlignment(deps.db, versionsOf(pair.older, pair.newer));
      return known && asLink(known);
    },
    keepLink: (pair, found) => keepLink(deps, pair, found),
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

/** Without a way around: what fails is not settled. Kept like any other link. */
export async function alignDirectly(deps: Aligning, files: Files): Promise<void> {
  const found = await alignWithout(deps.fileAligner, { kind: 'photo', ...files });
  await keepLink(deps, files, found);
}
