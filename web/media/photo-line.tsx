// What a picture says of itself, in one line: when and with what it was taken, and to the crew where.
import type { MediaItem } from '#contract/media.ts';
import { lazySection } from '#web/ui/lazy-section.tsx';
import { photoFacts } from './photo-facts.ts';

const PlaceLine = lazySection(() => import('./place-line.tsx').then((module) => module.PlaceLine), null);

/** `day`: that of the visit, which is not said again. */
export function PhotoLine({ item, day, className }: { item: MediaItem; day?: string; className: string }) {
  const facts = photoFacts(item, day);
  if (facts.length === 0 && !item.place) return null;
  return (
    <p className={`wrap-anywhere text-muted text-sm tabular-nums ${className}`}>
      {facts.join(' · ')}
      {item.place && <PlaceLine place={item.place} follows={facts.length > 0} />}
    </p>
  );
}
