// The things people live with, for rooms that are finished.
import type { Pen } from './pen.ts';
import { shrub } from './plants.ts';
import type { Room } from './room.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';

const OAK = coat(s.WOOD, '#9b6c43');
const WHITE = coat(s.WASH, '#efece5');
const BLACK = coat(s.CAR, '#17181a');
const STEEL = coat(s.METAL, '#9da1a4');

export function furnish(pen: Pen, room: Room): void {
  curtains(pen, room);
  cooler(pen.at(room.wide / 2 - 0.12, room.high - 0.75, 1.6, -Math.PI / 2));
  if (room.use === 'living') living(pen, room);
  else bedroom(pen, room);
}

function curtains(pen: Pen, room: Room): void {
  const cloth = coat(s.WASH, room.use === 'living' ? '#b9ada0' : '#7f8fa0');
  const z = room.deep / 2 - 0.12;
  for (const side of [-1, 1]) {
    const edge = room.window.x + (side * room.window.wide) / 2;
    for (let i = 0; i < 7; i++)
      pen.rod(
        [edge + side * (i * 0.075 - 0.1), 0.03, z],
        [edge + side * (i * 0.075 - 0.1), room.high - 0.25, z],
        0.055,
        cloth,
      );
  }
  pen.rod(
    [room.window.x - room.window.wide / 2 - 0.6, room.high - 0.24, z],
    [room.window.x + room.window.wide / 2 + 0.6, room.high - 0.24, z],
    0.018,
    BLACK,
  );
}

function cooler(pen: Pen): void {
  pen.box([0, 0, 0], [0.95, 0.3, 0.22], coat(s.CAR, '#f1f1ee'));
  pen.box([0, 0.03, 0.1], [0.85, 0.05, 0.06], BLACK);
}

function living(pen: Pen, room: Room): void {
  const { wide, deep } = room;
  const rug = coat(s.WASH, '#a89880');
  pen.box([0.5, 0, 1], [2.7, 0.012, 2.2], rug);
  sofa(pen.at(-0.95, 0, 1, Math.PI / 2), 2.3, '#5e6f76');
  sofa(pen.at(0.9, 0, 2.75, Math.PI), 1, '#a9784a');
  table(pen.at(0.75, 0, 1));
  const wall = pen.at(wide / 2 - 0.24, 0, 0.9, -Math.PI / 2);
  wall.box([0, 0.14, 0], [2.3, 0.42, 0.42], OAK);
  wall.box([0, 0.95, -0.16], [1.5, 0.86, 0.05], BLACK);
  wall.box([-1.5, 0, 0], [0.34, 0.3, 0.34], WHITE);
  shrub(pen.at(wide / 2 - 0.35, 0.28, 2.6), 0.55, 21);
  picture(pen.at(-wide / 2 + 0.02, 1.45, 1, Math.PI / 2), '#c58b4f', '#2f5d6b');
  dining(pen.at(-1.6, 0, -1.5));
  kitchen(pen.at(0, 0, -deep / 2), wide / 2);
}

function sofa(pen: Pen, wide: number, hex: string): void {
  const cloth = coat(s.WASH, hex);
  pen.box([0, 0.12, 0], [wide, 0.3, 0.9], cloth);
  pen.box([0, 0.4, -0.36], [wide, 0.42, 0.2], cloth);
  for (const x of [-wide / 2, wide / 2]) pen.box([x, 0.12, 0], [0.18, 0.5, 0.9], cloth);
  const seats = Math.max(1, Math.round(wide / 0.8));
  for (let i = 0; i < seats; i++) {
    const x = (i - (seats - 1) / 2) * (wide / seats - 0.03);
    pen.box([x, 0.42, 0.06], [wide / seats - 0.1, 0.12, 0.72], cloth);
  }
  if (wide > 1.5)
    for (const x of [-0.75, 0.75])
      pen.at(x, 0.52, -0.2).tip(-0.25).box([0, 0, 0], [0.42, 0.4, 0.13], coat(s.WASH, '#d39a4c'));
}

function table(pen: Pen): void {
  pen.box([0, 0.36, 0], [0.6, 0.04, 1.1], OAK);
  for (const x of [-0.25, 0.25]) for (const z of [-0.48, 0.48]) pen.rod([x, 0, z], [x, 0.36, z], 0.02, BLACK);
  pen.box([0.05, 0.4, 0.2], [0.22, 0.03, 0.3], coat(s.FLAT, '#8c3b2f'));
  pen.cone([-0.05, 0.4, -0.25], [0.09, 0.07], WHITE, -0.3);
}

function picture(pen: Pen, warm: string, cool: string): void {
  pen.box([0, 0, 0], [1.3, 0.85, 0.03], BLACK);
  pen.box([0, 0.03, 0.01], [1.22, 0.79, 0.03], coat(s.PLASTER, '#efe8da'));
  pen.box([-0.2, 0.12, 0.015], [0.5, 0.5, 0.03], coat(s.PLASTER, warm));
  pen.box([0.22, 0.2, 0.018], [0.4, 0.42, 0.03], coat(s.PLASTER, cool));
}

