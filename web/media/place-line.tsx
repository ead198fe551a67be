// Where a picture was taken, fetched for the crew, who alone is told: the end of the line that says when.
import type { MediaItem } from '#contract/media.ts';
import { placeText } from './place-text.ts';

export function PlaceLine({ place, follows }: { place: NonNullable<MediaItem['place']>; follows: boolean }) {
  return `${follows ? ' · ' : ''}${placeText(place)}`;
}
