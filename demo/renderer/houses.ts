// The houses of a neighbourhood: walls, windows, zinc roofs, tanks and yard walls.
import { dice } from './noise.ts';
import type { Coat, Pen } from './pen.ts';
import { waterTank } from './site-things.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';

const WALLS = ['#d9cfb8', '#e2d6c0', '#cfc4b0', '#d8b89a', '#e6e1d6', '#c9b6a2', '#bfc3bd', '#dcc79f', '#c8a58d'];
export const OLD_ROOFS = [
  '#8a5a44',
  '#96685a',
  '#8d8279',
  '#a39c95',
  '#7e4f3c',
  '#9a8c80',
  '#5d7b93',
  '#6f7d75',
  '#a0552f',
];
export const NEW_ROOFS = ['#6b3530', '#4a5a66', '#7b3d30', '#3f4f4a', '#8a8b8c', '#54433c', '#35506e'];
const SHEDS = ['#c9ccc9', '#aab4b8', '#d6d0c0', '#8fa3ad', '#b9b2a5'];
const PANE = coat(s.GLASS, '#2a3238');
const FRAME = coat(s.FLAT, '#e8e6df');

/** How one house is to be: outer size in metres, storeys, roof colours to choose from, and whether it is seen from near. */
export interface House {
  wide: number;
  deep: number;
  storeys: number;
  roofs: readonly string[];
  near: boolean;
  /** a shed of an industrial district: sheeted, gabled, with one great door */
  shed: boolean;
}

/** A hipped or gabled roof over a body, with eaves. */
export function roof(
  pen: Pen,
  at: readonly [number, number, number],
  size: readonly [number, number, number],
  cover: Coat,
  shape: 'hip' | 'gable' = 'hip',
): void {
  const [w, h, d] = size;
  const short = Math.min(w, d);
  const closeX = w <= d ? 1 : shape === 'hip' ? short / w : 0;
  const closeZ = d < w ? 1 : shape === 'hip' ? short / d : 0;
  pen.taper([at[0], at[1], at[2]], [w, h, d], cover, [closeX, closeZ]);
  pen.box([at[0], at[1] - 0.16, at[2]], [w - 0.06, 0.18, d - 0.06], FRAME);
}

/** A row of windows along one wall, `face` metres out of the pen's middle towards +z. */
export function windows(pen: Pen, wide: number, face: number, storeys: number, roll: () => number): void {
  const n = Math.max(1, Math.floor(wide / 3));
  for (let level = 0; level < storeys; level++) {
    for (let i = 0; i < n; i++) {
      if (roll() < 0.16) continue;
      const x = -wide / 2 + ((i + 0.5) * wide) / n;
      const y = 1 + level * 3;
      pen.box([x, y, face], [1.5, 1.25, 0.1], FRAME);
      pen.box([x, y + 0.07, face + 0.02], [1.36, 1.1, 0.1], PANE);
    }
  }
}

/** One house, its front towards +z. */
export function house(pen: Pen, want: House, seed: number): void {
  const roll = dice(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(roll() * from.length)]!;
  const { wide, deep, storeys } = want;
  if (want.shed) {
    shed(pen, want, roll);
    return;
  }
  const high = storeys * 3 + 0.3;
  const wall = coat(s.PLASTER, pick(WALLS));
  const cover = coat(s.ZINC, pick(want.roofs));
  pen.box([0, 0, 0], [wide, high, deep], wall);
  const rise = Math.min(wide, deep) * (0.16 + roll() * 0.1);
  roof(pen, [0, high + 0.1, 0], [wide + 1.3, rise, deep + 1.3], cover, roll() > 0.35 ? 'hip' : 'gable');
  if (roll() > 0.4) {
    const [x, w, d] = [(roll() - 0.5) * wide * 0.5, wide * (0.35 + roll() * 0.2), deep * 0.5];
    pen.box([x, 0, deep / 2], [w, high, d], wall);
    roof(pen, [x, high + 0.1, deep / 2], [w + 1, rise * 0.8, d + 1.6], cover, roll() > 0.5 ? 'hip' : 'gable');
    if (want.near) windows(pen.at(x, 0, deep / 2), w, d / 2, storeys, roll);
  }
  if (!want.near) return;
  for (let k = 0; k < 4; k++) {
    const turned = pen.at(0, 0, 0, (k * Math.PI) / 2);
    if (k % 2 === 0) windows(turned, wide, deep / 2, storeys, roll);
    else windows(turned, deep, wide / 2, storeys, roll);
  }
  if (roll() > 0.45) waterTank(pen.at(wide / 2 + 1.4, 0, -deep / 2 + 1), 2.5 + storeys * 1.6);
  if (roll() > 0.7) pen.box([-wide / 2 - 0.4, 2.1, 0], [0.5, 0.6, 0.9], FRAME);
}

function shed(pen: Pen, want: House, roll: () => number): void {
  const { wide, deep } = want;
  const high = 4.5 + roll() * 2.5;
  const skin = coat(s.CLADDING, SHEDS[Math.floor(roll() * SHEDS.length)]!);
  pen.box([0, 0, 0], [wide, high, deep], skin);
  pen.box([0, 0, 0], [wide + 0.1, 1.2, deep + 0.1], coat(s.BLOCKS, '#a29a8e'));
  roof(
    pen,
    [0, high + 0.1, 0],
    [wide + 0.9, 1.6 + roll(), deep + 0.9],
    coat(s.ZINC, want.roofs[Math.floor(roll() * want.roofs.length)]!),
    'gable',
  );
  for (const x of [-wide * 0.28, wide * 0.2]) pen.box([x, 0, deep / 2], [4, 3.6, 0.16], coat(s.METAL, '#5d666b'));
  if (roll() < 0.5) pen.box([wide * 0.36, 0, deep / 2 + 2], [wide * 0.22, 3.2, 4], coat(s.PLASTER, '#d8d2c4'));
}

/** The wall around a plot, with a gate in its front (+z). */
export function yardWall(pen: Pen, wide: number, deep: number, seed: number): void {
  const roll = dice(seed);
  const raw = roll() > 0.55;
  const wall = raw ? coat(s.BLOCKS, '#9d968a') : coat(s.PLASTER, WALLS[Math.floor(roll() * WALLS.length)]!);
  const high = 1.7 + roll() * 0.6;
  pen.box([-wide / 2, 0, 0], [0.23, high, deep], wall);
  pen.box([0, 0, -deep / 2], [wide, high, 0.23], wall);
  const gate = (roll() - 0.5) * (wide - 7);
  const left = gate - 1.9 + wide / 2;
  const right = wide / 2 - gate - 1.9;
  pen.box([-wide / 2 + left / 2, 0, deep / 2], [left, high, 0.23], wall);
  pen.box([wide / 2 - right / 2, 0, deep / 2], [right, high, 0.23], wall);
  pen.box([gate, 0.1, deep / 2], [3.7, high, 0.08], coat(s.METAL, roll() > 0.5 ? '#3c3f44' : '#6d3a2c'));
}
