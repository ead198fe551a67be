// A 360 picture or a map that has no partner; its viewer is fetched when it is first shown.
import type { MediaItem } from '#contract/media.ts';
import { type LazyComponent, lazyComponent } from '#web/lib/lazy-component.tsx';
import { useViewer } from './use-viewer.tsx';

type SpaceProps = { item: MediaItem; title: string; className?: string | undefined };

const viewers: Record<'sphere' | 'map', LazyComponent<SpaceProps>> = {
  sphere: lazyComponent(() => import('#web/media/panorama.tsx').then((module) => module.Panorama)),
  map: lazyComponent(() => import('#web/media/map.tsx').then((module) => module.Orthomosaic)),
};

export function EmptySide({ is, ...rest }: SpaceProps & { is: 'sphere' | 'map' }) {
  const { Viewer: Space, instead } = useViewer(viewers[is]);
  return Space ? <Space {...rest} className="size-full" /> : instead;
}
