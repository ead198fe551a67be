// The warehouse's year: six visits from pad footings to trucks at the doors.
import type { Building } from './building.ts';
import { type District, siteEarth } from './neighbourhood.ts';
import { colour, type Pen } from './pen.ts';
import { palm, shrub, tree } from './plants.ts';
import * as things from './site-things.ts';
import { stock } from './stock.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { dress, type Spot } from './surfaces.ts';
import { car, excavator, mixer, mobileCrane, pickup, tipper } from './vehicles.ts';
import { panel } from './walls.ts';
import { LONG, type WarehouseState, WIDE, warehouse } from './warehouse.ts';

const DISTRICT: District = {
  seed: 3307,
  site: { x0: -32, x1: 32, z0: -28, z1: 20 },
  street: 26,
  streetWide: 12,
  plotWide: 32,
  plotDeep: 24,
  acrossEvery: 4,
  kind: 'industry',
  green: 0.7,
  earth: '#a8795a',
  open: { x0: -40, x1: 20, z0: 30, z1: 58 },
  quiet: [-28, 10],
};

export const STEEL_WAREHOUSE: Building = {
  slug: 'steel-warehouse',
  title: 'Warehouse with a steel frame',
  place: { latitude: 7.276, longitude: 3.87, ground: 200 },
  district: DISTRICT,
  cameras: [
    { kind: 'lens', from: [50, 27, 49], to: [-2, 3, -2], angle: 60 },
    { kind: 'lens', from: [-56, 23, -41], to: [1, 4, 0], angle: 58 },
    { kind: 'lens', from: [0, 78, 14], to: [0, 0, -3.6], angle: 54 },
    { kind: 'lens', from: [-15, 6.2, 31], to: [-2, 5.2, 0], angle: 76 },
  ],
  steady: 4,
  stages: [
    { title: 'Pad footings', phase: 'foundation', progress: 0.07, day: 'clear', pit: null },
    { title: 'Ground slab', phase: 'foundation', progress: 0.2, day: 'rainy', pit: null },
    { title: 'Portal frames', phase: 'framing', progress: 0.4, day: 'morning', pit: null },
    { title: 'Purlins and roof sheets', phase: 'roofing', progress: 0.58, day: 'clear', pit: null },
    { title: 'Cladding and wiring', phase: 'electrical', progress: 0.8, day: 'harmattan', pit: null },
    { title: 'Handed over', phase: 'finishing', progress: 1, day: 'clear', pit: null },
  ],
  draw,
  ground,
};

const START: WarehouseState = { pads: false, slab: 1, frames: 9, purlins: true, sheets: 1, walls: 'none', done: false };

const STATES: readonly WarehouseState[] = [
  { ...START, pads: true, slab: 0, frames: 0, sheets: 0 },
  { ...START, pads: true, slab: 0.55, frames: 0, sheets: 0 },
  { ...START, frames: 6, purlins: false, sheets: 0 },
  { ...START, sheets: 0.5, walls: 'plinth' },
  { ...START, walls: 'half' },
  { ...START, walls: 'all', done: true },
];

function draw(pen: Pen, stage: number): void {
  warehouse(pen, STATES[stage - 1]!);
  if (stage < 6) yard(pen, stage);
  else trade(pen);
}

