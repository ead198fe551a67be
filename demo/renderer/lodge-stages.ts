// The student lodge: eight visits from pegs in the ground to two painted wings with galleries and a refectory.
import type { Building } from './building.ts';
import { type District, siteEarth } from './neighbourhood.ts';
import { colour, type Pen } from './pen.ts';
import { palm, shrub, tree } from './plants.ts';
import * as things from './site-things.ts';
import { crewOn, yard } from './site-yard.ts';
import { type Growth, type Plan, type Skin, scaffolding, storeys } from './storeys.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { dress, type Spot } from './surfaces.ts';
import { car, danfo, excavator, mixer, tipper } from './vehicles.ts';

const DISTRICT: District = {
  seed: 6203,
  site: { x0: -30, x1: 30, z0: -24, z1: 22 },
  street: 25.5,
  streetWide: 7,
  plotWide: 13,
  plotDeep: 17,
  acrossEvery: 9,
  kind: 'town',
  green: 0.4,
  earth: '#8a6a55',
  open: { x0: -40, x1: 16, z0: 29, z1: 46 },
};

const LOOK = { high: 3, wall: '#e3b04e', accent: '#2f5f8f', roof: '#2f6b4f', gallery: true };
const LONG: Plan = { ...LOOK, xs: [-21, -16.5, -12, -7.5, -3, 1.5, 6, 10.5], zs: [-18, -13, -8] };
/** Drawn with a quarter turn: its front looks towards the court, -x. */
const WING: Plan = { ...LOOK, xs: [-4, 0.5, 5, 9.5, 14], zs: [-5, 0, 5] };
const HALL: Plan = { ...LOOK, high: 4.2, wall: '#efe7d6', xs: [-6, -1.5, 3, 7.5], zs: [-5, 0, 5], gallery: false };
const EARTH = coat(s.SOIL, '#7c5b47');

export const STUDENT_LODGE: Building = {
  slug: 'student-lodge',
  title: 'Student lodge with two wings and a refectory',
  place: { latitude: 6.515, longitude: 3.379, ground: 10 },
  district: DISTRICT,
  cameras: [
    { kind: 'lens', from: [-46, 30, 46], to: [0, 2, -4], angle: 62 },
    { kind: 'lens', from: [-6, 24, 58], to: [0, 2, -5], angle: 58 },
    { kind: 'lens', from: [49, 30, 45], to: [0, 2, -3], angle: 62 },
    { kind: 'lens', from: [47, 31, -50], to: [1, 2, -1], angle: 62 },
    { kind: 'lens', from: [0, 80, 18], to: [0, 0, -3], angle: 54 },
    { kind: 'lens', from: [-12, 7, 42], to: [0, 4, -3], angle: 72 },
  ],
  steady: 2,
  stages: [
    { title: 'Pegs and clearing', phase: 'foundation', progress: 0.03, day: 'morning', pit: null },
    { title: 'Strip footings', phase: 'foundation', progress: 0.1, day: 'rainy', pit: null },
    { title: 'Ground slabs', phase: 'foundation', progress: 0.2, day: 'clear', pit: null },
    { title: 'Ground floor framed', phase: 'framing', progress: 0.32, day: 'harmattan', pit: null },
    { title: 'First floor framed', phase: 'framing', progress: 0.45, day: 'morning', pit: null },
    { title: 'Second floor framed, blockwork', phase: 'framing', progress: 0.6, day: 'clear', pit: null },
    { title: 'Roof timbers, plaster', phase: 'roofing', progress: 0.8, day: 'rainy', pit: null },
    { title: 'Handed over', phase: 'finishing', progress: 1, day: 'clear', pit: null },
  ],
  draw,
  ground,
};

const raw = (skins: readonly Skin[], fresh = 1): Growth => ({ skins, fresh, columnsUp: fresh > 0, top: 'none' });
const WINGS: readonly Growth[] = [
  raw(['none']),
  raw(['blocks', 'none']),
  { ...raw(['blocks', 'blocks', 'none']), columnsUp: false },
  { ...raw(['plaster', 'plaster', 'blocks'], 0), top: 'timbers' },
  { ...raw(['painted', 'painted', 'painted'], 0), top: 'hip' },
];
const HALLS: readonly Growth[] = [
  raw([], 0),
  raw(['none']),
  { ...raw(['blocks'], 0), top: 'timbers' },
  { ...raw(['plaster'], 0), top: 'hip' },
  { ...raw(['painted'], 0), top: 'hip' },
];

const wingAt = (pen: Pen) => pen.at(22, 0, -9, -Math.PI / 2);
const hallAt = (pen: Pen) => pen.at(-20, 0, 4);

function draw(pen: Pen, stage: number): void {
  if (stage < 8)
    yard(pen, {
      site: DISTRICT.site,
      fence: '#a8543a',
      hut: '#d8c49a',
      gate: [-4, 4],
      front: 8,
      busy: stage > 1,
      seed: stage + 11,
    });
  if (stage === 1) clearing(pen);
  if (stage === 2) strips(pen);
  if (stage < 3) return;
  const slab = coat(s.CONCRETE, stage === 3 ? '#b5b0a5' : '#a9a59c');
  pen.box([-5.25, 0, -13], [32.6, 0.3, 11.4], slab);
  wingAt(pen).box([5, 0, 0], [19, 0.3, 11.4], slab);
  hallAt(pen).box([0.75, 0, 0], [14.6, 0.3, 11.2], slab);
  if (stage === 3) slabs(pen);
  else wings(pen.at(0, 0.3, 0), stage);
  if (stage === 8) opened(pen);
}

