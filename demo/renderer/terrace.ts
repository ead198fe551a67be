// The terrace of five duplex houses: walls, upper floor, roof and porches at any moment of the work.
import { roof } from './houses.ts';
import type { Coat, Pen } from './pen.ts';
import { props, scaffold, starters, WOOD } from './site-things.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { type Finish, type Opening, panel, rail, wallCoat } from './walls.ts';

/** How far one house of the terrace has come; heights of walls in metres while they grow. */
export interface HouseState {
  base: 'strips' | 'slab';
  ground: number;
  slab: 'none' | 'fresh' | 'cast';
  upper: number;
  finish: Finish;
  glass: boolean;
  done: boolean;
  /** what bare walls are built of, where that is not grey blocks */
  masonry?: Coat;
}

export const UNIT = 7.2;
export const UNITS = 5;
const HIGH = 3;
const CAST = coat(s.CONCRETE, '#a9a59c');
const PLY = coat(s.PLY, '#8d5f3d');
const WHITE = coat(s.PLASTER, '#ebe7dd');
const STONE = coat(s.STACK, '#8c7f70');
const TILES = coat(s.CLADDING, '#6e3a30');
const PORCH = coat(s.PLASTER, '#5a4a40');
const BIG: Opening = { wide: 2.2, high: 1.5, sill: 0.85 };
const SMALL: Opening = { wide: 1.3, high: 1.3, sill: 0.95 };
const ENTRY: Opening = { wide: 1.5, high: 2.3, sill: 0, off: 0.3 };

/** Draws house `i` (from the left) of the terrace around the pen's origin, fronts towards +z. */
export function duplex(pen: Pen, i: number, state: HouseState): void {
  const end = i === 0 ? -1 : i === UNITS - 1 ? 1 : 0;
  dwelling(pen.at((i - (UNITS - 1) / 2) * UNIT, 0, 0), state, end);
}

/** One house around the pen's origin; `end` is the side (-1, 1) on which no other adjoins it, 0 for neither. */
export function dwelling(at: Pen, state: HouseState, end: number): void {
  if (state.base === 'strips') {
    strips(at, state);
    return;
  }
  at.box([0, -0.2, -0.5], [UNIT, 0.6, 11.4], CAST);
  at.box([-1.7, -0.2, 5.6], [3.5, 0.6, 1.4], CAST);
  if (state.ground > 0) level(at.at(0, 0.4, 0), state, { high: state.ground, end, upper: false });
  if (state.slab !== 'none') floor(at.at(0, 0.4 + HIGH, 0), state);
  if (state.upper > 0) level(at.at(0, 0.62 + HIGH, 0), state, { high: state.upper, end, upper: true });
}

const wallOf = ({ finish, masonry }: HouseState) => (finish === 'blocks' && masonry) || wallCoat(finish, WHITE);

function strips(pen: Pen, state: HouseState): void {
  const high = state.ground;
  const wall = wallOf(state);
  for (const x of [-UNIT / 2, UNIT / 2]) {
    pen.box([x, 0, -0.5], [0.75, 0.1, 11.2], CAST);
    if (high > 0) pen.box([x, 0.1, -0.5], [0.24, high, 11], wall);
  }
  for (const z of [-6, -1.2, 5]) {
    pen.box([0, 0, z], [UNIT, 0.1, 0.75], CAST);
    if (high > 0) pen.box([0, 0.1, z], [UNIT, high, 0.24], wall);
  }
  for (const x of [-3.6, 3.6]) for (const z of [-6, -1.2, 5]) starters(pen, x, 0.1 + high * 0.6, z, 1.3, 0.1);
}

/** Which storey's walls, how high they stand, and on which side (-1, 1) the terrace ends; 0 for neither. */
interface Level {
  high: number;
  end: number;
  upper: boolean;
}

function level(pen: Pen, state: HouseState, { high, end, upper }: Level): void {
  const wall = wallOf(state);
  const glass = state.glass ? 'glazed' : 'open';
  const full = high >= HIGH - 0.05;
  const opening = (open: Opening): Opening | null => (full ? open : high > open.sill ? { ...open, high: 9 } : null);
  const cut = (open: Opening): Opening | null => {
    const at = opening(open);
    return at && !full ? { ...at, high: Math.max(0.1, high - at.sill) } : at;
  };
  panel(pen.at(-1.7, 0, 6.1), [3.4, high], cut(BIG), state.done && !upper ? STONE : wall, glass);
  for (const x of [-3.4, 0]) pen.box([x, 0, 5.55], [0.23, high, 1.1], wall);
  panel(pen.at(1.8, 0, 5), [3.5, high], cut(upper ? SMALL : ENTRY), wall, upper ? glass : 'open');
  if (state.done && !upper) pen.box([2.1, 0, 4.97], [1.5, 2.3, 0.08], coat(s.WOOD, '#7a4a2a'));
  for (const x of [-1.8, 1.8]) panel(pen.at(x, 0, -6.1, Math.PI), [3.6, high], cut(SMALL), wall, glass);
  for (const side of [-1, 1]) {
    if (side !== end) {
      pen.box([(side * UNIT) / 2 - side * 0.06, 0, -0.5], [0.2, high, 11], wall);
      continue;
    }
    for (const z of [-3.3, 2.3]) {
      panel(pen.at((side * UNIT) / 2, 0, z, (side * Math.PI) / 2), [5.6, high], cut(SMALL), wall, glass);
    }
  }
  pen.box([0, 0, -1.2], [UNIT - 0.3, Math.min(high, HIGH), 0.2], wall);
  if (full && state.finish === 'blocks') {
    for (const x of [-3.5, 3.5]) for (const z of [-6.1, 5]) pen.box([x, 0, z], [0.3, HIGH, 0.3], CAST);
  }
}

