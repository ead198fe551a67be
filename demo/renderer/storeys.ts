// A concrete-framed building of any size, storey by storey: columns, slabs, facades old and new, galleries, roof and scaffold.
import { roof } from './houses.ts';
import type { Coat, Pen } from './pen.ts';
import { POLE, props, scaffold, starters, WOOD, waterTank } from './site-things.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { type Opening, panel, rail, wallCoat } from './walls.ts';

/** What closes a storey: nothing, masonry on its way, paint, the bands of an old office block, a net over stripped slabs, or new glass. */
export type Skin = 'none' | 'blocks' | 'plaster' | 'painted' | 'shop' | 'old' | 'stripped' | 'glass';

/** The lines of the columns in metres, and the colours that the building is given in the end. */
export interface Plan {
  xs: readonly number[];
  zs: readonly number[];
  high: number;
  wall: string;
  accent: string;
  roof: string;
  /** an open gallery along the front of every upper storey */
  gallery: boolean;
}

/** How far it has come: one skin for every storey that stands, and how many of the top ones still rest on props. */
export interface Growth {
  skins: readonly Skin[];
  fresh: number;
  columnsUp: boolean;
  top: 'none' | 'flat' | 'timbers' | 'hip';
}

const CAST = coat(s.CONCRETE, '#a9a59c');
const PLY = coat(s.PLY, '#8d5f3d');
const NET = coat(s.LEAF, '#3f7f63');
const OLD_WALL = coat(s.PLASTER, '#a08e6f');
const OLD_PANE = coat(s.GLASS, '#3a3a34');
const OLD_FRAME = coat(s.METAL, '#8b8375');
const NEW_PANE = coat(s.GLASS, '#2f6f8a');
const FIN = coat(s.METAL, '#eceff0');
const UNIT_BOX = coat(s.METAL, '#d9d9d2');
const SLAB = 0.24;
const WINDOW: Opening = { wide: 1.7, high: 1.4, sill: 0.95 };

interface Bounds {
  x0: number;
  x1: number;
  z0: number;
  z1: number;
  cx: number;
  cz: number;
  wide: number;
  deep: number;
}

function bounds({ xs, zs }: Plan): Bounds {
  const [x0, x1, z0, z1] = [xs[0]!, xs.at(-1)!, zs[0]!, zs.at(-1)!];
  return { x0, x1, z0, z1, cx: (x0 + x1) / 2, cz: (z0 + z1) / 2, wide: x1 - x0, deep: z1 - z0 };
}

/** Draws the building on the pen's origin, which lies on its lowest floor; its front looks towards +z. */
export function storeys(pen: Pen, plan: Plan, growth: Growth): void {
  const { skins, fresh, columnsUp, top } = growth;
  const b = bounds(plan);
  skins.forEach((skin, level) => {
    const at = pen.at(0, level * plan.high, 0);
    bones(at, plan, skin);
    if (skin !== 'none') skinOf(at, plan, skin, level);
    if (plan.gallery && level > 0) gallery(at, plan, skin);
    if (level >= skins.length - fresh) formwork(at, plan);
  });
  const crown = pen.at(0, skins.length * plan.high, 0);
  if (columnsUp) columns(crown, plan);
  if (top === 'flat') parapet(crown, plan);
  if (top === 'hip')
    roof(
      crown,
      [b.cx, 0.1, b.cz + lift(plan)],
      [b.wide + 2.2, 3, b.deep + 2.2 + lift(plan) * 2],
      coat(s.CLADDING, plan.roof),
    );
  if (top === 'timbers') timbers(crown, b);
}

/** A gallery moves the middle of the roof towards the front. */
const lift = (plan: Plan) => (plan.gallery ? 0.9 : 0);

function bones(pen: Pen, { xs, zs, high, wall, ...plan }: Plan, skin: Skin): void {
  const b = bounds({ xs, zs, high, wall, ...plan });
  const made =
    skin === 'painted' || skin === 'shop' || skin === 'glass'
      ? coat(s.PLASTER, wall)
      : skin === 'old'
        ? OLD_WALL
        : CAST;
  for (const x of xs) for (const z of zs) pen.box([x, 0, z], [0.45, high - SLAB, 0.45], made);
  pen.box([b.cx, high - SLAB, b.cz], [b.wide + 0.7, SLAB, b.deep + 0.7], made);
  for (const z of zs) pen.box([b.cx, high - 0.6, z], [b.wide, 0.37, 0.3], made);
  for (const x of [-2.1, 2.1]) pen.box([b.cx + x, 0, b.cz], [0.25, high, 4], CAST);
  pen.box([b.cx, 0, b.cz], [4.2, high, 0.25], CAST);
}