function wings(pen: Pen, stage: number): void {
  const [wing, hall] = [WINGS[stage - 4]!, HALLS[stage - 4]!];
  storeys(pen, LONG, wing);
  storeys(wingAt(pen), WING, wing);
  storeys(hallAt(pen), HALL, hall);
  if (stage < 7) crewOn(pen.at(-5.25, wing.skins.length * 3, -13), 28, 9, 520 + stage);
  if (stage < 7) crewOn(wingAt(pen).at(5, wing.skins.length * 3, 0), 16, 9, 540 + stage);
  if (stage === 6) scaffolding(pen, LONG, 6);
  if (stage === 7) scaffolding(pen, LONG, 8);
  if (stage === 5) mixer(pen.at(-4, 0, 12, 2.8));
}

function clearing(pen: Pen): void {
  things.profiles(
    pen,
    LONG.xs.filter((_, i) => i % 2 === 0),
    LONG.zs,
  );
  excavator(pen.at(10, 0, 6, 2.6), 0.3, 0.5);
  tipper(pen.at(18, 0, 10, 2.2), '#d0a02c', 'empty');
  things.heap(pen.at(-8, 0, 8), 3, 1.2, EARTH, 7);
  for (const [x, z] of [
    [-26, -20],
    [26, -4],
    [24, -20],
    [-25, 3],
  ] as const)
    tree(pen.at(x, 0, z), 6.5, x + 60, 80);
  for (let i = 0; i < 5; i++) things.person(pen.at(-12 + i * 5, 0, -4 + (i % 3) * 3, i * 2), 560 + i);
}

/** Trenches with their first concrete along every line of columns, the earth thrown up beside them. */
function strips(pen: Pen): void {
  const lines = (at: Pen, plan: Plan) => {
    const [x0, x1, z0, z1] = [plan.xs[0]!, plan.xs.at(-1)!, plan.zs[0]!, plan.zs.at(-1)!];
    for (const z of plan.zs) at.box([(x0 + x1) / 2, 0, z], [x1 - x0 + 1, 0.14, 0.8], coat(s.CONCRETE, '#97948d'));
    for (const x of plan.xs) at.box([x, 0, (z0 + z1) / 2], [0.7, 0.12, z1 - z0], coat(s.SOIL, '#5a4032'));
    for (const x of plan.xs) for (const z of plan.zs) things.starters(at, x, 0.1, z, 1.4);
    for (let x = x0 + 2; x < x1; x += 4.5) things.heap(at.at(x, 0, z0 + 2.4), 1.2, 0.55, EARTH, Math.round(x) + 50);
  };
  lines(pen, LONG);
  lines(wingAt(pen), WING);
  lines(hallAt(pen), HALL);
  mixer(pen.at(2, 0, 10, 2.9));
  excavator(pen.at(6, 0, 1, 1.2), 0.4, 0.6);
  for (let i = 0; i < 10; i++) things.person(pen.at(-18 + i * 3.7, 0, -10 + ((i * 5) % 12), i * 2), 580 + i);
}

function slabs(pen: Pen): void {
  const bars = (at: Pen, plan: Plan) => {
    for (const x of plan.xs) for (const z of plan.zs) things.starters(at, x, 0.3, z, 1.5);
  };
  bars(pen, LONG);
  bars(wingAt(pen), WING);
  bars(hallAt(pen), HALL);
  mixer(pen.at(0, 0, 6, 2.7));
  mixer(pen.at(9, 0, 10, 2.9));
  things.rebarBundles(pen.at(4, 0, -3), 9);
  for (let i = 0; i < 10; i++) things.person(pen.at(-18 + i * 3.4, 0.3, -16 + ((i * 5) % 7), i * 2), 590 + i);
}

function opened(pen: Pen): void {
  const wall = coat(s.PLASTER, '#efe7d6');
  pen.box([-17, 0, 21.7], [25.5, 1.6, 0.25], wall);
  pen.box([17, 0, 21.7], [25.5, 1.6, 0.25], wall);
  for (const x of [-29.8, 29.8]) pen.box([x, 0, -1], [0.25, 1.6, 45.4], wall);
  pen.box([0, 0, -23.7], [59.6, 1.6, 0.25], wall);
  for (let i = 0; i < 5; i++) tree(pen.at(-8 + i * 5, 0, -3 + (i % 2) * 8), 4 + (i % 3) * 0.6, 410 + i, 70);
  for (let x = -27; x <= 27; x += 1.8) if (Math.abs(x) > 5) shrub(pen.at(x, 0, 20.6), 0.9, Math.round(x * 9) + 700);
  for (const z of [-20, 14]) palm(pen.at(-27, 0, z), 7, z + 430);
  danfo(pen.at(-6, 0, 17, 0.05));
  car(pen.at(4, 0, 17.4, Math.PI), '#7c1d20');
  car(pen.at(11, 0, 17.2, Math.PI), '#e6e6e3', 'jeep');
  for (let i = 0; i < 14; i++) things.passerBy(pen.at(-9 + ((i * 7) % 19), 0, -4 + ((i * 5) % 18), i * 1.4), 610 + i);
}

function ground(stage: number): (p: Spot) => void {
  if (stage < 8) return siteEarth(DISTRICT, stage === 2 || stage === 7 ? 0.9 : 0.1, stage === 1 ? 0.9 : 0.15);
  const [stone, lawn] = [colour('#a98a72'), colour('#5d7238')];
  return (p) => {
    const court = p.x > -11 && p.x < 15 && p.z > -5 && p.z < 13 && Math.abs(p.x - 2) > 1.2 && Math.abs(p.z - 4) > 1.2;
    const bed = court || p.z < -20.5 || p.z > 20 || Math.abs(p.x) > 28.5;
    [p.r, p.g, p.b] = bed ? lawn : stone;
    dress(bed ? s.GRASS : s.PAVING, p);
  };
}
