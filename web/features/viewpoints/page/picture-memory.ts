// The pictures of a viewpoint that are held decoded, so that scrubbing shows no blank frame; bounded, the longest unused go first.
import type { MediaItem } from '#contract/media/endpoints.ts';
import { imageAtSize, imagesAtSizes } from '#contract/media/endpoints.ts';
import { savesData } from '#web/lib/device/data-saver.ts';

// The sizes in which a viewpoint's large picture comes.

/**
 * As wide as the stage: on phones the screen, else what its height leaves of it. Dense screens count for less: 1000 pixels across a hand are
 * enough, 1600 are twice the bytes and the memory, and on a desk they come once somebody has begun to look (`fineSourceOf`).
 */
const sizes = [
  '(width < 48rem) and (resolution > 2dppx) 75vw',
  '(width < 48rem) 100vw',
  '(resolution > 1.8dppx) min(45vw, 53vh, 500px)',
  '(resolution > 1.2dppx) min(65vw, 75vh, 700px)',
  'min(90vw, 105vh)',
].join(', ');
const showsMore = '(width >= 48rem) and (resolution > 1.2dppx)';

/** Null where there is nothing to show. */
export function sourceOf(item: MediaItem, isSaving: boolean): PictureSource | null {
  if (item.thumbnailUrl === null || item.imageUrl === null) return null;
  if (isSaving) return { src: imageAtSize(item, 's400'), srcSet: '', sizes };
  return { src: imageAtSize(item, 's1000'), srcSet: imagesAtSizes(item, ['s400', 's800', 's1000', 's1600']), sizes };
}

/** As a dense screen on a desk shows it; null where the usual sizes hold as much, or where data are saved. */
export function fineSourceOf(item: MediaItem): PictureSource | null {
  const src = imageAtSize(item, 's1600');
  return src !== '' && matchMedia(showsMore).matches && !savesData() ? { src, srcSet: '', sizes } : null;
}

/** For whoever looks closely. */
export function sharpSourceOf(item: MediaItem): PictureSource | null {
  if (savesData()) return { src: imageAtSize(item, 's1600'), srcSet: '', sizes };
  return item.fullUrl === null ? null : { src: item.fullUrl, srcSet: '', sizes };
}

/** Width by height; three to two where the source does not say. */
export function ratioOf({ width, height }: Pick<MediaItem, 'width' | 'height'>): number {
  return width && height ? width / height : 1.5;
}

/** What an img element needs to choose the size that fits. */
export type PictureSource = { src: string; srcSet: string; sizes: string };
/** What is kept of a picture that came. */
type Decoded = { width: number; height: number; release: () => void };
type Kept = { ready: Promise<boolean>; bytes: number; decoded?: Decoded };

/** Far below the 150 MB that a phone may be asked for: the shown picture and a sharper one come on top. */
const maxBytes = 100_000_000;
/** The browser keeps four bytes of each pixel. */
const bytesPerPixel = 4;

export type PictureMemory = ReturnType<typeof createPictureMemory>;

/** `decode` and `limit` are another's in tests. */
export function createPictureMemory({ decode = decodeImage, limit = maxBytes } = {}) {
  const kept = new Map<string, Kept>();

  function drop(src: string): void {
    kept.get(src)?.decoded?.release();
    kept.delete(src);
  }

  /** Never what was used last. */
  function shrink(): void {
    let total = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [src, { bytes }] of [...kept].slice(0, -1)) {
      if (total <= limit) return;
      drop(src);
      total -= bytes;
    }
  }

  function start(source: PictureSource): Kept {
    const entry: Kept = { ready: Promise.resolve(false), bytes: 0 };
    entry.ready = decode(source).then(
      (decoded) => {
        if (kept.get(source.src) !== entry) {
          decoded.release();
          return true;
        }
        entry.decoded = decoded;
        entry.bytes = decoded.width * decoded.height * bytesPerPixel;
        shrink();
        return true;
      },
      () => {
        // Another visit to it tries again.
        if (kept.get(source.src) === entry) kept.delete(source.src);
        return false;
      },
    );
    return entry;
  }

  return {
    /** Resolves once it can be shown at once: with false where it cannot be loaded. */
    load(source: PictureSource): Promise<boolean> {
      const entry = kept.get(source.src) ?? start(source);
      // The end of the map is what was used last.
      kept.delete(source.src);
      kept.set(source.src, entry);
      return entry.ready;
    },
    has: (source: PictureSource) => kept.get(source.src)?.decoded !== undefined,
    /** Of all that is held. */
    bytes: () => [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    clear() {
      for (const src of [...kept.keys()]) drop(src);
    },
  };
}

async function decodeImage({ src, srcSet, sizes }: PictureSource): Promise<Decoded> {
  const image = new Image();
  Object.assign(image, { sizes, srcset: srcSet, src });
  await image.decode();
  const release = () => {
    image.removeAttribute('srcset');
    image.removeAttribute('src');
  };
  return { ...decodedSize(image, srcSet), release };
}

type Chosen = Pick<HTMLImageElement, 'currentSrc' | 'naturalWidth' | 'naturalHeight'>;

/**
 * In pixels of the file that came. Of a picture with several sizes the browser tells those of the place on the page instead, which are
 * fewer: then the size that it chose says how long the longer side is (contract/media/endpoints.ts).
 */
export function decodedSize({ currentSrc, naturalWidth, naturalHeight }: Chosen, srcSet: string) {
  const chosen = srcSet.split(', ').find((candidate) => currentSrc.endsWith(candidate.split(' ')[0] || '\0'));
  const longer = Number(chosen?.split(' ')[1]?.slice(0, -1));
  const scale = longer ? longer / Math.max(naturalWidth, naturalHeight) : 1;
  return { width: Math.round(naturalWidth * scale), height: Math.round(naturalHeight * scale) };
}

/** Which neighbours are fetched ahead, nearest first: both ways, while playing only forward. */
export function neighboursOf(index: number, { of, room, forward }: { of: number; room: number; forward: boolean }) {
  const steps = Array.from({ length: of }, (_, step) => step + 1);
  const order = steps.flatMap((step) => (forward ? [index + step] : [index + step, index - step]));
  return order.filter((each) => each >= 0 && each < of).slice(0, room);
}
