// Trees, palms and shrubs.
import { dice } from './noise.ts';
import type { Pen, Point } from './pen.ts';
import { coat, FROND, LEAF, RUST, TIMBER } from './surface-names.ts';

const GREENS = ['#4c632f', '#566d34', '#425a2e', '#66743c', '#3c542c'].map((hex) => coat(LEAF, hex));
const BARK = coat(TIMBER, '#7b6a58');
const PALM_BARK = coat(RUST, '#8a7c6c');
const STALK = coat(RUST, '#7f8a4a');
const PALM_GREENS = ['#5f7c36', '#6f8740', '#50702f'].map((hex) => coat(FROND, hex));

/** A broad tree (mango, almond), `high` metres; `clumps` decides how close it bears being looked at. */
export function tree(pen: Pen, high: number, seed: number, clumps = 26): void {
  const roll = dice(seed);
  const green = GREENS[Math.floor(roll() * GREENS.length)]!;
  const wide = high * (0.36 + roll() * 0.12);
  pen.rod([0, 0, 0], [(roll() - 0.5) * 0.5, high * 0.55, (roll() - 0.5) * 0.5], 0.09 + high * 0.018, BARK, 0.4);
  for (let i = 0; i < clumps; i++) {
    const turn = roll() * Math.PI * 2;
    const out = Math.sqrt(roll()) * wide * 0.82;
    const rise = high * (0.42 + 0.5 * roll() * (1 - (out / wide) ** 2 * 0.75));
    const size = (high * (0.5 + roll() * 0.5)) / Math.cbrt(clumps) / 2.1;
    pen.ball([Math.cos(turn) * out, rise, Math.sin(turn) * out], [size * 1.25, size * 0.8, size * 1.25], green);
  }
}

/** An oil or coconut palm. */
export function palm(pen: Pen, high: number, seed: number): void {
  const roll = dice(seed);
  const green = PALM_GREENS[Math.floor(roll() * PALM_GREENS.length)]!;
  const lean = (roll() - 0.5) * high * 0.16;
  pen.rod([0, 0, 0], [lean * 0.4, high * 0.55, 0], 0.2, PALM_BARK, 0.2);
  pen.rod([lean * 0.4, high * 0.53, 0], [lean, high, 0], 0.16, PALM_BARK, 0.15);
  const fronds = 21;
  for (let i = 0; i < fronds; i++) {
    const turn = i * 2.39996 + roll() * 0.25;
    const reach = 2.5 + roll() * 0.9;
    const start = 1.05 - (i / fronds) * 1.65;
    const crown = pen.at(lean, high, 0, turn);
    let from: Point = [0, 0, 0];
    for (let k = 0; k < 5; k++) {
      const bend = start - k * 0.42;
      const to: Point = [from[0] + (Math.cos(bend) * reach) / 5, from[1] + (Math.sin(bend) * reach) / 5, 0];
      const blade = [0.35, 0.75, 0.85, 0.7, 0.35][k]!;
      for (const side of [-1, 1]) {
        crown.beam(
          [from[0], from[1] - blade * 0.12, side * blade * 0.26],
          [to[0], to[1] - blade * 0.12, side * blade * 0.26],
          [blade * 0.5, 0.03],
          green,
        );
      }
      crown.beam(from, to, [0.05, 0.05], STALK);
      from = to;
    }
  }
  pen.ball([lean, high - 0.25, 0], [0.45, 0.4, 0.45], BARK);
}

/** Low planting along walls and beds. */
export function shrub(pen: Pen, size: number, seed: number): void {
  const roll = dice(seed);
  const green = GREENS[Math.floor(roll() * GREENS.length)]!;
  for (let i = 0; i < 4; i++) {
    const [x, z] = [(roll() - 0.5) * size, (roll() - 0.5) * size];
    pen.ball([x, size * 0.45, z], [size * 0.5, size * 0.45, size * 0.5], green);
  }
}
