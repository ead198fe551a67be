// One side's picture in a pane, in the size that its place needs; it follows the view without React.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { imageAtSize } from '#contract/image-srcset.ts';
import type { MediaItem, PictureSize } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import type { LinkedViewport } from './linked-viewport.ts';
import type { SideName } from './modes.ts';
import { transformOf } from './viewport.ts';

export type Shape = { width: number; height: number };

/** The address of a picture in another size; whole where there is a whole one, else the largest. */
export function sized(item: MediaItem, size: PictureSize): string {
  return (size === 'full' && item.fullUrl) || imageAtSize(item, size === 'full' ? 's1600' : size);
}

/** s800 for panes, s1600 for large or dense ones, zoom and fullscreen; the whole picture only for who looks very closely. */
export function sizeFor(wanted: { pixels: number; zoom: number; full: boolean }): PictureSize {
  if (wanted.zoom >= 3) return 'full';
  return wanted.full || wanted.zoom > 1.2 || wanted.pixels > 1000 ? 's1600' : 's800';
}

type PictureLayerProps = {
  item: MediaItem;
  alt: string;
  side: SideName;
  views: LinkedViewport;
  size: PictureSize;
  onShape: (shape: Shape) => void;
  onShown: (img: HTMLImageElement | null) => void;
  className?: string | undefined;
  clipPath?: string | undefined;
  opacity?: number | undefined;
};

export function PictureLayer({ item, alt, side, views, size, onShape, onShown, ...look }: PictureLayerProps) {
  const image = useRef<HTMLImageElement>(null);
  const { src, state, onLoad, onError } = usePicture(item, size);
  useFollowing(image, side, views);
  useEffect(() => {
    onShown(state === 'loaded' ? image.current : null);
    return () => onShown(null);
  }, [onShown, state]);
  return (
    <div
      className={classNames('absolute inset-0 grid place-items-center overflow-hidden', look.className)}
      style={{ clipPath: look.clipPath, opacity: look.opacity }}
    >
      <img
        ref={image}
        key={item.id}
        src={src}
        alt={alt}
        draggable={false}
        decoding="async"
        fetchPriority="high"
        onLoad={(event) => {
          const { naturalWidth: width, naturalHeight: height } = event.currentTarget;
          event.currentTarget.style.setProperty('--ratio', String(width / height));
          onShape({ width, height });
          onLoad();
        }}
        onError={onError}
        className={classNames(
          'pointer-events-none col-start-1 row-start-1 max-w-none select-none will-change-transform',
          'aspect-(--ratio) w-[min(100cqw,calc(100cqh*var(--ratio)))]',
          state !== 'loaded' && 'invisible',
        )}
      />
      {state === 'waiting' && <span className="col-start-1 row-start-1 text-white/85">Loading</span>}
      {state === 'failed' && <Missing item={item} />}
    </div>
  );
}

/** The words of the specification (foundation §2, media viewing). */
function Missing({ item }: { item: MediaItem }) {
  return (
    <span className="col-start-1 row-start-1 grid gap-1 px-4 text-center text-white/85">
      Image Preview Unavailable
      {item.originalUrl && (
        <a href={item.originalUrl} target="_blank" rel="noopener noreferrer" className="no-pan underline">
          View Original
        </a>
      )}
    </span>
  );
}

/** A larger one takes the place of what is shown only once it has come, so that nothing flickers; one that fails changes nothing. */
function usePicture(item: MediaItem, size: PictureSize) {
  const wanted = sized(item, size);
  const [shown, setShown] = useState({ id: item.id, src: wanted });
  const [came, setCame] = useState<{ id: string; state: 'loaded' | 'failed' }>();
  const src = shown.id === item.id ? shown.src : wanted;
  const state = came?.id === item.id ? came.state : 'waiting';
  useEffect(() => {
    if (shown.id !== item.id) setShown({ id: item.id, src: wanted });
    else if (state === 'loaded' && shown.src !== wanted)
      return replaced(wanted, () => setShown({ id: item.id, src: wanted }));
    return undefined;
  }, [shown, item.id, wanted, state]);
  return {
    src,
    state,
    onLoad: () => setCame({ id: item.id, state: 'loaded' }),
    onError: () => setCame({ id: item.id, state: 'failed' }),
  } as const;
}

function replaced(src: string, then: () => void): () => void {
  const coming = new Image();
  coming.src = src;
  let left = false;
  coming.decode().then(
    () => !left && then(),
    () => undefined,
  );
  return () => {
    left = true;
  };
}

function useFollowing(image: RefObject<HTMLImageElement | null>, side: SideName, views: LinkedViewport): void {
  useLayoutEffect(() => {
    const follow = () => {
      if (image.current) image.current.style.transform = transformOf(views.get(side));
    };
    follow();
    return views.hear(follow);
  });
}
