// One equirectangular picture as a sphere that a person looks around in.
import { useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { SphereBox } from './panorama-box.tsx';
import { roundedSphere, type SphereView, sphereStart } from './panorama-view.ts';
import type { SphereStage } from './panorama-viewer.ts';
import { useAtRest } from './use-view-url-sync.ts';

type SphereProps = {
  item: MediaItem;
  /** Names it for screen readers: project, site, date. */
  title: string;
  /** Its height is the caller's; without one it is as high as the media viewer allows. */
  className?: string | undefined;
  /** Where to look; a change from outside turns it there. */
  view?: SphereView | undefined;
  /** Told, rounded, when it has come to rest. */
  onView?: ((view: SphereView) => void) | undefined;
};

export function Sphere({ item, title, className, view, onView }: SphereProps) {
  const [stage, setStage] = useState<SphereStage | null>(null);
  const onMove = useAtRest(stage, { view, onView, round: roundedSphere });
  return (
    <SphereBox
      item={item}
      title={title}
      start={view ?? sphereStart}
      onStage={setStage}
      onMove={onMove}
      className={classNames('rounded-card', className ?? 'h-[600px] max-h-[75dvh]')}
    />
  );
}
