// One equirectangular picture as a panorama that a person looks around in.
import type { MediaItem } from '#contract/media.ts';
import { classNames } from '#web/lib/class-names.ts';
import { PanoramaBox } from './panorama-box.tsx';
import { initialPanoramaView } from './panorama-view.ts';

type PanoramaProps = {
  item: MediaItem;
  /** Names it for screen readers: project, site, date. */
  title: string;
  className: string;
};

export function Panorama({ item, title, className }: PanoramaProps) {
  return (
    <PanoramaBox
      item={item}
      title={title}
      start={initialPanoramaView}
      className={classNames('rounded-card', className)}
    />
  );
}
