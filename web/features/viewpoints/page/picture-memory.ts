// The pictures of a viewpoint that are held decoded, so that scrubbing shows no blank frame; bounded, the longest unused go first.

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
 * fewer: then the size that it chose says how long the longer side is (contract/media/image-srcset.ts).
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
