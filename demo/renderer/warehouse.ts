// The steel-framed warehouse: slab, portal frames, purlins, sheets and doors at any moment of the work.
import type { Coat, Pen } from './pen.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { panel } from './walls.ts';

/** How far the warehouse has come. `frames` counts portals from the left (9 in all); `sheets` is the covered share of the roof. */
export interface WarehouseState {
  pads: boolean;
  slab: number;
  frames: number;
  purlins: boolean;
  sheets: number;
  walls: 'none' | 'plinth' | 'half' | 'all';
  done: boolean;
}

export const LONG = 44;
export const WIDE = 24;
const BAY = 5.5;
const EAVES = 7.4;
const RIDGE = 9.9;
const OXIDE = coat(s.METAL, '#86432f');
const GALVANISED = coat(s.METAL, '#b3b8ba');
const CAST = coat(s.CONCRETE, '#aaa69d');
const ROOF = coat(s.CLADDING, '#b4bcc1');
const SHELL = coat(s.CLADDING, '#e4e4df');
const BLUE = coat(s.CLADDING, '#2b5d8c');
const BLOCKS = coat(s.BLOCKS, '#9f978b');
const SLOPE = Math.atan2(RIDGE - EAVES, WIDE / 2);

export function warehouse(pen: Pen, state: WarehouseState): void {
  if (state.pads) pads(pen);
  if (state.slab > 0) slab(pen, state.slab);
  for (let i = 0; i < state.frames; i++) portal(pen.at(-LONG / 2 + i * BAY, 0.25, 0), i);
  if (state.frames > 1) ties(pen, state);
  if (state.sheets > 0) sheets(pen, state);
  if (state.walls !== 'none') walls(pen, state);
}

function pads(pen: Pen): void {
  for (let i = 0; i < 9; i++) {
    for (const z of [-WIDE / 2, WIDE / 2]) {
      const at = pen.at(-LONG / 2 + i * BAY, 0, z);
      at.box([0, 0, 0], [1.8, 0.03, 1.8], coat(s.SOIL, '#6d4630'));
      if (i < 6) at.box([0, 0, 0], [1.3, 0.35, 1.3], CAST);
      for (const x of [-0.25, 0.25])
        for (const y of [-0.25, 0.25]) at.rod([x, 0.1, y], [x, 0.65, y], 0.025, GALVANISED);
    }
  }
}

function slab(pen: Pen, share: number): void {
  const made = LONG * share;
  pen.box([-LONG / 2 - 0.3 + made / 2, 0, 0], [made + 0.6, 0.25, WIDE + 0.8], CAST);
  if (share >= 1) return;
  const bar = coat(s.RUST, '#84482a');
  const from = -LONG / 2 + made;
  pen.box([(from + LONG / 2) / 2, 0, 0], [LONG - made, 0.05, WIDE], coat(s.FLAT, '#2c2f33'));
  for (let x = from; x < LONG / 2; x += 0.5) pen.rod([x, 0.13, -WIDE / 2], [x, 0.13, WIDE / 2], 0.022, bar);
  for (let z = -WIDE / 2; z <= WIDE / 2; z += 0.5) pen.rod([from - 0.4, 0.15, z], [LONG / 2, 0.15, z], 0.022, bar);
}

function portal(pen: Pen, i: number): void {
  for (const side of [-1, 1]) {
    const z = (side * WIDE) / 2;
    pen.box([0, 0, z], [0.26, EAVES, 0.06], OXIDE);
    pen.box([0, 0, z - side * 0.45], [0.26, EAVES, 0.06], OXIDE);
    pen.box([0, 0, z - side * 0.22], [0.05, EAVES, 0.42], OXIDE);
    pen.beam([0, EAVES - 0.2, z - side * 0.2], [0, RIDGE - 0.2, 0], [0.26, 0.4], OXIDE);
    pen.beam([0, EAVES - 1.2, z - side * 0.4], [0, EAVES + 0.1, z - side * 2.4], [0.2, 0.2], OXIDE);
    pen.box([0, 0, z - side * 0.2], [0.7, 0.06, 0.8], GALVANISED);
  }
  if (i !== 0 && i !== 8) return;
  for (const z of [-4, 4]) pen.box([0, 0, z], [0.25, RIDGE - 1.2, 0.25], OXIDE);
}

function ties(pen: Pen, state: WarehouseState): void {
  const long = (state.frames - 1) * BAY;
  const mid = -LONG / 2 + long / 2;
  for (const side of [-1, 1]) {
    pen.box([mid, EAVES + 0.2, (side * WIDE) / 2], [long, 0.18, 0.14], OXIDE);
    brace(pen.at(-LONG / 2, 0.25, (side * WIDE) / 2));
  }
  pen.box([mid, RIDGE, 0], [long, 0.2, 0.14], OXIDE);
  if (!state.purlins) return;
  for (let k = 0; k <= 8; k++) {
    const y = EAVES + 0.35 + ((RIDGE - EAVES) * k) / 8;
    const z = (WIDE / 2) * (1 - k / 8);
    for (const side of [-1, 1]) pen.box([mid, y, side * z], [long + 0.6, 0.18, 0.07], GALVANISED);
  }
  for (const y of [1.6, 3.2, 4.8, 6.4]) {
    for (const side of [-1, 1]) pen.box([mid, y, side * (WIDE / 2 + 0.08)], [long, 0.16, 0.07], GALVANISED);
    if (state.frames === 9)
      for (const x of [-LONG / 2 - 0.1, LONG / 2 + 0.1]) pen.box([x, y, 0], [0.07, 0.16, WIDE], GALVANISED);
  }
}

