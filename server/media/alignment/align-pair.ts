// Aligns a pair of pictures, directly or, where that fails, by way of other visits to the same viewpoint.
import { maxChain } from '#contract/alignments.ts';
import type { Homography } from '#contract/homography.ts';
import { isTransient, MediaError, type SourceFile } from '#server/media/source.ts';
import { isPlausible } from './acceptance.ts';
import type { AlignableFile, FileAligner, FilePair } from './align-files.ts';
import type { PairAlignment } from './align-photos.ts';
import { AlignerFailure } from './aligner-process.ts';
import { bestChain, type ChainLink, composeChain } from './chains.ts';

/** A picture, with what says how it stands. */
export type PairFile = AlignableFile & Pick<SourceFile, 'metadata' | 'width' | 'height'>;
/** `links`: 1 where both were laid over each other directly; of a chain `inliers` are those of its weakest link. */
export type AlignedPair = PairAlignment & { links: number };
/** Two photos without a way around; the matrix is null where they could not be laid over each other. */
export type KnownLink = Pick<PairAlignment, 'matrix' | 'inliers'>;

type Two<F> = { older: F; newer: F };
/** `F`: a picture, `P`: where one can be found. */
export type PairDependencies<F extends PairFile, P> = {
  fileAligner: Pick<FileAligner, 'alignFiles'>;
  /** Pictures of the same viewpoint that were taken between the two, oldest first; asked for only where they are needed. */
  placesBetween(): Promise<readonly P[]>;
  /** Null where the picture is gone. */
  find(place: P): Promise<F | null>;
  /** Null where nobody looked at the two yet. */
  knownLink(pair: Two<F>): Promise<KnownLink | null>;
  keepLink(pair: Two<F>, found: PairAlignment): Promise<void>;
};

/** Visits in between that are tried: evenly spread over all there are. Each pair of them takes a second. */
const maxBetween = 5;

const refused: PairAlignment = { matrix: null, inliers: 0, yaw: null };

/** Once more where the process died: what killed it may have been another pair. What cannot be read is refused, unless that may pass. */
async function alignDirectly(
  { alignFiles }: Pick<FileAligner, 'alignFiles'>,
  { kind, older, newer }: FilePair,
): Promise<PairAlignment> {
  const align = () => alignFiles({ kind, older, newer });
  try {
    const { matrix, yaw, inliers } = await align().catch((error: unknown) => {
      if (error instanceof AlignerFailure) return align();
      throw error;
    });
    return { matrix, yaw, inliers };
  } catch (error) {
    if (error instanceof AlignerFailure || (error instanceof MediaError && !isTransient(error))) return refused;
    throw error;
  }
}

async function linkBetween<F extends PairFile, P>(deps: PairDependencies<F, P>, pair: Two<F>): Promise<KnownLink> {
  const known = await deps.knownLink(pair);
  if (known) return known;
  const found = await alignDirectly(deps.fileAligner, { kind: 'photo', ...pair });
  await deps.keepLink(pair, found);
  return found;
}

/** At most five, evenly spread. */
function spreadOut<T>(all: readonly T[]): T[] {
  if (all.length <= maxBetween) return [...all];
  return Array.from(
    { length: maxBetween },
    (_, at) => all[Math.round(((at + 0.5) * all.length) / maxBetween - 0.5)] as T,
  );
}

type Link = ChainLink & { matrix: Homography };

async function linksAmong<F extends PairFile, P>(deps: PairDependencies<F, P>, files: readonly F[]): Promise<Link[]> {
  const links: Link[] = [];
  for (const [from, older] of files.entries()) {
    for (const [to, newer] of files.entries()) {
      const isDirect = from === 0 && to === files.length - 1;
      if (from >= to || isDirect) continue;
      const { matrix, inliers } = await linkBetween(deps, { older, newer });
      if (matrix) links.push({ from, to, matrix, inliers });
    }
  }
  return links;
}

async function byChain<F extends PairFile, P>(deps: PairDependencies<F, P>, { older, newer }: Two<F>) {
  const between = await Promise.all(spreadOut(await deps.placesBetween()).map((place) => deps.find(place)));
  if (between.length === 0) return null;
  const all = [older, ...between.filter((file) => file !== null), newer];
  const chain = bestChain(await linksAmong(deps, all), { from: 0, to: all.length - 1, between: maxChain });
  if (!chain) return null;
  const matrix = composeChain(chain.links.map((link) => link.matrix));
  return { matrix, inliers: chain.inliers, links: chain.links.length, yaw: null };
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

/** Throws a MediaError that may pass, where a picture cannot be had at the moment. */
export async function alignPair<F extends PairFile, P>(
  deps: PairDependencies<F, P>,
  { kind, older, newer }: Two<F> & Pick<FilePair, 'kind'>,
): Promise<AlignedPair> {
  const direct = { ...(await alignDirectly(deps.fileAligner, { kind, older, newer })), links: 1 };
  if (kind === 'panorama' || direct.matrix) return direct;
  const chained = await byChain(deps, { older, newer });
  if (!chained) return direct;
  const aspects = [await aspectOf(older), await aspectOf(newer)] as const;
  return isPlausible(chained.matrix, aspects) ? chained : direct;
}
