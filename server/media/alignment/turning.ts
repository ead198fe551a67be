// How far one panorama is turned against another: the turn that most of the places seen in both agree on.

/** `at`: where a place is seen, `turn`: how much further round than in the other panorama; both in shares of the whole circle. */
export type Seen = { at: number; turn: number };

/** Places agree within three degrees: the tripod did not stand at the very same spot. */
const tolerance = 3 / 360;
/** The circle is divided into so many sectors to see whether those that agree lie all around. */
const sectorCount = 12;

/** Between -0.5 and 0.5: the shorter way round. */
function wrapped(turn: number): number {
  return turn - Math.round(turn);
}

/** `sectors`: the share of the circle in which places agree. */
export function bestTurn(seen: readonly Seen[]): { inliers: number; sectors: number; turn: number } {
  const sorted = seen.map(({ at, turn }) => ({ at, turn: turn - Math.floor(turn) })).sort((a, b) => a.turn - b.turn);
  const twice = [...sorted, ...sorted.map(({ at, turn }) => ({ at, turn: turn + 1 }))];
  let best: [from: number, to: number] = [0, 0];
  for (let from = 0, to = 0; from < sorted.length; from++) {
    const limit = (twice[from]?.turn ?? 0) + 2 * tolerance;
    while (to < from + sorted.length && (twice[to]?.turn ?? Number.POSITIVE_INFINITY) <= limit) to++;
    if (to - from > best[1] - best[0]) best = [from, to];
  }
  const agreeing = twice.slice(...best);
  const sectors = new Set(agreeing.map(({ at }) => Math.floor((at - Math.floor(at)) * sectorCount)));
  const middle = agreeing[Math.floor(agreeing.length / 2)]?.turn ?? 0;
  return { inliers: agreeing.length, sectors: sectors.size / sectorCount, turn: wrapped(middle) };
}