/** Goes round the four sides, bay by bay: `face` draws one bay along x with its outer side towards +z. */
function round(pen: Pen, { xs, zs }: Plan, face: (at: Pen, wide: number, nth: number) => void): void {
  const [x0, x1, z0, z1] = [xs[0]!, xs.at(-1)!, zs[0]!, zs.at(-1)!];
  for (let i = 0; i + 1 < xs.length; i++) {
    const [x, wide] = [(xs[i]! + xs[i + 1]!) / 2, xs[i + 1]! - xs[i]!];
    face(pen.at(x, 0, z1), wide, i);
    face(pen.at(x, 0, z0, Math.PI), wide, i + 1);
  }
  for (let k = 0; k + 1 < zs.length; k++) {
    const [z, wide] = [(zs[k]! + zs[k + 1]!) / 2, zs[k + 1]! - zs[k]!];
    face(pen.at(x1, 0, z, Math.PI / 2), wide, k);
    face(pen.at(x0, 0, z, -Math.PI / 2), wide, k + 1);
  }
}

function skinOf(pen: Pen, plan: Plan, skin: Skin, level: number): void {
  const high = plan.high - SLAB;
  const masonry = (finish: 'blocks' | 'plaster' | 'painted') => (at: Pen, wide: number, nth: number) => {
    const paint = coat(s.PLASTER, (nth + (plan.gallery ? 0 : level)) % 3 === 1 ? plan.accent : plan.wall);
    const open = plan.gallery && nth % 2 === 0 ? { wide: 1.1, high: 2.1, sill: 0.05 } : WINDOW;
    panel(at, [wide - 0.4, high], open, wallCoat(finish, paint), finish === 'painted' ? 'glazed' : 'open');
  };
  if (skin === 'blocks' || skin === 'plaster' || skin === 'painted') round(pen, plan, masonry(skin));
  if (skin === 'shop') {
    const open = { wide: 3.4, high: high - 1, sill: 0.2 };
    round(pen, plan, (at, wide) => panel(at, [wide - 0.4, high], open, coat(s.PLASTER, plan.accent), 'glazed'));
  }
  if (skin === 'old') round(pen, plan, (at, wide, nth) => oldBay(at, [wide, high], nth + level * 3));
  if (skin === 'glass') round(pen, plan, (at, wide) => glassBay(at, [wide, plan.high]));
  if (skin === 'stripped') round(pen, plan, (at, wide, nth) => strippedBay(at, [wide, high], nth + level));
}

/** Beige spandrels, a band of dull panes, an air conditioner here and there. */
function oldBay(pen: Pen, [wide, high]: readonly [number, number], nth: number): void {
  pen.box([0, 0, 0.12], [wide, 1.1, 0.3], OLD_WALL);
  pen.box([0, high - 0.35, 0.12], [wide, 0.6, 0.3], OLD_WALL);
  pen.box([0, 1.1, 0.02], [wide, high - 1.4, 0.06], OLD_PANE);
  for (let x = -wide / 2; x <= wide / 2; x += wide / 4) pen.box([x, 1.1, 0.08], [0.08, high - 1.4, 0.1], OLD_FRAME);
  pen.box([0, 1.95, 0.08], [wide, 0.06, 0.08], OLD_FRAME);
  pen.box([wide / 2, 0, 0.3], [0.5, high + SLAB, 0.5], OLD_WALL);
  if (nth % 3 !== 0) pen.box([(nth % 2) - 0.6, 0.45, 0.5], [0.85, 0.55, 0.4], UNIT_BOX);
}

/** Glass from slab to slab between slender white fins. */
function glassBay(pen: Pen, [wide, high]: readonly [number, number]): void {
  pen.box([0, -0.1, 0.42], [wide + 0.6, high, 0.06], NEW_PANE);
  for (let x = -wide / 2; x <= wide / 2; x += wide / 4) pen.box([x, -0.1, 0.5], [0.07, high, 0.28], FIN);
  pen.box([0, -0.16, 0.5], [wide + 0.6, 0.34, 0.2], FIN);
}

/** Back to the slab: new brackets, low kerbs, and a net in two of three bays. */
function strippedBay(pen: Pen, [wide, high]: readonly [number, number], nth: number): void {
  pen.box([0, 0, 0], [wide, 0.25, 0.2], CAST);
  for (let x = -wide / 2 + 0.6; x < wide / 2; x += 1.2)
    pen.box([x, high, 0.3], [0.12, 0.3, 0.25], coat(s.METAL, '#b3b8ba'));
  if (nth % 3 !== 2) pen.box([0, -0.05, 1.55], [wide, high + 0.2, 0.04], NET);
}

