// Where the page is scrolled to after each navigation: a new page at its top, Back and Forward where it was left, a # at its part.

import { randomKey } from '#web/lib/device/random-key.ts';

/** Of the entries of the history that were left last. */
const maxKept = 100;
const storageName = 'topout-scroll';
/** How long a page may take to become as high as it was; later the person is busy with something else. */
const growTimeout = 5000;
/** What people do to scroll by themselves. */
const ownMoves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

let positions = new Map<string, number>();
/** The present entry of the history, and the page that it shows. */
let entry: string | undefined;
let page: string;
let navigated = false;
let returned = false;
let stopMoving: (() => void) | undefined;

/** Call it at the start, before the router listens: listeners run in the order of subscription, and pages render between them. */
export function startScrollRestoration(): void {
  history.scrollRestoration = 'manual';
  positions = new Map(readPositions());
  page = pageName();
  if (entryOf(history.state) === undefined) mark(randomKey());
  else comeBack();
  if (location.hash && !returned) keepMoving(toPart);
  // The router's own words for a link that was followed, and for an address that took the place of another.
  addEventListener('pushState', () => leave(randomKey()));
  addEventListener('replaceState', () => leave(entry ?? randomKey()));
  addEventListener('popstate', onPop);
  addEventListener('scroll', () => !stopMoving && keep(), { passive: true });
  addEventListener('pagehide', writePositions);
}

/** Whether another page was here before, so that this one has to say that it came. */
export function hasNavigated(): boolean {
  return navigated;
}

/** Where one was on this page, coming back to it; for lists, which draw only what is in view. */
export function returnPosition(): number | undefined {
  return returned && entry !== undefined ? positions.get(entry) : undefined;
}

/** To another address of ours. The former page is still there and no longer seen: the next one is drawn before the browser paints. */
function leave(next: string): void {
  if (next !== entry) keep();
  stopMoving?.();
  mark(next);
  returned = false;
  const before = page;
  page = pageName();
  if (page !== before) {
    navigated = true;
    scrollTo(0, 0);
  }
  if (location.hash) keepMoving(toPart);
}

function onPop(): void {
  navigated = true;
  page = pageName();
  // The browser itself goes to a part of the page and makes an entry of it, which we do not know yet.
  if (entryOf(history.state) === undefined) mark(randomKey());
  else comeBack();
}

function comeBack(): void {
  returned = true;
  entry = entryOf(history.state);
  const position = returnPosition() ?? 0;
  keepMoving(() => {
    if (Math.abs(scrollY - position) > 1) scrollTo(0, position);
    return Math.abs(scrollY - position) <= 1;
  });
}

/** Paths that only open something belong to the page below it (useOpenOnPath). */
function pageName(): string {
  return location.pathname.replace(/\/new$/, '');
}

function toPart(): boolean {
  const part = document.getElementById(partName());
  part?.scrollIntoView({ block: 'start' });
  return part !== null;
}

/** Of the address; as it stands there where it is not well written. */
function partName(): string {
  const written = location.hash.slice(1);
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Moves whenever the page grows, until it is whole, somebody scrolls by themselves, or it takes too long. */
function keepMoving(move: () => boolean): void {
  stopMoving?.();
  const watch = new ResizeObserver(() => move() && isWhole() && stop());
  const timer = setTimeout(stop, growTimeout);
  function stop() {
    watch.disconnect();
    clearTimeout(timer);
    for (const event of ownMoves) removeEventListener(event, stop);
    stopMoving = undefined;
  }
  stopMoving = stop;
  for (const event of ownMoves) addEventListener(event, stop, { passive: true });
  // It answers at once too, after the router has drawn and before the browser paints.
  watch.observe(document.body);
}

function isWhole(): boolean {
  return document.querySelector('h1') !== null && !document.querySelector('[aria-busy="true"], .animate-skeleton');
}

function keep(): void {
  if (entry === undefined) return;
  positions.delete(entry);
  positions.set(entry, Math.round(scrollY));
}

function entryOf(state: unknown): string | undefined {
  return (state as { entry?: string } | null)?.entry;
}

/** By the browser's own function: the router need not hear of it. */
function mark(next: string): void {
  entry = next;
  History.prototype.replaceState.call(history, { ...history.state, entry }, '');
}

function readPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageName) ?? '[]');
  } catch {
    return [];
  }
}

function writePositions(): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify([...positions].slice(-maxKept)));
  } catch {
    // Then a page that is reloaded begins at its top.
  }
}
