// One room as a shell: walls, floor, ceiling, door and window, from bare blocks to paint and tiles.
import type { Coat, Pen, Point } from './pen.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { panel } from './walls.ts';

export type Fit = 'bare' | 'wired' | 'rendered' | 'finished';

/** A room's inner size and the look it gets in the end; the window is in the +z wall, the door in the -z wall. */
export interface Room {
  wide: number;
  deep: number;
  high: number;
  window: { x: number; wide: number; high: number; sill: number };
  paint: string;
  accent: string;
  floor: string;
  use: 'living' | 'bedroom';
}

const THICK = 0.22;
const RAW_SLAB = coat(s.CONCRETE, '#a5a199');
const RENDER = coat(s.PLASTER, '#a8a196');
const DARK = coat(s.METAL, '#33373b');
const DOOR = { wide: 0.95, high: 2.1, sill: 0 };

function wallOf(fit: Fit, paint: string): Coat {
  if (fit === 'finished') return coat(s.WASH, paint);
  return fit === 'rendered' ? RENDER : coat(s.BLOCKS, '#9f978b');
}

/** Draws the shell around the pen's origin, which lies on the floor in the middle of the room. */
export function shell(pen: Pen, room: Room, fit: Fit): void {
  const { wide, deep, high } = room;
  const wall = wallOf(fit, room.paint);
  const accent = wallOf(fit, room.accent);
  const [hx, hz] = [wide / 2 + THICK / 2, deep / 2 + THICK / 2];
  panel(pen.at(0, 0, hz), [wide + 0.4, high], { ...room.window, off: room.window.x }, wall, 'open');
  panel(pen.at(0, 0, -hz, Math.PI), [wide + 0.4, high], { ...DOOR, off: wide / 4 }, wall, 'open');
  pen.box([hx, 0, 0], [THICK, high, deep], accent);
  pen.box([-hx, 0, 0], [THICK, high, deep], wall);
  floorAndCeiling(pen, room, fit);
  passage(pen.at(-wide / 4, 0, -hz), high, fit, room);
  if (fit === 'bare' || fit === 'wired') columns(pen, room);
  if (fit === 'rendered' || fit === 'finished') windowFrame(pen.at(room.window.x, room.window.sill, hz), room.window);
  if (fit === 'finished') skirting(pen, room);
}

function floorAndCeiling(pen: Pen, room: Room, fit: Fit): void {
  const { wide, deep, high } = room;
  const size: Point = [wide + 0.5, 0.2, deep + 0.5];
  const floor =
    fit === 'finished' ? coat(s.TILE, room.floor) : coat(s.CONCRETE, fit === 'rendered' ? '#b0aba1' : '#979289');
  pen.box([0, -0.2, 0], size, floor);
  pen.box([0, high, 0], size, fit === 'finished' ? coat(s.WASH, '#f3f1ec') : RAW_SLAB);
  if (fit === 'bare' || fit === 'wired') {
    for (const z of [-deep / 6, deep / 6]) pen.box([0, high - 0.32, z], [wide, 0.33, 0.25], RAW_SLAB);
  }
  if (fit === 'rendered') battens(pen, room);
  if (fit !== 'finished') return;
  const drop = coat(s.WASH, '#f3f1ec');
  for (const x of [-1, 1]) pen.box([(x * (wide - 0.6)) / 2, high - 0.14, 0], [0.6, 0.14, deep], drop);
  for (const z of [-1, 1]) pen.box([0, high - 0.14, (z * (deep - 0.6)) / 2], [wide, 0.14, 0.6], drop);
  const lamp = coat(s.GLOW, '#ffeccb');
  for (const x of [-1, 1])
    for (let k = -2; k <= 2; k++) pen.cone([(x * (wide - 0.6)) / 2, high - 0.155, k * 1.35], [0.07, 0.02], lamp);
}

function battens(pen: Pen, room: Room): void {
  const { wide, deep, high } = room;
  const wood = coat(s.WOOD, '#c39a66');
  for (let z = -deep / 2 + 0.2; z < deep / 2; z += 0.6) pen.box([0, high - 0.2, z], [wide, 0.06, 0.05], wood);
  for (let x = -wide / 2 + 0.2; x < wide / 2; x += 0.6) pen.box([x, high - 0.16, 0], [0.05, 0.06, deep], wood);
  for (let z = -deep / 2; z < -0.4; z += 1.2)
    pen.box([-wide / 4, high - 0.22, z + 0.6], [wide / 2, 0.02, 1.19], coat(s.PLASTER, '#dcd8cf'));
}

function passage(pen: Pen, high: number, fit: Fit, room: Room): void {
  const wall = wallOf(fit, room.paint);
  pen.box([0, -0.2, -1.4], [3.4, 0.2, 2.4], coat(s.CONCRETE, '#979289'));
  pen.box([0, 0, -2.4], [3.4, high, 0.2], wall);
  for (const x of [-1.6, 1.6]) pen.box([x, 0, -1.2], [0.2, high, 2.4], wall);
  pen.box([0, high, -1.2], [3.4, 0.2, 2.8], RAW_SLAB);
  if (fit !== 'finished') return;
  const wood = coat(s.WOOD, '#80502f');
  for (const x of [-0.5, 0.5]) pen.box([x, 0, 0.02], [0.08, 2.15, 0.3], wood);
  pen.box([0, 2.1, 0.02], [1.08, 0.08, 0.3], wood);
  pen.at(-0.45, 0, -0.1, 1.25).box([0.43, 0.01, 0], [0.86, 2.08, 0.05], wood);
}

function columns(pen: Pen, room: Room): void {
  for (const x of [-1, 1])
    for (const z of [-1, 1]) pen.box([(x * room.wide) / 2, 0, (z * room.deep) / 2], [0.5, room.high, 0.5], RAW_SLAB);
}

function windowFrame(pen: Pen, open: { wide: number; high: number }): void {
  const { wide, high } = open;
  for (const x of [-wide / 2 + 0.03, 0, wide / 2 - 0.03]) pen.box([x, 0, 0], [0.06, high, 0.07], DARK);
  for (const y of [0, high - 0.06]) pen.box([0, y, 0], [wide, 0.06, 0.07], DARK);
}

function skirting(pen: Pen, room: Room): void {
  const { wide, deep } = room;
  const board = coat(s.WASH, '#ece8df');
  for (const x of [-1, 1]) pen.box([x * (wide / 2 - 0.01), 0, 0], [0.03, 0.09, deep], board);
  const beside = wide / 2 - 1.4;
  pen.box([wide / 2 - (wide * 0.75 - 0.5) / 2, 0, -deep / 2 + 0.01], [wide * 0.75 - 0.5, 0.09, 0.03], board);
  if (room.window.sill > 0) pen.box([0, 0, deep / 2 - 0.01], [wide, 0.09, 0.03], board);
  else pen.box([wide / 2 - beside / 4, 0, deep / 2 - 0.01], [beside / 2, 0.09, 0.03], board);
}