function gallery(pen: Pen, plan: Plan, skin: Skin): void {
  const b = bounds(plan);
  const done = skin === 'painted';
  const made = done ? coat(s.PLASTER, plan.wall) : CAST;
  pen.box([b.cx, -SLAB, b.z1 + 1.1], [b.wide + 0.7, SLAB, 1.8], made);
  for (const x of plan.xs) pen.box([x, -plan.high, b.z1 + 1.85], [0.24, plan.high * 2 - SLAB, 0.24], made);
  if (!done) return;
  pen.box([b.cx, 0, b.z1 + 1.95], [b.wide + 0.7, 0.35, 0.12], coat(s.PLASTER, plan.accent));
  rail(pen.at(b.cx, 0, b.z1 + 1.95), b.wide);
}

function formwork(pen: Pen, plan: Plan): void {
  const b = bounds(plan);
  props(pen, { x0: b.x0 + 0.3, x1: b.x1 - 0.3, z0: b.z0 + 0.3, z1: b.z1 - 0.3 }, 0, plan.high - SLAB);
  pen.box([b.cx, plan.high - 0.36, b.cz], [b.wide + 1.2, 0.12, b.deep + 1.2], PLY);
  for (const z of [b.z0 - 0.45, b.z1 + 0.45]) pen.box([b.cx, plan.high - 0.3, z], [b.wide + 1, 0.36, 0.06], PLY);
  for (const x of [b.x0 - 0.45, b.x1 + 0.45]) pen.box([x, plan.high - 0.3, b.cz], [0.06, 0.36, b.deep + 1], PLY);
}

function columns(pen: Pen, plan: Plan): void {
  plan.xs.forEach((x, i) => {
    plan.zs.forEach((z, k) => {
      const way = (i + k) % 3;
      if (way === 0) starters(pen, x, 0, z, 2.6, 0.15);
      if (way === 1) pen.box([x, 0, z], [0.55, 2.6, 0.55], PLY);
      if (way === 1) for (const d of [-1, 1]) pen.rod([x + d * 1.2, 0, z], [x, 2, z], 0.04, POLE);
      if (way === 2) pen.box([x, 0, z], [0.45, 2.6, 0.45], CAST);
      if (way !== 0) starters(pen, x, 2.6, z, 0.8);
    });
  });
}

function parapet(pen: Pen, plan: Plan): void {
  const b = bounds(plan);
  const wall: Coat = coat(s.PLASTER, plan.roof);
  for (const z of [b.z0 - 0.2, b.z1 + 0.2]) pen.box([b.cx, 0, z], [b.wide + 0.7, 1, 0.22], wall);
  for (const x of [b.x0 - 0.2, b.x1 + 0.2]) pen.box([x, 0, b.cz], [0.22, 1, b.deep + 0.7], wall);
  pen.box([b.cx, 0, b.cz], [5, 2.7, 4.4], wall);
  waterTank(pen.at(b.cx + 5, 0, b.cz), 1.6);
  for (let i = 0; i < 4; i++) pen.box([b.cx - 7 + i * 1.6, 0, b.cz + 2], [1.2, 1.1, 1.2], UNIT_BOX);
}

function timbers(pen: Pen, b: Bounds): void {
  const half = b.deep / 2 + 1;
  for (let x = b.x0 - 0.8; x <= b.x1 + 0.8; x += 1.1) {
    for (const side of [-1, 1]) pen.beam([x, 0.1, b.cz + side * half], [x, 2.6, b.cz], [0.09, 0.16], WOOD);
    pen.box([x, 0.05, b.cz], [0.09, 0.16, half * 2], WOOD);
    pen.rod([x, 0.1, b.cz], [x, 2.6, b.cz], 0.06, WOOD);
  }
  for (let k = 0; k < 5; k++)
    for (const side of [-1, 1])
      pen.box([b.cx, 0.2 + k * 0.5, b.cz + side * half * (1 - k / 5)], [b.wide + 1.8, 0.07, 0.07], WOOD);
}

/** A scaffold along the front and the right-hand side, from the ground up to `high`. */
export function scaffolding(pen: Pen, plan: Plan, high: number): void {
  const b = bounds(plan);
  const out = plan.gallery ? 2.6 : 0.9;
  scaffold(pen.at(b.x0 - 0.3, 0, b.z1 + out), b.wide + 0.6, high);
  scaffold(pen.at(b.x1 + 0.9, 0, b.z1, Math.PI / 2), b.deep, high);
}
