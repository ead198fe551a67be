// The large picture of a viewpoint: moved and enlarged in place, so that one corner can be watched through all visits.
import { ImageOff } from 'lucide-react';
import { type CSSProperties, useEffect, useState, useSyncExternalStore } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { PanZoom } from '#web/media/comparison/pan-zoom.tsx';
import { createPhotoLink, type PhotoLink } from '#web/media/comparison/photo-view.ts';
import { photoViewSource, useViewUrl, type ViewParams } from '#web/media/comparison/view-url.ts';
import { ZoomButtons } from '#web/media/comparison/zoom-buttons.tsx';
import { ViewerButtons } from '#web/media/viewer-box.tsx';
import type { PictureMemory } from './picture-memory.ts';
import { ratioOf, sharpSourceOf, sourceOf } from './picture-source.ts';
import { useSteadyPicture } from './use-steady-picture.ts';

type StageProps = {
  item: MediaItem;
  memory: PictureMemory;
  /** Names the picture: viewpoint and date. */
  title: string;
  /** It changes all the time: nothing sharper is fetched. */
  isPlaying: boolean;
  url: ViewParams;
  onUrl: (params: ViewParams) => void;
};

export function Stage({ item: wanted, memory, title, isPlaying, url, onUrl }: StageProps) {
  const [link] = useState(createPhotoLink);
  const [source] = useState(() => photoViewSource(link));
  useViewUrl(source, url, onUrl);
  const { item, missing, isWaiting } = useSteadyPicture(wanted, memory);
  const isSharp = useSharp(item, memory, { link, isResting: !isPlaying && !isWaiting });
  const picture = (isSharp ? sharpSourceOf(item) : undefined) ?? sourceOf(item);
  return (
    <>
      <PanZoom label={title} link={link} locked full={false} sideAt={() => 'left'} className="size-full">
        <div className="absolute inset-0 grid place-items-center overflow-hidden" aria-busy={isWaiting}>
          {picture && (
            <img
              ref={link.viewers.left.attach}
              {...{ src: picture.src, srcSet: picture.srcSet || undefined, sizes: picture.sizes }}
              alt={`${title}: ${item.name}`}
              draggable={false}
              // It is decoded already when it comes here: a frame waits for it rather than being blank.
              decoding="sync"
              fetchPriority="high"
              style={{ '--ratio': ratioOf(item) } as CSSProperties}
              className={classNames(
                'pointer-events-none aspect-(--ratio) w-[min(100cqw,calc(100cqh*var(--ratio)))] max-w-none select-none object-contain will-change-transform',
                missing && 'invisible',
              )}
            />
          )}
        </div>
        {missing && <Missing />}
      </PanZoom>
      <ViewerButtons>
        <ZoomButtons controls={link} />
      </ViewerButtons>
    </>
  );
}

/** The texts are those of §6.10. */
function Missing() {
  return (
    <span className="absolute inset-0 grid place-content-center justify-items-center gap-2 text-muted">
      <ImageOff aria-hidden="true" className="size-6" />
      Image Preview Unavailable
    </span>
  );
}

/** From this zoom on more is seen in the picture than its usual sizes hold. */
const sharpFrom = 2;
/** A hand that rests wants to look. */
const restMs = 400;

type Rest = { link: PhotoLink; isResting: boolean };

/** True once the whole picture has been fetched for somebody who looks closely and rests. */
function useSharp(item: MediaItem, memory: PictureMemory, { link, isResting }: Rest): boolean {
  const zoom = () => link.viewers.left.view().zoom >= sharpFrom;
  const isNear = useSyncExternalStore(link.onChange, zoom, () => false);
  const [sharp, setSharp] = useState<string>();
  const wants = isNear && isResting && sharp !== item.id;
  useEffect(() => {
    const source = sharpSourceOf(item);
    if (!wants || !source) return;
    let left = false;
    const timer = setTimeout(async () => {
      if ((await memory.load(source)) && !left) setSharp(item.id);
    }, restMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [wants, item, memory]);
  return sharp === item.id;
}
