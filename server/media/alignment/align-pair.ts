// Aligns a pair of pictures, directly or, if that fails, through other visits to the same viewpoint.
import type { Thumbnails } from '#server/media/images/thumbnails.ts';
import { isTransient, MediaError } from '#server/media/source-errors.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { isPlausible } from './acceptance.ts';
import { alignByChain, type KnownStep } from './align-by-chain.ts';
import type { PairAlignment } from './align-photos.ts';
import type { SharedExposure } from './same-exposure.ts';
import {
  type Aligned,
  type Aligner,
  AlignerFailure,
  type AlignRequest,
  type PictureBytes,
} from './supervised-aligner.ts';

/** A picture, with its orientation. */
export type PairFile = AlignableFile & Pick<SourceFile, 'metadata' | 'width' | 'height'>;
/** `links`: 1 if both were aligned directly; for a chain `inliers` and `quality` are those of its weakest link. */
export type AlignedPair = PairAlignment & { links: number };
/** Two photos without a chain; the matrix is null if they could not be aligned. */
export type KnownLink = Omit<PairAlignment, 'yaw'>;

type Two<F> = { older: F; newer: F };
/** `F`: a picture, `P`: where to find one. */
export type PairDependencies<F extends PairFile, P> = {
  fileAligner: Pick<FileAligner, 'alignFiles'>;
  /** Pictures of the same viewpoint taken between the two, oldest first; requested only if needed. */
  placesBetween(): Promise<readonly P[]>;
  /** Known links between all of them: by their positions in the row of `older`, those in between, and `newer`. */
  knownAmong(pair: Two<F>, between: readonly P[]): Promise<readonly KnownStep[]>;
  /** Null if the picture is gone. */
  find(place: P): Promise<F | null>;
  /** Null if the two were not compared yet. */
  knownLink(pair: Two<F>): Promise<KnownLink | null>;
  keepLink(pair: Two<F>, found: PairAlignment): Promise<void>;
};

const refused: PairAlignment = { matrix: null, inliers: 0, yaw: null, quality: null };

/** Retried once if the process died: another pair may have killed it. Unreadable pictures are refused, unless the fault may pass. */
export async function alignDirectly(
  { alignFiles }: Pick<FileAligner, 'alignFiles'>,
  { kind, older, newer }: FilePair,
): Promise<PairAlignment> {
  const align = () => alignFiles({ kind, older, newer });
  try {
    const { matrix, yaw, inliers, quality } = await align().catch((error: unknown) => {
      if (error instanceof AlignerFailure) return align();
      throw error;
    });
    return { matrix, yaw, inliers, quality };
  } catch (error) {
    if (error instanceof AlignerFailure || (error instanceof MediaError && !isTransient(error))) return refused;
    throw error;
  }
}

/** For pictures of unknown size. */
const usualAspect = 0.75;

/** Height by width of the upright picture: its own header takes precedence over its source. */
export async function aspectOf({
  metadata,
  ...listed
}: Pick<SourceFile, 'metadata' | 'width' | 'height'>): Promise<number> {
  const said = await metadata?.();
  const [width, height] = said?.width && said.height ? [said.width, said.height] : [listed.width, listed.height];
  return width && height ? height / width : usualAspect;
}

/** Throws a MediaError that may pass, if a picture is not available at the moment. */
export async function alignPair<F extends PairFile, P>(
  deps: PairDependencies<F, P>,
  { kind, older, newer }: Two<F> & Pick<FilePair, 'kind'>,
): Promise<AlignedPair> {
  const direct = { ...(await alignDirectly(deps.fileAligner, { kind, older, newer })), links: 1 };
  if (kind === 'panorama' || direct.matrix) return direct;
  const align = (pair: Two<F>) => alignDirectly(deps.fileAligner, { kind: 'photo', ...pair });
  const chained = await alignByChain({ ...deps, align }, { older, newer });
  if (!chained) return direct;
  const aspects = [await aspectOf(older), await aspectOf(newer)] as const;
  return isPlausible(chained.matrix, aspects) ? chained : direct;
}

// Aligns the pictures of two files: each is scaled down by the decoder, as for a page, and never held whole by the server.

/** What aligning needs to know of a file. */
export type AlignableFile = Pick<SourceFile, 'id' | 'version' | 'picture'>;
export type FilePair = { kind: AlignRequest['kind']; older: AlignableFile; newer: AlignableFile };

/** `mirrored`: `other` is compared as its mirror image. */
type Exposures = { known: AlignableFile; other: AlignableFile; mirrored: boolean };

type Dependencies = { aligner: Pick<Aligner, 'align' | 'compareExposures'>; thumbnails: Pick<Thumbnails, 'get'> };

/** The size and format that pages request most: it is likely to be cached. */
async function bytesOf(thumbnails: Dependencies['thumbnails'], file: AlignableFile): Promise<PictureBytes> {
  const { id, version } = file;
  const asked = { id, version, picture: (side: number) => file.picture(side) };
  const { bytes } = await thumbnails.get(asked, 's1600', 'webp');
  return { key: `${id}\0${version}`, bytes };
}

/** `alignFiles` throws a MediaError for a picture that cannot be read now, an AlignerFailure if the aligning itself fails. */
export function createFileAligner({ aligner, thumbnails }: Dependencies) {
  async function alignFiles({ kind, older, newer }: FilePair): Promise<Aligned> {
    const [from, to] = [await bytesOf(thumbnails, older), await bytesOf(thumbnails, newer)];
    return aligner.align({ kind, older: from, newer: to });
  }
  return {
    alignFiles,
    /** On how many points two photos agree: many if both show the same place from the same position, 0 if they do not match. */
    async likeness(one: AlignableFile, other: AlignableFile): Promise<number> {
      const found = await alignFiles({ kind: 'photo', older: one, newer: other }).catch((error: unknown) => {
        if (error instanceof AlignerFailure) return null;
        throw error;
      });
      return found?.matrix ? found.inliers : 0;
    },
    /** What two pictures share if they are one exposure; null where nothing fits, and where one is no picture. Throws all other faults: they may pass. */
    async sameExposure({ known, other, mirrored }: Exposures): Promise<SharedExposure | null> {
      const bytes = await Promise.all([known, other].map((file) => bytesOf(thumbnails, file))).catch(
        (error: unknown) => {
          if (error instanceof MediaError && !isTransient(error)) return [];
          throw error;
        },
      );
      const [before, now] = bytes;
      return before && now ? aligner.compareExposures({ kind: 'exposure', known: before, other: now, mirrored }) : null;
    },
  };
}
export type FileAligner = ReturnType<typeof createFileAligner>;
