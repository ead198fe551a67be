// The time order of pictures, as far as pairs of them determine it: the bench's stand-in for the visits of a viewpoint.

/** `belong`: both show the same place from the same position. */
export type OrderedPair = { older: string; newer: string; belong: boolean };

/** The pictures of one viewpoint: those connected by pairs that belong together, in the order in which they are first named. */
function viewpointsOf(pairs: readonly OrderedPair[]): string[][] {
  const groupOf = new Map<string, string[]>();
  for (const name of pairs.flatMap(({ older, newer }) => [older, newer]))
    if (!groupOf.has(name)) groupOf.set(name, [name]);
  for (const { older, newer } of pairs.filter(({ belong }) => belong)) {
    const [one = [], other = []] = [groupOf.get(older), groupOf.get(newer)];
    if (one === other) continue;
    one.push(...other);
    for (const name of other) groupOf.set(name, one);
  }
  const named = [...groupOf.keys()];
  const groups = [...new Set(groupOf.values())];
  const place = new Map(named.map((name, at) => [name, at]));
  return groups.map((group) => group.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)));
}

/** Repeatedly takes the first picture whose older ones are all placed; where pairs contradict each other, the first one left. */
function byTime(names: readonly string[], pairs: readonly OrderedPair[]): string[] {
  const older = new Map(names.map((name) => [name, new Set<string>()]));
  for (const pair of pairs) if (pair.belong && pair.older !== pair.newer) older.get(pair.newer)?.add(pair.older);
  const left = new Set(names);
  const ordered: string[] = [];
  while (left.size > 0) {
    const [first = ''] = left;
    const next = [...left].find((name) => [...(older.get(name) ?? [])].every((one) => !left.has(one))) ?? first;
    left.delete(next);
    ordered.push(next);
  }
  return ordered;
}

/**
 * Returns which pictures lie between two in time. Pictures of pairs that belong together are of one viewpoint, also through other pairs;
 * there every older one comes before its newer one, and pictures that no pair orders come in the order in which the pairs first name them.
 * Between pictures of different viewpoints, and back in time, there is nothing. A pair that does not belong together says nothing of time.
 */
export function pictureOrder(pairs: readonly OrderedPair[]): { between(older: string, newer: string): string[] } {
  const orders = viewpointsOf(pairs).map((names) => byTime(names, pairs));
  const orderOf = new Map(orders.flatMap((order) => order.map((name) => [name, order])));
  return {
    between(older, newer) {
      const order = orderOf.get(older) ?? [];
      return order.slice(order.indexOf(older) + 1, Math.max(0, order.indexOf(newer)));
    },
  };
}
