// The residential block's year: eight visits from bare earth to the garden wall.
import { apartments, type BlockState, STOREY } from './apartments.ts';
import type { Building } from './building.ts';
import { pitWalls, raft } from './excavation.ts';
import { type District, siteEarth } from './neighbourhood.ts';
import { colour, type Pen } from './pen.ts';
import { palm, shrub, tree } from './plants.ts';
import * as things from './site-things.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { dress, type Spot } from './surfaces.ts';
import { car, excavator, mixer, pickup, tipper, towerCrane } from './vehicles.ts';

const DISTRICT: District = {
  seed: 4211,
  site: { x0: -24, x1: 24, z0: -20.5, z1: 19.5 },
  street: 23.5,
  streetWide: 8,
  plotWide: 16,
  plotDeep: 20,
  acrossEvery: 7,
  kind: 'town',
  open: { x0: -30, x1: 12, z0: 27, z1: 47 },
  green: 0.55,
  earth: '#a37050',
};

const PIT = { x0: -15.5, x1: 15.5, z0: -10.5, z1: 8.5 };
const EARTH = coat(s.SOIL, '#a37050');
const SAND = coat(s.SAND, '#c9ad80');
const GRANITE = coat(s.GRAVEL, '#8f8d8b');
const COLUMNS = { xs: [-13, -7.8, -2.6, 2.6, 7.8, 13], zs: [-8, -3.4, 1.2, 6] };

const RAW: BlockState = {
  slabs: 0,
  walls: [],
  glazed: 0,
  columnsUp: true,
  freshSlabs: 1,
  scaffoldTo: 0,
  roof: 'none',
  done: false,
};

export const RESIDENTIAL_BLOCK: Building = {
  slug: 'residential-block',
  title: 'Six-storey residential block',
  place: { latitude: 6.4478, longitude: 3.472, ground: 3 },
  district: DISTRICT,
  cameras: [
    { kind: 'lens', from: [43, 30, 47], to: [-1, 7.5, -1], angle: 61 },
    { kind: 'lens', from: [-50, 27, -34], to: [1, 7, 0], angle: 58 },
    { kind: 'lens', from: [0, 64, 12], to: [0, 0, -0.6], angle: 52 },
    { kind: 'lens', from: [-10, 8.5, 38], to: [-0.5, 8.6, 0], angle: 66 },
  ],
  steady: 4,
  stages: [
    { title: 'Setting out', phase: 'foundation', progress: 0.02, day: 'clear', pit: null },
    { title: 'Excavation', phase: 'foundation', progress: 0.08, day: 'morning', pit: PIT },
    { title: 'Raft foundation', phase: 'foundation', progress: 0.16, day: 'rainy', pit: PIT },
    { title: 'Frame to the second floor', phase: 'framing', progress: 0.3, day: 'clear', pit: null },
    { title: 'Frame to the fourth floor', phase: 'framing', progress: 0.45, day: 'morning', pit: null },
    { title: 'Frame topped out, blockwork', phase: 'framing', progress: 0.62, day: 'harmattan', pit: null },
    { title: 'Roof and rendering', phase: 'roofing', progress: 0.8, day: 'clear', pit: null },
    { title: 'Handed over', phase: 'finishing', progress: 1, day: 'morning', pit: null },
  ],
  draw,
  ground,
};

/** Draws everything on the site at `stage` (1 to 8). */
function draw(pen: Pen, stage: number): void {
  if (stage < 8) yard(pen, stage);
  if (stage === 1) settingOut(pen);
  if (stage === 2) dig(pen);
  if (stage === 3) footing(pen);
  if (stage === 4) apartments(pen, { ...RAW, slabs: 2 });
  if (stage === 5) apartments(pen, { ...RAW, slabs: 4, walls: ['blocks', 'blocks'], scaffoldTo: 6 });
  if (stage === 6) {
    const walls = ['blocks', 'blocks', 'blocks', 'blocks', 'blocks'] as const;
    apartments(pen, { ...RAW, slabs: 6, walls, columnsUp: false, scaffoldTo: 18 });
    crewOnTop(pen.at(0, 0.35 + 6 * STOREY, 0));
  }
  if (stage === 4) crewOnTop(pen.at(0, 0.35 + 2 * STOREY, 0));
  if (stage === 5) crewOnTop(pen.at(0, 0.35 + 4 * STOREY, 0));
  if (stage === 7) {
    const walls = ['plaster', 'plaster', 'plaster', 'plaster', 'plaster', 'blocks'] as const;
    apartments(pen, {
      ...RAW,
      slabs: 6,
      walls,
      columnsUp: false,
      freshSlabs: 0,
      glazed: 3,
      scaffoldTo: 18,
      roof: 'half',
    });
  }
  if (stage === 8) finished(pen);
}

