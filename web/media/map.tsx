// One orthomosaic as a map: moved, zoomed and measured in the browser.
import { useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { MapButtons, MapCanvas } from './map-canvas.tsx';
import { MeasureButtons, MeasureResult, useMeasure } from './map-measure-buttons.tsx';
import { type MapView, roundedMap } from './map-view.ts';
import type { MapViewer } from './ol-map.ts';
import { useViewUrlSync } from './use-view-url-sync.ts';

type OrthomosaicProps = {
  item: MediaItem;
  /** Names it for screen readers: project, site, date. */
  title: string;
  /** Its height is the caller's; without one it is as high as the media viewer allows. */
  className?: string | undefined;
  /** Where to look; a change from outside goes there. */
  view?: MapView | undefined;
  /** Told, rounded, when it has come to rest. */
  onView?: ((view: MapView) => void) | undefined;
};

export function Orthomosaic({ item, title, className, view, onView }: OrthomosaicProps) {
  const [stage, setStage] = useState<MapViewer | null>(null);
  const tell = useViewUrlSync(stage, { view, onView, round: roundedMap });
  const measure = useMeasure(stage);
  return (
    <MapCanvas
      item={item}
      title={title}
      onStage={setStage}
      onMove={() => stage && tell(stage.view())}
      onKeyDown={measure.onKeyDown}
      className={classNames('rounded-card', className ?? 'h-[600px] max-h-[75dvh]')}
    >
      {stage?.space === 'earth' && <MeasureResult measure={measure} />}
      <MapButtons stage={stage}>{stage?.space === 'earth' && <MeasureButtons measure={measure} />}</MapButtons>
    </MapCanvas>
  );
}
