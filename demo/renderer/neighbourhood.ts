// Everything around a site out to the haze: streets, plots with houses and trees, traffic, poles, and the ground they stand on.
import { type House, house, NEW_ROOFS, OLD_ROOFS, yardWall } from './houses.ts';
import { cell, dice, fractal, noise2, smooth } from './noise.ts';
import { colour, type Pen, type Rgb } from './pen.ts';
import { palm, tree } from './plants.ts';
import { heap, litter, passerBy } from './site-things.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { blend, dress, type Spot, shade } from './surfaces.ts';
import { car, danfo, pickup, tipper } from './vehicles.ts';

/** A rectangle on the ground, metres. */
export interface Area {
  x0: number;
  x1: number;
  z0: number;
  z1: number;
}

/** The character of a district. The street in front of the site runs along x at z = `street`. */
export interface District {
  seed: number;
  site: Area;
  street: number;
  streetWide: number;
  plotWide: number;
  plotDeep: number;
  acrossEvery: number;
  kind: 'town' | 'estate' | 'industry';
  green: number;
  earth: string;
  /** left without houses, so that a low viewpoint sees the site */
  open: Area;
  /** no traffic between these x, where it would stand in a low viewpoint's way */
  quiet?: readonly [number, number];
}

const REACH = 430;
const NEAR = 95;

const period = (d: District) => 2 * d.plotDeep + d.streetWide;

function inside(a: Area, x: number, z: number, margin = 0): boolean {
  return x > a.x0 - margin && x < a.x1 + margin && z > a.z0 - margin && z < a.z1 + margin;
}

/** Distance to the middle of the nearest street along x, and along z. */
function streets(d: District, x: number, z: number): { alongX: number; alongZ: number } {
  const p = period(d);
  const fold = (v: number, every: number) => Math.abs(v - Math.round(v / every) * every);
  const across = d.plotWide * d.acrossEvery + d.streetWide;
  return { alongX: fold(z - d.street, p), alongZ: fold(x - across / 2, across) };
}

/** Draws streets, gutters, yards and open ground at a spot; `site` draws what lies inside the site's own bounds. */
export function groundOf(d: District, site: (p: Spot) => void): (p: Spot) => void {
  const earth = colour(d.earth);
  const bare = (p: Spot, rgb: Rgb, surface: number) => {
    [p.r, p.g, p.b] = rgb;
    dress(surface, p);
  };
  const [tar, slab, lawn, far] = [colour('#6b6763'), colour('#a59d90'), colour('#626b3c'), colour('#8a8168')];
  return (p) => {
    if (inside(d.site, p.x, p.z)) {
      site(p);
      return;
    }
    const away = Math.max(Math.abs(p.x), Math.abs(p.z));
    if (away > REACH + 40) {
      bare(p, far, s.CITY);
      return;
    }
    const { alongX, alongZ } = streets(d, p.x, p.z);
    const main = Math.abs(p.z - d.street) < d.streetWide;
    const half = d.streetWide / 2;
    const near = Math.min(alongX, alongZ) + (fractal(p.x * 0.4, p.z * 0.4, 2) - 0.5) * (main ? 0.3 : 1.6);
    const paved = main || d.kind !== 'town' || cell(Math.round((p.z - d.street) / period(d)), 3, d.seed) > 0.5;
    if (near < half - 1) {
      bare(p, paved ? tar : earth, paved ? s.ASPHALT : s.SOIL);
      if (main && Math.abs(p.z - d.street) < 0.09 && p.x - Math.floor(p.x / 6) * 6 < 3) blend(p, 0.7, 0.68, 0.6, 0.75);
      return;
    }
    if (near < half + 0.4) {
      bare(p, near < half - 0.2 ? earth : slab, near < half - 0.2 ? s.SOIL : s.CONCRETE);
      if (near > half && near < half + 0.3) shade(p, 0.35);
      return;
    }
    yard(p, d, { earth, slab, lawn }, bare);
  };
}

function yard(
  p: Spot,
  d: District,
  c: { earth: Rgb; slab: Rgb; lawn: Rgb },
  bare: (p: Spot, rgb: Rgb, surface: number) => void,
): void {
  const kind = cell(Math.floor(p.x / d.plotWide), Math.floor(p.z / d.plotDeep), d.seed);
  const patch = fractal(p.x * 0.14 + 9, p.z * 0.14, 4);
  if (patch < 0.25 + d.green * 0.42 + kind * 0.08) bare(p, c.lawn, s.GRASS);
  else if (kind > 0.45) bare(p, c.slab, s.CONCRETE);
  else bare(p, c.earth, s.SOIL);
}

