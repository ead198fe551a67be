// What crews have in a room while they work on it: props, pipes, cables, buckets, ladders.
import type { Pen } from './pen.ts';
import type { Fit, Room } from './room.ts';
import { blockStack, heap, litter, POLE, WOOD } from './site-things.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';

const PIPE = coat(s.FLAT, '#d9dad6');
const BOX = coat(s.FLAT, '#c75a22');
const WIRES = ['#b02a2a', '#2a2a2e', '#3f7a3f', '#2b4f9a'].map((hex) => coat(s.FLAT, hex));

export function work(pen: Pen, room: Room, fit: Fit): void {
  if (fit === 'bare') masonry(pen, room);
  if (fit === 'wired') services(pen, room);
  if (fit === 'rendered') {
    services(pen, room, 'buried');
    painting(pen, room);
  }
}

function masonry(pen: Pen, room: Room): void {
  const { wide, deep, high } = room;
  for (const [x, z] of [
    [-1.9, 0.6],
    [-0.6, 0.9],
    [0.8, 0.5],
    [1.9, 1],
    [-1.3, 2.4],
    [0.2, 2.2],
    [1.5, -1.4],
  ] as const) {
    pen.rod([x + 0.08, 0, z], [x, high, z + 0.05], 0.05, POLE);
    pen.box([x, high - 0.05, z], [0.5, 0.05, 0.14], WOOD);
  }
  blockStack(pen.at(wide / 2 - 1, 0, -deep / 2 + 0.6, 0.1), 1.6, 2, 0.9);
  heap(pen.at(wide / 2 - 1.3, 0, deep / 2 - 1.4), 0.9, 0.42, coat(s.SAND, '#c2a87e'), 3);
  trestle(pen.at(wide / 2 - 0.9, 0, -0.2, 0.1));
  pan(pen.at(0.7, 0, 2.6));
  litter(pen, { x0: -wide / 2 + 0.5, x1: wide / 2 - 0.6, z0: -deep / 2 + 0.6, z1: deep / 2 - 0.5 }, 14, 71);
}

function pan(pen: Pen): void {
  pen.cone([0, 0.02, 0], [0.3, 0.14], coat(s.METAL, '#5c5f61'), -0.35);
  pen.cone([0, 0.1, 0], [0.3, 0.08], coat(s.CONCRETE, '#8c8880'), 0.5);
}

function trestle(pen: Pen): void {
  for (const z of [-1, 1]) {
    for (const x of [-0.35, 0.35]) pen.rod([x, 0, z], [x * 0.4, 1, z], 0.035, POLE);
    pen.box([0, 0.97, z], [0.8, 0.07, 0.07], POLE);
  }
  for (const x of [-0.22, 0.02, 0.26]) pen.box([x, 1.04, 0], [0.21, 0.045, 2.9], WOOD);
}

