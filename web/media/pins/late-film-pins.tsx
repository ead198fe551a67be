// The pins of a film, fetched once it plays.
import type { ComponentProps } from 'react';
import { lazyComponent } from '#web/lib/lazy-component.tsx';
import type { FilmPins as LoadedFilmPins } from './film-pins.tsx';

const part = lazyComponent(() => import('./film-pins.tsx').then((module) => module.FilmPins));

export function FilmPins(props: ComponentProps<typeof LoadedFilmPins>) {
  const Part = part.useWhen(true, () => undefined);
  return Part && <Part {...props} />;
}
