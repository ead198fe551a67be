// Tells the server once that a released visit was on the screen (behaviour §24.1); fetched after the page.
import { markSeen } from '#contract/sessions/endpoints.ts';
import { call } from './http-client.ts';

/** Passing it while scrolling is no look. */
const minVisibleMs = 1000;
const leastPart = 0.4;
/** Ever smaller parts, at which the observer reports: of a long folder even a full screen is a small part. */
const thresholds = Array.from({ length: 32 }, (_, step) => leastPart * 0.8 ** step);

type Seen = Pick<IntersectionObserverEntry, 'intersectionRect' | 'boundingClientRect' | 'rootBounds'>;

/** Held against as much of it as the screen has room for: a low screen never shows a tall viewer whole. */
export function isInView({ intersectionRect: seen, boundingClientRect: whole, rootBounds }: Seen): boolean {
  const screen = rootBounds ?? whole;
  const room = Math.min(whole.width, screen.width) * Math.min(whole.height, screen.height);
  return seen.width * seen.height > 0 && seen.width * seen.height >= leastPart * room;
}

/** @returns what ends the watch. */
export function watchView(shown: Element, ids: readonly number[]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function stop() {
    clearTimeout(timer);
    timer = undefined;
  }
  function look() {
    // A tab in the background is on nobody's screen.
    if (document.hidden) {
      timer = setTimeout(look, minVisibleMs);
      return;
    }
    observer.disconnect();
    // Unsent, what was new stays new.
    for (const id of ids) void call(markSeen, { params: { id } }).catch(() => undefined);
  }
  const observer = new IntersectionObserver(
    (entries) => {
      const last = entries.at(-1);
      if (!last || !isInView(last)) stop();
      else timer ??= setTimeout(look, minVisibleMs);
    },
    { threshold: thresholds },
  );
  observer.observe(shown);
  return () => {
    stop();
    observer.disconnect();
  };
}
