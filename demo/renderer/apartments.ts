// The six-storey residential block: its frame, walls, roof and scaffold at any moment of the work.
import { roof } from './houses.ts';
import type { Coat, Pen } from './pen.ts';
import { POLE, props, scaffold, starters, WOOD } from './site-things.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { type Finish, type Opening, panel, rail, wallCoat } from './walls.ts';

/** How far the block has come: slabs poured, and for each storey from the ground the finish of its walls. */
export interface BlockState {
  slabs: number;
  walls: readonly Finish[];
  glazed: number;
  columnsUp: boolean;
  freshSlabs: number;
  scaffoldTo: number;
  roof: 'none' | 'timbers' | 'half' | 'done';
  done: boolean;
}

export const STOREY = 3.1;
const BASE = 0.35;
const XS = [-13, -7.8, -2.6, 2.6, 7.8, 13];
const ZS = [-8, -3.4, 1.2, 6];
const CAST = coat(s.CONCRETE, '#a9a59c');
const PLY = coat(s.PLY, '#8d5f3d');
const CREAM = coat(s.PLASTER, '#eee6d6');
const CLAY = coat(s.PLASTER, '#b4694a');
const SLATE = coat(s.PLASTER, '#50555a');
const SHEET = coat(s.CLADDING, '#4b5157');
const WINDOW: Opening = { wide: 1.9, high: 1.45, sill: 0.95 };
const DOOR: Opening = { wide: 2.7, high: 2.3, sill: 0.05 };

/** Draws the block on the pen's origin, its front towards +z. */
export function apartments(pen: Pen, state: BlockState): void {
  pen.box([0, -0.3, -1], [27, 0.3 + BASE, 15], CAST);
  for (let level = 0; level < state.slabs; level++) storey(pen.at(0, BASE + level * STOREY, 0), level, state);
  if (state.columnsUp) openColumns(pen.at(0, BASE + state.slabs * STOREY, 0));
  if (state.roof !== 'none') crown(pen.at(0, BASE + state.slabs * STOREY, 0), state);
  if (state.scaffoldTo > 0) scaffolds(pen, state.scaffoldTo);
}

function storey(pen: Pen, level: number, state: BlockState): void {
  const finish = state.walls[level];
  const bare = finish === undefined;
  const column = finish === 'painted' ? CREAM : CAST;
  for (const x of XS) for (const z of ZS) pen.box([x, 0, z], [0.42, STOREY - 0.2, 0.42], column);
  const slab = finish === 'painted' ? CREAM : CAST;
  pen.box([0, STOREY - 0.22, -1], [26.6, 0.22, 14.6], slab);
  for (const z of ZS) pen.box([0, STOREY - 0.55, z], [26, 0.34, 0.3], slab);
  for (const x of XS) pen.box([x, STOREY - 0.55, -1], [0.3, 0.34, 14], slab);
  core(pen, finish);
  if (level > 0) balconies(pen, state, level);
  if (!bare) facades(pen, finish, level, state);
  if (level >= state.slabs - state.freshSlabs) {
    props(pen, { x0: -12.6, x1: 12.6, z0: -7.6, z1: 5.6 }, 0, STOREY - 0.22);
    pen.box([0, STOREY - 0.34, -1], [27.2, 0.12, 15.2], PLY);
    for (const z of [-8.45, 6.45]) pen.box([0, STOREY - 0.3, z], [27.1, 0.36, 0.06], PLY);
    for (const x of [-13.45, 13.45]) pen.box([x, STOREY - 0.3, -1], [0.06, 0.36, 15], PLY);
  }
}

function core(pen: Pen, finish: Finish | undefined): void {
  const wall = finish === 'painted' ? SLATE : CAST;
  for (const x of [-2.4, 2.4]) pen.box([x, 0, -6], [0.25, STOREY, 4.2], wall);
  pen.box([0, 0, -3.9], [4.6, STOREY, 0.25], wall);
  panel(
    pen.at(0, 0, -8.12, Math.PI),
    [5, STOREY],
    { wide: 1.5, high: 1.6, sill: 0.9 },
    wall,
    finish === 'painted' ? 'glazed' : 'open',
  );
}

function balconies(pen: Pen, state: BlockState, level: number): void {
  const finish = state.walls[level];
  for (const i of [0, 2, 4]) {
    const x = (XS[i]! + XS[i + 1]!) / 2;
    pen.box([x, -0.22, 7], [4.9, 0.22, 1.7], finish === 'painted' ? CREAM : CAST);
    if (!state.done) continue;
    rail(pen.at(x, 0, 7.78), 4.8);
    for (const side of [-1, 1]) rail(pen.at(x + side * 2.4, 0, 7, Math.PI / 2), 1.5);
  }
  if (!state.done) return;
  for (const i of [1, 3]) {
    const x = (XS[i]! + XS[i + 1]!) / 2 + 1.6;
    pen.box([x, 0.25, 6.45], [0.85, 0.6, 0.35], coat(s.METAL, '#e4e4e0'));
  }
}

