// One date of a viewpoint: its picture, and of a panorama the way to look around in it.
import { Orbit } from 'lucide-react';
import { useState } from 'react';
import type { Viewpoint, ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import { useSeen } from '#web/lib/api/use-seen.ts';
import { useSavesData } from '#web/lib/device/data-saver.ts';
import { formatDate, sizeNote } from '#web/lib/format/format.ts';
import type { ViewParams } from '#web/media/comparison/view-url.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import type { PictureMemory } from './picture-memory.ts';
import { Stage } from './stage.tsx';
import { stageClass } from './stage-class.ts';

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
