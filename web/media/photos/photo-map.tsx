// The photos of a visit on a map, for its crew: where each was taken, and a tap that opens it.
import { Maximize, Minus, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { count } from '#web/lib/format/format.ts';
import { ViewerButtons } from '#web/media/frame/viewer-box.tsx';
import { IconButton } from '#web/ui/controls/button.tsx';
import { createPhotoMap, type PhotoMap, type PlacedPhoto } from './photo-map-view.ts';

type PhotoMapBoxProps = { photos: readonly PlacedPhoto[]; title: string; onOpen: (id: string) => void };

export function PhotoMapBox({ photos, title, onOpen }: PhotoMapBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<PhotoMap>(null);
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    const target = box.current;
    if (!target) return;
    const made = createPhotoMap({ target, photos, onOpen: (id) => open(id) });
    map.current = made;
    return () => made.destroy();
  }, [photos]);
  return (
    <section
      aria-label={`Map of ${title}`}
      className="relative isolate h-80 max-h-[60dvh] overflow-hidden rounded-card border border-line bg-sunken"
    >
      <div
        ref={box}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application of its own keys, as the role says
        tabIndex={0}
        aria-label={`${count(photos.length, 'photo')} where they were taken. Arrow keys move the map, plus and minus zoom.`}
        className="picture-frame absolute inset-0 [--ol-foreground-color:var(--ink)] [--ol-partial-background-color:var(--surface)] focus-visible:outline-offset-[-3px]"
      />
      <ViewerButtons>
        <IconButton size="sm" label="Show all photos" icon={Maximize} onClick={() => map.current?.showAll()} />
        <IconButton size="sm" label="Zoom out" icon={Minus} onClick={() => map.current?.zoomBy(-1)} />
        <IconButton size="sm" label="Zoom in" icon={Plus} onClick={() => map.current?.zoomBy(1)} />
      </ViewerButtons>
    </section>
  );
}
