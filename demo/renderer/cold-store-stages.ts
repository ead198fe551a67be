// The cold store: a visit while its small hall is framed, and one to the white hall after the works have stopped.
import type { Building } from './building.ts';
import { roof } from './houses.ts';
import { type District, siteEarth } from './neighbourhood.ts';
import type { Pen } from './pen.ts';
import { palm, shrub, tree } from './plants.ts';
import * as things from './site-things.ts';
import { hoardings, type Yard, yard } from './site-yard.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { mobileCrane, tipper } from './vehicles.ts';

const DISTRICT: District = {
  seed: 431,
  site: { x0: -24, x1: 24, z0: -20, z1: 20 },
  street: 25,
  streetWide: 8,
  plotWide: 44,
  plotDeep: 40,
  acrossEvery: 4,
  kind: 'town',
  green: 3.2,
  earth: '#b88a5c',
  open: { x0: -30, x1: 12, z0: 30, z1: 66 },
};

const LONG = 26;
const DEEP = 14;
const HIGH = 6;
const FRAMES = 6;
const STEEL = coat(s.METAL, '#7d8b94');
const WHITE = coat(s.CLADDING, '#f4f6f5');
const CAST = coat(s.CONCRETE, '#aaa69d');
const BLOCKS = coat(s.BLOCKS, '#9f978b');
/** The middle of the packing hall; the cold rooms stand in a row behind it. */
const HALL = [-3, 3] as const;

export const COLD_STORE: Building = {
  slug: 'cold-store',
  title: 'Cold store with a packing hall',
  place: { latitude: 6.63, longitude: 3.95, ground: 30 },
  district: DISTRICT,
  cameras: [
    { kind: 'lens', from: [34, 20, 38], to: [-2, 2.5, -2], angle: 62 },
    { kind: 'lens', from: [-38, 24, 34], to: [0, 2, -3], angle: 60 },
    { kind: 'lens', from: [36, 22, -38], to: [-1, 2, -2], angle: 62 },
    { kind: 'lens', from: [-38, 20, -37], to: [0, 2.5, -2], angle: 60 },
    { kind: 'lens', from: [0, 60, 13], to: [0, 0, -1.5], angle: 52 },
    { kind: 'lens', from: [-9, 7.5, 36], to: [0, 3, 0], angle: 68 },
  ],
  steady: 2,
  stages: [
    { title: 'Frame of the hall, first chambers', phase: 'framing', progress: 0.25, day: 'clear', pit: null },
    { title: 'Hall closed in white, works stopped', phase: 'roofing', progress: 0.4, day: 'rainy', pit: null },
  ],
  draw,
  ground: (stage) => siteEarth(DISTRICT, stage === 2 ? 0.9 : 0.1, stage === 2 ? 1.05 : 0.3),
};

const YARD: Yard = {
  site: DISTRICT.site,
  fence: '#9fb4ad',
  hut: '#cfd9d6',
  gate: [9, 15],
  front: 9,
  busy: true,
  seed: 41,
};

function draw(pen: Pen, stage: number): void {
  const hall = pen.at(HALL[0], 0, HALL[1]);
  hall.box([0, 0, 0], [LONG + 0.8, 0.3, DEEP + 0.8], CAST);
  frames(hall.at(0, 0.3, 0), stage === 1 ? 4 : FRAMES);
  if (stage === 2) closed(hall.at(0, 0.3, 0));
  for (let i = 0; i < 8; i++) chamber(pen.at(-17.5 + i * 4.6, 0, -11.5), stage === 1 ? i < 2 : i < 5, i);
  for (let i = 0; i < 6; i++) tree(pen.at(-21 + i * 8.6, 0, -18.4), 6 + (i % 3), 870 + i, 80);
  palm(pen.at(21.5, 0, -13), 9, 880);
  if (stage === 1) working(pen);
  else stopped(pen);
}

