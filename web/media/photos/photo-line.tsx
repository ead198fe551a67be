// What a picture says of itself, in one line: when and with what it was taken, and to the crew where.
import type { MediaItem } from '#contract/media/endpoints.ts';
import { photoFacts, placeText } from './photo-facts.ts';

/** `day`: that of the visit, which is not said again. */
export function PhotoLine({ item, day, className }: { item: MediaItem; day?: string; className: string }) {
  const facts = [...photoFacts(item, day), item.place ? placeText(item.place) : []].flat();
  if (facts.length === 0) return null;
  return <p className={`wrap-anywhere text-muted text-sm tabular-nums ${className}`}>{facts.join(' · ')}</p>;
}