function ground(stage: number): (p: Spot) => void {
  if (stage < 8)
    return siteEarth(DISTRICT, [0, 0.2, 0, 1, 0.5, 0, 0, 0.1][stage]!, stage === 1 ? 0.85 : stage === 2 ? 0.35 : 0.1);
  const [stone, lawn] = [colour('#b3a598'), colour('#5d7238')];
  return (p) => {
    const bed = p.z < -13 || p.x < -20.5 || p.x > 20.5 || (p.z > 15.8 && Math.abs(p.x) > 5);
    [p.r, p.g, p.b] = bed ? lawn : stone;
    dress(bed ? s.GRASS : s.PAVING, p);
    if (
      !bed &&
      p.z > 9.5 &&
      p.z < 14.6 &&
      Math.abs(p.x) < 18.2 &&
      Math.abs(p.x / 2.6 - Math.round(p.x / 2.6)) < 0.025
    ) {
      [p.r, p.g, p.b] = [0.75, 0.75, 0.72];
    }
  };
}

function fence(pen: Pen): void {
  const blue = '#3f7fa8';
  things.hoarding(pen, [-23.8, 0, 19.2], [9, 0, 19.2], blue);
  things.hoarding(pen, [16, 0, 19.2], [23.8, 0, 19.2], blue);
  things.hoarding(pen, [-23.8, 0, -20.2], [-23.8, 0, 19.2], blue);
  things.hoarding(pen, [23.8, 0, -20.2], [23.8, 0, 19.2], blue);
  things.hoarding(pen, [-23.8, 0, -20.2], [23.8, 0, -20.2], blue);
}

function yard(pen: Pen, stage: number): void {
  fence(pen);
  things.siteOffice(pen.at(-19.6, 0, 14.6, 0.04), '#c9c6bd');
  if (stage > 1) things.siteOffice(pen.at(-19.6, 2.75, 14.6, 0.04), '#3d6f96');
  if (stage > 2) things.container(pen.at(-21.6, 0, 7, Math.PI / 2 + 0.03), '#8c4a34');
  things.waterTank(pen.at(-14.8, 0, 16.6), 2.4);
  if (stage > 2) {
    things.heap(pen.at(19.4, 0, 3), 3.2, 1.9, SAND, 5);
    things.heap(pen.at(19.6, 0, -4), 2.9, 1.7, GRANITE, 8);
    things.rebarBundles(pen.at(18.6, 0, 13.4, Math.PI / 2), 9);
    things.timberStack(pen.at(1, 0, -16.8), 5.5);
    things.timberStack(pen.at(7.5, 0, -17, 0.1), 4.6);
    things.drumMixer(pen.at(16.2, 0, 6.6, 2.3));
    things.cementStack(pen.at(-19.8, 0, 1.4, 1.6));
  }
  if (stage > 3 && stage < 7) towerCrane(pen.at(18.6, 0, -13.6), 27, [0, 0, 0, 0, 2.2, 1.9, 2.5][stage]!, 30);
  if (stage > 3) {
    things.blockStack(pen.at(-20.4, 0, -14), 5, stage === 6 ? 3 : 5);
    things.blockStack(pen.at(-12.6, 0, -16.8), 6, stage === 5 ? 4 : 2);
    things.cementStack(pen.at(-19.8, 0, -2.4, 1.6));
  }
  pickup(pen.at(3.2, 0, 15.2, [0.1, 0.05, 2.9, 0.2, 0.1, 3.1, 0.15, 0][stage]!), '#dfddd6');
  things.litter(pen, { x0: -17, x1: 22, z0: 9.5, z1: 18.5 }, stage > 1 ? 26 : 6, stage);
  things.litter(pen, { x0: -22.5, x1: 22.5, z0: -19.5, z1: -11 }, stage > 1 ? 22 : 4, stage + 50);
  for (let i = 0; i < 9; i++) {
    const turn = i * 2.4 + stage;
    things.person(
      pen.at(-16 + ((i * 37 + stage * 13) % 34), 0, 10.5 + ((i * 17 + stage * 7) % 8), turn),
      i + stage * 20,
    );
  }
}

/** Men and material on the newest slab. */
function crewOnTop(pen: Pen): void {
  for (let i = 0; i < 8; i++) things.person(pen.at(-11 + ((i * 29) % 23), 0, -7 + ((i * 17) % 12), i * 1.9), 500 + i);
  things.litter(pen, { x0: -12, x1: 12, z0: -7.5, z1: 5.5 }, 30, 61);
  things.timberStack(pen.at(-7, 0, 3, 0.2), 3.6);
  things.blockStack(pen.at(9, 0, 2.5, 1.5), 3, 3, 0.8);
  for (const x of [-2.4, 2.4]) for (const z of [-7.9, -4]) things.starters(pen, x, 0, z, 1.1, 0.15);
}

