// The office building that gets a new facade while it stands: four visits from the old bands of windows to six storeys of glass.
import type { Building } from './building.ts';
import type { District } from './neighbourhood.ts';
import { colour, type Pen } from './pen.ts';
import { palm, tree } from './plants.ts';
import * as things from './site-things.ts';
import { type Growth, type Plan, type Skin, scaffolding, storeys } from './storeys.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { dress, type Spot } from './surfaces.ts';
import { car, mobileCrane, pickup, tipper } from './vehicles.ts';

const DISTRICT: District = {
  seed: 1554,
  site: { x0: -28, x1: 28, z0: -18, z1: 20 },
  street: 26,
  streetWide: 13,
  plotWide: 20,
  plotDeep: 22,
  acrossEvery: 6,
  kind: 'town',
  green: 0.25,
  earth: '#9a8d7c',
  open: { x0: -80, x1: 80, z0: 32, z1: 58 },
};

const MAIN: Plan = {
  xs: [-16, -11, -6, -1, 4, 9],
  zs: [-10, -4.5, 1, 6.5],
  high: 3.6,
  wall: '#dfe3e4',
  accent: '#2f6f8a',
  roof: '#a89a80',
  gallery: false,
};
const ANNEX: Plan = { ...MAIN, xs: [14.5, 19.5, 24.5], zs: [-10, -4.5, 1], high: 3.4 };

export const OFFICE_FACADE: Building = {
  slug: 'office-facade',
  title: 'Office building with a new facade',
  place: { latitude: 6.4526, longitude: 3.393, ground: 4 },
  district: DISTRICT,
  cameras: [
    { kind: 'lens', from: [46, 33, 50], to: [-1, 12, -2], angle: 60 },
    { kind: 'lens', from: [-44, 24, 44], to: [-1, 12, -2], angle: 62 },
    { kind: 'lens', from: [48, 31, -46], to: [0, 12, -2], angle: 62 },
    { kind: 'lens', from: [-46, 36, -44], to: [0, 12, -2], angle: 60 },
    { kind: 'lens', from: [0, 88, 17], to: [2, 10, -3], angle: 54 },
    { kind: 'lens', from: [-8, 8, 55], to: [1, 14.5, -2], angle: 70 },
  ],
  steady: 2,
  stages: [
    { title: 'The old facade, recorded before work', phase: 'other', progress: 0.04, day: 'clear', pit: null },
    { title: 'Scaffold up, top floors stripped', phase: 'finishing', progress: 0.2, day: 'morning', pit: null },
    { title: 'New glass on the top floors, risers', phase: 'electrical', progress: 0.38, day: 'harmattan', pit: null },
    { title: 'New facade on six of eight floors', phase: 'finishing', progress: 0.6, day: 'clear', pit: null },
  ],
  draw,
  ground,
};

const standing = (skins: readonly Skin[]): Growth => ({ skins, fresh: 0, columnsUp: false, top: 'flat' });
const floors = (old: number, stripped: number, glass: number): Skin[] => [
  ...Array<Skin>(old).fill('old'),
  ...Array<Skin>(stripped).fill('stripped'),
  ...Array<Skin>(glass).fill('glass'),
];

/** Work goes from the top down, so that tenants below stay dry. */
const MAINS = [floors(8, 0, 0), floors(5, 3, 0), floors(3, 2, 3), floors(1, 1, 6)];
const ANNEXES = [floors(3, 0, 0), floors(3, 0, 0), floors(2, 1, 0), floors(1, 1, 1)];

function draw(pen: Pen, stage: number): void {
  pen.box([-3.5, 0, -1.75], [26.4, 0.3, 17.6], coat(s.CONCRETE, '#9d998f'));
  storeys(pen.at(0, 0.3, 0), MAIN, standing(MAINS[stage - 1]!));
  storeys(pen.at(0, 0.3, 0), ANNEX, standing(ANNEXES[stage - 1]!));
  pen.box([-3.5, 3.6, 8.4], [7, 0.3, 4], coat(s.CONCRETE, '#8f8778'));
  if (stage > 1) works(pen, stage);
  car(pen.at(-22, 0, -8, 0), '#24405f');
  car(pen.at(-22, 0, -4.6, 0), '#e6e6e3', 'jeep');
  for (let i = 0; i < 4; i++)
    car(pen.at(-25 + i * 3.2, 0, 15.4, Math.PI / 2), ['#7c1d20', '#d9d6cc', '#22262b', '#9ba0a5'][i]!);
  for (const x of [-26, -12, 26]) palm(pen.at(x, 0, 18.4), 7, x + 140);
  tree(pen.at(-25.5, 0, -14), 6, 71, 70);
  const wall = coat(s.PLASTER, '#b8ab90');
  pen.box([-19, 0, 19.7], [17, 1.4, 0.25], wall);
  pen.box([18, 0, 19.7], [19, 1.4, 0.25], wall);
  for (const x of [-27.8, 27.8]) pen.box([x, 0, 1], [0.25, 1.8, 37.5], wall);
  pen.box([0, 0, -17.8], [55.6, 1.8, 0.25], wall);
  for (let i = 0; i < 7; i++) things.passerBy(pen.at(-10 + i * 3.3, 0, 11.5 + (i % 3) * 2.4, i * 1.4), 600 + i);
}

function works(pen: Pen, stage: number): void {
  scaffolding(pen, MAIN, [0, 0, 29, 29, 18][stage]!);
  things.hoarding(pen, [10.6, 0, 12.5], [27, 0, 12.5], '#d9b23a');
  things.hoarding(pen, [10.6, 0, 12.5], [10.6, 0, 19.2], '#d9b23a');
  things.siteOffice(pen.at(23, 0, 15.6, 0.03), '#dfe3e4');
  things.container(pen.at(17, 0, 5.4, 0.05), '#8c4a34');
  if (stage === 2) {
    tipper(pen.at(14.6, 0, 16.6, 0.1), '#c23b2b');
    things.heap(pen.at(22, 0, 8.8), 2.2, 1.3, coat(s.GRAVEL, '#a39c8f'), 12);
  } else {
    for (let i = 0; i < 4; i++) crate(pen.at(13 + i * 2.4, 0, 15));
    mobileCrane(pen.at(17, 0, 9.6, 2.6), 2.4, 1.15, 22);
  }
  pickup(pen.at(4, 0, 15.6, 0.1 + stage), '#dfddd6');
  for (let i = 0; i < 9; i++)
    things.person(pen.at(11.5 + ((i * 5) % 14), 0, 13.6 + ((i * 3) % 5), i * 2.1), 640 + i + stage * 9);
  for (let i = 0; i < 8; i++)
    things.person(pen.at(-15 + i * 3.2, 2 * (3 + ((i * 3 + stage) % (stage === 4 ? 6 : 9))) + 0.1, 8.05, i), 680 + i);
}

/** Panes standing on a frame, as they come from the works. */
function crate(pen: Pen): void {
  for (const z of [-0.3, 0, 0.3]) pen.box([0, 0.25, z], [1.9, 2.4, 0.05], coat(s.GLASS, '#2f6f8a'));
  pen.box([0, 0, 0], [2.1, 0.25, 1], things.WOOD);
}

/** A paved yard from the first visit on: the building was never away. */
function ground(): (p: Spot) => void {
  const [stone, lawn] = [colour('#98938c'), colour('#5d7238')];
  return (p) => {
    const bed = p.z > 17.4 && Math.abs(p.x) > 8;
    [p.r, p.g, p.b] = bed ? lawn : stone;
    dress(bed ? s.GRASS : s.PAVING, p);
  };
}
