// A 360 picture or a map that has no partner; its viewer is fetched when it is first shown.
import type { ComponentType } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { useViewer } from './use-viewer.tsx';

type SpaceProps = { item: MediaItem; title: string; className?: string | undefined };

const loads: Record<'sphere' | 'map', () => Promise<ComponentType<SpaceProps>>> = {
  sphere: () => import('#web/media/panorama.tsx').then((module) => module.Panorama),
  map: () => import('#web/media/map.tsx').then((module) => module.Orthomosaic),
};

export function EmptySide({ is, ...rest }: SpaceProps & { is: 'sphere' | 'map' }) {
  const { Viewer: Space, instead } = useViewer(loads[is]);
  return Space ? <Space {...rest} className="size-full" /> : instead;
}
