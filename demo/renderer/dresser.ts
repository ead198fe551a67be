// Puts a point of the world onto the face it lies on and dresses it in that face's surface.

import { cell } from './noise.ts';
import { dress, type Spot } from './surfaces.ts';
import { GROUND, type Tracer } from './tracer.ts';
import type { World } from './world.ts';

/** Keeps one `spot`, the point being drawn; one instance serves one thread. */
export class Dresser {
  readonly spot: Spot;
  private readonly world: World;
  private readonly tracer: Tracer;
  private readonly face = new Float64Array(6);
  private readonly seeds: Float64Array;
  private readonly edges: Float64Array;

  constructor(world: World, tracer: Tracer) {
    this.world = world;
    this.tracer = tracer;
    this.seeds = Float64Array.from(world.solids, (_, i) => cell(i, 77));
    this.edges = Float64Array.from(world.solids.flatMap((s) => halfSizes(s.m)));
    const place = { x: 0, y: 0, z: 0, u: 0, v: 0, up: 0, seed: 0, foot: 0 };
    this.spot = { ...place, nx: 0, ny: 0, nz: 0, r: 0, g: 0, b: 0, shine: 0, glow: 0 };
  }

  /** Puts the spot onto a face: place, normal and metric coordinates. */
  place(id: number, x: number, y: number, z: number): void {
    const p = this.spot;
    p.x = x;
    p.y = y;
    p.z = z;
    p.shine = 0;
    p.glow = 0;
    if (id === GROUND) {
      p.nx = 0;
      p.ny = 1;
      p.nz = 0;
      p.u = x;
      p.v = z;
      p.up = 1;
      p.seed = 0;
      return;
    }
    const face = this.face;
    this.tracer.face(id, x, y, z, face);
    p.nx = face[0]!;
    p.ny = face[1]!;
    p.nz = face[2]!;
  }

  dress(id: number): void {
    const p = this.spot;
    if (id === GROUND) {
      this.world.ground(p);
      return;
    }
    const solid = this.world.solids[id]!;
    const face = this.face;
    const lx = face[3]! * this.edges[id * 3]!;
    const ly = face[4]! * this.edges[id * 3 + 1]!;
    const lz = face[5]! * this.edges[id * 3 + 2]!;
    p.up = Math.abs(p.ny);
    p.seed = this.seeds[id]!;
    const m = solid.m;
    const alongX = Math.abs(p.nx * m[0]! + p.ny * m[4]! + p.nz * m[8]!) / (this.edges[id * 3]! || 1);
    const alongY = Math.abs(p.nx * m[1]! + p.ny * m[5]! + p.nz * m[9]!) / (this.edges[id * 3 + 1]! || 1);
    const alongZ = Math.abs(p.nx * m[2]! + p.ny * m[6]! + p.nz * m[10]!) / (this.edges[id * 3 + 2]! || 1);
    const sideX = alongX > alongZ;
    p.u = sideX ? lz : lx;
    p.v = alongY > 0.92 ? lz : ly;
    if (alongY > 0.92) p.u = lx;
    const rgb = solid.coat.rgb;
    p.r = rgb[0];
    p.g = rgb[1];
    p.b = rgb[2];
    dress(solid.coat.surface, p);
  }
}

function halfSizes(m: Float64Array): number[] {
  return [0, 1, 2].map((c) => Math.hypot(m[c]!, m[4 + c]!, m[8 + c]!));
}
