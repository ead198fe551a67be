// Pins of viewers, fetched after what they lie on.
import type { ComponentProps } from 'react';
import { lazyComponent } from '#web/lib/page/lazy-component.tsx';
import type { PinPart } from './pin-part.tsx';

const part = lazyComponent(() => import('./pin-part.tsx').then((module) => module.PinPart));

export function LatePins(props: ComponentProps<typeof PinPart>) {
  const Part = part.useInTheEnd(true);
  return Part && <Part {...props} />;
}
