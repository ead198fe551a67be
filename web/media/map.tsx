// One orthomosaic as a map: moved, zoomed and measured in the browser.
import { useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { MapButtons, MapCanvas } from './map-canvas.tsx';
import { MeasureButtons, MeasureResult, useMeasure } from './map-measure-buttons.tsx';
import type { MapViewer } from './ol-map.ts';

type OrthomosaicProps = {
  item: MediaItem;
  /** Names it for screen readers: project, site, date. */
  title: string;
  className: string;
};

export function Orthomosaic({ item, title, className }: OrthomosaicProps) {
  const [viewer, setViewer] = useState<MapViewer | null>(null);
  const measure = useMeasure(viewer);
  const isOnEarth = viewer?.coordinates === 'earth';
  return (
    <MapCanvas
      item={item}
      title={title}
      onViewer={setViewer}
      onKeyDown={measure.onKeyDown}
      className={classNames('rounded-card', className)}
    >
      {isOnEarth && <MeasureResult measure={measure} />}
      <MapButtons viewer={viewer}>{isOnEarth && <MeasureButtons measure={measure} />}</MapButtons>
    </MapCanvas>
  );
}
