// Reads the answers that came inside the page.
import { type PreloadedState, preloadedStateElementId } from '#contract/preloaded-state.ts';

/** Null where the page brought none. */
export function readPreloadedState(): PreloadedState | null {
  const text = document.getElementById(preloadedStateElementId)?.textContent;
  return text ? (JSON.parse(text) as PreloadedState) : null;
}
