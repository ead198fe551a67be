// Where the desk goes from the session that is open: to its neighbours, or on to what is still to be decided.

export type Queue = {
  /** What waits, longest first. */
  ids: readonly number[];
  /** Decided here, and not answered yet: the server still counts them as waiting. */
  decided: ReadonlySet<number>;
  /** Their files still travel: there is nothing to decide yet. */
  travelling: ReadonlySet<number>;
  open: number;
  /** Where the open one stands in the queue, or stood before it left. */
  place: number;
};

/** Undefined at both ends. */
export function neighbourOf({ ids, open, place }: Queue, by: 1 | -1): number | undefined {
  const at = ids.indexOf(open);
  if (at >= 0) return ids[at + by];
  // What stood behind it has moved up to its place.
  return ids[by === 1 ? place : place - 1];
}

/** What comes after the open one, nearest first; at the end of the queue it goes on with what was passed over. */
export function toDecide({ ids, decided, travelling, open, place }: Queue): number[] {
  const at = ids.indexOf(open);
  const from = at >= 0 ? at + 1 : place;
  return [...ids.slice(from), ...ids.slice(0, from)].filter(
    (id) => id !== open && !decided.has(id) && !travelling.has(id),
  );
}
