// The pen that scenes are drawn with: solids placed in metres inside frames that can be moved and turned.

export type Rgb = readonly [number, number, number];
export type Point = readonly [number, number, number];

/** What a solid is covered with: the surface that draws it, its colour in linear light, and how strongly it varies. */
export interface Coat {
  surface: number;
  rgb: Rgb;
}

export const BOX = 0;
export const TAPER = 1;
export const BALL = 2;
export const ROD = 3;

/** One shape: `m` carries the unit solid [-1, 1]³ into the world, rows x, y, z of a 3×4 matrix. */
export interface Solid {
  kind: number;
  m: Float64Array;
  taperX: number;
  taperZ: number;
  coat: Coat;
}

/** The linear colour of a `#rrggbb` as a screen shows it. */
export function colour(hex: string): Rgb {
  const part = (at: number) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

type Frame = readonly number[];
const HOME: Frame = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

function product(a: Frame, b: Frame): Frame {
  const out: number[] = [];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 4; c++) {
      const i = r * 4;
      out.push(a[i]! * b[c]! + a[i + 1]! * b[c + 4]! + a[i + 2]! * b[c + 8]! + (c === 3 ? a[i + 3]! : 0));
    }
  }
  return out;
}

/** Draws solids into one list. Lengths are metres, `y` is up; boxes, cones and roofs stand on the `y` they are given. */
export class Pen {
  readonly solids: Solid[];
  readonly frame: Frame;

  constructor(solids: Solid[] = [], frame: Frame = HOME) {
    this.solids = solids;
    this.frame = frame;
  }

  /** A pen whose origin lies at x, y, z of this one, turned by `turn` radians about the vertical. */
  at(x: number, y: number, z: number, turn = 0): Pen {
    const c = Math.cos(turn);
    const s = Math.sin(turn);
    return new Pen(this.solids, product(this.frame, [c, 0, s, x, 0, 1, 0, y, -s, 0, c, z]));
  }

  /** A pen tipped by `angle` radians about its own x axis (positive: +z goes down). */
  tip(angle: number): Pen {
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    return new Pen(this.solids, product(this.frame, [1, 0, 0, 0, 0, c, -s, 0, 0, s, c, 0]));
  }

  /** A pen leaning by `angle` radians about its own z axis (positive: +x goes up). */
  lean(angle: number): Pen {
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    return new Pen(this.solids, product(this.frame, [c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0]));
  }

  box(at: Point, size: Point, coat: Coat): void {
    this.put(BOX, at, size, coat);
  }

  /** A box whose top is narrower: 1 closes it to a ridge (one axis) or a tip (both). */
  taper(at: Point, size: Point, coat: Coat, close: readonly [number, number]): void {
    this.put(TAPER, at, size, coat, close);
  }

  /** An ellipsoid around its centre, with radii. */
  ball(at: Point, radii: Point, coat: Coat): void {
    const size: Point = [radii[0] * 2, radii[1] * 2, radii[2] * 2];
    this.put(BALL, [at[0], at[1] - radii[1], at[2]], size, coat);
  }

  /** An upright cylinder; `close` 1 makes it a cone. */
  cone(at: Point, size: readonly [number, number], coat: Coat, close = 0): void {
    this.put(ROD, at, [size[0] * 2, size[1], size[0] * 2], coat, [close, 0]);
  }

  /** A round bar from one point to another. */
  rod(from: Point, to: Point, radius: number, coat: Coat, close = 0): void {
    this.span({ kind: ROD, from, to, wide: radius * 2, deep: radius * 2 }, coat, close);
  }

  /** A square bar from one point to another, `deep` measured upwards or across. */
  beam(from: Point, to: Point, section: readonly [number, number], coat: Coat): void {
    this.span({ kind: BOX, from, to, wide: section[0], deep: section[1] }, coat, 0);
  }

  private put(kind: number, at: Point, size: Point, coat: Coat, close: readonly [number, number] = [0, 0]): void {
    const [w, h, d] = [size[0] / 2, size[1] / 2, size[2] / 2];
    const local = [w, 0, 0, at[0], 0, h, 0, at[1] + h, 0, 0, d, at[2]];
    const m = Float64Array.from(product(this.frame, local));
    this.solids.push({ kind, m, taperX: close[0], taperZ: close[1], coat });
  }

  private span(
    bar: { kind: number; from: Point; to: Point; wide: number; deep: number },
    coat: Coat,
    close: number,
  ): void {
    const { from, to } = bar;
    const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    const length = Math.hypot(dx, dy, dz) || 1e-6;
    const y: Point = [dx / length, dy / length, dz / length];
    const flat = Math.hypot(y[0], y[2]);
    const x: Point = flat < 1e-4 ? [1, 0, 0] : [y[2] / flat, 0, -y[0] / flat];
    const z: Point = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
    const [w, h, d] = [bar.wide / 2, length / 2, bar.deep / 2];
    const row = (i: 0 | 1 | 2) => [x[i] * w, y[i] * h, z[i] * d, (from[i] + to[i]) / 2];
    const m = Float64Array.from(product(this.frame, [...row(0), ...row(1), ...row(2)]));
    this.solids.push({ kind: bar.kind, m, taperX: close, taperZ: 0, coat });
  }
}
