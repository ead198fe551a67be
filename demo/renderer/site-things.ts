// What lies and stands about on a building site: heaps, stacks, huts, fences, props, scaffolds and people.
import { dice } from './noise.ts';
import type { Coat, Pen, Point } from './pen.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';

const STEEL = coat(s.METAL, '#8f9294');
export const WOOD = coat(s.WOOD, '#c39a66');
export const POLE = coat(s.WOOD, '#a9875a');
export const REBAR = coat(s.RUST, '#7b4a30');
const LOOSE = coat(s.CONCRETE, '#a39c90');
const CEMENT = coat(s.FLAT, '#b9b2a2');

/** A heap of loose stuff: a broad cone with shoulders and a ragged foot. */
export function heap(pen: Pen, radius: number, high: number, stuff: Coat, seed: number): void {
  const roll = dice(seed);
  pen.cone([0, -0.05, 0], [radius, high * 0.97], stuff, 0.9);
  for (let i = 0; i < 26; i++) {
    const turn = roll() * 6.28;
    const out = radius * (0.1 + roll() * 0.85);
    const size = radius * (0.1 + roll() * 0.17);
    const rise = high * 0.93 * (1 - out / radius) - size * 0.25;
    pen.ball([Math.cos(turn) * out, rise, Math.sin(turn) * out], [size * 1.5, size * 0.55, size * 1.2], stuff);
  }
}

/** What a crew leaves lying: planks, offcuts, loose blocks, bags, buckets; `n` of them within a rectangle. */
export function litter(
  pen: Pen,
  area: { x0: number; x1: number; z0: number; z1: number },
  n: number,
  seed: number,
): void {
  const roll = dice(seed);
  for (let i = 0; i < n; i++) {
    const at = pen.at(area.x0 + roll() * (area.x1 - area.x0), 0, area.z0 + roll() * (area.z1 - area.z0), roll() * 6.28);
    const what = roll();
    if (what < 0.35) at.box([0, 0, 0], [1 + roll() * 2.4, 0.06, 0.12 + roll() * 0.2], WOOD);
    else if (what < 0.6)
      for (let k = 0; k < 4; k++)
        at.at(roll() * 1.4, 0, roll() * 1.4, roll() * 3).box([0, 0, 0], [0.45, 0.22, 0.22], LOOSE);
    else if (what < 0.72) at.box([0, 0, 0], [0.7, 0.14, 0.45], CEMENT);
    else if (what < 0.82) at.cone([0, 0, 0], [0.16, 0.34], coat(s.FLAT, roll() < 0.5 ? '#2d5f9b' : '#26282b'));
    else if (what < 0.92) at.rod([0, 0.05, 0], [2 + roll() * 2, 0.05, 0], 0.045, roll() < 0.5 ? POLE : REBAR);
    else at.box([0, 0.02, 0], [1.2, 0.02, 1.8], coat(s.PLY, '#8d5f3d'));
  }
}

/** Hollow blocks stacked on edge, `rows` of them behind one another. */
export function blockStack(pen: Pen, long: number, rows: number, high = 1.25): void {
  const blocks = coat(s.STACK, '#a39c90');
  for (let i = 0; i < rows; i++) pen.box([(i % 2) * 0.25, 0, i * 0.62], [long - (i % 3) * 0.5, high, 0.46], blocks);
}

/** Bags of cement on pallets under a tarpaulin. */
export function cementStack(pen: Pen): void {
  pen.box([0, 0, 0], [2.6, 0.15, 1.8], WOOD);
  pen.box([0, 0.15, 0], [2.4, 0.9, 1.6], coat(s.STACK, '#c9c3b4'));
  pen.taper([0, 0.95, 0], [2.7, 0.35, 1.9], coat(s.PLASTER, '#2f6fa3'), [0.35, 0.5]);
}

export function rebarBundles(pen: Pen, long: number): void {
  for (let i = 0; i < 5; i++) {
    const z = i * 0.55;
    for (let k = 0; k < 5; k++) {
      pen.rod(
        [-long / 2 + k * 0.13, 0.1 + (k % 2) * 0.1, z + k * 0.07],
        [long / 2, 0.1 + (k % 2) * 0.1, z],
        0.05,
        REBAR,
      );
    }
  }
  for (const x of [-long * 0.3, long * 0.3]) pen.box([x, 0, 1.1], [0.15, 0.1, 3], WOOD);
}

export function timberStack(pen: Pen, long: number): void {
  for (let y = 0; y < 6; y++) pen.box([(y % 2) * 0.1, y * 0.12, 0], [long - (y % 3) * 0.3, 0.1, 1.2], WOOD);
}

