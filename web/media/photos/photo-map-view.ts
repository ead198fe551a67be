// Where photos were taken, on a plain map without any ground: each a button that opens it, turned the way its camera looked.
import '#web/media/frame/trusted-types.ts';
import ScaleLine from 'ol/control/ScaleLine.js';
import { boundingExtent } from 'ol/extent.js';
import OpenLayersMap from 'ol/Map.js';
import Overlay from 'ol/Overlay.js';
import { fromLonLat } from 'ol/proj.js';
import View from 'ol/View.js';
import 'ol/ol.css';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { interactionsOf } from '#web/media/maps/map-interactions.ts';

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
