// The photos of a visit on a map, for its crew: where each was taken, and a tap that opens it.
import '#web/media/frame/trusted-types.ts';
import 'ol/ol.css';
import { Maximize, Minus, Plus } from 'lucide-react';
import ScaleLine from 'ol/control/ScaleLine.js';
import { boundingExtent } from 'ol/extent.js';
import OpenLayersMap from 'ol/Map.js';
import Overlay from 'ol/Overlay.js';
import { fromLonLat } from 'ol/proj.js';
import View from 'ol/View.js';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { count } from '#web/lib/format/format.ts';
import { ViewerButtons } from '#web/media/frame/viewer-box.tsx';
import { interactionsOf } from '#web/media/maps/map-interactions.ts';
import { IconButton } from '#web/ui/controls/button.tsx';

// Where photos were taken, on a plain map without any ground: each a button that opens it, turned the way its camera looked.
export type PlacedPhoto = MediaItem & { place: NonNullable<MediaItem['place']> };

export type PhotoMap = ReturnType<typeof createPhotoMap>;

/** Web Mercator at about 5 cm on the ground: two photos of one spot are not spread over the whole box. */
const maxZoom = 21;
const margin = [40, 40, 40, 40];

type PhotoMapOptions = { target: HTMLElement; photos: readonly PlacedPhoto[]; onOpen: (id: string) => void };

export function createPhotoMap({ target, photos, onOpen }: PhotoMapOptions) {
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150;
  const view = new View({ enableRotation: false, maxZoom });
  const map = new OpenLayersMap({
    target,
    view,
    controls: [new ScaleLine({ minWidth: 72 })],
    interactions: interactionsOf(target, duration),
    overlays: photos.map((photo) => overlayOf(photo, onOpen)),
  });
  const positions = photos.map(positionOf);
  const showAll = () => view.fit(boundingExtent(positions), { padding: margin, duration: 0, maxZoom: maxZoom - 1 });
  showAll();
  return {
    showAll,
    zoomBy: (steps: number) => view.animate({ zoom: (view.getZoom() ?? 0) + steps, duration }),
    destroy() {
      map.setTarget(undefined);
      map.dispose();
    },
  };
}

function positionOf({ place }: PlacedPhoto) {
  return fromLonLat([place.longitude, place.latitude]);
}

function overlayOf(photo: PlacedPhoto, onOpen: (id: string) => void): Overlay {
  return new Overlay({
    element: buttonOf(photo, onOpen),
    position: positionOf(photo),
    positioning: 'center-center',
  });
}

/** A dot, and a beak in front of it where the photo says how its camera looked. */
function buttonOf({ id, name, place }: PlacedPhoto, onOpen: (id: string) => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', `Open ${name}`);
  button.dataset.tooltip = name;
  button.className = 'grid size-6 place-items-center';
  button.addEventListener('click', () => onOpen(id));
  const dot = document.createElement('span');
  dot.className =
    'relative size-3.5 rounded-full border-2 border-white bg-accent shadow-raised before:absolute before:bottom-full before:left-1/2 before:-translate-x-1/2 before:border-x-4 before:border-x-transparent before:border-b-[7px] before:border-b-accent';
  if (place.heading === null) dot.classList.add('before:hidden');
  else dot.style.rotate = `${place.heading}deg`;
  button.append(dot);
  return button;
}

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
