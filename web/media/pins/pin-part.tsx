// What viewers show of pins beside the lightbox, in one piece: those of films and of comparisons, and the notes about files that are gone.
import type { ComponentProps } from 'react';
import { ComparisonPins } from './comparison-pins.tsx';
import { FilmPins } from './film-pins.tsx';
import { GoneCompared } from './gone-compared.tsx';

type PinPartProps =
  | ({ of: 'film' } & ComponentProps<typeof FilmPins>)
  | ({ of: 'comparison' } & ComponentProps<typeof ComparisonPins>)
  | ({ of: 'gone' } & ComponentProps<typeof GoneCompared>);

export function PinPart(props: PinPartProps) {
  switch (props.of) {
    case 'film':
      return <FilmPins id={props.id} poster={props.poster} box={props.box} />;
    case 'comparison':
      return <ComparisonPins {...props} />;
    case 'gone':
      return <GoneCompared {...props} />;
  }
}
