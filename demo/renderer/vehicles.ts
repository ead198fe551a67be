// Cars, buses, trucks and the machines of a building site.
import type { Pen } from './pen.ts';
import { CAR, coat, FLAT, GLASS, METAL, RUST, SOIL } from './surface-names.ts';

const TYRE = coat(FLAT, '#26262a');
const PANE = coat(GLASS, '#20282e');
const STEEL = coat(METAL, '#8b8d8e');
const YELLOW = coat(METAL, '#d9a31c');

function wheels(pen: Pen, at: readonly number[], half: number, radius: number): void {
  for (const x of at) {
    for (const side of [-1, 1]) pen.rod([x, radius, side * half - 0.12], [x, radius, side * half + 0.12], radius, TYRE);
  }
}

/** A saloon or jeep, nose towards +x. */
export function car(pen: Pen, hex: string, build: 'saloon' | 'jeep' = 'saloon'): void {
  const body = coat(CAR, hex);
  const rise = build === 'jeep' ? 0.25 : 0;
  wheels(pen, [-1.35, 1.35], 0.78, 0.33 + rise * 0.2);
  pen.taper([0, 0.35, 0], [4.4, 0.55 + rise, 1.76], body, [0.03, 0.08]);
  pen.taper([-0.25, 0.88 + rise, 0], [2.7, 0.55, 1.6], PANE, [0.34, 0.2]);
  pen.taper([-0.25, 1.4 + rise, 0], [1.72, 0.06, 1.28], body, [0.1, 0.1]);
}

/** The yellow city bus with its black stripes, nose towards +x. */
export function danfo(pen: Pen): void {
  wheels(pen, [-1.4, 1.4], 0.8, 0.34);
  const body = coat(CAR, '#e2ad1d');
  pen.taper([0, 0.4, 0], [4.6, 0.75, 1.8], body, [0, 0.05]);
  pen.box([0, 0.82, 0], [4.62, 0.12, 1.82], TYRE);
  pen.taper([-0.1, 1.15, 0], [4.2, 0.6, 1.66], PANE, [0.12, 0.14]);
  pen.box([-0.2, 1.72, 0], [3.7, 0.14, 1.46], body);
}

/** A pick-up, nose towards +x. */
export function pickup(pen: Pen, hex: string): void {
  const body = coat(CAR, hex);
  wheels(pen, [-1.6, 1.6], 0.82, 0.4);
  pen.box([0.2, 0.45, 0], [5, 0.55, 1.8], body);
  pen.taper([0.55, 1, 0], [2.1, 0.7, 1.66], PANE, [0.3, 0.16]);
  pen.box([0.5, 1.68, 0], [1.4, 0.06, 1.36], body);
  pen.box([-1.5, 0.95, 0], [1.9, 0.1, 1.5], TYRE);
  for (const z of [-0.86, 0.86]) pen.box([-1.45, 0.95, z], [2, 0.3, 0.08], body);
}

/** A tipper with a load of earth, nose towards +x. */
export function tipper(pen: Pen, hex: string, load: 'earth' | 'empty' = 'earth'): void {
  wheels(pen, [-2.5, -1.3, 2.4], 1.05, 0.5);
  pen.box([0, 0.65, 0], [7, 0.3, 1.1], TYRE);
  pen.taper([2.6, 0.8, 0], [1.7, 1.9, 2.3], coat(CAR, hex), [0.12, 0.06]);
  pen.box([3.2, 1.75, 0], [0.62, 0.7, 2.1], PANE);
  const bed = coat(METAL, '#b0622c');
  pen.box([-1.1, 1, 0], [4.7, 0.12, 2.4], bed);
  for (const z of [-1.2, 1.2]) pen.box([-1.1, 1, z], [4.7, 1.15, 0.1], bed);
  for (const x of [-3.45, 1.25]) pen.box([x, 1, 0], [0.1, 1.25, 2.4], bed);
  if (load === 'earth') pen.ball([-1.1, 1.7, 0], [2.2, 0.75, 1.15], coat(SOIL, '#a2653e'));
}

