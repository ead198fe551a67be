// What each surface looks like from near and far: colour, stains, joints, ridges and shine at one point.
import { cell, fractal, noise2, noise3, smooth } from './noise.ts';
import * as s from './surface-names.ts';

/**
 * The point being drawn. In: world place, metric place on the face (`u`, `v`), whether the face looks up, a `seed` per
 * solid, the width of a pixel there (`foot`), normal and coat colour. Out: colour, normal, and `shine` (mirror share).
 */
export interface Spot {
  x: number;
  y: number;
  z: number;
  u: number;
  v: number;
  up: number;
  seed: number;
  foot: number;
  nx: number;
  ny: number;
  nz: number;
  r: number;
  g: number;
  b: number;
  shine: number;
  glow: number;
}

export function shade(p: Spot, by: number): void {
  p.r *= by;
  p.g *= by;
  p.b *= by;
}

/** Moves the colour towards another (linear rgb) by `share`. */
export function blend(p: Spot, r: number, g: number, b: number, share: number): void {
  p.r += (r - p.r) * share;
  p.g += (g - p.g) * share;
  p.b += (b - p.b) * share;
}

/** How much of a detail of `size` metres is still visible: 1 near, 0 where it is finer than a pixel. */
export function seen(p: Spot, size: number): number {
  return Math.min(1, Math.max(0, 1.4 - (p.foot * 3) / size));
}

/** Tilts the normal by the slope of a noise field: lumps of `size` metres, `depth` as steepness. */
export function rough(p: Spot, size: number, depth: number): void {
  const k = depth * seen(p, size);
  if (k <= 0) return;
  const f = 1 / size;
  const at = noise3(p.x * f, p.z * f, p.y * f);
  p.nx += k * (at - noise3(p.x * f + 0.35, p.z * f, p.y * f)) * 2;
  p.nz += k * (at - noise3(p.x * f, p.z * f + 0.35, p.y * f)) * 2;
  const l = 1 / Math.sqrt(p.nx * p.nx + p.ny * p.ny + p.nz * p.nz);
  p.nx *= l;
  p.ny *= l;
  p.nz *= l;
}

/** Rain streaks under edges and blotches: what weather does to walls. */
function weather(p: Spot, strength: number): void {
  const blotch = fractal(p.x * 0.5 + p.y * 0.4 + p.seed * 9, p.z * 0.5 - p.y * 0.3, 4);
  let dark = (blotch - 0.5) * 0.7;
  if (p.up < 0.5) {
    const along = (p.x + p.z * 1.3) * 2.4;
    dark += smooth(0.55, 0.95, noise2(along, p.y * 0.22 + p.seed * 5)) * 0.5;
  }
  shade(p, 1 - strength * dark);
}

/** 1 inside a joint of `wide` metres between courses of `every` metres. */
function joint(at: number, every: number, wide: number): number {
  const inside = at - Math.floor(at / every) * every;
  return inside < wide ? 1 : 0;
}

function soil(p: Spot): void {
  const broad = fractal(p.x * 0.1, p.z * 0.1, 3);
  const fine = fractal(p.x * 0.9 + 11, p.z * 0.9 + p.y * 0.7, 5);
  const crumbs = fractal(p.x * 6.5 + p.y * 3, p.z * 6.5 + 5, 3);
  blend(p, 0.42, 0.27, 0.165, smooth(0.48, 0.72, broad) * 0.6);
  blend(p, 0.2, 0.105, 0.06, smooth(0.56, 0.75, fine) * 0.5);
  shade(p, 0.72 + fine * 0.3);
  shade(p, 1 + (crumbs - 0.5) * 0.75 * seen(p, 0.22));
  const stone = noise2(p.x * 5.3 + 70, p.z * 5.3);
  if (stone > 0.86) blend(p, 0.45, 0.36, 0.28, 0.55 * seen(p, 0.2));
  rough(p, 0.33, 0.45);
  rough(p, 0.12, 0.5);
}

function loose(p: Spot, depth: number): void {
  const fine = fractal(p.x * 1.3 + p.seed, p.z * 1.3 + p.y * 2, 4);
  shade(p, 0.62 + fine * 0.62);
  rough(p, 0.9, depth);
  rough(p, 0.22, depth);
  rough(p, 0.09, depth * 0.7);
}

function concrete(p: Spot): void {
  weather(p, 0.42);
  const board = Math.floor(p.v / 0.6);
  shade(p, 0.95 + cell(board, Math.floor(p.u / 1.2), p.seed * 1000) * 0.1);
  if (p.up < 0.5) shade(p, 1 - 0.2 * joint(p.v, 0.6, 0.025) * seen(p, 0.05));
  else shade(p, 1 - 0.22 * smooth(0.5, 0.8, fractal(p.x * 0.35 + 4, p.z * 0.35, 4)));
}

