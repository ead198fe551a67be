// The duplex terrace's year: six visits from the first strips of concrete to cars in the drives.
import type { Building } from './building.ts';
import { type District, siteEarth } from './neighbourhood.ts';
import { colour, type Pen } from './pen.ts';
import { palm, shrub, tree } from './plants.ts';
import * as things from './site-things.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { dress, type Spot } from './surfaces.ts';
import { duplex, type HouseState, terraceRoof, terraceScaffold, UNIT, UNITS } from './terrace.ts';
import { car, excavator, mixer, pickup, tipper } from './vehicles.ts';

const DISTRICT: District = {
  seed: 977,
  site: { x0: -27, x1: 27, z0: -21, z1: 19 },
  street: 23.5,
  streetWide: 9,
  plotWide: 18,
  plotDeep: 20,
  acrossEvery: 7,
  kind: 'estate',
  green: 0.85,
  earth: '#a48c6e',
  open: { x0: -30, x1: 12, z0: 27, z1: 47 },
  quiet: [-16, 8],
};

export const DUPLEX_TERRACE: Building = {
  slug: 'duplex-terrace',
  title: 'Terrace of five duplex houses',
  place: { latitude: 9.1105, longitude: 7.406, ground: 430 },
  district: DISTRICT,
  cameras: [
    { kind: 'lens', from: [41, 24, 41], to: [-1, 3.2, -1], angle: 60 },
    { kind: 'lens', from: [-45, 20, -31], to: [1, 3.5, 0.5], angle: 58 },
    { kind: 'lens', from: [0, 58, 11], to: [0, 0, -0.4], angle: 58 },
    { kind: 'lens', from: [-11, 6, 31], to: [-1, 4.6, 0], angle: 68 },
  ],
  steady: 4,
  stages: [
    { title: 'Strip foundations', phase: 'foundation', progress: 0.08, day: 'morning', pit: null },
    { title: 'Ground-floor walls', phase: 'framing', progress: 0.24, day: 'clear', pit: null },
    { title: 'Upper floors', phase: 'framing', progress: 0.42, day: 'rainy', pit: null },
    { title: 'Roof timbers and sheets', phase: 'roofing', progress: 0.6, day: 'clear', pit: null },
    { title: 'Rendering and pipes', phase: 'plumbing', progress: 0.8, day: 'harmattan', pit: null },
    { title: 'Handed over', phase: 'finishing', progress: 1, day: 'clear', pit: null },
  ],
  draw,
  ground,
};

const START: HouseState = {
  base: 'slab',
  ground: 0,
  slab: 'none',
  upper: 0,
  finish: 'blocks',
  glass: false,
  done: false,
};

/** Houses advance from left to right, as one crew follows the other. */
function houseAt(stage: number, i: number): HouseState {
  if (stage === 1) return { ...START, base: i === 0 ? 'slab' : 'strips', ground: [0, 0.7, 0.7, 0.45, 0][i]! };
  if (stage === 2) return { ...START, ground: [3, 3, 2.35, 1.6, 0.7][i]!, slab: i === 0 ? 'fresh' : 'none' };
  if (stage === 3) return { ...START, ground: 3, slab: i < 3 ? 'cast' : 'fresh', upper: [3, 2.6, 1.2, 0, 0][i]! };
  if (stage === 4) return { ...START, ground: 3, slab: 'cast', upper: 3 };
  if (stage === 5)
    return { ...START, ground: 3, slab: 'cast', upper: 3, finish: i < 4 ? 'plaster' : 'blocks', glass: i < 2 };
  return { ...START, ground: 3, slab: 'cast', upper: 3, finish: 'painted', glass: true, done: true };
}

function draw(pen: Pen, stage: number): void {
  for (let i = 0; i < UNITS; i++) duplex(pen, i, houseAt(stage, i));
  if (stage === 4) terraceRoof(pen, 2);
  if (stage > 4) terraceRoof(pen, UNITS);
  if (stage === 3) terraceScaffold(pen, 0, 3);
  if (stage === 4) terraceScaffold(pen, 2, 5);
  if (stage === 5) terraceScaffold(pen, 3, 5);
  if (stage < 6) yard(pen, stage);
  else garden(pen);
}