/** A concrete mixer truck, nose towards +x. */
export function mixer(pen: Pen): void {
  wheels(pen, [-2.6, -1.4, 2.4], 1.05, 0.5);
  pen.box([0, 0.7, 0], [7.4, 0.3, 1.1], TYRE);
  pen.taper([2.8, 0.8, 0], [1.6, 1.9, 2.3], coat(CAR, '#e9e7e1'), [0.12, 0.06]);
  pen.box([3.35, 1.75, 0], [0.6, 0.7, 2.1], PANE);
  const drum = coat(METAL, '#dcd9d0');
  pen.rod([1.5, 2, 0], [-0.6, 2.5, 0], 1.15, drum);
  pen.rod([-0.6, 2.5, 0], [-3, 3.05, 0], 1.15, drum, 0.55);
  pen.rod([0.4, 2.27, 0], [0.05, 2.35, 0], 1.17, coat(METAL, '#b5452c'));
  pen.beam([-3, 2.4, 0], [-4.1, 1.2, 0], [0.6, 0.15], STEEL);
  pen.box([-2.4, 1, 0], [1, 1.4, 1.6], STEEL);
}

/** A crawler excavator, arm towards +x; `reach` from 0 (folded) to 1 (stretched), boom turned by `swing`. */
export function excavator(pen: Pen, swing: number, reach = 0.6): void {
  for (const z of [-1.2, 1.2]) {
    pen.box([0, 0.05, z], [3.6, 0.8, 0.6], TYRE);
    for (const x of [-1.8, 1.8]) pen.rod([x, 0.45, z - 0.3], [x, 0.45, z + 0.3], 0.4, TYRE);
  }
  const top = pen.at(0, 0.95, 0, swing);
  top.box([-0.5, 0, 0], [3.2, 1.1, 2.5], YELLOW);
  top.box([-1.9, 0.1, 0], [0.8, 1.2, 2.4], coat(METAL, '#3b3c3e'));
  top.taper([0.7, 0.9, 0.75], [1.3, 1.2, 1], PANE, [0.15, 0.05]);
  top.box([0.65, 2.08, 0.75], [1.2, 0.08, 1], YELLOW);
  const knee = [3.2, 3.3, -0.2] as const;
  const wrist = [3.6 + reach * 2.6, 1.4 - reach * 0.3, -0.2] as const;
  top.beam([0.9, 0.7, -0.2], [2.1, 2.9, -0.2], [0.45, 0.6], YELLOW);
  top.beam([1.9, 2.7, -0.2], [knee[0] + 0.4, knee[1], knee[2]], [0.42, 0.5], YELLOW);
  top.beam([knee[0], knee[1] + 0.2, knee[2]], wrist, [0.36, 0.42], YELLOW);
  top.beam([1.6, 2.2, -0.2], [2.9, 3.6, -0.2], [0.14, 0.14], STEEL);
  top.taper([wrist[0], wrist[1] - 1, wrist[2]], [1, 1, 1.1], coat(METAL, '#4a4640'), [-0.3, 0]);
}