function floor(pen: Pen, state: HouseState): void {
  const slab = state.done ? WHITE : CAST;
  pen.box([0, 0, -0.5], [UNIT, 0.22, 11.6], slab);
  pen.box([-1.7, 0, 5.7], [3.6, 0.22, 1.2], slab);
  pen.box([1.9, 0, 5.9], [3.3, 0.18, 1.8], state.done ? PORCH : slab);
  if (state.done) {
    rail(pen.at(1.9, 0.18, 6.7), 3.2);
    pen.box([3.4, -HIGH, 6.6], [0.28, HIGH, 0.28], PORCH);
  }
  if (state.slab !== 'fresh') return;
  props(pen, { x0: -3.3, x1: 3.3, z0: -5.8, z1: 6.4 }, -HIGH, HIGH);
  pen.box([0, -0.12, -0.3], [UNIT + 0.1, 0.12, 12.4], PLY);
  for (const z of [-6.4, 6.6]) pen.box([0, -0.05, z], [UNIT, 0.35, 0.05], PLY);
  for (const x of [-3.4, 3.4]) for (const z of [-6, 4.9]) starters(pen, x, 0.22, z, 1.2);
}

const TOP = 0.62 + HIGH * 2;
const LONG = UNIT * UNITS;

/** The roof over all five: bare timbers from house `from` on, sheets before it; whole when `from` is 5. */
export function terraceRoof(pen: Pen, from: number): void {
  const start = -LONG / 2 - 0.6;
  if (from >= UNITS) {
    roof(pen, [0, TOP + 0.15, -0.5], [LONG + 1.4, 2.7, 12.8], TILES);
    for (let i = 0; i < UNITS; i++) gable(pen.at((i - 2) * UNIT - 1.7, TOP + 0.15, 0), 'sheets');
    return;
  }
  const edge = start + from * UNIT + 0.6;
  const half = 6.2;
  for (let x = start + 0.3; x < LONG / 2 + 0.6; x += 0.9) {
    for (const side of [-1, 1]) pen.beam([x, TOP, -0.5 + side * half], [x, TOP + 2.5, -0.5], [0.07, 0.15], WOOD);
    pen.box([x, TOP, -0.5], [0.07, 0.15, half * 2], WOOD);
    for (const z of [-3, 0, 3])
      pen.rod([x, TOP, z - 0.5], [x, TOP + 2.5 * (1 - Math.abs(z) / half), z - 0.5], 0.05, WOOD);
  }
  for (let k = 0; k < 6; k++) {
    const z = half * (1 - k / 6);
    for (const side of [-1, 1])
      pen.box([0, TOP + 0.12 + (2.5 * k) / 6, -0.5 + side * z], [LONG + 0.8, 0.06, 0.06], WOOD);
  }
  for (let i = 0; i < UNITS; i++) gable(pen.at((i - 2) * UNIT - 1.7, TOP, 0), i < from ? 'sheets' : 'timbers');
  if (from === 0) return;
  const slope = Math.atan2(2.5, half);
  for (const side of [-1, 1]) {
    const sheet = pen.at((start + edge) / 2, TOP + 0.15 + 1.25, -0.5 + (side * half) / 2).tip(side * slope);
    sheet.box([0, 0.06, 0], [edge - start, 0.04, Math.hypot(half, 2.5) + 0.3], TILES);
  }
}

function gable(pen: Pen, cover: 'sheets' | 'timbers'): void {
  if (cover === 'sheets') {
    roof(pen, [0, 0, 3.9], [4.4, 1.9, 5.6], TILES, 'gable');
    pen.taper([0, 0, 6.05], [3.5, 1.55, 0.4], WHITE, [1, 0]);
    return;
  }
  for (let z = 1.6; z < 6.6; z += 0.8) {
    for (const side of [-1, 1]) pen.beam([side * 2.1, 0, z], [0, 1.8, z], [0.07, 0.14], WOOD);
  }
  pen.box([0, 1.8, 4], [0.08, 0.12, 5.2], WOOD);
}

/** A scaffold along the fronts, from house `from` to `to` (not included). */
export function terraceScaffold(pen: Pen, from: number, to: number): void {
  scaffold(pen.at((from - 2.5) * UNIT, 0, 7.6), (to - from) * UNIT, 4);
}