function yard(pen: Pen, stage: number): void {
  const sand = coat(s.SAND, '#cdb48a');
  const green = '#4f7d62';
  things.hoarding(pen, [-26.8, 0, 18.7], [8, 0, 18.7], green);
  things.hoarding(pen, [15, 0, 18.7], [26.8, 0, 18.7], green);
  for (const x of [-26.8, 26.8]) things.hoarding(pen, [x, 0, -20.7], [x, 0, 18.7], green);
  things.hoarding(pen, [-26.8, 0, -20.7], [26.8, 0, -20.7], green);
  things.siteOffice(pen.at(-22.4, 0, 15.6, 0.03), '#e0dbcf');
  things.waterTank(pen.at(-17.6, 0, 16.8), 2);
  things.heap(pen.at(22.8, 0, 1), 3, 1.7, sand, 4);
  things.heap(pen.at(22.6, 0, -6.5), 2.7, 1.5, coat(s.GRAVEL, '#8d8a86'), 6);
  things.blockStack(pen.at(-9, 0, -12), 7, stage < 4 ? 6 : 2);
  things.blockStack(pen.at(4, 0, -12.4), 6, stage < 3 ? 6 : 3);
  things.blockStack(pen.at(14, 0, -12.2), 5, stage < 3 ? 5 : 1);
  things.cementStack(pen.at(-23.5, 0, 9, 1.6));
  things.cementStack(pen.at(-23.5, 0, 5.4, 1.6));
  things.drumMixer(pen.at(20.6, 0, 5.2, 2));
  things.rebarBundles(pen.at(-22.6, 0, -4, Math.PI / 2), 8);
  if (stage > 2) things.timberStack(pen.at(-3, 0, -17.5, 0.06), 6);
  if (stage > 2) things.timberStack(pen.at(-10.5, 0, -17.2, -0.08), 5);
  if (stage === 1) excavator(pen.at(16, 0, 10.5, 2.5), 0.4, 0.7);
  if (stage === 1) tipper(pen.at(22, 0, 11.6, 1.8), '#2f5e9a');
  if (stage === 3) mixer(pen.at(12, 0, 12, 2.9));
  if (stage === 5) pipes(pen);
  pickup(pen.at([0, 2, -4, 3, 5, -2][stage]!, 0, 14.6, stage * 0.7), '#8f9aa2');
  things.litter(pen, { x0: -18, x1: 24, z0: 8, z1: 18 }, 26, stage + 80);
  things.litter(pen, { x0: -25, x1: 25, z0: -20, z1: -8 }, 22, stage + 90);
  for (let i = 0; i < 12; i++) {
    things.person(
      pen.at(-18 + ((i * 31 + stage * 11) % 38), 0, 8.4 + ((i * 13 + stage * 5) % 9), i * 2.2 + stage),
      i + stage * 30,
    );
  }
  const up = stage === 3 ? 3.85 : stage === 2 ? 3.62 : 0;
  if (up > 0)
    for (let i = 0; i < 5; i++)
      things.person(pen.at(-17 + i * (stage === 3 ? 7 : 1.2), up, -3 + (i % 3) * 2.4, i), 700 + i);
  tree(pen.at(24.6, 0, -17.6), 7, 31, 80);
  palm(pen.at(24.4, 0, -11.4), 8, 32);
}

function pipes(pen: Pen): void {
  const white = coat(s.FLAT, '#dfe3e4');
  for (let i = 0; i < 6; i++)
    pen.rod([-6, 0.08 + (i % 2) * 0.15, 10.6 + i * 0.16], [0, 0.08 + (i % 2) * 0.15, 10.6 + i * 0.16], 0.08, white);
  pen.box([0, 0.01, 8.9], [34, 0.03, 0.6], coat(s.SOIL, '#7d6244'));
  for (let x = -15; x <= 15; x += 7.2) {
    pen.box([x, 0, 8.9], [1, 0.3, 1], coat(s.CONCRETE, '#a9a59c'));
    pen.rod([x + 1, 0.06, 8.9], [x + 6, 0.06, 8.9], 0.1, white);
    pen.rod([x, 0.1, 7], [x, 0.1, 8.9], 0.08, white);
  }
}

function ground(stage: number): (p: Spot) => void {
  if (stage < UNITS + 1) return siteEarth(DISTRICT, stage === 3 ? 1 : 0.1, stage === 1 ? 0.45 : 0.15);
  const [drive, lawn, lane] = [colour('#a89a8d'), colour('#5d6f3a'), colour('#8f8a86')];
  return (p) => {
    const across = p.x / UNIT + UNITS / 2;
    const inUnit = across - Math.floor(across);
    const front = p.z > 6 && p.z < 12.6 && Math.abs(p.x) < (UNIT * UNITS) / 2;
    const isLane = p.z >= 12.6 && p.z < 17.6 && Math.abs(p.x) < 25;
    const isDrive = front && inUnit > 0.48 && inUnit < 0.95;
    const isPath = Math.abs(p.z + 8) < 1.6 && Math.abs(p.x) < 20;
    [p.r, p.g, p.b] = isLane ? lane : isDrive || isPath ? drive : lawn;
    dress(isLane || isDrive || isPath ? s.PAVING : s.GRASS, p);
  };
}

function garden(pen: Pen): void {
  const wall = coat(s.PLASTER, '#e4dccb');
  const run = (x: number, z: number, w: number, d: number) => {
    pen.box([x, 0, z], [w, 1.9, d], wall);
    pen.box([x, 1.9, z], [w + 0.1, 0.1, d + 0.1], coat(s.PLASTER, '#6e3a30'));
  };
  run(-9.4, 18.8, 35, 0.24);
  run(21, 18.8, 12, 0.24);
  for (const x of [-26.8, 26.8]) run(x, -1, 0.24, 39.6);
  run(0, -20.8, 53.6, 0.24);
  const cars = ['#e8e8e5', '#20242a', '#7a1f24', '#c2b59b', '#31537a'];
  cars.forEach((hex, i) => {
    const x = (i - 2) * UNIT + 1.6;
    if (i !== 3) car(pen.at(x, 0, 9.8, Math.PI / 2), hex, i % 2 === 1 ? 'jeep' : 'saloon');
    const hedge = (i - 2) * UNIT - UNIT / 2;
    for (let z = 7.4; z < 12.2; z += 0.9) shrub(pen.at(hedge, 0, z), 0.7, Math.round(i * 100 + z * 10));
    tree(pen.at((i - 2) * UNIT - 2, 0, 10.6), 3.4 + (i % 2) * 0.5, 210 + i, 60);
  });
  for (let i = 0; i < 7; i++) tree(pen.at(-22 + i * 7.3, 0, -16.6 + (i % 2) * 1.4), 4.6 + (i % 3), 230 + i, 70);
  for (const x of [-23.5, 23.5]) for (const z of [-8, 3, 14]) palm(pen.at(x, 0, z), 6.5, Math.round(x + z + 300));
  for (let i = 0; i < 4; i++) things.passerBy(pen.at(-9 + i * 5, 0, 13.4 + (i % 2) * 2, i * 1.7), 720 + i);
}