function brace(pen: Pen): void {
  pen.rod([0, 0.2, 0], [BAY, EAVES - 0.3, 0], 0.04, OXIDE);
  pen.rod([BAY, 0.2, 0], [0, EAVES - 0.3, 0], 0.04, OXIDE);
}

function sheets(pen: Pen, state: WarehouseState): void {
  const deep = Math.hypot(WIDE / 2, RIDGE - EAVES) + 0.7;
  for (const side of [-1, 1]) {
    const share = side > 0 ? state.sheets : Math.min(1, state.sheets * 1.45);
    const made = (LONG + 1) * share;
    const at = pen.at(-LONG / 2 - 0.5 + made / 2, (EAVES + RIDGE) / 2 + 0.55, (side * WIDE) / 4).tip(side * SLOPE);
    at.box([0, 0, side * 0.2], [made, 0.05, deep], ROOF);
    if (!state.done) continue;
    for (let i = 0; i < 8; i++) {
      const x = -LONG / 2 + BAY / 2 + i * BAY;
      at.box([x, 0.02, 0], [1, 0.05, deep * 0.7], coat(s.PLASTER, '#dfe6e3'));
      if (side > 0 && i > 0 && i < 7)
        for (const z of [-2.6, 0.2, 3]) at.box([x + BAY / 2, 0.12, z], [3.6, 0.05, 1.9], coat(s.GLASS, '#1b2a44'));
    }
  }
  if (state.done) pen.box([0, RIDGE + 0.42, 0], [LONG + 1, 0.16, 0.9], BLUE);
}

function walls(pen: Pen, state: WarehouseState): void {
  const plinth: Coat = state.done ? coat(s.PLASTER, '#8d9297') : BLOCKS;
  for (let i = 0; i < 8; i++) {
    const x = -LONG / 2 + BAY / 2 + i * BAY;
    const gate = i % 3 === 1;
    if (!gate) pen.box([x, 0.25, WIDE / 2 + 0.05], [BAY, 1.3, 0.24], plinth);
    pen.box([x, 0.25, -WIDE / 2 - 0.05], [BAY, 1.3, 0.24], plinth);
    if (state.walls === 'all' || (state.walls === 'half' && i < 5)) {
      bay(pen.at(x, 0, WIDE / 2 + 0.16), gate, state);
      sheetBay(pen.at(x, 0, -WIDE / 2 - 0.16, Math.PI), 1.55);
    }
  }
  for (const side of [-1, 1]) {
    pen.box([(side * LONG) / 2 + side * 0.05, 0.25, 0], [0.24, 1.3, WIDE], plinth);
    if (state.walls === 'half' && side > 0) continue;
    if (state.walls === 'plinth') continue;
    const x = (side * LONG) / 2 + side * 0.16;
    pen.box([x, 1.55, 0], [0.08, EAVES - 1.1, WIDE + 0.3], SHELL);
    pen.taper([x, EAVES + 0.45, 0], [0.08, RIDGE - EAVES + 0.1, WIDE + 0.3], SHELL, [0, 1]);
    pen.box([x + side * 0.03, EAVES - 0.7, 0], [0.06, 0.9, WIDE + 0.3], BLUE);
  }
}

function sheetBay(pen: Pen, from: number): void {
  pen.box([0, from, 0], [BAY, EAVES + 0.4 - from, 0.07], SHELL);
  pen.box([0, EAVES - 0.7, 0.03], [BAY, 0.9, 0.06], BLUE);
  pen.box([0, EAVES - 2, 0.03], [BAY - 1.2, 0.9, 0.05], coat(s.GLASS, '#8fa2a8'));
}

function bay(pen: Pen, gate: boolean, state: WarehouseState): void {
  if (!gate) {
    sheetBay(pen, 1.55);
    return;
  }
  panel(pen.at(0, 0.25, -0.08), [BAY, EAVES + 0.1], { wide: 4, high: 4.6, sill: 0 }, SHELL, 'open');
  pen.box([0, EAVES - 0.7, 0.06], [BAY, 0.9, 0.06], BLUE);
  if (!state.done) return;
  for (let y = 0.3; y < 4.7; y += 0.23) pen.box([0, y, -0.06], [4, 0.21, 0.05], GALVANISED);
  pen.box([0, 5.1, 1], [4.8, 0.12, 2], BLUE);
  for (const x of [-2.4, 2.4]) pen.cone([x, 0, 1.2], [0.12, 1.1], coat(s.FLAT, '#e2b21f'));
}
