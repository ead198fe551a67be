// Pins of viewpoints, fetched after the picture that they lie on.
import { lazyComponent } from '#web/lib/page/lazy-component.tsx';
import type { ViewpointPinsProps } from './viewpoint-pins.tsx';

const part = lazyComponent(() => import('./viewpoint-pins.tsx').then((module) => module.ViewpointPins));

export function LateViewpointPins(props: ViewpointPinsProps) {
  const Part = part.useInTheEnd(true);
  return Part && <Part {...props} />;
}