/** A shipping container. */
export function container(pen: Pen, hex: string): void {
  pen.box([0, 0.15, 0], [6.1, 2.55, 2.44], coat(s.CLADDING, hex));
  for (const x of [-3, 3]) for (const z of [-1.2, 1.2]) pen.box([x, 0.1, z], [0.16, 2.65, 0.16], coat(s.METAL, hex));
}

/** A container with windows and a door: the site's office. */
export function siteOffice(pen: Pen, hex: string): void {
  container(pen, hex);
  for (const x of [-1.4, 1.2]) pen.box([x, 1.15, 1.23], [1.1, 0.9, 0.06], coat(s.GLASS, '#2b3840'));
  pen.box([2.3, 0.2, 1.23], [0.85, 2, 0.06], coat(s.METAL, '#d9d4c8'));
  pen.box([-1.4, 0.5, 1.5], [0.8, 0.55, 0.4], coat(s.METAL, '#dddad2'));
}

/** A black tank on a steel stand. */
export function waterTank(pen: Pen, high: number): void {
  for (const x of [-0.7, 0.7]) for (const z of [-0.7, 0.7]) pen.rod([x, 0, z], [x, high, z], 0.06, STEEL);
  pen.box([0, high, 0], [1.8, 0.12, 1.8], STEEL);
  pen.cone([0, high + 0.1, 0], [0.8, 1.4], coat(s.FLAT, '#2a2c30'));
  pen.cone([0, high + 1.5, 0], [0.8, 0.3], coat(s.FLAT, '#2a2c30'), 0.7);
}

/** A fence of painted roofing sheets on posts, from one point to another. */
export function hoarding(pen: Pen, from: Point, to: Point, hex: string): void {
  const long = Math.hypot(to[0] - from[0], to[2] - from[2]);
  const along = pen.at(from[0], 0, from[2], -Math.atan2(to[2] - from[2], to[0] - from[0]));
  for (let x = 0; x < long; x += 2.4) {
    const wide = Math.min(2.4, long - x);
    along.box([x + wide / 2, 0.08, 0], [wide - 0.02, 2.05, 0.05], coat(s.CLADDING, hex));
    along.box([x, 0, -0.08], [0.09, 2.25, 0.09], POLE);
  }
}

/** Loose wooden props under a fresh slab. */
export function props(
  pen: Pen,
  area: { x0: number; x1: number; z0: number; z1: number },
  y: number,
  high: number,
): void {
  const roll = dice(Math.round(area.x0 * 31 + y * 7));
  for (let x = area.x0 + 0.6; x < area.x1; x += 1.15) {
    for (let z = area.z0 + 0.5; z < area.z1; z += 1.3) {
      const lean = () => (roll() - 0.5) * 0.25;
      pen.rod([x + lean(), y, z + lean()], [x, y + high, z], 0.05, POLE);
    }
  }
}

/** Bars that stand out of a column's head. */
export function starters(pen: Pen, x: number, y: number, z: number, high: number, half = 0.13): void {
  for (const dx of [-half, half]) {
    for (const dz of [-half, half]) pen.rod([x + dx, y, z + dz], [x + dx * 1.1, y + high, z + dz * 1.1], 0.022, REBAR);
  }
  for (let k = 0.15; k < high * 0.6; k += 0.25) {
    for (const d of [-half, half]) {
      pen.rod([x - half, y + k, z + d], [x + half, y + k, z + d], 0.012, REBAR);
      pen.rod([x + d, y + k, z - half], [x + d, y + k, z + half], 0.012, REBAR);
    }
  }
}

/** A scaffold of tubes with plank decks along +x, its inner face on z = 0, growing towards +z. */
export function scaffold(pen: Pen, long: number, high: number, lift = 2): void {
  const deep = 1.1;
  const bay = long / Math.max(1, Math.round(long / 2.2));
  const roll = dice(Math.round(long * 100 + high));
  for (let x = 0; x <= long + 0.01; x += bay) {
    for (const z of [0.25, deep]) pen.rod([x, 0, z], [x, high + 0.9, z], 0.045, STEEL);
    for (let y = lift; y <= high + 0.1; y += lift) pen.rod([x, y, 0], [x, y, deep + 0.2], 0.04, STEEL);
  }
  for (let y = lift; y <= high + 0.1; y += lift) {
    for (const z of [0.25, deep]) pen.rod([-0.3, y, z], [long + 0.3, y, z], 0.04, STEEL);
    pen.rod([-0.2, y + 0.95, deep], [long + 0.2, y + 0.95, deep], 0.035, STEEL);
    for (let x = 0; x < long - 0.5; x += bay) {
      if (roll() > 0.12) pen.box([x + bay / 2, y + 0.04, 0.66], [bay * 0.98, 0.05, 0.75], WOOD);
    }
  }
  for (let x = 0; x < long - bay; x += bay * 3) {
    for (let y = 0; y < high - 1; y += lift * 2) {
      pen.rod([x, y, deep + 0.05], [x + bay, Math.min(high, y + lift * 2), deep + 0.05], 0.035, STEEL);
    }
  }
}