/** The site's own ground before anything is laid: earth with wheel tracks, puddles after rain and weeds along the edges. */
export function siteEarth(d: District, wet: number, weeds: number): (p: Spot) => void {
  const earth = colour(d.earth);
  return (p) => {
    [p.r, p.g, p.b] = earth;
    dress(s.SOIL, p);
    const edge = Math.min(p.x - d.site.x0, d.site.x1 - p.x, p.z - d.site.z0, d.site.z1 - p.z);
    const wander = p.x + Math.sin(p.z * 0.16) * 3;
    const lane = Math.abs(Math.abs(wander - d.site.x0 - 9) - 1);
    const lane2 = Math.abs(Math.abs(p.z - d.site.z1 + 5.5 + Math.sin(p.x * 0.13) * 1.2) - 1);
    const track =
      Math.max(smooth(0.45, 0.15, lane), smooth(0.45, 0.15, lane2)) * smooth(0.25, 0.5, noise2(p.x * 0.3, p.z * 0.3));
    blend(p, 0.24, 0.115, 0.055, track * 0.55);
    shade(p, 1 - track * 0.12);
    if (weeds > 0) {
      const patch = fractal(p.x * 0.3, p.z * 0.3, 4) + smooth(4, 0, edge) * 0.22;
      const k = smooth(0.76 - weeds * 0.32, 0.84 - weeds * 0.3, patch);
      if (k > 0.5) {
        [p.r, p.g, p.b] = colour('#686a3c');
        dress(s.GRASS, p);
      }
    }
    const pool = fractal(p.x * 0.16 + 2, p.z * 0.16 + 8, 3) + track * 0.06;
    const dip = smooth(0.3, 0.26, pool) * wet;
    if (dip > 0) {
      shade(p, 1 - dip * 0.5);
      if (dip > 0.6) {
        p.nx = 0;
        p.ny = 1;
        p.nz = 0;
        p.shine = 0.12;
      }
    }
  };
}

/** Builds the district: about a thousand plots, finer within a hundred metres of the site. */
export function buildDistrict(pen: Pen, d: District): void {
  const roll = dice(d.seed);
  const across = d.plotWide * d.acrossEvery + d.streetWide;
  const p = period(d);
  for (let band = -Math.ceil(REACH / p); band <= Math.ceil(REACH / p); band++) {
    for (const side of [-1, 1]) {
      const z = d.street + band * p + side * (d.streetWide + d.plotDeep) * 0.5;
      for (let block = -Math.ceil(REACH / across); block <= Math.ceil(REACH / across); block++) {
        for (let i = 0; i < d.acrossEvery; i++) {
          const x = block * across + across / 2 + d.streetWide / 2 + (i + 0.5) * d.plotWide;
          const seed = Math.floor(roll() * 1e9);
          const far = Math.hypot(x, z);
          if (far > REACH || overlaps(d, x, z)) continue;
          plot(pen.at(x, 0, z, side > 0 ? Math.PI : 0), d, { seed, near: far < NEAR, far, open: inside(d.open, x, z) });
        }
      }
    }
  }
  traffic(pen, d);
  poles(pen, d);
}

function overlaps(d: District, x: number, z: number): boolean {
  const [w, h] = [d.plotWide / 2 - 1, d.plotDeep / 2 - 1];
  return x + w > d.site.x0 && x - w < d.site.x1 && z + h > d.site.z0 && z - h < d.site.z1;
}

function plot(pen: Pen, d: District, it: { seed: number; near: boolean; far: number; open: boolean }): void {
  const roll = dice(it.seed);
  const [w, h] = [d.plotWide, d.plotDeep];
  const empty = roll() < (d.kind === 'town' ? 0.07 : 0.14) || it.open;
  if (!empty) {
    const want = wish(d, roll, it.near);
    house(pen.at((roll() - 0.5) * (w - want.wide - 3), 0, (roll() - 0.6) * (h - want.deep - 5)), want, it.seed + 1);
    if (it.near || it.far < 170) yardWall(pen, w - 0.6, h - 0.8, it.seed + 2);
  }
  if (it.open) {
    lot(pen, it.seed);
    return;
  }
  const trees = Math.floor(roll() * 2.4 * d.green + (empty ? 2.5 : 0.55));
  for (let i = 0; i < trees; i++) {
    const at = pen.at((roll() - 0.5) * (w - 2), 0, (roll() < 0.5 ? -1 : 1) * h * (0.3 + roll() * 0.16), roll() * 6);
    if (roll() < 0.3 && it.far < 260) palm(at, 6 + roll() * 4, it.seed + 10 + i);
    else tree(at, 4.5 + roll() * 4.5, it.seed + 20 + i, it.near ? 70 : it.far < 200 ? 22 : 8);
  }
  if (it.near && roll() < 0.4)
    car(pen.at(w * 0.28, 0, h * 0.3, roll() < 0.5 ? 1.57 : 0), CARS[Math.floor(roll() * CARS.length)]!);
}

