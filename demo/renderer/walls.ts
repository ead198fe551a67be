// Wall panels with their openings, at every state of finish, and the rails and frames that go with them.
import type { Coat, Pen } from './pen.ts';
import * as s from './surface-names.ts';
import { coat } from './surface-names.ts';

export type Finish = 'blocks' | 'plaster' | 'painted';

/** An opening in a panel: its width, height and the height of its sill. */
export interface Opening {
  wide: number;
  high: number;
  sill: number;
  /** metres from the panel's middle */
  off?: number;
}

const RAW = coat(s.BLOCKS, '#9f978b');
const RENDER = coat(s.PLASTER, '#a9a39a');
const LINTEL = coat(s.CONCRETE, '#a8a49c');
const PANE = coat(s.GLASS, '#26323a');
const DARK = coat(s.METAL, '#34383c');
const THICK = 0.23;

/** What a wall of this finish is covered with; `paint` only shows on the finished one. */
export function wallCoat(finish: Finish, paint: Coat): Coat {
  return finish === 'blocks' ? RAW : finish === 'plaster' ? RENDER : paint;
}

/** A panel along x centred on the pen, its outer face towards +z, with one opening; with or without its glass. */
export function panel(
  pen: Pen,
  size: readonly [number, number],
  open: Opening | null,
  wall: Coat,
  glass: 'glazed' | 'open',
): void {
  const [wide, high] = size;
  if (open === null) {
    pen.box([0, 0, 0], [wide, high, THICK], wall);
    return;
  }
  const off = open.off ?? 0;
  const left = off - open.wide / 2 + wide / 2;
  const right = wide / 2 - off - open.wide / 2;
  pen.box([-wide / 2 + left / 2, 0, 0], [left, high, THICK], wall);
  pen.box([wide / 2 - right / 2, 0, 0], [right, high, THICK], wall);
  if (open.sill > 0.05) pen.box([off, 0, 0], [open.wide, open.sill, THICK], wall);
  const head = open.sill + open.high;
  if (high > head)
    pen.box([off, head, 0], [open.wide + 0.3, high - head, THICK + 0.01], wall.surface === s.BLOCKS ? LINTEL : wall);
  if (glass === 'open') return;
  const at = pen.at(off, open.sill, -0.03);
  at.box([0, 0, 0], [open.wide, open.high, 0.03], PANE);
  for (const x of [-open.wide / 2, 0, open.wide / 2]) at.box([x, 0, 0.02], [0.07, open.high, 0.07], DARK);
  for (const y of [0, open.high - 0.06]) at.box([0, y, 0.02], [open.wide, 0.07, 0.07], DARK);
  pen.box([off, open.sill - 0.07, 0.08], [open.wide + 0.2, 0.07, 0.22], wall);
}

/** A balcony rail along x: posts, top rail and slender bars. */
export function rail(pen: Pen, wide: number): void {
  pen.box([0, 1.02, 0], [wide, 0.06, 0.07], DARK);
  pen.box([0, 0.1, 0], [wide, 0.04, 0.04], DARK);
  for (let x = -wide / 2; x <= wide / 2 + 0.01; x += 0.16) pen.box([x, 0.1, 0], [0.025, 0.95, 0.025], DARK);
}
