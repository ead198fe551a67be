// Fingers and mouse on the large photo: a click, a drag, or two fingers that zoom wherever they came down.
import { type PointerEvent as ReactPointerEvent, type RefObject, useRef } from 'react';
import type { ZoomRef } from 'yet-another-react-lightbox';

/** A finger or mouse that went this far, in pixels, dragged and did not click. */
const dragFrom = 8;

type Finger = Pick<PointerEvent, 'pointerId' | 'clientX' | 'clientY'>;
type Pinch = { apart: number; zoom: number };

const apartOf = ([one, other]: Finger[]) =>
  one && other ? Math.max(Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), 1) : 1;

/** The finger that stays moves the enlarged photo: the carousel begins with it where it is now. */
function handBack(finger: Finger, within: Element): void {
  const facts = { ...finger, pointerType: 'touch', isPrimary: true, buttons: 1, bubbles: true };
  within
    .querySelector('.yarl__slide_current .yarl__slide_image')
    ?.dispatchEvent(new PointerEvent('pointerdown', facts));
}

/**
 * Handlers for the capture phase, before the carousel's own: that takes no pinch where a finger is on an arrow, its bar, or a pin. Of two
 * fingers it hears nothing but that they came and went.
 */
export function useFingers(zoom: RefObject<ZoomRef | null>) {
  const start = useRef({ x: 0, y: 0, far: false });
  const fingers = useRef<Finger[]>([]);
  const pinch = useRef<Pinch>(undefined);

  /** Where the pointer is now; true where it is one of the fingers. */
  function follow({ pointerId, clientX, clientY }: Finger): boolean {
    const at = fingers.current.findIndex((each) => each.pointerId === pointerId);
    if (at >= 0) fingers.current[at] = { pointerId, clientX, clientY };
    return at >= 0;
  }
  function begin() {
    pinch.current = { apart: apartOf(fingers.current), zoom: zoom.current?.zoom ?? 1 };
  }
  function down(event: ReactPointerEvent) {
    const { pointerId, clientX, clientY, pointerType, isPrimary } = event;
    start.current = { x: clientX, y: clientY, far: false };
    if (pointerType !== 'touch') return;
    const others = isPrimary ? [] : fingers.current.filter((each) => each.pointerId !== pointerId);
    fingers.current = [...others, { pointerId, clientX, clientY }];
    if (fingers.current.length === 1) return;
    event.stopPropagation();
    start.current.far = true;
    begin();
  }
  function move(event: ReactPointerEvent) {
    const { x, y } = start.current;
    if (event.buttons > 0 && Math.hypot(event.clientX - x, event.clientY - y) > dragFrom) start.current.far = true;
    if (!follow(event.nativeEvent) || !pinch.current) return;
    event.stopPropagation();
    const [one, other] = fingers.current;
    if (!one || !other) return;
    const factor = apartOf(fingers.current) / pinch.current.apart;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const across = (one.clientX + other.clientX) / 2 - left - width / 2;
    const along = (one.clientY + other.clientY) / 2 - top - height / 2;
    zoom.current?.changeZoom(pinch.current.zoom * factor, true, across, along);
  }
  function up({ pointerId, currentTarget }: ReactPointerEvent) {
    fingers.current = fingers.current.filter((each) => each.pointerId !== pointerId);
    const [left] = fingers.current;
    if (fingers.current.length > 1) begin();
    else if (!left) pinch.current = undefined;
    else if (pinch.current && (zoom.current?.zoom ?? 1) > 1) {
      pinch.current = undefined;
      handBack(left, currentTarget);
    }
  }
  /** Seen from the middle of the screen. */
  const from = (): [number, number] => [start.current.x - innerWidth / 2, start.current.y - innerHeight / 2];
  return { down, move, up, wentFar: () => start.current.far, from };
}
