// What every building site keeps on its ground: fence, huts, heaps, stacks, rubble and people.
import type { Area } from './neighbourhood.ts';
import type { Pen } from './pen.ts';
import * as things from './site-things.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';
import { pickup } from './vehicles.ts';

/** A site's own look: the colour of its fence and hut, where its gate is (x), and how much goes on. */
export interface Yard {
  site: Area;
  fence: string;
  hut: string;
  gate: readonly [number, number];
  /** metres of the front yard between the building and the fence */
  front: number;
  busy: boolean;
  seed: number;
}

export function hoardings(pen: Pen, { site, fence, gate }: Yard): void {
  const [x0, x1, z0, z1] = [site.x0 + 0.2, site.x1 - 0.2, site.z0 + 0.3, site.z1 - 0.3];
  things.hoarding(pen, [x0, 0, z1], [gate[0], 0, z1], fence);
  things.hoarding(pen, [gate[1], 0, z1], [x1, 0, z1], fence);
  for (const x of [x0, x1]) things.hoarding(pen, [x, 0, z0], [x, 0, z1], fence);
  things.hoarding(pen, [x0, 0, z0], [x1, 0, z0], fence);
}

/** Fills front and edges of the site; the building itself stands clear of it. */
export function yard(pen: Pen, it: Yard): void {
  const { site, front, seed } = it;
  hoardings(pen, it);
  const z = site.z1 - front / 2;
  things.siteOffice(pen.at(site.x0 + 4.4, 0, site.z1 - 4.2, 0.04), it.hut);
  things.waterTank(pen.at(site.x0 + 9.4, 0, site.z1 - 3), 2.2);
  if (!it.busy) return;
  things.heap(pen.at(site.x1 - 4.4, 0, z - 3), 2.7, 1.6, coat(s.SAND, '#c9ad80'), seed);
  things.heap(pen.at(site.x1 - 4.6, 0, z - 9.4), 2.5, 1.5, coat(s.GRAVEL, '#8f8d8b'), seed + 3);
  things.blockStack(pen.at(site.x0 + 6, 0, site.z0 + 2.6), 5, 4);
  things.timberStack(pen.at(site.x1 - 9, 0, site.z0 + 2.6), 5);
  things.cementStack(pen.at(site.x0 + 3.4, 0, z - 8, 1.6));
  things.drumMixer(pen.at(site.x1 - 8.4, 0, z, 2.3));
  pickup(pen.at(3 - (seed % 4) * 2, 0, site.z1 - 3.6, (seed % 3) * 0.2), '#dfddd6');
  things.litter(pen, { x0: site.x0 + 8, x1: site.x1 - 2, z0: site.z1 - front, z1: site.z1 - 1 }, 24, seed);
  things.litter(pen, { x0: site.x0 + 1.5, x1: site.x1 - 1.5, z0: site.z0 + 1, z1: site.z0 + 4 }, 14, seed + 50);
  const long = site.x1 - site.x0 - 14;
  for (let i = 0; i < 10; i++) {
    const at = pen.at(
      site.x0 + 8 + ((i * 37 + seed * 13) % long),
      0,
      site.z1 - 2 - ((i * 17 + seed * 7) % (front - 3)),
      i * 2.4 + seed,
    );
    things.person(at, i + seed * 20);
  }
}

/** Men and material on a slab of this size around the pen. */
export function crewOn(pen: Pen, wide: number, deep: number, seed: number): void {
  for (let i = 0; i < 7; i++)
    things.person(
      pen.at(((i * 29) % (wide - 2)) - wide / 2 + 1, 0, ((i * 17) % (deep - 2)) - deep / 2 + 1, i * 1.9),
      seed + i,
    );
  things.litter(pen, { x0: -wide / 2 + 1, x1: wide / 2 - 1, z0: -deep / 2 + 1, z1: deep / 2 - 1 }, 18, seed);
  things.timberStack(pen.at(-wide / 4, 0, deep / 4, 0.2), 3.2);
}