function blocks(p: Spot): void {
  const row = Math.floor(p.v / 0.235);
  const u = p.u + (row & 1) * 0.235;
  const tone = cell(row, Math.floor(u / 0.47), Math.floor(p.seed * 1000));
  shade(p, 0.82 + 0.36 * tone);
  const gap = Math.max(joint(p.v, 0.235, 0.022), joint(u, 0.47, 0.022));
  shade(p, 1 - 0.33 * gap * seen(p, 0.045));
  weather(p, 0.25);
  if (p.y < 0.9) blend(p, 0.33, 0.16, 0.08, 0.45 * smooth(0.9, 0, p.y) * noise2(p.x * 2 + p.z, p.y * 3));
}

function plaster(p: Spot): void {
  weather(p, 0.22);
  if (p.y < 0.7 && p.y > 0) blend(p, 0.3, 0.15, 0.08, 0.35 * smooth(0.7, 0, p.y) * noise2((p.x + p.z) * 1.5, p.y * 3));
}

function planks(p: Spot, wide: number): void {
  const plank = Math.floor(p.v / wide);
  shade(p, 0.7 + 0.55 * cell(plank, Math.floor(p.u / 2.4), Math.floor(p.seed * 1000)));
  shade(p, 1 - 0.45 * joint(p.v, wide, 0.02) * seen(p, 0.05));
  shade(p, 0.92 + 0.16 * noise2(p.u * 1.2 + plank * 7, p.v * 18));
}

/** Ridged sheets: the light does the drawing near by; far away only rust and the lines of nails remain. */
function ridges(p: Spot, every: number, steep: number): void {
  const k = seen(p, every * 0.9);
  const wave = Math.cos((p.u / every) * Math.PI * 2);
  if (k > 0) {
    shade(p, 1 + wave * 0.16 * k);
    p.nx += wave * steep * k * 0.5;
    const l = 1 / Math.sqrt(p.nx * p.nx + p.ny * p.ny + p.nz * p.nz);
    p.nx *= l;
    p.ny *= l;
    p.nz *= l;
  }
  const sheet = Math.floor(p.u / 0.9);
  shade(p, 0.88 + 0.22 * cell(sheet, Math.floor(p.v / 2.4 + cell(sheet, 3)), Math.floor(p.seed * 1000)));
}

function zinc(p: Spot): void {
  ridges(p, 0.25, 0.5);
  const worn = cell(Math.floor(p.seed * 5000), 7);
  const patch = fractal(p.x * 0.45 + p.seed * 31, p.z * 0.45, 4);
  blend(p, 0.19, 0.068, 0.028, smooth(0.66 - worn * 0.34, 0.9 - worn * 0.3, patch) * 0.85);
  shade(p, 0.85 + 0.3 * fractal(p.x * 1.4, p.z * 1.4, 2));
  p.shine = 0.03;
}

function cladding(p: Spot): void {
  ridges(p, 0.3, 0.45);
  weather(p, 0.1);
  p.shine = 0.05;
}

function asphalt(p: Spot): void {
  const fine = fractal(p.x * 0.6, p.z * 0.6, 4);
  shade(p, 0.72 + fine * 0.56);
  shade(p, 1 + (noise2(p.x * 14, p.z * 14) - 0.5) * 0.3 * seen(p, 0.14));
  blend(p, 0.3, 0.17, 0.1, 0.5 * smooth(0.55, 0.8, fractal(p.x * 0.2 + 3, p.z * 0.2, 4)));
}

function grass(p: Spot): void {
  const broad = fractal(p.x * 0.35, p.z * 0.35, 4);
  blend(p, 0.2, 0.17, 0.06, smooth(0.4, 0.75, broad) * 0.75);
  blend(p, 0.05, 0.07, 0.02, smooth(0.5, 0.3, broad) * 0.45);
  const k = seen(p, 0.25);
  shade(p, 0.62 + 0.6 * (fractal(p.x * 5.5, p.z * 5.5, 3) * k + 0.5 * (1 - k)));
  rough(p, 0.22, 0.9);
}

function paving(p: Spot): void {
  const row = Math.floor(p.v / 0.2);
  const u = p.u + (row & 1) * 0.1;
  shade(p, 0.8 + 0.4 * cell(row, Math.floor(u / 0.2), 5) * seen(p, 0.2) + 0.2 * (1 - seen(p, 0.2)));
  shade(p, 1 - 0.35 * Math.max(joint(p.v, 0.2, 0.02), joint(u, 0.2, 0.02)) * seen(p, 0.04));
  weather(p, 0.22);
}

