// A pit with earthen walls, and the foundations that are cast in it.
import type { Area } from './neighbourhood.ts';
import type { Coat, Pen } from './pen.ts';
import { starters, WOOD } from './site-things.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';

/** Floor and sloping sides of a pit; the ground above it must be left open. */
export function pitWalls(pen: Pen, pit: Area, deep: number, earth: Coat): void {
  const [cx, cz] = [(pit.x0 + pit.x1) / 2, (pit.z0 + pit.z1) / 2];
  const [w, d] = [pit.x1 - pit.x0, pit.z1 - pit.z0];
  pen.box([cx, -deep - 0.5, cz], [w + 4, 0.5, d + 4], earth);
  for (const x of [pit.x0, pit.x1]) {
    const out = x === pit.x0 ? -1 : 1;
    pen.box([x + out, -deep, cz], [2, deep - 0.004, d + 4], earth);
    pen.taper([x, -deep, cz], [deep * 1.1, deep - 0.02, d + 1], earth, [1, 0]);
  }
  for (const z of [pit.z0, pit.z1]) {
    const out = z === pit.z0 ? -1 : 1;
    pen.box([cx, -deep, z + out], [w, deep - 0.004, 2], earth);
    pen.taper([cx, -deep, z], [w + 1, deep - 0.02, deep * 1.1], earth, [0, 1]);
  }
}

/** Strip or pad work in a pit: a raft, partly cast, its mesh, side boards and the bars of columns to come. */
export function raft(
  pen: Pen,
  area: Area,
  y: number,
  cast: number,
  columns: { xs: readonly number[]; zs: readonly number[] },
): void {
  const grey = coat(s.CONCRETE, '#97948d');
  const blinding = coat(s.CONCRETE, '#b5b0a5');
  const bar = coat(s.RUST, '#84482a');
  const [w, d] = [area.x1 - area.x0, area.z1 - area.z0];
  const [cx, cz] = [(area.x0 + area.x1) / 2, (area.z0 + area.z1) / 2];
  pen.box([cx, y, cz], [w + 0.8, 0.08, d + 0.8], blinding);
  const poured = w * cast;
  if (poured > 0) pen.box([area.x0 + poured / 2, y, cz], [poured, 0.6, d], grey);
  for (let x = area.x0 + poured; x <= area.x1; x += 0.4) {
    for (const h of [0.18, 0.5]) pen.rod([x, y + h, area.z0], [x, y + h, area.z1], 0.022, bar);
  }
  for (let z = area.z0; z <= area.z1; z += 0.4) {
    for (const h of [0.2, 0.52]) pen.rod([area.x0 + poured - 0.6, y + h, z], [area.x1, y + h, z], 0.022, bar);
  }
  for (const z of [area.z0 - 0.05, area.z1 + 0.05]) pen.box([cx, y, z], [w, 0.66, 0.06], WOOD);
  for (const x of [area.x0 - 0.05, area.x1 + 0.05]) pen.box([x, y, cz], [0.06, 0.66, d], WOOD);
  for (const x of columns.xs) for (const z of columns.zs) starters(pen, x, y + 0.5, z, 2.3, 0.17);
}
