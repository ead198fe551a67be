// What the first rounds always cover, whatever the random numbers: each kind of thing, and each fault at least once.
import type { Fault } from './outbox-device.ts';

export const kinds = ['create', 'edit', 'edit twice', 'edit and resubmit', 'comment', 'reject'] as const;
export type Kind = (typeof kinds)[number];

/** `first`: what the first requests meet. */
export type Certain = { first: Fault[]; isFull?: boolean; isDisturbed?: boolean; isRewritten?: boolean; days?: number };

/** One for each kind, in their order. */
const certain: Certain[] = [
  { first: [], isFull: true },
  // It still waits when the session is changed elsewhere: 409.
  { first: ['line lost before'], isDisturbed: true },
  { first: ['answer 401', 'answer 500'], days: 1 },
  { first: ['answer 429', 'browser killed before'] },
  // It arrived unnoticed and is edited: 422.
  { first: ['line lost after', 'line lost before', 'line lost before'], isRewritten: true },
  { first: ['line lost during', 'browser killed after'] },
];

/** With full storage nothing waits and meets a fault, so only one of these rounds has it full. */
export function certainOf(round: number): Certain {
  const found = certain[round];
  return found ? { isFull: false, ...found } : { first: [] };
}
