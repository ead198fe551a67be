// The signs of a concern, fetched after the page: lists stand and read well without them. Whoever shows one keeps its room.
import type { ComponentProps } from 'react';
import { lazyComponent } from '#web/lib/page/lazy-component.tsx';
import type { Sign as LoadedSign } from './sign.tsx';

const part = lazyComponent(() => import('./sign.tsx').then((module) => module.Sign));

export function Sign(props: ComponentProps<typeof LoadedSign>) {
  const Part = part.useInTheEnd(true);
  return Part && <Part {...props} />;
}
