// The pins of a comparison, fetched after its pictures.
import type { ComponentProps } from 'react';
import { lazyComponent } from '#web/lib/lazy-component.tsx';
import type { ComparisonPins as LoadedComparisonPins } from './comparison-pins.tsx';

const part = lazyComponent(() => import('./comparison-pins.tsx').then((module) => module.ComparisonPins));

export function ComparisonPins(props: ComponentProps<typeof LoadedComparisonPins>) {
  const Part = part.useWhen(true, () => undefined);
  return Part && <Part {...props} />;
}
