// The note about a pin whose file is gone, fetched where a link leads to one.
import { lazyComponent } from '#web/lib/lazy-component.tsx';

const part = lazyComponent(() => import('./gone-pin.tsx').then((module) => module.GonePin));

export function GonePin() {
  const Part = part.useWhen(true, () => undefined);
  return Part && <Part />;
}