function settingOut(pen: Pen): void {
  things.profiles(pen, COLUMNS.xs, COLUMNS.zs);
  things.heap(pen.at(15, 0, -16), 3.2, 1.1, EARTH, 3);
  excavator(pen.at(17.5, 0, 7, 2.6), 0.3, 0.5);
  things.person(pen.at(-4, 0, -1, 1), 400);
  things.person(pen.at(7, 0, 3, 4), 401);
  things.person(pen.at(9, 0, -5, 2), 402);
  tree(pen.at(-20, 0, -15), 7, 11, 80);
  tree(pen.at(20.5, 0, -17), 5.5, 12, 80);
}

function dig(pen: Pen): void {
  pitWalls(pen, PIT, 1.9, coat(s.SOIL, '#9c5f40'));
  excavator(pen.at(6, -1.9, -3, 2.5), 0.5, 0.8);
  excavator(pen.at(-17, 0.1, -13, 0.3), -0.5, 0.3);
  tipper(pen.at(18.6, 0, 5, -1.4), '#c23b2b');
  tipper(pen.at(11, 0, 13.4, 0.15), '#2f5e9a', 'empty');
  for (const [x, z, r] of [
    [-6, -16, 3.6],
    [2, -16.4, 3.2],
    [10, -15.8, 3.8],
    [18.5, -14, 3.1],
  ] as const) {
    things.heap(pen.at(x, 0, z), r, r * 0.55, EARTH, Math.round(x + 40));
  }
  for (let i = 0; i < 4; i++) things.person(pen.at(-9 + i * 3.3, -1.9, 2 - i * 1.7, i * 2), 420 + i);
}

function footing(pen: Pen): void {
  pitWalls(pen, PIT, 1.9, coat(s.SOIL, '#9c5f40'));
  raft(pen, { x0: -13.8, x1: 13.8, z0: -8.8, z1: 6.8 }, -1.9, 0.42, COLUMNS);
  mixer(pen.at(-4, 0, 12, Math.PI));
  things.heap(pen.at(-7, 0, -16), 3.2, 1.5, EARTH, 33);
  for (let i = 0; i < 8; i++) things.person(pen.at(-9 + i * 2.7, -1.3, -5 + ((i * 5) % 9), i * 2), 440 + i);
}

function finished(pen: Pen): void {
  const walls = ['painted', 'painted', 'painted', 'painted', 'painted', 'painted'] as const;
  const state: BlockState = {
    ...RAW,
    slabs: 6,
    walls,
    columnsUp: false,
    freshSlabs: 0,
    glazed: 6,
    roof: 'done',
    done: true,
  };
  apartments(pen, state);
  gardenWall(pen);
  pen.box([0, 3.1, 8], [6, 0.25, 3.6], coat(s.PLASTER, '#50555a'));
  for (const x of [-2.6, 2.6]) pen.box([x, 0, 9.4], [0.3, 3.1, 0.3], coat(s.PLASTER, '#eee6d6'));
  const cars = ['#e6e6e3', '#22262b', '#7c1d20', '#9ba0a5', '#24405f', '#d9d6cc'];
  cars.forEach((hex, i) => {
    if (i !== 2)
      car(pen.at(-16.9 + i * 5.2 + (i > 2 ? 2.6 : 0), 0, 12.2, Math.PI / 2), hex, i % 2 === 0 ? 'jeep' : 'saloon');
  });
  [-22, -22, -22, 22, 22, 22].forEach((x, i) => {
    palm(pen.at(x, 0, -14 + (i % 3) * 12, i), 6 + (i % 2), 60 + i);
  });
  for (let i = 0; i < 6; i++) tree(pen.at(-18 + i * 7.2, 0, -17 + (i % 2)), 4.6 + (i % 3) * 0.8, 80 + i, 70);
  for (let x = -22; x <= 22; x += 1.9) if (Math.abs(x) > 6) shrub(pen.at(x, 0, 18), 1, Math.round(x * 10) + 900);
  for (let i = 0; i < 4; i++) things.passerBy(pen.at(-3 + i * 2.6, 0, 11 + (i % 2) * 4, i * 1.4), 460 + i);
}

function gardenWall(pen: Pen): void {
  const wall = coat(s.PLASTER, '#eee6d6');
  const cap = coat(s.PLASTER, '#50555a');
  const run = (x: number, z: number, w: number, d: number) => {
    pen.box([x, 0, z], [w, 2, d], wall);
    pen.box([x, 2, z], [w + 0.12, 0.1, d + 0.12], cap);
  };
  run(-14.4, 19.2, 19, 0.25);
  run(14.4, 19.2, 19, 0.25);
  run(-23.8, -0.5, 0.25, 39.6);
  run(23.8, -0.5, 0.25, 39.6);
  run(0, -20.2, 47.6, 0.25);
  for (const x of [-2.4, 2.4]) pen.box([x, 0.1, 19.2], [4.6, 2, 0.09], coat(s.METAL, '#2f3336'));
}