function frames(pen: Pen, count: number): void {
  const bay = LONG / (FRAMES - 1);
  for (let i = 0; i < count; i++) {
    const at = pen.at(-LONG / 2 + i * bay, 0, 0);
    for (const z of [-DEEP / 2, DEEP / 2]) at.box([0, 0, z], [0.24, HIGH, 0.34], STEEL);
    for (const side of [-1, 1]) at.beam([0, HIGH, (side * DEEP) / 2], [0, HIGH + 1.4, 0], [0.2, 0.34], STEEL);
  }
  const long = (count - 1) * bay;
  for (const z of [-DEEP / 2, 0, DEEP / 2])
    pen.box([-LONG / 2 + long / 2, z === 0 ? HIGH + 1.35 : HIGH - 0.1, z], [long, 0.16, 0.14], STEEL);
  for (const z of [-DEEP / 2, DEEP / 2]) pen.box([0, 0, z], [LONG, 0.9, 0.22], BLOCKS);
}

/** White panels on three sides and the roof; the front waits for its doors. */
function closed(pen: Pen): void {
  roof(pen, [0, HIGH + 0.15, 0], [LONG + 1.2, 1.7, DEEP + 1.4], WHITE, 'gable');
  pen.box([0, 0.9, -DEEP / 2 - 0.15], [LONG + 0.4, HIGH - 0.8, 0.14], WHITE);
  for (const x of [-LONG / 2 - 0.15, LONG / 2 + 0.15]) {
    pen.box([x, 0, 0], [0.14, HIGH, DEEP + 0.3], WHITE);
    pen.taper([x, HIGH, 0], [0.14, 1.5, DEEP + 0.3], WHITE, [0, 1]);
  }
  for (const x of [-10.4, -5.2, 10.4]) pen.box([x, 0.9, DEEP / 2 + 0.15], [5.2, HIGH - 0.9, 0.14], WHITE);
  pen.box([5.2, 4.6, DEEP / 2 + 0.15], [5.2, HIGH - 4.6, 0.14], WHITE);
  pen.box([0, HIGH - 0.5, DEEP / 2 + 0.24], [LONG + 0.4, 0.4, 0.06], coat(s.CLADDING, '#3f8f7d'));
}

/** One cold room: a white box, or its slab with a kerb and the first course of blocks. */
function chamber(pen: Pen, up: boolean, nth: number): void {
  pen.box([0, 0, 0], [4.4, 0.3, 6.2], CAST);
  if (!up) {
    for (const x of [-2.05, 2.05]) pen.box([x, 0.3, 0], [0.2, 0.4, 6], BLOCKS);
    return;
  }
  pen.box([0, 0.3, 0], [4.2, 3.8, 6], WHITE);
  pen.box([0, 0.4, 3.02], [1.6, 2.6, 0.12], coat(s.METAL, '#b9c2c4'));
  if (nth % 2 === 0) pen.box([0, 4.1, -1], [1.6, 1, 1.2], coat(s.METAL, '#d9dcd8'));
}

function working(pen: Pen): void {
  yard(pen, YARD);
  mobileCrane(pen.at(15, 0, 6, 2.6), 2.2, 1.0, 16);
  tipper(pen.at(2, 0, 15.6, 0.1), '#2f5e9a', 'empty');
  for (let i = 0; i < 6; i++) pen.box([5, 0.35 + i * 0.24, -5.6], [7, 0.2, 1.1], WHITE);
  for (let i = 0; i < 7; i++) things.person(pen.at(-13 + i * 3.4, 0.3, -2 + ((i * 5) % 9), i * 2), 890 + i);
}

/** Nobody there: weeds, panels left on the ground, one guard at the hut. */
function stopped(pen: Pen): void {
  hoardings(pen, YARD);
  things.siteOffice(pen.at(-19.6, 0, 15.8, 0.04), YARD.hut);
  things.waterTank(pen.at(-14.6, 0, 17), 2.2);
  things.person(pen.at(-16, 0, 12.6, 1), 899);
  things.heap(pen.at(19.6, 0, 12.5), 2.7, 1, coat(s.SAND, '#b9a27c'), 41);
  for (let i = 0; i < 3; i++) pen.box([17, 0.35 + i * 0.24, -2], [7, 0.2, 1.1], WHITE);
  things.container(pen.at(17.6, 0, 3, 0.1), '#3b6a8f');
  for (let i = 0; i < 40; i++) {
    const x = -22 + ((i * 29) % 44);
    const z = i % 3 === 0 ? -6 - (i % 2) : 11.6 + ((i * 7) % 8);
    shrub(pen.at(x, 0, z), 0.4 + (i % 4) * 0.14, 910 + i);
  }
}
