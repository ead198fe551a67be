// Where the buttons over a layer of pins are: read again once something about them may have changed, and not in each frame.
import { type Rect, rectIn } from './surface.ts';

/** Changes that no observer reports are noticed this late, in milliseconds. */
const latest = 500;
const attributeFilter = ['class', 'hidden', 'data-controls'];
const ends = ['transitionend', 'animationend'] as const;

/** `data-controls` marks them; what a dialog covers does not count. */
export function watchControls(layer: Element, now = () => performance.now()) {
  const around = layer.closest('[role="dialog"]') ?? document.documentElement;
  let known: { at: number; rects: Rect[] } | null = null;
  const forget = () => {
    known = null;
  };
  const sizes = new ResizeObserver(forget);
  const observed = new WeakSet<Element>();
  // Moving pins changes nothing about buttons.
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !layer.contains(target))) forget();
  });
  changes.observe(around, { subtree: true, childList: true, attributes: true, attributeFilter });
  for (const end of ends) around.addEventListener(end, forget);

  function read(): Rect[] {
    if (known && now() - known.at < latest) return known.rects;
    const all = [...around.querySelectorAll('[data-controls], .yarl__button')];
    // Observing an element reports a change of it at once.
    for (const each of [layer, ...all].filter((one) => !observed.has(one))) sizes.observe(each);
    for (const each of [layer, ...all]) observed.add(each);
    known = { at: now(), rects: all.map((each) => rectIn(each, layer)).filter(({ width }) => width > 0) };
    return known.rects;
  }
  function stop() {
    sizes.disconnect();
    changes.disconnect();
    for (const end of ends) around.removeEventListener(end, forget);
  }
  return { read, stop };
}
