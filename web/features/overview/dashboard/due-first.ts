// Which open concerns a dashboard shows: those that are to be answered first, then the newest.

/** No concern stands there twice. */
export function dueFirst<Row extends { id: number }>(due: readonly Row[], newest: readonly Row[], max: number): Row[] {
  const led = new Set(due.map(({ id }) => id));
  return [...due, ...newest.filter(({ id }) => !led.has(id))].slice(0, max);
}
