// One side's photo in its box, in the size that its place needs; it follows its viewer without React.

import { type CSSProperties, useEffect, useState } from 'react';
import { preload } from 'react-dom';
import type { MediaItem, PictureSize } from '#contract/media/endpoints.ts';
import { imageAtSize } from '#contract/media/endpoints.ts';
import { prefersReducedData, useSavesData } from '#web/lib/device/data-saver.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { slowWords, useSilence } from '#web/lib/page/use-silence.ts';
import { whenIdle } from '#web/lib/page/when-idle.ts';
import { type Pair, type SideName, sideNames } from '#web/media/linked/linked-viewer.ts';
import type { PhotoViewer } from '#web/media/linked/photo-view.ts';
import { neighbour, type Side } from '#web/media/linked/sides.ts';
import { SlowNote } from '#web/ui/display/picture.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { noPan } from './pan-zoom.tsx';

/** The address of a photo in another size; whole where there is a whole one, else the largest. */
export function imageUrlAt(item: MediaItem, size: PictureSize): string {
  return (size === 'full' && item.fullUrl) || imageAtSize(item, size === 'full' ? 's1600' : size);
}

type PhotoLayerProps = {
  item: MediaItem;
  alt: string;
  viewer: PhotoViewer;
  size: PictureSize;
  style?: CSSProperties | undefined;
  /** Where another lies on it, or under it: which half is its own, and its name. Words of its own place would be cut. */
  half?: { side: SideName; name: string } | undefined;
  /** Where it shows nothing, nothing of what lies under it is seen either. */
  opaque?: boolean;
};

export function PhotoLayer({ item, alt, viewer, size, style, half, opaque = false }: PhotoLayerProps) {
  const { src, state, onLoad, onError } = useImage(item, size);
  const layer = (
    <div
      className={classNames(
        'absolute inset-0 grid place-items-center overflow-hidden',
        (opaque || state !== 'loaded') && 'bg-sunken',
      )}
      style={style}
    >
      <img
        ref={viewer.attach}
        key={item.id}
        src={src}
        alt={alt}
        draggable={false}
        decoding="async"
        fetchPriority="high"
        onLoad={({ currentTarget: image }) => {
          image.style.setProperty('--ratio', String(image.naturalWidth / image.naturalHeight));
          onLoad();
        }}
        onError={onError}
        className={classNames(
          'pointer-events-none col-start-1 row-start-1 max-w-none select-none will-change-transform',
          'aspect-(--ratio) w-[min(100cqw,calc(100cqh*var(--ratio)))]',
          state !== 'loaded' && 'invisible',
        )}
      />
      {state === 'loading' && (
        <div className="absolute inset-0">
          <Loading of={src} cut={half !== undefined} />
        </div>
      )}
      {state === 'failed' && <Unavailable item={item} />}
    </div>
  );
  if (!half) return layer;
  return (
    <>
      {layer}
      <SlowNote of={state === 'loading' ? src : undefined} name={half.name} half={half.side} />
    </>
  );
}

/** The texts are those of §6.10. */
function Unavailable({ item }: { item: MediaItem }) {
  return (
    <span className="col-start-1 row-start-1 grid gap-1 px-4 text-center text-muted">
      Image Preview Unavailable
      {item.originalUrl && (
        <a href={item.originalUrl} target="_blank" rel="noopener noreferrer" className={`${noPan} underline`}>
          View Original
        </a>
      )}
    </span>
  );
}

/** A larger one takes the place of what is shown only once it has come, so that nothing flickers; one that fails changes nothing. */
function useImage(item: MediaItem, size: PictureSize) {
  const wanted = imageUrlAt(item, size);
  const [current, setCurrent] = useState({ id: item.id, src: wanted });
  const [outcome, setOutcome] = useState<{ id: string; state: 'loaded' | 'failed' }>();
  const src = current.id === item.id ? current.src : wanted;
  const state = outcome?.id === item.id ? outcome.state : 'loading';
  useEffect(() => {
    const replace = () => setCurrent({ id: item.id, src: wanted });
    if (current.id !== item.id) replace();
    else if (state === 'loaded' && current.src !== wanted) return decoded(wanted, replace);
    return undefined;
  }, [current, item.id, wanted, state]);
  return {
    src,
    state,
    onLoad: () => setOutcome({ id: item.id, state: 'loaded' }),
    onError: () => setOutcome({ id: item.id, state: 'failed' }),
  } as const;
}

/** Calls back when the image can be shown at once; answers how to give up. */
function decoded(src: string, onReady: () => void): () => void {
  const image = new Image();
  image.src = src;
  let cancelled = false;
  image.decode().then(
    () => !cancelled && onReady(),
    () => undefined,
  );
  return () => {
    cancelled = true;
  };
}

/** As a pair of them opens, asked for with the page itself: before its scripts have come, and without waiting for them. */
export function usePreloadedPair(sides: Pair<Side>): void {
  const size = useSavesData() ? 's400' : 's800';
  for (const side of sideNames) {
    const { content } = sides[side];
    if (content?.is === 'photo') preload(imageUrlAt(content.item, size), { as: 'image', fetchPriority: 'high' });
  }
}

/** The photos after those shown are fetched while nothing else is to do, unless data are to be saved. Few people go backwards. */
export function usePreload(sides: Pair<Side>): void {
  const urls = sideNames.flatMap((side) => nextUrl(sides[side]) ?? []).join('\n');
  useEffect(() => {
    if (urls === '' || prefersReducedData()) return;
    return whenIdle(() => {
      for (const src of urls.split('\n')) Object.assign(new Image(), { fetchPriority: 'low', src });
    });
  }, [urls]);
}

function nextUrl({ content, items, item }: Side): string | undefined {
  const next = content?.is === 'photo' && items.length > 1 ? neighbour(items, item?.id, 1) : undefined;
  return next?.imageUrl ? imageUrlAt(next, 's800') : undefined;
}

// Placeholder of a picture or viewer that is loading; its label is that of §6.12, until the connection is silent.

/** `of`: its address, if one may be loaded after another; `cut`: half of it is hidden, which the note beside it says (SlowNote). */
export function Loading({ of = 'viewer', cut = false }: { of?: string; cut?: boolean }) {
  const isSilent = useSilence(of);
  return (
    <span role="status" className="relative block size-full">
      <Skeleton className="size-full rounded-none" />
      <span className="absolute inset-0 grid place-items-center text-muted">
        {isSilent ? !cut && slowWords : 'Loading'}
      </span>
    </span>
  );
}
