// The answers that came inside the page (contract/preloaded-state.ts), for those who would ask the server for them at its start.
import { type PreloadedResponse, type PreloadedState, preloadedStateElementId } from '#contract/preloaded-state.ts';

/** Milliseconds after the first look; whoever comes later is on another page by then, and asks. */
export const preloadFreshMs = 5000;

let brought: PreloadedState | null | undefined;
let dropped = false;

function view(): PreloadedState | null {
  if (brought !== undefined) return brought;
  const text = typeof document === 'undefined' ? '' : document.getElementById(preloadedStateElementId)?.textContent;
  if (text) setTimeout(discardPreloaded, preloadFreshMs);
  brought = text ? (JSON.parse(text) as PreloadedState) : null;
  return brought;
}

/** What the server would answer at this address, as far as the page brought it along. */
export function preloadedResponse(address: string): PreloadedResponse | undefined {
  return dropped ? undefined : view()?.answers[address];
}

/** When the answers were read; undefined where the page brought none. */
export function preloadedCacheVersion(): PreloadedState['cacheVersion'] | undefined {
  return view()?.cacheVersion;
}

/** From now on everything is asked anew: something was changed, or the page's start is over. */
export function discardPreloaded(): void {
  dropped = true;
}
