// What the desk counts: the sessions that waited when it was opened, and the decisions that were made on it.
import type { Move } from '#web/features/sessions/decision/one-click.tsx';
import { count, formatNumber } from '#web/lib/format/format.ts';
import type { DecisionState } from '#web/lib/offline/decisions.ts';

/** `ids`: in the order of the queue, also those that have left it. `total`: how many there were at the beginning. */
export type Counted = { ids: readonly number[]; total: number };

/** With the present queue: further pages of it and sessions that came in since stand behind those that are known. */
export function countWith(known: Counted | undefined, ids: readonly number[], total: number): Counted {
  if (!known) return { ids, total };
  const seen = new Set(known.ids);
  const more = ids.filter((id) => !seen.has(id));
  return more.length === 0 ? known : { ...known, ids: [...known.ids, ...more] };
}

/** '3 of 11': neither number changes when a decision is sent. */
export function placeIn({ ids, total }: Counted, open: number): string | undefined {
  const at = ids.indexOf(open);
  if (at < 0) return undefined;
  return at < total ? `${formatNumber(at + 1)} of ${formatNumber(total)}` : 'arrived since';
}

/** A decision of this desk; its key tells whether it is still in the outbox. */
export type Made = { sessionId: number; move: Move; words: string };

/** `state`: undefined once the server has answered. */
export function trayWords(states: readonly (DecisionState | undefined)[]): string {
  const unsent = states.filter((state) => state !== undefined && state !== 'refused').length;
  const refused = states.filter((state) => state === 'refused').length;
  return [
    `${formatNumber(states.length)} decided`,
    unsent > 0 && `${formatNumber(unsent)} not sent`,
    refused > 0 && count(refused, 'refusal'),
  ]
    .filter(Boolean)
    .join(' · ');
}
