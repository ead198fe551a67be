// Tells the server once that a released visit was on the screen (behaviour §24.1); fetched after the page.
import { markSeen } from '#contract/news.ts';
import { call } from './http-client.ts';

/** Passing it while scrolling is no look. */
const lookMs = 1000;
const leastPart = 0.4;

/** @returns what ends the watch. */
export function watchLook(shown: Element, id: number): () => void {
  let timer: ReturnType<typeof setTimeout>;
  function look() {
    // A tab in the background is on nobody's screen.
    if (document.hidden) {
      timer = setTimeout(look, lookMs);
      return;
    }
    observer.disconnect();
    // Unsent, what was new stays new.
    void call(markSeen, { params: { id } }).catch(() => undefined);
  }
  const observer = new IntersectionObserver(
    ([entry]) => {
      clearTimeout(timer);
      if (entry?.isIntersecting) timer = setTimeout(look, lookMs);
    },
    { threshold: leastPart },
  );
  observer.observe(shown);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