function yard(pen: Pen, stage: number): void {
  const grey = '#8c979c';
  things.hoarding(pen, [-31.8, 0, 19.6], [2, 0, 19.6], grey);
  things.hoarding(pen, [12, 0, 19.6], [31.8, 0, 19.6], grey);
  for (const x of [-31.8, 31.8]) things.hoarding(pen, [x, 0, -27.7], [x, 0, 19.6], grey);
  things.hoarding(pen, [-31.8, 0, -27.7], [31.8, 0, -27.7], grey);
  things.siteOffice(pen.at(-27.6, 0, 16, 0.02), '#e2e0d8');
  things.container(pen.at(-27.4, 0, -20, 0.3), '#3b6a8f');
  things.container(pen.at(-27, 0, -23.6, 0.1), '#a4492f');
  things.waterTank(pen.at(-22.6, 0, 17.4), 2.2);
  things.heap(pen.at(27, 0, -4), 3.1, 1.8, coat(s.SAND, '#c9ad80'), 4);
  things.heap(pen.at(27, 0, 4), 3.2, 1.9, coat(s.GRAVEL, '#8d8a86'), 9);
  things.rebarBundles(pen.at(12, 0, -22), 11);
  if (stage === 1) {
    excavator(pen.at(10, 0, 2, 2.2), 0.6, 0.8);
    excavator(pen.at(-12, 0, -18, 0.4), -0.4, 0.4);
    tipper(pen.at(16, 0, 6, 2.7), '#c23b2b');
    for (let i = 0; i < 8; i++) things.heap(pen.at(-20 + i * 5.5, 0, 9.3), 1.2, 0.6, coat(s.SOIL, '#a06a48'), 40 + i);
    things.profiles(pen, [-LONG / 2, LONG / 2], [-WIDE / 2, WIDE / 2]);
  }
  if (stage === 2) mixer(pen.at(4, 0, 15.4, Math.PI));
  if (stage === 2) mixer(pen.at(17, 0, 16.4, Math.PI));
  if (stage === 3) mobileCrane(pen.at(12, 0.2, 2, 2.9), -2.2, 1.05, 20);
  if (stage === 2 || stage === 3) steel(pen);
  if (stage === 4) mobileCrane(pen.at(18, 0, 16, Math.PI), -0.9, 1.0, 17);
  if (stage > 3)
    for (let i = 0; i < 4; i++) pen.box([-16 + i * 7, 0.1, -19.5], [6, 0.5, 1.1], coat(s.CLADDING, '#dfe2e2'));
  if (stage > 2) things.blockStack(pen.at(6, 0, -17), 7, stage === 4 ? 4 : 2);
  if (stage === 5) things.scaffold(pen.at(6, 0.1, WIDE / 2 + 0.5), 16, 6);
  pickup(pen.at([0, -6, -10, -4, -8, 4][stage]!, 0, 16.6, stage * 0.9), '#e1dfd8');
  things.litter(pen, { x0: -22, x1: 28, z0: 13.2, z1: 19 }, 22, stage + 120);
  things.litter(pen, { x0: -30, x1: 30, z0: -27, z1: -14 }, 26, stage + 130);
  for (let i = 0; i < 14; i++) {
    const onSlab = i % 2 === 0 && stage !== 1;
    const z = onSlab ? -9 + ((i * 7) % 18) : 13.6 + ((i * 3) % 5);
    things.person(pen.at(-21 + ((i * 23 + stage * 9) % 38), onSlab ? 0.25 : 0, z, i * 2.1), i + stage * 40);
  }
  tree(pen.at(28, 0, -23), 8, 51, 80);
  palm(pen.at(29, 0, 16), 8, 52);
}

function steel(pen: Pen): void {
  const oxide = coat(s.METAL, '#86432f');
  for (let i = 0; i < 7; i++) {
    pen.box([-14, 0.15 + (i % 2) * 0.4, -17 - i * 0.6], [11, 0.36, 0.25], oxide);
    pen.box([-1, 0.15 + (i % 2) * 0.4, -17 - i * 0.6], [8, 0.36, 0.25], oxide);
  }
}

function ground(stage: number): (p: Spot) => void {
  if (stage < 6) return siteEarth(DISTRICT, stage === 2 ? 1 : 0.15, stage === 1 ? 0.5 : 0.12);
  const [yardStone, lawn] = [colour('#9c9791'), colour('#5f6f3c')];
  return (p) => {
    const bed = p.z < -25 || Math.abs(p.x) > 30 || (p.z > 17.6 && Math.abs(p.x - 7) > 6);
    [p.r, p.g, p.b] = bed ? lawn : yardStone;
    dress(bed ? s.GRASS : s.CONCRETE, p);
    const lane = p.z > 12.8 && p.z < 17 && Math.abs(p.x / 5.5 - Math.round(p.x / 5.5)) < 0.016;
    if (!bed && lane) [p.r, p.g, p.b] = [0.72, 0.6, 0.1];
  };
}