/** A lot without a house: parked buses, a kiosk, sand for sale. */
function lot(pen: Pen, seed: number): void {
  const roll = dice(seed);
  for (let i = 0; i < 3; i++) danfo(pen.at(-5 + i * 4 + roll(), 0, roll() * 4 - 4, 1.3 + roll() * 0.4));
  pickup(pen.at(3, 0, 6, roll() * 6), '#3d5a6b');
  pen.box([-4, 0, 7], [2.6, 2.3, 2], coat(s.METAL, roll() < 0.5 ? '#c9a227' : '#2f6b4f'));
  pen.box([-4, 2.3, 7.4], [3.2, 0.06, 3.2], coat(s.ZINC, '#9a9a98'));
  heap(pen.at(5, 0, -5), 2, 1, coat(s.SAND, '#c9ad80'), seed);
  litter(pen, { x0: -7, x1: 7, z0: -8, z1: 8 }, 14, seed);
}

function wish(d: District, roll: () => number, near: boolean): House {
  if (d.kind === 'industry') {
    const [wide, deep] = [d.plotWide * (0.6 + roll() * 0.25), d.plotDeep * (0.5 + roll() * 0.25)];
    return { wide, deep, storeys: 2, roofs: INDUSTRY_ROOFS, near, shed: true };
  }
  const storeys = roll() < (d.kind === 'estate' ? 0.75 : 0.35) ? 2 : 1;
  const roofs = d.kind === 'estate' ? NEW_ROOFS : roll() < 0.75 ? OLD_ROOFS : NEW_ROOFS;
  return {
    wide: 9 + roll() * (d.plotWide - 13),
    deep: 9 + roll() * (d.plotDeep - 16),
    storeys,
    roofs,
    near,
    shed: false,
  };
}

const INDUSTRY_ROOFS = ['#a8acae', '#8e9aa3', '#6f8294', '#b3b0a8', '#7d5a48', '#5f7f8d', '#9da39f'];
const CARS = ['#d8d8d6', '#2b2d31', '#8f9499', '#7a1f1f', '#243a5c', '#b8b2a4', '#e9e9e7', '#4f5a4a'];

function traffic(pen: Pen, d: District): void {
  const roll = dice(d.seed + 5);
  for (let x = -190; x < 190; x += 11 + roll() * 17) {
    const east = roll() < 0.5;
    const at = pen.at(x, 0, d.street + (east ? 1.75 : -1.75), east ? 0 : Math.PI);
    const which = roll();
    if (d.quiet && x > d.quiet[0] && x < d.quiet[1]) continue;
    if (which < 0.22) danfo(at);
    else if (which < 0.3) tipper(at, '#b8402c', 'empty');
    else if (which < 0.4) pickup(at, '#d9d7d0');
    else car(at, CARS[Math.floor(roll() * CARS.length)]!, roll() < 0.4 ? 'jeep' : 'saloon');
  }
  for (let i = 0; i < 16; i++) {
    const side = roll() < 0.5 ? -1 : 1;
    passerBy(pen.at((roll() - 0.5) * 110, 0, d.street + side * (d.streetWide / 2 - 0.6), roll() * 6), i + d.seed);
  }
}

function poles(pen: Pen, d: District): void {
  const wood = coat(s.CONCRETE, '#b3afa6');
  const wire = coat(s.FLAT, '#3a3a3c');
  const z = d.street + d.streetWide / 2 + 0.2;
  for (let x = -170; x <= 160; x += 30) {
    pen.rod([x, 0, z], [x, 8.4, z], 0.15, wood, 0.35);
    pen.box([x, 7.7, z], [0.12, 0.12, 1.8], wood);
    for (const off of [-0.8, 0, 0.8]) {
      pen.rod([x, 7.85, z + off], [x + 15, 7.45, z + off], 0.012, wire);
      pen.rod([x + 15, 7.45, z + off], [x + 30, 7.85, z + off], 0.012, wire);
    }
  }
}
