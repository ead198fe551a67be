// What a working warehouse holds: racks of pallets, a forklift, lines on the floor, lamps.
import { cell } from './noise.ts';
import type { Pen } from './pen.ts';
import { person } from './site-things.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';

const POST = coat(s.METAL, '#2c5f96');
const BEAM = coat(s.METAL, '#d8742a');
const WOOD = coat(s.WOOD, '#b98f5e');
const GOODS = ['#b08a5c', '#c9b48e', '#8f6f4a', '#d7d3c8', '#5f7f95', '#a33c2e'].map((hex) => coat(s.STACK, hex));

/** Fills the hall around the pen's origin, which lies on its floor. */
export function stock(pen: Pen): void {
  for (const z of [-9.5, -6.6, 6.6])
    for (let i = 0; i < 6; i++) rack(pen.at(-15 + i * 5.6, 0, z), i + Math.round(z * 10));
  const line = coat(s.FLAT, '#e0b52a');
  for (const z of [-4.6, 4.6]) pen.box([0, 0.002, z], [40, 0.006, 0.1], line);
  forklift(pen.at(7, 0, 0.6, 2.7));
  pallet(pen.at(-6, 0, 1.9, 0.2), 3);
  pallet(pen.at(-7.9, 0, 2.1), 4);
  pallet(pen.at(12, 0, -1.8, 0.4), 1);
  for (let i = 0; i < 4; i++) person(pen.at(-9 + i * 6, 0, -1.5 + (i % 3) * 1.4, i * 2), 800 + i);
  const lamp = coat(s.GLOW, '#fff4dc');
  for (let x = -16.5; x < 20; x += 5.5) for (const z of [-5, 5]) pen.box([x, 6.6, z], [1.4, 0.08, 0.3], lamp);
}

function rack(pen: Pen, seed: number): void {
  for (const x of [-2.7, 0, 2.7]) for (const z of [-0.5, 0.5]) pen.box([x, 0, z], [0.09, 5.2, 0.09], POST);
  for (const y of [1.6, 3.2, 4.8]) for (const z of [-0.5, 0.5]) pen.box([0, y, z], [5.4, 0.12, 0.06], BEAM);
  for (let level = 0; level < 4; level++) {
    for (let k = 0; k < 4; k++) {
      if (cell(seed, level, k) > 0.18)
        pallet(pen.at(-2 + k * 1.33, level * 1.6 + (level > 0 ? 0.12 : 0), 0), seed + level * 4 + k);
    }
  }
}

function pallet(pen: Pen, seed: number): void {
  pen.box([0, 0, 0], [1.15, 0.13, 1], WOOD);
  pen.box([0, 0.13, 0], [1.05, 0.6 + cell(seed, 5) * 0.6, 0.95], GOODS[Math.floor(cell(seed, 9) * GOODS.length)]!);
}

function forklift(pen: Pen): void {
  const body = coat(s.CAR, '#e09a1f');
  const dark = coat(s.FLAT, '#232326');
  for (const x of [-0.6, 0.7]) for (const z of [-0.5, 0.5]) pen.rod([x, 0.3, z - 0.12], [x, 0.3, z + 0.12], 0.3, dark);
  pen.box([-0.2, 0.3, 0], [1.9, 0.65, 1], body);
  pen.taper([-0.9, 0.9, 0], [0.8, 0.35, 1], body, [0.3, 0.1]);
  for (const x of [-0.75, 0.5]) for (const z of [-0.45, 0.45]) pen.rod([x, 0.9, z], [x * 0.8, 2.1, z], 0.03, dark);
  pen.box([-0.1, 2.1, 0], [1.1, 0.05, 1], dark);
  for (const z of [-0.3, 0.3]) {
    pen.box([0.9, 0.1, z], [0.1, 2.3, 0.08], dark);
    pen.box([1.5, 0.16, z], [1.1, 0.05, 0.12], dark);
  }
  pen.box([-0.2, 0.95, 0], [0.5, 0.5, 0.5], dark);
}
