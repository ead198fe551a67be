// The bounding-volume tree over a scene's solids, flattened into typed arrays for the tracer.
import { BALL, type Solid } from './pen.ts';

/** Nodes in depth-first order: `bounds` holds min and max per node; a leaf has count > 0 and starts at `first` in `order`. */
export interface BoxTree {
  bounds: Float64Array;
  first: Int32Array;
  count: Int32Array;
  axis: Uint8Array;
  order: Int32Array;
}

function boundsOf(solids: readonly Solid[]): Float64Array {
  const out = new Float64Array(solids.length * 6);
  solids.forEach((solid, i) => {
    for (let r = 0; r < 3; r++) {
      const [a, b, c, mid] = [0, 1, 2, 3].map((k) => solid.m[r * 4 + k] as number) as [number, number, number, number];
      const reach = solid.kind === BALL ? Math.hypot(a, b, c) : Math.abs(a) + Math.abs(b) + Math.abs(c);
      out[i * 6 + r] = mid - reach - 1e-6;
      out[i * 6 + 3 + r] = mid + reach + 1e-6;
    }
  });
  return out;
}

const BINS = 12;
const LEAF = 3;

function area(b: Float64Array): number {
  const [x, y, z] = [b[3]! - b[0]!, b[4]! - b[1]!, b[5]! - b[2]!];
  return x * y + y * z + z * x;
}

function grow(into: Float64Array, all: Float64Array, i: number): void {
  for (let k = 0; k < 3; k++) {
    into[k] = Math.min(into[k]!, all[i * 6 + k]!);
    into[k + 3] = Math.max(into[k + 3]!, all[i * 6 + 3 + k]!);
  }
}

function nothing(): Float64Array {
  return Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
}

interface Bin {
  n: number;
  box: Float64Array;
}

/** Where to split `ids` for the least surface, or null when nothing separates them. */
function bestSplit(all: Float64Array, ids: Int32Array): { axis: number; at: number } | null {
  let best: { axis: number; at: number } | null = null;
  let bestCost = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (const i of ids) {
      const middle = (all[i * 6 + axis]! + all[i * 6 + 3 + axis]!) / 2;
      low = Math.min(low, middle);
      high = Math.max(high, middle);
    }
    if (high - low < 1e-9) continue;
    const bins: Bin[] = Array.from({ length: BINS }, () => ({ n: 0, box: nothing() }));
    for (const i of ids) {
      const middle = (all[i * 6 + axis]! + all[i * 6 + 3 + axis]!) / 2;
      const bin = bins[Math.min(BINS - 1, Math.floor(((middle - low) / (high - low)) * BINS))]!;
      bin.n++;
      grow(bin.box, all, i);
    }
    const below = costs(bins);
    const above = costs(bins.toReversed()).reverse();
    for (let cut = 1; cut < BINS; cut++) {
      const cost = below[cut - 1]! + above[cut]!;
      if (cost < bestCost) {
        bestCost = cost;
        best = { axis, at: low + ((high - low) * cut) / BINS };
      }
    }
  }
  return best;
}

/** What the first 1, 2, 3 … bins cost together: their number of solids times their surface. */
function costs(bins: readonly Bin[]): number[] {
  const box = nothing();
  let n = 0;
  return bins.map((bin) => {
    if (bin.n > 0) grow(box, bin.box, 0);
    n += bin.n;
    return n === 0 ? Infinity : n * area(box);
  });
}

/** Builds the tree: binned surface-area heuristic, at most three solids in a leaf where they can be told apart. */
export function buildTree(solids: readonly Solid[]): BoxTree {
  const all = boundsOf(solids);
  const room = Math.max(1, solids.length * 2);
  const tree: BoxTree = {
    bounds: new Float64Array(room * 6),
    first: new Int32Array(room),
    count: new Int32Array(room),
    axis: new Uint8Array(room),
    order: new Int32Array(solids.length),
  };
  let nodes = 0;
  let placed = 0;
  const build = (ids: Int32Array): number => {
    const node = nodes++;
    const box = nothing();
    for (const i of ids) grow(box, all, i);
    tree.bounds.set(box, node * 6);
    const split = ids.length > LEAF ? bestSplit(all, ids) : null;
    const under = (i: number) =>
      split !== null && (all[i * 6 + split.axis]! + all[i * 6 + 3 + split.axis]!) / 2 < split.at;
    const left = ids.filter(under);
    if (split === null || left.length === 0 || left.length === ids.length) {
      tree.first[node] = placed;
      tree.count[node] = ids.length;
      for (const i of ids) tree.order[placed++] = i;
      return node;
    }
    tree.axis[node] = split.axis;
    build(left);
    tree.first[node] = build(ids.filter((i) => !under(i)));
    return node;
  };
  build(Int32Array.from(solids, (_, i) => i));
  return tree;
}
