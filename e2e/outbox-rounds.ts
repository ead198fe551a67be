// What the first rounds meet for certain, whatever the dice say: each kind of thing, and each fault at least once.
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
  // It has arrived unnoticed when it is written anew: 422.
  { first: ['line lost after', 'line lost before', 'line lost before'], isRewritten: true },
  { first: ['line lost during', 'browser killed after'] },
];

/** Where storage is full nothing waits to meet anything: of these rounds that is one of its own. */
export function certainOf(round: number): Certain {
  const found = certain[round];
  return found ? { isFull: false, ...found } : { first: [] };
}
