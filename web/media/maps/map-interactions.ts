// How a map in a page is moved: by drag, wheel, fingers and keys, without keeping the page from scrolling.
import { platformModifierKeyOnly } from 'ol/events/condition.js';
import DragPan from 'ol/interaction/DragPan.js';
import KeyboardPan from 'ol/interaction/KeyboardPan.js';
import KeyboardZoom from 'ol/interaction/KeyboardZoom.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import PinchZoom from 'ol/interaction/PinchZoom.js';

/** A page can be scrolled past the map: wheel and single finger are its own only while a person works in it. */
export function interactionsOf(target: HTMLElement, duration: number) {
  const isActive = () => target.contains(document.activeElement);
  const drag = new DragPan({
    condition: ({ originalEvent }) =>
      (originalEvent instanceof PointerEvent && originalEvent.pointerType !== 'touch') ||
      isActive() ||
      drag.getPointerCount() === 2,
  });
  return [
    drag,
    new PinchZoom({ duration }),
    new MouseWheelZoom({ duration, condition: (event) => isActive() || platformModifierKeyOnly(event) }),
    new KeyboardPan({ duration }),
    new KeyboardZoom({ duration }),
  ];
}
