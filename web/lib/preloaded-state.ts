// The answers that came inside the page (contract/preloaded-state.ts), for those who would ask the server for them at its start.
import { type FirstView, firstViewElement, type GivenAnswer } from '#contract/preloaded-state.ts';

/** Milliseconds after the first look; whoever comes later is on another page by then, and asks. */
export const start = 5000;

let brought: FirstView | null | undefined;
let dropped = false;

function view(): FirstView | null {
  if (brought !== undefined) return brought;
  const text = typeof document === 'undefined' ? '' : document.getElementById(firstViewElement)?.textContent;
  if (text) setTimeout(dropGiven, start);
  brought = text ? (JSON.parse(text) as FirstView) : null;
  return brought;
}

/** What the server would answer at this address, as far as the page brought it along. */
export function givenAnswer(address: string): GivenAnswer | undefined {
  return dropped ? undefined : view()?.answers[address];
}

/** When the answers were read; undefined where the page brought none. */
export function givenMoment(): FirstView['moment'] | undefined {
  return view()?.moment;
}

/** From now on everything is asked anew: something was changed, or the page's start is over. */
export function dropGiven(): void {
  dropped = true;
}