/** Conduits down the walls to their boxes; in a rendered room only boxes and the ends of wires are left. */
function services(pen: Pen, room: Room, state: 'exposed' | 'buried' = 'exposed'): void {
  const { wide, deep, high } = room;
  const drops = [
    [wide / 2, -1.9, 1.3, -1],
    [wide / 2, 0.2, 0.35, -1],
    [wide / 2, 0.55, 0.35, -1],
    [wide / 2, 2.2, 1.3, -1],
    [-wide / 2, 1.2, 0.35, 1],
    [-wide / 2, -0.8, 1.3, 1],
    [-wide / 2, -2.2, 2.1, 1],
  ] as const;
  drops.forEach(([x, z, y, inward], i) => {
    if (state === 'exposed') pen.rod([x + inward * 0.015, y, z], [x + inward * 0.015, high, z], 0.016, PIPE);
    pen.box([x + inward * 0.01, y - 0.05, z], [0.05, 0.1, i % 2 ? 0.1 : 0.18], BOX);
    WIRES.forEach((wire, k) => {
      pen.rod(
        [x + inward * 0.03, y, z + k * 0.02],
        [x + inward * (0.12 + k * 0.03), y - 0.12 - k * 0.02, z + k * 0.035],
        0.006,
        wire,
      );
    });
  });
  for (const x of [0.3, 0.9, 1.7]) pen.rod([x, 0, -deep / 2 + 0.05], [x, 0.55, -deep / 2 + 0.05], 0.028, PIPE);
  if (state === 'buried') return;
  pen.rod([0.2, 0.55, -deep / 2 + 0.05], [2.4, 0.55, -deep / 2 + 0.05], 0.03, PIPE);
  pen.rod([2.4, 0, -deep / 2 + 0.08], [2.4, high, -deep / 2 + 0.08], 0.055, PIPE);
  for (const z of [-1.9, 0.3, 2.2]) pen.rod([-wide / 2, high - 0.03, z], [wide / 2, high - 0.03, z], 0.014, PIPE);
  pen.rod([0, high - 0.03, -deep / 2], [0, high - 0.03, deep / 2], 0.014, PIPE);
  ladder(pen.at(-0.6, 0, 0.6, 0.5));
  trestle(pen.at(wide / 2 - 0.8, 0, -0.6));
  for (let i = 0; i < 7; i++)
    pen.rod([0.6 + i * 0.07, 0.03, -1.6 - i * 0.04], [3 + i * 0.03, 0.03, 1.2 + i * 0.06], 0.014, PIPE);
  coil(pen.at(-1.2, 0, -1.8));
  for (let i = 0; i < 3; i++)
    pen.box([1.9 + (i % 2) * 0.1, 0.02 + i * 0.14, 2.6], [0.7, 0.14, 0.45], coat(s.FLAT, '#b7ad98'));
  litter(pen, { x0: -2.4, x1: 2.4, z0: -2.6, z1: 2.6 }, 9, 72);
}

function coil(pen: Pen): void {
  for (let k = 0; k < 40; k++) {
    const [a, b] = [(k / 12) * 6.283, ((k + 1) / 12) * 6.283];
    const r = 0.22 + (k % 3) * 0.02;
    pen.rod(
      [Math.cos(a) * r, 0.03 + k * 0.002, Math.sin(a) * r],
      [Math.cos(b) * r, 0.03 + k * 0.002, Math.sin(b) * r],
      0.014,
      WIRES[1]!,
    );
  }
}

function ladder(pen: Pen): void {
  const steel = coat(s.METAL, '#b5b8ba');
  for (const side of [-1, 1]) {
    for (const x of [-0.22, 0.22]) pen.rod([x, 0, side * 0.5], [x * 0.8, 2, 0], 0.025, steel);
    for (let k = 1; k < 7; k++) {
      const t = k / 7;
      pen.box([0, t * 2 - 0.02, side * 0.5 * (1 - t)], [0.42, 0.035, 0.07], steel);
    }
  }
}

function painting(pen: Pen, room: Room): void {
  ladder(pen.at(1.2, 0, -0.4, 0.9));
  trestle(pen.at(room.wide / 2 - 0.9, 0, -1.2, 0.05));
  const lids = ['#e9e6df', '#d8b24a', '#e9e6df', '#3f6f9b'];
  lids.forEach((hex, i) => {
    pen.cone([0.4 + (i % 2) * 0.42, 0, 1.7 + i * 0.24], [0.16, 0.34], coat(s.FLAT, '#e7e7e3'));
    pen.cone([0.4 + (i % 2) * 0.42, 0.34, 1.7 + i * 0.24], [0.165, 0.03], coat(s.FLAT, hex));
  });
  for (let i = 0; i < 9; i++)
    pen.box([room.wide / 2 - 0.9, i * 0.03, 1.2], [0.62, 0.028, 0.62], coat(s.TILE, room.floor));
  for (let i = 0; i < 3; i++)
    pen.box([room.wide / 2 - 0.5 - i * 0.04, 0.02, -1.2], [0.03, 2.1, 1.1], coat(s.PLASTER, '#dcd8cf'));
  pen.box([0.3, 0.002, 2], [1.8, 0.004, 1.9], coat(s.PLASTER, '#8fa5b5'));
  litter(pen, { x0: -1.6, x1: 1.9, z0: -2.6, z1: 0.6 }, 5, 73);
}
