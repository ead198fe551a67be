// The duplexes on the slope: three visits to eight houses of red brick on two levels, held by stone walls.
import type { Building } from './building.ts';
import { type District, siteEarth } from './neighbourhood.ts';
import type { Pen } from './pen.ts';
import { palm, shrub, tree } from './plants.ts';
import * as things from './site-things.ts';
import { yard } from './site-yard.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { dwelling, type HouseState, UNIT } from './terrace.ts';
import { excavator, mixer, tipper } from './vehicles.ts';

const DISTRICT: District = {
  seed: 2718,
  site: { x0: -27, x1: 27, z0: -31, z1: 25 },
  street: 29,
  streetWide: 7,
  plotWide: 26,
  plotDeep: 26,
  acrossEvery: 5,
  kind: 'estate',
  green: 1.5,
  earth: '#9c4a2a',
  open: { x0: -34, x1: 14, z0: 32, z1: 58 },
};

const RED = coat(s.BLOCKS, '#a8583a');
const STONE = coat(s.STACK, '#8a8078');
const EARTH = coat(s.SOIL, '#9c4a2a');
const GREEN = coat(s.GRASS, '#5c6b34');
/** Heights of the upper level and of the bank behind it, metres above the lower one. */
const UPPER = 3.2;
const BANK = 6;

export const HILLSIDE_DUPLEXES: Building = {
  slug: 'hillside-duplexes',
  title: 'Eight duplexes on a slope',
  place: { latitude: 6.436, longitude: 7.525, ground: 210 },
  district: DISTRICT,
  cameras: [
    { kind: 'lens', from: [46, 27, 52], to: [-1, 3, -4], angle: 62 },
    { kind: 'lens', from: [-44, 33, 46], to: [0, 2, -5], angle: 60 },
    { kind: 'lens', from: [0, 76, 22], to: [0, 0, -4], angle: 56 },
    { kind: 'lens', from: [46, 32, -56], to: [-1, 3, -2], angle: 60 },
    { kind: 'lens', from: [-46, 29, -55], to: [0, 3, -2], angle: 62 },
    { kind: 'lens', from: [-10, 7, 46], to: [-1, 4, -3], angle: 70 },
  ],
  steady: 3,
  stages: [
    { title: 'Levels cut, footings', phase: 'foundation', progress: 0.12, day: 'morning', pit: null },
    { title: 'Lower row to the first floor', phase: 'framing', progress: 0.3, day: 'clear', pit: null },
    { title: 'Lower row to its upper walls', phase: 'framing', progress: 0.48, day: 'rainy', pit: null },
  ],
  draw,
  ground: (stage) => siteEarth(DISTRICT, stage === 3 ? 1 : 0.1, stage === 1 ? 0.35 : 0.1),
};

const START: HouseState = {
  base: 'slab',
  ground: 0,
  slab: 'none',
  upper: 0,
  finish: 'blocks',
  glass: false,
  done: false,
  masonry: RED,
};

/** The lower row is a visit ahead of the upper one; houses advance from left to right. */
function houseAt(stage: number, row: 'lower' | 'upper', i: number): HouseState {
  const step = row === 'lower' ? stage : stage - 1;
  if (step === 0) return { ...START, base: 'strips', ground: [0.5, 0.4, 0, 0][i]! };
  if (step === 1) return { ...START, ground: [1.9, 1.2, 0.7, 0][i]! };
  if (step === 2)
    return {
      ...START,
      ground: [3, 3, 3, 2.2][i]!,
      slab: i < 2 ? 'cast' : i === 2 ? 'fresh' : 'none',
      upper: [0.9, 0, 0, 0][i]!,
    };
  return { ...START, ground: 3, slab: 'cast', upper: [3, 3, 2.5, 1.4][i]! };
}

function draw(pen: Pen, stage: number): void {
  hills(pen);
  levels(pen);
  for (let i = 0; i < 4; i++) {
    const x = (i < 2 ? -12.5 : 10.5) + ((i % 2) - 0.5) * UNIT;
    const end = i % 2 === 0 ? -1 : 1;
    dwelling(pen.at(x, 0, 8), houseAt(stage, 'lower', i), end);
    dwelling(pen.at(x, UPPER, -13), houseAt(stage, 'upper', i), end);
  }
  yard(pen, {
    site: DISTRICT.site,
    fence: '#c9a13b',
    hut: '#e9e3d3',
    gate: [-3, 4],
    front: 9,
    busy: true,
    seed: stage + 21,
  });
  const up = pen.at(0, UPPER, 0);
  things.blockStack(up.at(-1, 0, -16), 4, 4);
  things.heap(up.at(24, 0, -8), 2.2, 1.3, coat(s.SAND, '#c9ad80'), 6);
  things.rebarBundles(up.at(-1, 0, -7), 6);
  for (let i = 0; i < 8; i++)
    things.person(up.at(-20 + i * 5.4, 0, -5 - (i % 3) * 0.9, i * 2 + stage), 800 + i + stage * 8);
  if (stage === 1) excavator(up.at(22, 0, -14, 2.4), 0.4, 0.6);
  if (stage === 1) tipper(pen.at(-1, 0, 12, 1.5), '#c23b2b');
  if (stage === 3) mixer(pen.at(-1, 0, 10, 1.6));
}

/** Two levels cut into the slope, each held by a wall of stone. */
function levels(pen: Pen): void {
  pen.box([0, 0, -17], [53.4, UPPER, 27.4], EARTH);
  pen.box([0, 0, -3.1], [53.4, UPPER + 0.5, 0.6], STONE);
  for (const x of [-26.6, 26.6]) pen.box([x, 0, -17], [0.6, UPPER + 0.4, 28], STONE);
  pen.box([0, UPPER, -27], [53.4, BANK - UPPER, 8], GREEN);
  pen.box([0, UPPER, -22.8], [53.4, BANK - UPPER + 0.3, 0.5], STONE);
  for (let i = 0; i < 9; i++) pen.box([0, 0, -1.4 + i * 0.22 - 2], [2.6, (UPPER / 9) * (9 - i), 0.24], STONE);
  for (let i = 0; i < 7; i++) tree(pen.at(-23 + i * 7.6, BANK, -26.5 - (i % 2) * 2), 5 + (i % 3), 830 + i, 70);
  for (let i = 0; i < 10; i++) shrub(pen.at(-24 + i * 5.2, BANK, -24), 0.9, 850 + i);
  palm(pen.at(24, 0, 2), 7, 861);
}

/** The hill that the estate climbs. */
function hills(pen: Pen): void {
  const wood = coat(s.GRASS, '#4f6132');
  pen.ball([-120, -12, -330], [300, 82, 190], wood);
  pen.ball([190, -12, -380], [260, 64, 190], wood);
  pen.ball([330, -8, -180], [150, 36, 130], wood);
  for (let i = 0; i < 60; i++) {
    const x = -300 + i * 10;
    const y = -12 + 82 * Math.sqrt(Math.max(0, 1 - ((x + 120) / 300) ** 2 - 0.62));
    if (y > 4) tree(pen.at(x, y - 2, -330 + 190 * Math.sqrt(0.62)), 9 + (i % 4), 900 + i, 8);
  }
}
