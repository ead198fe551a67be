// The large picture of a viewpoint: at once as it is, and soon so that it can be moved and enlarged in place.
import { ImageOff, Orbit } from 'lucide-react';
import { type CSSProperties, type Ref, useEffect, useState } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import type { MediaItem } from '#contract/media/endpoints.ts';
import type { Viewpoint, ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import { useSeen } from '#web/lib/api/use-seen.ts';
import { savesData, useSavesData } from '#web/lib/device/data-saver.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { sizeNote } from '#web/lib/format/format.ts';
import { lazyComponent } from '#web/lib/page/lazy-component.tsx';
import { useAfterPaint } from '#web/lib/page/use-after-paint.ts';
import type { ViewParams } from '#web/media/comparison/view-url.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { SlowNote } from '#web/ui/display/picture.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { neighboursOf, type PictureMemory, type PictureSource, ratioOf, sourceOf } from './picture-memory.ts';

// One date of a viewpoint: its picture, and of a panorama the way to look around in it.
const PanoramaStage = lazySection(
  () => import('./panorama-stage.tsx'),
  'PanoramaStage',
  <Skeleton className="size-full" />,
);

/** Only for people who save data, and come by a link to a saved view. */
const ClickToLoad = lazySection(() => import('#web/media/frame/click-to-load.tsx'), 'ClickToLoad', null);

type SingleStageProps = {
  viewpoint: Viewpoint;
  picture: ViewpointPicture;
  memory: PictureMemory;
  isPlaying: boolean;
  /** Somebody is about to go through the dates, or did. */
  begun: boolean;
  url: ViewParams;
  onUrl: (params: ViewParams) => void;
};

export function SingleStage({ viewpoint, picture, memory, isPlaying, begun, url, onUrl }: SingleStageProps) {
  const seen = useSeen(picture.sessionId);
  const isPanorama = viewpoint.kind === 'panorama';
  // A link to where somebody looked opens there.
  const [looksAround, setLooksAround] = useState(isPanorama && url.view.length > 0);
  const isSaving = useSavesData();
  const [waits, setWaits] = useState(looksAround && isSaving);
  const title = `${viewpoint.name}, ${formatDate(picture.captureDate)}`;
  const { item } = picture;
  if (waits)
    return (
      <div className={stageClass}>
        <ClickToLoad
          label="Look around"
          icon={Orbit}
          poster={item.thumbnailUrl}
          bytes={item.bytes}
          onOpen={() => setWaits(false)}
        />
      </div>
    );
  if (looksAround)
    return (
      <div ref={seen} className={stageClass}>
        <PanoramaStage {...{ picture, title, isPlaying, url, onUrl }} />
      </div>
    );
  return (
    <div ref={seen} className={stageClass}>
      <Stage picture={picture} hasPins={!isPanorama} {...{ memory, title, isPlaying, begun, url, onUrl }} />
      {isPanorama && (
        <Button
          icon={Orbit}
          data-controls=""
          className="absolute bottom-2 left-2 z-10"
          onClick={() => {
            // Where a flat picture was enlarged is no direction.
            onUrl({ view: [], shift: [] });
            setLooksAround(true);
          }}
        >
          Look around{sizeNote(item.bytes)}
        </Button>
      )}
    </div>
  );
}

// The place of a viewpoint's picture: the same for one date, for two, and while it loads, so that nothing moves.

/** On small screens as wide as they are, of the shape of a picture where they are upright; else as high as the window leaves room. */
export const stageClass =
  'relative isolate min-h-0 overflow-hidden bg-sunken compact:-mx-4 compact:h-[min(75vw,max(18rem,calc(100dvh-22rem)))] low:h-[min(75vw,max(18rem,calc(100dvh-5rem)))] roomy:aspect-3/2 roomy:max-h-[max(18rem,calc(100dvh-21rem))] roomy:w-full roomy:rounded-card roomy:border roomy:border-line print:aspect-3/2! print:h-auto!';

// Which picture is shown: the former one until the next can be shown whole, so that no frame is ever blank.

/** `missing`: the wanted one cannot be loaded. */
type Steady = { item: MediaItem; missing: boolean };

function useSteadyPicture(wanted: MediaItem, memory: PictureMemory): Steady & { isWaiting: boolean } {
  const [steady, setSteady] = useState<Steady>({ item: wanted, missing: sourceOf(wanted, false) === null });
  // The same picture under a new address, or with a new name, is no other picture.
  const isSame = steady.item.id === wanted.id && steady.item.thumbnailUrl === wanted.thumbnailUrl;
  useEffect(() => {
    if (isSame) return;
    let left = false;
    const source = sourceOf(wanted, savesData());
    const loaded = source ? memory.load(source) : Promise.resolve(false);
    void loaded.then((came) => !left && setSteady({ item: wanted, missing: !came }));
    return () => {
      left = true;
    };
  }, [wanted, isSame, memory]);
  return { ...steady, isWaiting: !isSame };
}

type Ahead = { items: readonly MediaItem[]; index: number; memory: PictureMemory };

/** So many pictures at most are fetched ahead; who saves data gets the next one each way. */
const room = { lavish: 8, thrifty: 2 };

/** Fetches the neighbours one after the other once somebody has begun to move: until then nobody pays for them. */
export function useFetchedAhead(
  { items, index, memory }: Ahead,
  { begun, forward }: { begun: boolean; forward: boolean },
) {
  useEffect(() => {
    if (!begun) return;
    let left = false;
    const order = neighboursOf(index, { of: items.length, room: savesData() ? room.thrifty : room.lavish, forward });
    const fetchAll = async () => {
      for (const each of order) {
        const source = items[each] && sourceOf(items[each], savesData());
        if (left) return;
        if (source) await memory.load(source);
      }
    };
    void fetchAll();
    return () => {
      left = true;
    };
  }, [items, index, memory, begun, forward]);
}

const zoomPane = lazyComponent(() => import('./zoom-pane.tsx'), 'ZoomPane');

type StageProps = {
  picture: ViewpointPicture;
  /** Not on a panorama that lies flat: in it one looks around first. */
  hasPins: boolean;
  memory: PictureMemory;
  /** Names the picture: viewpoint and date. */
  title: string;
  /** It changes all the time: nothing sharper is fetched. */
  isPlaying: boolean;
  begun: boolean;
  url: ViewParams;
  onUrl: (params: ViewParams) => void;
};

export function Stage({ picture, hasPins, memory, title, isPlaying, begun, url, onUrl }: StageProps) {
  const isSaving = useSavesData();
  const { item, missing, isWaiting } = useSteadyPicture(picture.item, memory);
  const isResting = !isPlaying && !isWaiting;
  const shown = { item, missing, isWaiting, alt: `${title}: ${item.name}` };
  // Without it the picture is still seen.
  const ZoomPane = zoomPane.useInTheEnd(useAfterPaint());
  if (!ZoomPane)
    return (
      <div className="picture-frame relative size-full overflow-hidden [container-type:size]">
        <StagePicture {...shown} source={sourceOf(item, isSaving)} />
      </div>
    );
  return (
    <ZoomPane
      {...{ item, memory, title, begun, url, onUrl, isResting }}
      pinned={hasPins && !missing ? picture : undefined}
    >
      {(place) => <StagePicture {...shown} {...place} />}
    </ZoomPane>
  );
}

type StagePictureProps = {
  item: MediaItem;
  missing: boolean;
  isWaiting: boolean;
  alt: string;
  source: PictureSource | null;
  ref?: Ref<HTMLImageElement>;
};

function StagePicture({ item, missing, isWaiting, alt, source, ref }: StagePictureProps) {
  const [came, setCame] = useState<string>();
  const hasCome = came === item.id;
  function arrived(image: HTMLImageElement) {
    shape(image);
    setCame(item.id);
  }
  return (
    <div className="absolute inset-0 grid place-items-center overflow-hidden" aria-busy={isWaiting}>
      {source && (
        <img
          ref={(image) => {
            // In the first HTML it may be there before React listens.
            if (image?.complete && image.currentSrc && !hasCome) arrived(image);
            return typeof ref === 'function' && image ? ref(image) : undefined;
          }}
          onLoad={({ currentTarget }) => arrived(currentTarget)}
          alt={alt}
          sizes={source.sizes}
          srcSet={source.srcSet || undefined}
          src={source.src}
          draggable={false}
          // It is decoded already when it comes here: a frame waits for it rather than being blank.
          decoding="sync"
          fetchPriority="high"
          style={{ '--ratio': ratioOf(item) } as CSSProperties}
          className={classNames(
            'pointer-events-none col-start-1 row-start-1 aspect-(--ratio) w-[min(100cqw,calc(100cqh*var(--ratio)))] max-w-none select-none object-contain will-change-transform',
            missing && 'invisible',
          )}
        />
      )}
      <SlowNote of={missing || (hasCome && !isWaiting) ? undefined : `${item.id} ${isWaiting}`} />
      {missing && (
        <span className="col-start-1 row-start-1 grid justify-items-center gap-2 text-muted">
          <ImageOff aria-hidden="true" className="size-6" />
          Image Preview Unavailable
        </span>
      )}
    </div>
  );
}

/** Not every source says how large its pictures are; a picture that has come does. */
function shape(image: HTMLImageElement): void {
  if (image.naturalWidth > 0) image.style.setProperty('--ratio', String(image.naturalWidth / image.naturalHeight));
}