function lorry(pen: Pen, hex: string): void {
  for (const x of [-4.4, -3.2, 1.5, 4.6]) {
    for (const z of [-1.05, 1.05]) pen.rod([x, 0.5, z - 0.15], [x, 0.5, z + 0.15], 0.5, coat(s.FLAT, '#232327'));
  }
  pen.box([0, 0.7, 0], [10.6, 0.3, 1], coat(s.FLAT, '#2c2d30'));
  pen.box([-1.2, 1.05, 0], [8, 2.7, 2.45], coat(s.CLADDING, hex));
  pen.taper([4.4, 0.8, 0], [2, 2.3, 2.4], coat(s.CAR, '#e9e8e3'), [0.1, 0.05]);
  pen.box([5.05, 1.9, 0], [0.62, 0.8, 2.2], coat(s.GLASS, '#1d242a'));
}

function trade(pen: Pen): void {
  lorry(pen.at(-15, 0, 15.4, 0.03), '#2b5d8c');
  lorry(pen.at(3.4, 0, 15.6, Math.PI), '#d8d4c8');
  lorry(pen.at(22, 0, -20, 0.1), '#a4492f');
  office(pen.at(26.4, 0, 6));
  ['#e6e6e3', '#23272c', '#7b2026', '#9ba0a5'].forEach((hex, i) => {
    car(pen.at(-27, 0, -14 + i * 4.6, 0), hex, i % 2 === 0 ? 'jeep' : 'saloon');
  });
  const wall = coat(s.PLASTER, '#d6d5cf');
  pen.box([-15.6, 0, 19.7], [32.2, 2, 0.25], wall);
  pen.box([22.5, 0, 19.7], [18.5, 2, 0.25], wall);
  for (const x of [-31.8, 31.8]) pen.box([x, 0, -4], [0.25, 2, 47.4], wall);
  pen.box([0, 0, -27.7], [63.6, 2, 0.25], wall);
  for (let i = 0; i < 8; i++) tree(pen.at(-28 + i * 8, 0, -26.2), 4.5 + (i % 3), 310 + i, 60);
  for (let x = -29; x < 30; x += 1.8)
    if (Math.abs(x - 7) > 6.4) shrub(pen.at(x, 0, 18.7), 0.9, Math.round(x * 7) + 500);
  for (const x of [-30.6, 30.6]) for (const z of [-16, -4, 13]) palm(pen.at(x, 0, z), 7, Math.round(x * 3 + z));
  for (let i = 0; i < 5; i++) {
    const figure = i % 2 === 0 ? things.person : things.passerBy;
    figure(pen.at(-10 + i * 5, 0, 14 + (i % 2) * 2, i * 1.3), 760 + i);
  }
  stock(pen.at(0, 0.25, 0));
}

function office(pen: Pen): void {
  const white = coat(s.PLASTER, '#ece9e2');
  for (const y of [0, 3]) {
    for (const z of [-3, 3])
      panel(pen.at(3.4, y, z, Math.PI / 2), [6, 3], { wide: 3.4, high: 1.5, sill: 0.9 }, white, 'glazed');
    panel(pen.at(0, y, 6, 0), [6.8, 3], { wide: 3, high: 1.5, sill: 0.9 }, white, 'glazed');
  }
  pen.box([0.1, 0, 0], [6.4, 6, 11.6], coat(s.PLASTER, '#dcd8cf'));
  pen.box([0, 6, 0], [7.6, 0.5, 12.8], coat(s.CLADDING, '#2b5d8c'));
}
