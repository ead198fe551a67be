// The tower on a podium: six visits from the pit to the tower's eighth floor.
import type { Building } from './building.ts';
import { pitWalls, raft } from './excavation.ts';
import { type District, siteEarth } from './neighbourhood.ts';
import type { Pen } from './pen.ts';
import { palm } from './plants.ts';
import * as things from './site-things.ts';
import { crewOn, yard } from './site-yard.ts';
import { type Growth, type Plan, scaffolding, storeys } from './storeys.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { excavator, mixer, tipper, towerCrane } from './vehicles.ts';

const DISTRICT: District = {
  seed: 8117,
  site: { x0: -26, x1: 26, z0: -22, z1: 21 },
  street: 26,
  streetWide: 11,
  plotWide: 22,
  plotDeep: 24,
  acrossEvery: 5,
  kind: 'estate',
  green: 1.25,
  earth: '#b59a74',
  open: { x0: -36, x1: 14, z0: 30, z1: 58 },
};

const PODIUM: Plan = {
  xs: [-18, -12, -6, 0, 6, 12, 18],
  zs: [-14, -8, -2, 4, 10],
  high: 4,
  wall: '#e9e6df',
  accent: '#3c4a52',
  roof: '#d8d4ca',
  gallery: false,
};
const TOWER: Plan = {
  xs: [-14, -9, -4, 1, 6],
  zs: [-12, -7, -2, 3],
  high: 3.2,
  wall: '#f2f1ec',
  accent: '#2e6e73',
  roof: '#f2f1ec',
  gallery: false,
};
const PIT = { x0: -20, x1: 20, z0: -16, z1: 12 };
const EARTH = coat(s.SOIL, '#ab8a60');
const BASE = 0.3;

export const PODIUM_TOWER: Building = {
  slug: 'podium-tower',
  title: 'Residential tower on a podium',
  place: { latitude: 6.452, longitude: 3.438, ground: 4 },
  district: DISTRICT,
  cameras: [
    { kind: 'lens', from: [-52, 40, 52], to: [-1, 14, -2], angle: 62 },
    { kind: 'lens', from: [54, 38, 48], to: [-1, 14, -2], angle: 60 },
    { kind: 'lens', from: [52, 42, -52], to: [0, 13, -1], angle: 60 },
    { kind: 'lens', from: [-53, 37, -50], to: [0, 13, -1], angle: 62 },
    { kind: 'lens', from: [0, 96, 19], to: [0, 8, -2], angle: 52 },
    { kind: 'lens', from: [-11, 9, 56], to: [-1, 16, -2], angle: 72 },
  ],
  steady: 2,
  stages: [
    { title: 'Excavation for two parking decks', phase: 'foundation', progress: 0.06, day: 'clear', pit: PIT },
    { title: 'Raft of the podium', phase: 'foundation', progress: 0.14, day: 'morning', pit: PIT },
    { title: 'Podium frame', phase: 'framing', progress: 0.26, day: 'rainy', pit: null },
    { title: 'Tower to its second floor', phase: 'framing', progress: 0.38, day: 'morning', pit: null },
    { title: 'Tower to its fifth floor', phase: 'framing', progress: 0.52, day: 'clear', pit: null },
    { title: 'Tower to its eighth floor', phase: 'framing', progress: 0.66, day: 'harmattan', pit: null },
  ],
  draw,
  ground: (stage) => siteEarth(DISTRICT, stage === 3 ? 1 : 0.15, stage === 1 ? 0.4 : 0.1),
};

const grow = (skins: Growth['skins'], columnsUp = true): Growth => ({ skins, fresh: 1, columnsUp, top: 'none' });

/** Podium and tower from the third visit on. */
const PODIUMS: readonly Growth[] = [
  grow(['none']),
  { ...grow(['none', 'none'], false), fresh: 0 },
  { ...grow(['blocks', 'none'], false), fresh: 0 },
  { ...grow(['shop', 'plaster'], false), fresh: 0 },
];
const TOWERS: readonly (Growth | null)[] = [
  null,
  grow(['none', 'none']),
  grow(['blocks', 'blocks', 'none', 'none', 'none']),
  grow(['painted', 'plaster', 'plaster', 'blocks', 'blocks', 'none', 'none', 'none']),
];

function draw(pen: Pen, stage: number): void {
  yard(pen, {
    site: DISTRICT.site,
    fence: '#e3e1da',
    hut: '#2f6f6b',
    gate: [8, 15],
    front: 9,
    busy: stage > 1,
    seed: stage + 3,
  });
  for (const x of [-23, 23]) palm(pen.at(x, 0, -19), 8, x + 90);
  if (stage <= 2) {
    pitWalls(pen, PIT, 3.4, EARTH);
    if (stage === 1) dig(pen);
    else footing(pen);
    return;
  }
  pen.box([0, 0, -2], [37.4, BASE, 25.4], coat(s.CONCRETE, '#a9a59c'));
  const at = pen.at(0, BASE, 0);
  const [podium, tower] = [PODIUMS[stage - 3]!, TOWERS[stage - 3]!];
  storeys(at, PODIUM, podium);
  const deck = at.at(0, podium.skins.length * PODIUM.high, 0);
  if (tower === null) crewOn(deck.at(0, 0, -2), 34, 22, 300);
  else {
    storeys(deck, TOWER, tower);
    crewOn(deck.at(-4, tower.skins.length * TOWER.high, -4.5), 18, 13, 320);
    if (stage > 4) scaffolding(deck, TOWER, (tower.skins.length - 2) * TOWER.high);
    things.rebarBundles(deck.at(12, 0, 4), 8);
    things.blockStack(deck.at(11, 0, -6), 5, 3);
    for (let i = 0; i < 5; i++) things.person(deck.at(9 + (i % 3) * 3, 0, -10 + i * 4, i * 2), 340 + i);
  }
  towerCrane(pen.at(21.6, 0, -10), stage > 4 ? 48 : 34, [2.4, 2.2, 2.8, 3.5][stage - 3]!, 34);
}

function dig(pen: Pen): void {
  excavator(pen.at(8, -3.4, -4, 2.5), 0.5, 0.8);
  excavator(pen.at(-9, -3.4, 2, 0.6), -0.4, 0.4);
  tipper(pen.at(23, 0, 6, -1.5), '#2f5e9a');
  tipper(pen.at(10, 0, 17, 0.1), '#c23b2b', 'empty');
  for (let i = 0; i < 5; i++) things.heap(pen.at(-17 + i * 8, 0, -19.4), 2.6, 1.3, EARTH, 20 + i);
  for (let i = 0; i < 5; i++) things.person(pen.at(-9 + i * 4.3, -3.4, 4 - i * 2.7, i * 2), 360 + i);
}

function footing(pen: Pen): void {
  raft(pen, { x0: -18.6, x1: 18.6, z0: -14.6, z1: 10.6 }, -3.4, 0.55, PODIUM);
  mixer(pen.at(-4, 0, 15.4, Math.PI));
  mixer(pen.at(9, 0, 15.8, Math.PI));
  towerCrane(pen.at(21.6, 0, -10), 34, 2.7, 34);
  for (let i = 0; i < 9; i++) things.person(pen.at(-14 + i * 3.4, -2.8, -11 + ((i * 7) % 19), i * 2), 380 + i);
}
