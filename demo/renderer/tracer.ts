// Finds what a ray meets: the nearest solid or the ground, or merely whether anything is in the way.
import { cross, crossBall, crossBox, crossRod, crossTaper, localNormal, normal } from './crossings.ts';
import { noise2, noise3 } from './noise.ts';
import { BOX, ROD, type Solid, TAPER } from './pen.ts';
import { isOpen } from './surface-names.ts';
import { type BoxTree, buildTree } from './tree-of-boxes.ts';

export const NOTHING = -1;
export const GROUND = -2;

/** A rectangle of ground that is missing, because solids below draw an excavation. */
export interface Pit {
  x0: number;
  x1: number;
  z0: number;
  z1: number;
}

/** Solids prepared for tracing. One instance serves one thread: the last hit is kept on it. */
export class Tracer {
  readonly solids: readonly Solid[];
  hit = NOTHING;
  distance = 0;
  private readonly tree: BoxTree;
  private readonly inverse: Float64Array;
  private readonly kind: Uint8Array;
  private readonly close: Float64Array;
  private readonly leafy: Uint8Array;
  private readonly pit: Pit | null;
  private readonly stack = new Int32Array(128);

  constructor(solids: readonly Solid[], pit: Pit | null) {
    this.solids = solids;
    this.pit = pit;
    this.tree = buildTree(solids);
    this.kind = Uint8Array.from(solids, (s) => s.kind);
    this.close = Float64Array.from(solids.flatMap((s) => [s.taperX, s.taperZ]));
    this.leafy = Uint8Array.from(solids, (s) => (isOpen(s.coat.surface) ? 1 : 0));
    this.inverse = new Float64Array(solids.length * 12);
    solids.forEach((s, i) => {
      this.inverse.set(inverted(s.m), i * 12);
    });
  }

  /** Looks along a ray up to `far` and leaves what it met first: `hit` (index of a solid, GROUND or NOTHING) and `distance`. */
  nearest(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, far: number): boolean {
    return this.walk(ox, oy, oz, dx, dy, dz, far, false);
  }

  /** Whether anything is in the way within `far`; stops at the first thing found. */
  blocked(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, far: number): boolean {
    return this.walk(ox, oy, oz, dx, dy, dz, far, true);
  }

  private walk(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    far: number,
    any: boolean,
  ): boolean {
    const { bounds, first, count, axis, order } = this.tree;
    const stack = this.stack;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    let nearest = far;
    let found = NOTHING;
    if (dy < 0 && oy > 0) {
      const t = -oy * iy;
      if (t < nearest && t > 1e-4 && this.isGround(ox + t * dx, oz + t * dz)) {
        if (any) return true;
        nearest = t;
        found = GROUND;
      }
    }
    let depth = 0;
    let node = order.length > 0 ? 0 : -1;
    while (node >= 0) {
      const b = node * 6;
      const x0 = (bounds[b]! - ox) * ix;
      const x1 = (bounds[b + 3]! - ox) * ix;
      const y0 = (bounds[b + 1]! - oy) * iy;
      const y1 = (bounds[b + 4]! - oy) * iy;
      const z0 = (bounds[b + 2]! - oz) * iz;
      const z1 = (bounds[b + 5]! - oz) * iz;
      let near = x0 < x1 ? x0 : x1;
      let leave = x0 < x1 ? x1 : x0;
      const ya = y0 < y1 ? y0 : y1;
      const yb = y0 < y1 ? y1 : y0;
      if (ya > near) near = ya;
      if (yb < leave) leave = yb;
      const za = z0 < z1 ? z0 : z1;
      const zb = z0 < z1 ? z1 : z0;
      if (za > near) near = za;
      if (zb < leave) leave = zb;
      if (near <= leave && leave > 0 && near < nearest) {
        const n = count[node]!;
        if (n > 0) {
          const start = first[node]!;
          for (let k = start; k < start + n; k++) {
            const solid = order[k]!;
            const t = this.meet(solid, ox, oy, oz, dx, dy, dz, nearest);
            if (t < nearest) {
              if (any) return true;
              nearest = t;
              found = solid;
            }
          }
        } else {
          const a = axis[node]!;
          const backwards = a === 0 ? dx < 0 : a === 1 ? dy < 0 : dz < 0;
          const right = first[node]!;
          stack[depth++] = backwards ? node + 1 : right;
          node = backwards ? right : node + 1;
          continue;
        }
      }
      node = depth > 0 ? stack[--depth]! : -1;
    }
    this.hit = found;
    this.distance = nearest;
    return found !== NOTHING;
  }