function leaf(p: Spot): void {
  const tone = noise3(p.x * 1.3, p.z * 1.3, p.y * 1.3);
  blend(p, 0.13, 0.155, 0.035, smooth(0.4, 0.8, tone) * 0.5);
  const k = seen(p, 0.2);
  shade(p, 0.42 + 0.85 * (noise3(p.x * 7, p.z * 7, p.y * 7) * k + 0.5 * (1 - k)));
  rough(p, 0.25, 1.3);
}

function stacked(p: Spot): void {
  const row = Math.floor(p.v / 0.25);
  const u = p.u + (row & 1) * 0.24;
  shade(p, 0.75 + 0.5 * cell(row, Math.floor(u / 0.5), Math.floor(p.seed * 1000)));
  shade(p, 1 - 0.5 * Math.max(joint(p.v, 0.25, 0.035), joint(u, 0.5, 0.035)) * seen(p, 0.07));
}

/** The town far away, a roof to a cell: what the haze leaves of it. */
function city(p: Spot): void {
  const green = fractal(p.x * 0.012 + 3, p.z * 0.012, 3);
  const [ix, iz] = [Math.floor(p.x / 15), Math.floor(p.z / 17)];
  const pick = cell(ix, iz, 4);
  const inRoof = p.x / 15 - ix > 0.2 && p.z / 17 - iz > 0.25;
  if (pick < smooth(0.62, 0.42, green) * 0.9 && inRoof) {
    const tone = cell(ix, iz, 8);
    if (tone < 0.4) blend(p, 0.27, 0.12, 0.075, 1);
    else if (tone < 0.75) blend(p, 0.36, 0.34, 0.32, 1);
    else blend(p, 0.16, 0.2, 0.25, 1);
    shade(p, 0.8 + cell(ix, iz, 2) * 0.5);
  } else blend(p, 0.06, 0.085, 0.032, smooth(0.3, 0.6, green + (pick - 0.5) * 0.3) * 0.9);
  shade(p, 0.8 + 0.4 * fractal(p.x * 0.2, p.z * 0.2, 3));
}

function glass(p: Spot): void {
  p.shine = 0.13;
}

function tiles(p: Spot): void {
  shade(p, 0.94 + 0.1 * cell(Math.floor(p.u / 0.6), Math.floor(p.v / 0.6), 3));
  shade(p, 1 - 0.28 * Math.max(joint(p.v, 0.6, 0.008), joint(p.u, 0.6, 0.008)) * seen(p, 0.02));
  p.shine = 0.07;
}

function metal(p: Spot): void {
  shade(p, 0.85 + 0.3 * fractal(p.x * 1.1 + p.seed, p.y * 0.9 + p.z, 3));
  p.shine = 0.03;
}

const LOOK: Record<number, (p: Spot) => void> = {
  [s.SOIL]: soil,
  [s.SAND]: (p) => loose(p, 0.8),
  [s.GRAVEL]: (p) => {
    shade(p, 0.7 + 0.6 * noise2(p.x * 8, p.z * 8 + p.y * 6) * seen(p, 0.15) + 0.3 * (1 - seen(p, 0.15)));
    loose(p, 1.2);
  },
  [s.CONCRETE]: concrete,
  [s.BLOCKS]: blocks,
  [s.PLASTER]: plaster,
  [s.TIMBER]: (p) => planks(p, 0.2),
  [s.WOOD]: (p) => planks(p, 0.14),
  [s.PLY]: (p) => {
    planks(p, 1.2);
    weather(p, 0.4);
  },
  [s.RUST]: (p) => shade(p, 0.7 + 0.6 * noise2(p.x * 3 + p.y * 2, p.z * 3 - p.y)),
  [s.METAL]: metal,
  [s.ZINC]: zinc,
  [s.CLADDING]: cladding,
  [s.GLASS]: glass,
  [s.LEAF]: leaf,
  [s.FROND]: leaf,
  [s.GRASS]: grass,
  [s.ASPHALT]: asphalt,
  [s.PAVING]: paving,
  [s.CAR]: (p) => {
    p.shine = 0.07;
  },
  [s.STACK]: stacked,
  [s.TILE]: tiles,
  [s.GLOW]: (p) => {
    p.glow = 1;
  },
  [s.CITY]: city,
  [s.WASH]: (p) => shade(p, 0.99 + 0.02 * fractal(p.x * 2 + p.y, p.z * 2, 2)),
};

/** Draws `surface` at the spot: colour, normal and shine are changed in place. */
export function dress(surface: number, p: Spot): void {
  LOOK[surface]?.(p);
}
