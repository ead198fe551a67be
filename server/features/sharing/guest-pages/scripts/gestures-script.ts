// What both viewers of pages for guests are moved by: dragging, pinching, the wheel, keys, and buttons for whoever can do neither.

/** `moveBy(x, y)` in pixels of the screen, `zoomBy(factor, x, y)` around a point of it. */
export const gesturesScript = `
function frame(label, { moveBy, zoomBy, draw }) {
  const area = document.createElement('section');
  const canvas = document.createElement('canvas');
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', label + '. Arrow keys move it, plus and minus zoom.');
  const middle = () => [canvas.clientWidth / 2, canvas.clientHeight / 2];
  const step = () => canvas.clientWidth / 8;
  const acts = {
    ArrowLeft: () => moveBy(step(), 0),
    ArrowRight: () => moveBy(-step(), 0),
    ArrowUp: () => moveBy(0, step()),
    ArrowDown: () => moveBy(0, -step()),
    '+': () => zoomBy(1.25, ...middle()),
    '=': () => zoomBy(1.25, ...middle()),
    '-': () => zoomBy(0.8, ...middle()),
  };
  const bar = document.createElement('div');
  const names = [['ArrowLeft', '\\u2190', 'To the left'], ['ArrowRight', '\\u2192', 'To the right'], ['-', '\\u2212', 'Zoom out'], ['+', '+', 'Zoom in']];
  for (const [key, sign, name] of names) {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', textContent: sign, ariaLabel: name });
    button.addEventListener('click', () => acts[key]());
    bar.append(button);
  }
  area.append(canvas, bar);
  canvas.addEventListener('keydown', (event) => {
    const act = acts[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  const fingers = new Map();
  const spread = ([one, other]) => Math.hypot(one.x - other.x, one.y - other.y);
  const at = (event) => ({ x: event.offsetX, y: event.offsetY });
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, at(event));
  });
  canvas.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const former = [...fingers.values()];
    fingers.set(event.pointerId, now);
    const present = [...fingers.values()];
    if (present.length === 2) {
      const [one, other] = present;
      if (spread(former) > 10) zoomBy(spread(present) / spread(former), (one.x + other.x) / 2, (one.y + other.y) / 2);
    }
    moveBy((now.x - before.x) / present.length, (now.y - before.y) / present.length);
  });
  for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, ({ pointerId }) => fingers.delete(pointerId));
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
  }, { passive: false });
  let asked = 0;
  const redraw = () => {
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      const sharp = Math.min(devicePixelRatio, 2);
      const [width, height] = [Math.round(canvas.clientWidth * sharp), Math.round(canvas.clientHeight * sharp)];
      if (width === 0 || height === 0) return;
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      draw(sharp);
    });
  };
  const seen = new ResizeObserver(redraw);
  seen.observe(canvas);
  area.addEventListener('shown', () => {
    redraw();
    canvas.focus({ preventScroll: true });
  });
  return { area, canvas, redraw };
}
function load(address) {
  return new Promise((done, failed) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = failed;
    image.src = address;
  });
}
`;
