// Tooltips: one layer for the whole page. Anything with data-tooltip="text" has one; the text repeats or extends its own name.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Behaviour §10.5. */
const openDelay = 700;
const skipDelay = 300;
/** Long enough to move the pointer onto the tooltip itself (WCAG 1.4.13). */
const leaveDelay = 120;
const gap = 6;

/** Mounted once, in the shell. Screen readers pass it by: they hear the name of the thing. */
export function TooltipLayer() {
  const layer = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<HTMLElement>();
  useEffect(() => listen(layer, setTarget), []);
  useLayoutEffect(() => {
    if (!layer.current || !target) return;
    layer.current.showPopover?.();
    place(layer.current, target);
  }, [target]);
  if (!target) return null;
  return (
    <div
      ref={layer}
      key={target.dataset.tooltip}
      popover="manual"
      aria-hidden="true"
      className="fixed z-60 m-0 max-w-64 animate-appear overflow-visible rounded-md border-0 bg-ink px-2 py-1 text-canvas text-xs"
    >
      {target.dataset.tooltip}
    </div>
  );
}

function place(layer: HTMLElement, target: HTMLElement) {
  const to = target.getBoundingClientRect();
  const { width, height } = layer.getBoundingClientRect();
  const left = Math.max(8, Math.min(to.left + to.width / 2 - width / 2, innerWidth - width - 8));
  const above = to.top - height - gap;
  Object.assign(layer.style, { inset: 'auto', left: `${left}px`, top: `${above < 8 ? to.bottom + gap : above}px` });
}

function listen(layer: RefObject<HTMLElement | null>, show: (target: HTMLElement | undefined) => void) {
  let now: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closedAt = Number.NEGATIVE_INFINITY;
  const set = (target: HTMLElement | undefined) => {
    clearTimeout(timer);
    if (now && !target) closedAt = performance.now();
    now = target;
    show(target);
  };
  const after = (delay: number, target: HTMLElement | undefined) => {
    clearTimeout(timer);
    timer = setTimeout(set, delay, target);
  };
  const onOver = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    const target = tipped(event.target);
    if (target === now || layer.current?.contains(event.target as Node)) return clearTimeout(timer);
    const quick = now || performance.now() - closedAt < skipDelay;
    if (target) after(quick ? 0 : openDelay, target);
    else after(now ? leaveDelay : 0, undefined);
  };
  const onFocus = (event: FocusEvent) => {
    const target = tipped(event.target);
    if (target?.matches(':focus-visible')) set(target);
  };
  const close = () => set(undefined);
  const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
  const ends = new AbortController();
  const options = { signal: ends.signal, capture: true, passive: true } as const;
  document.addEventListener('pointerover', onOver, options);
  document.addEventListener('focusin', onFocus, options);
  document.addEventListener('keydown', onKey, options);
  for (const kind of ['focusout', 'pointerdown', 'scroll']) document.addEventListener(kind, close, options);
  // This comes after the page: a mouse that rests there already says nothing more.
  const rested = matchMedia('(hover: hover)').matches && document.querySelector<HTMLElement>('[data-tooltip]:hover');
  if (rested) after(openDelay, rested);
  return () => {
    clearTimeout(timer);
    ends.abort();
  };
}

function tipped(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>('[data-tooltip]')) || undefined;
}