/** A tower crane, `high` metres to the jib, the jib turned by `turn`. */
export function towerCrane(pen: Pen, high: number, turn: number, jib = 34): void {
  const red = coat(METAL, '#d8582a');
  const thin = 0.075;
  pen.box([0, 0, 0], [4, 0.7, 4], coat(METAL, '#9a978f'));
  lattice(pen, high);
  const top = pen.at(0, high, 0, turn);
  top.box([0, -0.2, 0], [1.9, 0.9, 1.9], red);
  top.box([0.4, 0.5, 1.3], [1.5, 1.8, 1.1], coat(METAL, '#e6e0d2'));
  top.box([1, 1.1, 1.3], [0.5, 0.9, 1.14], PANE);
  for (const z of [-0.7, 0.7]) {
    top.rod([-11, 1, z], [jib, 1, z], thin, red);
    top.rod([0, 0.6, z], [0, 6.5, 0], thin * 1.3, red);
  }
  top.rod([2, 2.3, 0], [jib, 2.1, 0], thin, red);
  for (let x = 1; x < jib; x += 1.6) {
    for (const z of [-0.7, 0.7]) {
      top.rod([x, 1, z], [x + 0.8, 2.2, 0], 0.04, red);
      top.rod([x + 0.8, 2.2, 0], [x + 1.6, 1, z], 0.04, red);
    }
    top.rod([x, 1, -0.7], [x, 1, 0.7], 0.04, red);
  }
  top.rod([0, 6.5, 0], [jib * 0.72, 2.3, 0], 0.035, STEEL);
  top.rod([0, 6.5, 0], [-10.5, 1.2, 0], 0.035, STEEL);
  for (const x of [-10.3, -9.2, -8.1]) top.box([x, -0.9, 0], [0.9, 2.3, 1.5], coat(METAL, '#9b988f'));
  const hook = jib * 0.55;
  top.box([hook, 0.5, 0], [1.4, 0.5, 1.2], YELLOW);
  for (const z of [-0.2, 0.2]) top.rod([hook, 0.5, z], [hook, -high * 0.32, z], 0.02, TYRE);
  top.box([hook, -high * 0.32 - 0.7, 0], [0.5, 0.7, 0.4], YELLOW);
}

function lattice(pen: Pen, high: number): void {
  const red = coat(METAL, '#d8582a');
  const half = 0.8;
  const corners = [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ] as const;
  for (const [x, z] of corners) pen.rod([x, 0.6, z], [x, high, z], 0.09, red);
  let flip = false;
  for (let y = 0.6; y < high - 1; y += 1.6) {
    corners.forEach(([x, z], i) => {
      const [x2, z2] = corners[(i + 1) % 4]!;
      pen.rod([x, flip ? y : y + 1.6, z], [x2, flip ? y + 1.6 : y, z2], 0.045, red);
      pen.rod([x, y, z], [x2, y, z2], 0.04, red);
    });
    flip = !flip;
  }
}

/** A mobile crane with its boom up, for frames of steel; nose towards +x. */
export function mobileCrane(pen: Pen, turn: number, rise: number, length: number): void {
  wheels(pen, [-3.4, -2, 2, 3.4], 1.2, 0.6);
  pen.box([0, 0.8, 0], [9.6, 0.7, 2.5], YELLOW);
  pen.taper([4, 1.4, 0.4], [1.6, 1.4, 1.5], PANE, [0.2, 0.1]);
  for (const x of [-3.6, 3]) {
    pen.box([x, 0.6, 0], [0.3, 0.25, 6], YELLOW);
    for (const z of [-2.9, 2.9]) pen.box([x, 0, z], [0.6, 0.6, 0.6], coat(RUST, '#77604a'));
  }
  const top = pen.at(-1, 1.5, 0, turn);
  top.box([-1, 0, 0], [4, 1.2, 2.4], YELLOW);
  top.taper([1.1, 0.2, -0.9], [1.5, 1.4, 0.9], PANE, [0.25, 0.05]);
  const [c, s] = [Math.cos(rise), Math.sin(rise)];
  const at = (d: number, off = 0) => [-1.4 + c * d, 1.2 + s * d + off, 0.2] as const;
  top.beam(at(0), at(length * 0.45), [0.8, 0.9], YELLOW);
  top.beam(at(length * 0.4), at(length * 0.75), [0.6, 0.7], YELLOW);
  top.beam(at(length * 0.7), at(length), [0.45, 0.5], YELLOW);
  const tip = at(length);
  top.rod(tip, [tip[0], tip[1] - length * 0.35, tip[2]], 0.025, TYRE);
  top.box([tip[0], tip[1] - length * 0.35 - 0.6, tip[2]], [0.4, 0.6, 0.4], YELLOW);
}