const HELMETS = ['#f2c21b', '#e9e9e4', '#e2672a', '#2f6db5'];
const SHIRTS = ['#e8e4da', '#7b2f3a', '#2f4f7a', '#c9a13b', '#3f6b4a', '#8f9aa5'];
const VESTS = ['#e8731c', '#c7d630', '#e8731c', '#3c5f8d'];

/** A worker, 1.75 m, facing +x. */
export function person(pen: Pen, seed: number): void {
  figure(pen, seed, { tops: VESTS, helmet: true });
}

/** Somebody who has no business on the site: neither vest nor helmet. */
export function passerBy(pen: Pen, seed: number): void {
  figure(pen, seed, { tops: SHIRTS, helmet: false });
}

function figure(pen: Pen, seed: number, wear: { tops: string[]; helmet: boolean }): void {
  const roll = dice(seed * 7919 + 13);
  const pick = (from: string[]) => from[Math.floor(roll() * from.length)]!;
  const legs = coat(s.FLAT, pick(['#2e3542', '#4a4238', '#39465c']));
  const stride = 0.1 + roll() * 0.14;
  for (const side of [-1, 1]) pen.rod([stride * side, 0, 0.1 * side], [0, 0.85, 0.08 * side], 0.085, legs);
  pen.taper([0, 0.82, 0], [0.28, 0.62, 0.46], coat(s.FLAT, pick(wear.tops)), [0.1, 0.15]);
  const reach = roll() * 0.35;
  const skin = coat(s.FLAT, '#5b3d2b');
  for (const side of [-1, 1]) {
    pen.rod([0, 1.36, 0.25 * side], [0.1 + reach * (side + 1) * 0.5, 0.95 + reach * 0.5, 0.3 * side], 0.055, skin);
  }
  pen.ball([0.02, 1.57, 0], [0.11, 0.14, 0.1], skin);
  if (wear.helmet) pen.ball([0.02, 1.68, 0], [0.15, 0.1, 0.14], coat(s.FLAT, pick(HELMETS)));
}

/** A small drum mixer on wheels. */
export function drumMixer(pen: Pen): void {
  for (const z of [-0.5, 0.5]) pen.rod([0, 0.3, z - 0.05], [0, 0.3, z + 0.05], 0.3, coat(s.FLAT, '#2a2a2c'));
  pen.rod([0.1, 0.9, 0], [0.7, 1.35, 0], 0.5, coat(s.METAL, '#d9762a'), 0.45);
  pen.rod([0.1, 0.9, 0], [-0.3, 0.62, 0], 0.5, coat(s.METAL, '#d9762a'), 0.3);
  pen.box([-0.6, 0.3, 0], [0.6, 0.6, 0.5], coat(s.METAL, '#44494d'));
}

/** Pegs and boards that mark out the walls to come, with lines between. */
export function profiles(pen: Pen, xs: readonly number[], zs: readonly number[]): void {
  const line = coat(s.FLAT, '#f1efe6');
  const [x0, x1, z0, z1] = [xs[0]! - 1.8, xs.at(-1)! + 1.8, zs[0]! - 1.8, zs.at(-1)! + 1.8];
  const board = (x: number, z: number, across: boolean) => {
    const [dx, dz] = across ? [0, 0.7] : [0.7, 0];
    pen.beam([x - dx, 0.6, z - dz], [x + dx, 0.6, z + dz], [0.05, 0.16], WOOD);
    for (const k of [-1, 1]) pen.box([x + dx * k, 0, z + dz * k], [0.09, 0.75, 0.09], WOOD);
  };
  for (const x of xs) {
    board(x, z0, false);
    board(x, z1, false);
    pen.rod([x, 0.7, z0], [x, 0.7, z1], 0.03, line);
    pen.box([x, 0.012, (z0 + z1) / 2], [0.14, 0.01, z1 - z0 - 2], line);
  }
  for (const z of zs) {
    board(x0, z, true);
    board(x1, z, true);
    pen.rod([x0, 0.7, z], [x1, 0.7, z], 0.03, line);
    pen.box([(x0 + x1) / 2, 0.012, z], [x1 - x0 - 2, 0.01, 0.14], line);
  }
}
