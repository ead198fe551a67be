// Part of the script of pages for guests: photos that are zoomed by pinching, double tap, wheel and keys, and moved by dragging.

/**
 * `zoomable(area, layers, acts)` moves the layers, each within its parent. `slide(event)`: a drag while not zoomed, or from where `isHandle(event)`.
 * `turn(way)`: a swipe while not zoomed. `zoomed()`: it was zoomed in. `double()`: a double tap, whose single taps mean nothing.
 */
export const zoomScript = `
function zoomable(area, layers, { slide, isHandle, turn, zoomed, double }) {
  let [x, y, zoom] = [0, 0, 1];
  let drag = null;
  let tap = null;
  let frame = layers[0].parentElement;
  const fingers = new Map();
  const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
  const within = (value, side) => Math.max(-side, Math.min(side, value));
  const at = ({ clientX, clientY }) => {
    const { left, top, width, height } = frame.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const frameAt = ({ target }) => layers.find(({ parentElement }) => parentElement.contains(target))?.parentElement;
  function draw() {
    x = within(x, frame.clientWidth * (zoom - 1) / 2);
    y = within(y, frame.clientHeight * (zoom - 1) / 2);
    for (const layer of layers) layer.style.transform = zoom === 1 ? '' : 'translate(' + x + 'px,' + y + 'px) scale(' + zoom + ')';
    area.style.touchAction = zoom === 1 && !turn ? 'pan-y' : 'none';
    area.dataset.zoom = zoom.toFixed(2);
  }
  function moveBy(across, down) {
    x += across;
    y += down;
    draw();
  }
  function zoomBy(factor, point = { x: 0, y: 0 }) {
    const next = Math.max(1, Math.min(8, zoom * factor));
    x = point.x - (point.x - x) * next / zoom;
    y = point.y - (point.y - y) * next / zoom;
    zoom = next;
    draw();
    if (zoom > 1) zoomed?.();
  }
  function reset() {
    [x, y, zoom] = [0, 0, 1];
    draw();
  }
  const step = () => frame.clientWidth / 8;
  const keys = {
    '+': () => zoomBy(1.25),
    '=': () => zoomBy(1.25),
    '-': () => zoomBy(0.8),
    0: reset,
  };
  const arrows = {
    ArrowLeft: () => moveBy(step(), 0),
    ArrowRight: () => moveBy(-step(), 0),
    ArrowUp: () => moveBy(0, step()),
    ArrowDown: () => moveBy(0, -step()),
  };
  function onTap(event, point) {
    const isSecond = tap !== null && event.timeStamp - tap.time < 350 && apart(tap, point) < 40;
    tap = isSecond ? null : { ...point, time: event.timeStamp };
    if (!isSecond) return;
    drag.moved = true;
    double?.();
    if (zoom > 1) reset();
    else zoomBy(2.5, point);
  }
  area.addEventListener('pointerdown', (event) => {
    if (event.isPrimary) {
      fingers.clear();
      drag = null;
      frame = frameAt(event) ?? frame;
    }
    if (event.button !== 0 || !frameAt(event)) return;
    const point = at(event);
    fingers.set(event.pointerId, point);
    if (!drag) drag = { ...point, moved: false, slides: slide && (zoom === 1 || isHandle(event)) };
    else Object.assign(drag, { moved: true, slides: false, pinched: true });
  });
  area.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    const now = at(event);
    if (!before || (!drag.moved && apart(drag, now) < 6)) return;
    drag.moved = true;
    area.setPointerCapture(event.pointerId);
    const former = [...fingers.values()];
    fingers.set(event.pointerId, now);
    const [one, other] = fingers.values();
    if (other && apart(...former) > 10) zoomBy(apart(one, other) / apart(...former), { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
    if (drag.slides) slide(event);
    else if (zoom > 1) moveBy((now.x - before.x) / fingers.size, (now.y - before.y) / fingers.size);
  });
  area.addEventListener('pointerup', (event) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    const point = at(event);
    if (!drag.moved) return onTap(event, point);
    tap = null;
    const way = point.x - drag.x;
    if (turn && zoom === 1 && !drag.pinched && Math.abs(way) > 50) turn(way < 0 ? 1 : -1);
  });
  area.addEventListener('pointercancel', ({ pointerId }) => fingers.delete(pointerId));
  area.addEventListener('click', (event) => {
    if (event.detail === 0 || !drag?.moved) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  area.addEventListener('dragstart', (event) => event.preventDefault());
  area.addEventListener('wheel', (event) => {
    if ((!turn && !event.ctrlKey) || !frameAt(event)) return;
    event.preventDefault();
    frame = frameAt(event);
    zoomBy(Math.exp(-event.deltaY / 400), at(event));
  }, { passive: false });
  draw();
  return {
    zoomBy,
    reset,
    /** Whether the key meant the picture; arrows do while it is zoomed. */
    onKey(event) {
      const act = keys[event.key] ?? (zoom > 1 ? arrows[event.key] : undefined);
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return false;
      event.preventDefault();
      act();
      return true;
    },
  };
}
`;
