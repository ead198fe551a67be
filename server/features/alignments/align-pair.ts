// Aligns a pair of pictures, directly or, where that fails, by way of other visits to the same viewpoint.
import { maxChain } from '#contract/alignments.ts';
import type { Homography } from '#contract/homography.ts';
import { isPlausible, minInliers } from '#server/media/alignment/acceptance.ts';
import type { FileAligner } from '#server/media/alignment/align-files.ts';
import { AlignerFailure } from '#server/media/alignment/aligner-process.ts';
import { bestChain, type ChainLink, composeChain } from '#server/media/alignment/chains.ts';
import { isTransient, MediaError, type SourceFile } from '#server/media/source.ts';
import { findPicture, type PictureSource, picturesBetween, versionsOf } from './job-pictures.ts';
import type { AlignedKind, PicturePlace } from './picture-pair.ts';
import { loadAlignment, type NewAlignment, saveAlignment } from './stored.ts';

export type Aligning = PictureSource & { fileAligner: FileAligner };
type Files = { older: SourceFile; newer: SourceFile };

/** Visits in between that are tried: evenly spread over all there are. Each pair of them takes a second. */
const maxBetween = 5;

const refused: NewAlignment = { matrix: null, inliers: 0, links: 1, settled: true, yaw: null, marks: null };

/** Once more where the process died: what killed it may have been another pair. What cannot be read is refused, unless that may pass. */
async function alignFiles({ fileAligner }: Aligning, kind: AlignedKind, files: Files): Promise<NewAlignment> {
  const align = () => fileAligner.alignFiles({ kind, ...files });
  try {
    const { matrix, yaw, inliers } = await align().catch((error: unknown) => {
      if (error instanceof AlignerFailure) return align();
      throw error;
    });
    return { ...refused, matrix, yaw, inliers };
  } catch (error) {
    if (error instanceof AlignerFailure || (error instanceof MediaError && !isTransient(error))) return refused;
    throw error;
  }
}

type Link = ChainLink & { matrix: Homography };

/** A link that is known already, or is found out now and kept. */
async function linkBetween(deps: Aligning, files: Files): Promise<Pick<Link, 'matrix' | 'inliers'> | null> {
  const pair = versionsOf(files.older, files.newer);
  const known = await loadAlignment(deps.db, pair);
  if (known && known.links === 1) return asLink(known);
  const found = { ...(await alignFiles(deps, 'photo', files)), settled: false };
  if (!known)
    await saveAlignment(deps.db, pair, { found: { ...found, settled: found.matrix !== null }, byHand: false });
  return asLink(found);
}

/** A hand that marked a few places counts as much as the fewest points that a machine is believed. */
function asLink({ matrix, inliers }: NewAlignment): Pick<Link, 'matrix' | 'inliers'> | null {
  return matrix && { matrix, inliers: Math.max(inliers, minInliers) };
}

function spreadOut<T>(all: readonly T[]): T[] {
  if (all.length <= maxBetween) return [...all];
  return Array.from(
    { length: maxBetween },
    (_, at) => all[Math.round(((at + 0.5) * all.length) / maxBetween - 0.5)] as T,
  );
}

async function linksAmong(deps: Aligning, files: readonly SourceFile[]): Promise<Link[]> {
  const links: Link[] = [];
  for (const [from, older] of files.entries()) {
    for (const [to, newer] of files.entries()) {
      const isDirect = from === 0 && to === files.length - 1;
      const found = from < to && !isDirect ? await linkBetween(deps, { older, newer }) : null;
      if (found) links.push({ from, to, ...found });
    }
  }
  return links;
}

async function byChain(deps: Aligning, places: { older: PicturePlace; newer: PicturePlace }, files: Files) {
  const between = spreadOut(await picturesBetween(deps.db, places.older, places.newer));
  if (between.length === 0) return null;
  const found = await Promise.all(between.map((place) => findPicture(deps, place)));
  const all = [files.older, ...found.filter((file) => file !== null), files.newer];
  const chain = bestChain(await linksAmong(deps, all), { from: 0, to: all.length - 1, between: maxChain });
  if (!chain) return null;
  const matrix = composeChain(chain.links.map((link) => link.matrix));
  return { ...refused, matrix, inliers: chain.inliers, links: chain.links.length };
}

/** Of pictures whose size nobody says. */
const usualAspect = 0.75;

/** Height by width of a picture that stands upright: its own header counts more than what its source says. */
export async function aspectOf({
  metadata,
  ...listed
}: Pick<SourceFile, 'metadata' | 'width' | 'height'>): Promise<number> {
  const said = await metadata?.();
  const [width, height] = said?.width && said.height ? [said.width, said.height] : [listed.width, listed.height];
  return width && height ? height / width : usualAspect;
}

export async function alignPair(
  deps: Aligning,
  { kind, ...places }: { kind: AlignedKind; older: PicturePlace; newer: PicturePlace },
  files: Files,
): Promise<NewAlignment> {
  const direct = await alignFiles(deps, kind, files);
  if (kind === 'panorama' || direct.matrix) return direct;
  const chained = await byChain(deps, places, files);
  if (!chained) return direct;
  const aspects = [await aspectOf(files.older), await aspectOf(files.newer)] as const;
  return isPlausible(chained.matrix, aspects) ? chained : direct;
}
