// Repeatable chance: seeded dice and value noise, so that every run draws the same pictures.

/** A generator of numbers in [0, 1) that is the same for the same seed. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** One number in [0, 1) for a cell of an integer lattice. */
export function cell(x: number, y: number, z = 0): number {
  let h = Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ Math.imul(z | 0, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise in [0, 1) over the plane, about one feature per unit. */
export function noise2(x: number, y: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const a = cell(ix, iy);
  const b = cell(ix + 1, iy);
  const c = cell(ix, iy + 1);
  const d = cell(ix + 1, iy + 1);
  return a + (b - a) * u + (c - a + (a - b - c + d) * u) * v;
}

/** Smooth noise in [0, 1) in space. */
export function noise3(x: number, y: number, z: number): number {
  const iz = Math.floor(z);
  const fz = z - iz;
  const w = fz * fz * (3 - 2 * fz);
  const shift = 17.31;
  const low = noise2(x + iz * shift, y - iz * shift);
  const high = noise2(x + (iz + 1) * shift, y - (iz + 1) * shift);
  return low + (high - low) * w;
}

/** Several octaves of `noise2`, each half as strong and twice as fine; in [0, 1). */
export function fractal(x: number, y: number, octaves: number): number {
  let sum = 0;
  let weight = 0.5;
  let total = 0;
  let px = x;
  let py = y;
  for (let i = 0; i < octaves; i++) {
    sum += weight * noise2(px, py);
    total += weight;
    weight *= 0.5;
    const turned = px * 1.6 - py * 1.2;
    py = px * 1.2 + py * 1.6 + 7.7;
    px = turned + 3.1;
  }
  return sum / total;
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function smooth(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