  /** The outward direction of solid `i` at a world point on it, written into `out` as normal (0-2) and local unit point (3-5). */
  face(i: number, x: number, y: number, z: number, out: Float64Array): void {
    const m = this.inverse;
    const b = i * 12;
    const lx = m[b]! * x + m[b + 1]! * y + m[b + 2]! * z + m[b + 3]!;
    const ly = m[b + 4]! * x + m[b + 5]! * y + m[b + 6]! * z + m[b + 7]!;
    const lz = m[b + 8]! * x + m[b + 9]! * y + m[b + 10]! * z + m[b + 11]!;
    localNormal(this.kind[i]!, this.close[i * 2]!, this.close[i * 2 + 1]!, lx, ly, lz);
    const nx = m[b]! * normal[0]! + m[b + 4]! * normal[1]! + m[b + 8]! * normal[2]!;
    const ny = m[b + 1]! * normal[0]! + m[b + 5]! * normal[1]! + m[b + 9]! * normal[2]!;
    const nz = m[b + 2]! * normal[0]! + m[b + 6]! * normal[1]! + m[b + 10]! * normal[2]!;
    const l = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    out[0] = nx * l;
    out[1] = ny * l;
    out[2] = nz * l;
    out[3] = lx;
    out[4] = ly;
    out[5] = lz;
  }

  private isGround(x: number, z: number): boolean {
    const p = this.pit;
    return p === null || x < p.x0 || x > p.x1 || z < p.z0 || z > p.z1;
  }

  private meet(i: number, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, far: number): number {
    const m = this.inverse;
    const b = i * 12;
    const px = m[b]! * ox + m[b + 1]! * oy + m[b + 2]! * oz + m[b + 3]!;
    const py = m[b + 4]! * ox + m[b + 5]! * oy + m[b + 6]! * oz + m[b + 7]!;
    const pz = m[b + 8]! * ox + m[b + 9]! * oy + m[b + 10]! * oz + m[b + 11]!;
    const vx = m[b]! * dx + m[b + 1]! * dy + m[b + 2]! * dz;
    const vy = m[b + 4]! * dx + m[b + 5]! * dy + m[b + 6]! * dz;
    const vz = m[b + 8]! * dx + m[b + 9]! * dy + m[b + 10]! * dz;
    const kind = this.kind[i]!;
    if (kind === BOX) crossBox(px, py, pz, vx, vy, vz);
    else if (kind === TAPER) crossTaper(px, py, pz, vx, vy, vz, this.close[i * 2]!, this.close[i * 2 + 1]!);
    else if (kind === ROD) crossRod(px, py, pz, vx, vy, vz, this.close[i * 2]!);
    else crossBall(px, py, pz, vx, vy, vz);
    let t = cross.in;
    if (t > cross.out || cross.out < 1e-4) return far;
    if (t < 1e-4) t = cross.out;
    if (t >= far) return far;
    if (this.leafy[i] === 0) return t;
    const cut = kind === BOX ? 0.46 : 0.52;
    if (solidLeaf(ox + t * dx, oy + t * dy, oz + t * dz, cut)) return t;
    t = cross.out;
    return t > 1e-4 && t < far && solidLeaf(ox + t * dx, oy + t * dy, oz + t * dz, cut) ? t : far;
  }
}

/** Foliage is a shell with holes: a point of it is leaf where the noise is above the cut. */
function solidLeaf(x: number, y: number, z: number, cut: number): boolean {
  return noise3(x * 4.5, z * 4.5, y * 4.5) * 0.6 + noise2(x * 15 + y * 11, z * 15 - y * 7) * 0.4 > cut;
}

function inverted(m: Float64Array): Float64Array {
  const [a, b, c, x, d, e, f, y, g, h, i, z] = m as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const r = [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f];
  r.push(d * h - e * g, b * g - a * h, a * e - b * d);
  const n = r.map((v) => v / det) as [number, number, number, number, number, number, number, number, number];
  const out = Float64Array.of(n[0], n[1], n[2], 0, n[3], n[4], n[5], 0, n[6], n[7], n[8], 0);
  for (let k = 0; k < 3; k++) out[k * 4 + 3] = -(out[k * 4]! * x + out[k * 4 + 1]! * y + out[k * 4 + 2]! * z);
  return out;
}