function facades(pen: Pen, finish: Finish, level: number, state: BlockState): void {
  const high = STOREY - 0.22;
  const glass = level < state.glazed ? 'glazed' : 'open';
  for (let i = 0; i < 5; i++) {
    const x = (XS[i]! + XS[i + 1]!) / 2;
    const balcony = level > 0 && i % 2 === 0;
    const paint = i % 2 === 1 ? CLAY : CREAM;
    const entrance = level === 0 && i === 2;
    const front = balcony ? DOOR : entrance ? { wide: 3, high: 2.5, sill: 0 } : WINDOW;
    panel(pen.at(x, 0, 6.02), [4.8, high], front, wallCoat(finish, paint), glass);
    if (i !== 2) panel(pen.at(x, 0, -8.02, Math.PI), [4.8, high], WINDOW, wallCoat(finish, CREAM), glass);
  }
  for (let k = 0; k < 3; k++) {
    const z = (ZS[k]! + ZS[k + 1]!) / 2;
    const open = k === 1 ? { wide: 1, high: 1, sill: 1.3 } : WINDOW;
    const paint = k === 1 ? SLATE : CREAM;
    panel(pen.at(13.02, 0, z, Math.PI / 2), [4.3, high], open, wallCoat(finish, paint), glass);
    panel(pen.at(-13.02, 0, z, -Math.PI / 2), [4.3, high], open, wallCoat(finish, paint), glass);
  }
  if (finish !== 'blocks') return;
  for (const x of [-7.8, 7.8]) pen.box([x, 0, -3], [0.2, high, 9], wallCoat('blocks', CREAM));
  pen.box([4, 0, -3.4], [17, high, 0.2], wallCoat('blocks', CREAM));
}

function openColumns(pen: Pen): void {
  XS.forEach((x, i) => {
    ZS.forEach((z, k) => {
      if ((i + k) % 3 === 0) starters(pen, x, 0, z, 3.3, 0.15);
      else if ((i + k) % 3 === 1) {
        pen.box([x, 0, z], [0.52, 2.7, 0.52], PLY);
        for (const y of [0.5, 1.3, 2.1]) pen.box([x, y, z], [0.7, 0.1, 0.7], WOOD);
        for (const d of [-1, 1]) pen.rod([x + d * 1.3, 0, z], [x, 2.1, z], 0.04, POLE);
        starters(pen, x, 2.7, z, 0.9);
      } else {
        pen.box([x, 0, z], [0.42, 2.75, 0.42], CAST);
        starters(pen, x, 2.75, z, 0.9);
      }
    });
  });
}

function crown(pen: Pen, state: BlockState): void {
  const wall: Coat = state.done ? CREAM : coat(s.PLASTER, '#a9a39a');
  for (const z of [-8.2, 6.2]) pen.box([0, 0, z], [26.6, 0.95, 0.22], wall);
  for (const x of [-13.2, 13.2]) pen.box([x, 0, -1], [0.22, 0.95, 14.6], wall);
  if (state.done) for (const z of [-8.2, 6.2]) pen.box([0, 0.95, z], [26.8, 0.08, 0.34], SLATE);
  if (state.done) for (const x of [-13.2, 13.2]) pen.box([x, 0.95, -1], [0.34, 0.08, 14.8], SLATE);
  pen.box([0, 0, -6], [5.2, 2.6, 4.2], state.done ? SLATE : coat(s.BLOCKS, '#9f978b'));
  pen.box([0, 2.6, -6], [5.8, 0.2, 4.8], state.done ? CREAM : CAST);
  if (state.roof === 'done') {
    roof(pen, [0, 0.35, -1], [25.6, 2.5, 13.6], SHEET);
    return;
  }
  trusses(pen);
  if (state.roof === 'half') for (const side of [-1, 1]) sheets(pen, side);
}

const RISE = 2.3;

function trusses(pen: Pen): void {
  for (let x = -12.4; x <= 12.5; x += 1.24) {
    const end = Math.max(0, Math.abs(x) - 6.5) / 6;
    const top = 0.35 + RISE * (1 - end);
    for (const side of [-1, 1])
      pen.beam([x, 0.35, -1 + side * 6.7], [x, top, -1 + side * 6.7 * end], [0.09, 0.16], WOOD);
    pen.box([x, 0.3, -1], [0.09, 0.16, 13.4], WOOD);
    pen.rod([x, 0.35, -1], [x, top, -1], 0.06, WOOD);
  }
  for (let k = 0; k < 6; k++) {
    const z = 6.7 * (1 - k / 6);
    const reach = 12.5 - (k / 6) * 6;
    for (const side of [-1, 1]) pen.box([0, 0.42 + (RISE * k) / 6, -1 + side * z], [reach * 2, 0.07, 0.07], WOOD);
  }
}

function sheets(pen: Pen, side: number): void {
  const slope = Math.atan2(RISE, 6.7);
  const long = Math.hypot(RISE, 6.7);
  const from = side > 0 ? -4 : -12.2;
  const to = side > 0 ? 6.2 : 7;
  const tilted = pen.at((from + to) / 2, 0.42 + RISE / 2, -1 + side * 3.35).tip(side * slope);
  tilted.box([0, 0.08, 0], [to - from, 0.03, long], SHEET);
}

function scaffolds(pen: Pen, high: number): void {
  scaffold(pen.at(-13.2, 0.05, 8.2), 26.4, high);
  scaffold(pen.at(13.6, 0.05, 6, Math.PI / 2), 14, high);
  scaffold(pen.at(-13.6, 0.05, -8, -Math.PI / 2), 14, Math.max(2, high - 4));
}
