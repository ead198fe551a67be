// Around the large picture of a viewpoint: drags, pinches, keys and buttons that enlarge it, so that one corner can be watched through all visits.
import { type ReactNode, type Ref, useEffect, useState, useSyncExternalStore } from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import type { ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import { savesData, useSavesData } from '#web/lib/device/data-saver.ts';
import { lazyPart } from '#web/lib/page/lazy-component.tsx';
import { PanZoom, ZoomButtons } from '#web/media/comparison/pan-zoom.tsx';
import { photoViewSource, useViewUrl, type ViewParams } from '#web/media/comparison/view-url.ts';
import { ViewerButtons } from '#web/media/frame/viewer-box.tsx';
import { createPhotoLink, needsWhole, type PhotoLink } from '#web/media/linked/photo-view.ts';
import type { PictureMemory, PictureSource } from './picture-memory.ts';
import { fineSourceOf, sharpSourceOf, sourceOf } from './picture-memory.ts';

const LateViewpointPins = lazyPart(() => import('./viewpoint-pins.tsx'), 'ViewpointPins');

type ZoomPaneProps = {
  item: MediaItem;
  memory: PictureMemory;
  title: string;
  /** The picture stands still: something sharper may be fetched. */
  isResting: boolean;
  /** Somebody is about to go through the dates, or did. */
  begun: boolean;
  /** Concerns can be pinned to it. */
  pinned: ViewpointPicture | undefined;
  url: ViewParams;
  onUrl: (params: ViewParams) => void;
  children: (place: { ref: Ref<HTMLImageElement>; source: PictureSource | null }) => ReactNode;
};

export function ZoomPane(props: ZoomPaneProps) {
  const { item, memory, title, isResting, begun, pinned, url, onUrl, children } = props;
  const [link] = useState(createPhotoLink);
  const [view] = useState(() => photoViewSource(link));
  useViewUrl(view, url, onUrl);
  const usual = sourceOf(item, useSavesData());
  const source = useSharper(item, memory, { link, isResting, begun }) ?? usual;
  return (
    <>
      <PanZoom label={title} link={link} locked full={false} sideAt={() => 'left'} className="size-full">
        {children({ ref: link.viewers.left.attach, source })}
      </PanZoom>
      {pinned && <LateViewpointPins as="photo" picture={pinned} isStill={isResting} />}
      <ViewerButtons>
        <ZoomButtons controls={link} />
      </ViewerButtons>
    </>
  );
}

/** From this zoom on more is seen in the picture than its usual sizes hold; on dense screens earlier. */
const sharpFrom = 2;
function isZoomedIn({ viewers: { left } }: PhotoLink): boolean {
  const { zoom } = left.view();
  if (zoom >= sharpFrom) return true;
  return zoom > 1 && !savesData() && needsWhole({ pixels: (left.shownSize()?.width ?? 0) * devicePixelRatio, zoom });
}

/** A hand that rests wants to look. */
const restMs = 400;

type Rest = { link: PhotoLink; isResting: boolean; begun: boolean };
type Shown = { id: string; source: PictureSource };

/** What has been fetched for somebody who rests: the whole picture where they look closely, else one as fine as their screen; null before. */
function useSharper(item: MediaItem, memory: PictureMemory, { link, isResting, begun }: Rest): PictureSource | null {
  const isNear = useSyncExternalStore(
    link.onChange,
    () => isZoomedIn(link),
    () => false,
  );
  const [shown, setShown] = useState<Shown>();
  const own = shown?.id === item.id ? shown.source : null;
  const isWhole = own !== null && own.src === item.fullUrl;
  const wants = isResting && (isNear || begun) && !isWhole;
  useEffect(() => {
    const source = isNear ? sharpSourceOf(item) : fineSourceOf(item);
    if (!wants || !source) return;
    let left = false;
    const timer = setTimeout(async () => {
      if ((await memory.load(source)) && !left) setShown({ id: item.id, source });
    }, restMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [wants, isNear, item, memory]);
  return own;
}