function dining(pen: Pen): void {
  pen.box([0, 0.72, 0], [0.95, 0.04, 1.6], OAK);
  for (const z of [-0.6, 0.6]) pen.box([0, 0, z], [0.6, 0.72, 0.07], OAK);
  for (const side of [-1, 1]) {
    for (const z of [-0.42, 0.42]) {
      const chair = pen.at(side * 0.68, 0, z, side > 0 ? Math.PI : 0);
      chair.box([0, 0.43, 0], [0.42, 0.05, 0.42], coat(s.WASH, '#5e6f76'));
      chair.box([-0.2, 0.46, 0], [0.04, 0.42, 0.42], coat(s.WASH, '#5e6f76'));
      for (const x of [-0.18, 0.18]) for (const dz of [-0.18, 0.18]) chair.rod([x, 0, dz], [x, 0.43, dz], 0.016, BLACK);
    }
  }
  pen.rod([0, 1.75, 0], [0, 2.85, 0], 0.008, BLACK);
  pen.cone([0, 1.6, 0], [0.26, 0.2], BLACK, 0.6);
}

function kitchen(pen: Pen, reach: number): void {
  const from = 0.15;
  const wide = reach - from;
  const mid = from + wide / 2;
  const front = coat(s.WASH, '#3f5359');
  pen.box([mid, 0.1, 0.3], [wide, 0.78, 0.58], front);
  pen.box([mid, 0.88, 0.31], [wide, 0.04, 0.64], coat(s.TILE, '#d9d4ca'));
  pen.box([mid, 0.92, 0.01], [wide, 0.55, 0.02], coat(s.TILE, '#dfe3e0'));
  pen.box([mid, 1.5, 0.17], [wide, 0.72, 0.34], WHITE);
  for (let x = from + 0.6; x < reach - 0.1; x += 0.6) {
    pen.box([x, 0.12, 0.595], [0.012, 0.74, 0.005], BLACK);
    pen.box([x, 1.52, 0.342], [0.01, 0.68, 0.005], BLACK);
    pen.box([x - 0.3, 0.8, 0.6], [0.18, 0.02, 0.02], STEEL);
  }
  pen.box([mid - 0.5, 0.915, 0.32], [0.62, 0.015, 0.42], STEEL);
  pen.rod([mid - 0.5, 0.92, 0.1], [mid - 0.5, 1.2, 0.1], 0.014, STEEL);
  pen.rod([mid - 0.5, 1.2, 0.1], [mid - 0.5, 1.16, 0.3], 0.014, STEEL);
  pen.box([mid + 0.55, 0.92, 0.32], [0.58, 0.01, 0.48], BLACK);
  pen.box([reach - 0.38, 0, 0.36], [0.72, 1.9, 0.7], coat(s.METAL, '#b4b8bb'));
}

function bedroom(pen: Pen, room: Room): void {
  const { wide } = room;
  const linen = coat(s.WASH, '#f1eee8');
  const bed = pen.at(wide / 2 - 1.1, 0, 0.4, -Math.PI / 2);
  bed.box([0, 0.1, 0], [1.9, 0.25, 2.1], OAK);
  bed.box([0, 0.33, 0.02], [1.82, 0.24, 2.02], linen);
  bed.box([0, 0.5, 0.35], [1.88, 0.09, 1.4], coat(s.WASH, '#7f8fa0'));
  bed.box([0, 0.1, -1.06], [2.1, 1.05, 0.08], coat(s.WASH, '#8a7765'));
  for (const x of [-0.45, 0.45]) bed.at(x, 0.56, -0.72).tip(-0.5).box([0, 0, 0], [0.66, 0.36, 0.16], linen);
  for (const x of [-1.3, 1.3]) {
    bed.box([x, 0, -0.85], [0.45, 0.48, 0.42], OAK);
    bed.rod([x, 0.48, -0.85], [x, 0.75, -0.85], 0.015, BLACK);
    bed.cone([x, 0.72, -0.85], [0.15, 0.22], coat(s.GLOW, '#ffe2b0'), 0.35);
  }
  const robe = pen.at(1.1, 0, -room.deep / 2 + 0.32);
  robe.box([0, 0.05, 0], [2.7, 2.35, 0.62], WHITE);
  for (const x of [-0.9, -0.45, 0, 0.45, 0.9]) robe.box([x, 0.08, 0.312], [0.012, 2.28, 0.006], BLACK);
  for (const x of [-0.51, -0.39, 0.39, 0.51]) robe.box([x, 1.05, 0.32], [0.02, 0.3, 0.03], STEEL);
  pen.box([-0.3, 0, 0.5], [1.7, 0.012, 2.4], coat(s.WASH, '#a7a49c'));
  const desk = pen.at(-wide / 2 + 0.27, 0, 0.5, Math.PI / 2);
  desk.box([0, 0.72, 0], [1.5, 0.04, 0.5], OAK);
  for (const x of [-0.7, 0.7]) desk.box([x, 0, 0], [0.05, 0.72, 0.45], OAK);
  desk.box([0, 0.95, -0.24], [0.8, 1, 0.03], coat(s.GLASS, '#7d8a90'));
  desk.at(0, 0, 0.55).box([0, 0.3, 0], [0.45, 0.14, 0.42], coat(s.WASH, '#8a7765'));
  shrub(pen.at(wide / 2 - 0.4, 0.25, room.deep / 2 - 0.5), 0.5, 22);
}
