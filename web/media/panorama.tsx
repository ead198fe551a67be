// One equirectangular picture as a sphere that a person looks around in.
import { useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { PanoramaBox } from './panorama-box.tsx';
import { initialPanoramaView, type PanoramaView, roundedPanoramaView } from './panorama-view.ts';
import type { PanoramaViewer } from './panorama-viewer.ts';
import { useViewUrlSync } from './use-view-url-sync.ts';

type SphereProps = {
  item: MediaItem;
  /** Names it for screen readers: project, site, date. */
  title: string;
  /** Its height is the caller's; without one it is as high as the media viewer allows. */
  className?: string | undefined;
  /** Where to look; a change from outside turns it there. */
  view?: PanoramaView | undefined;
  /** Told, rounded, when it has come to rest. */
  onView?: ((view: PanoramaView) => void) | undefined;
};

export function Panorama({ item, title, className, view, onView }: SphereProps) {
  const [stage, setStage] = useState<PanoramaViewer | null>(null);
  const onMove = useViewUrlSync(stage, { view, onView, round: roundedPanoramaView });
  return (
    <PanoramaBox
      item={item}
      title={title}
      start={view ?? initialPanoramaView}
      onStage={setStage}
      onMove={onMove}
      className={classNames('rounded-card', className ?? 'h-[600px] max-h-[75dvh]')}
    />
  );
}
