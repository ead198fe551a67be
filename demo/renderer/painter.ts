// Gives a ray its colour: what it meets, how that is dressed, and the sun, sky and bounced light that fall on it.
import type { Footprint } from './camera.ts';
import { Dresser } from './dresser.ts';
import { cloudySky, sky, sunward } from './light.ts';
import type { Rgb } from './pen.ts';
import { GLOW } from './surface-names.ts';
import { GROUND, NOTHING, Tracer } from './tracer.ts';
import type { World } from './world.ts';

/** What one look found; colours are linear and `ambient` is already divided by π. */
export interface Found {
  id: number;
  distance: number;
  normal: Float64Array;
  flat: Float64Array;
  albedo: Float64Array;
  ambient: Float64Array;
  sun: number;
  extra: Float64Array;
}

const BLOCKED_BEYOND = 28;
/** What is left of daylight in a room after the last bounce that is followed, and how much of the view outside its glass is let through. */
const LAST_BOUNCE = 0.045;
const SEEN_THROUGH_WINDOW = 0.34;
const GOLDEN = 0.61803398875;
const SILVER = 0.41421356237;

export class Painter {
  readonly world: World;
  private readonly tracer: Tracer;
  private readonly towards: Rgb;
  private readonly glance = new Float64Array(3);
  private readonly rings = Array.from({ length: 8 }, () => new Float64Array(3));
  private readonly dresser: Dresser;
  private readonly sides = Array.from({ length: 8 }, () => new Float64Array(3));
  readonly found: Found = {
    id: NOTHING,
    distance: 0,
    normal: new Float64Array(3),
    flat: new Float64Array(3),
    albedo: new Float64Array(3),
    ambient: new Float64Array(3),
    sun: 0,
    extra: new Float64Array(3),
  };

  constructor(world: World) {
    this.world = world;
    this.tracer = new Tracer(world.solids, world.pit);
    this.towards = sunward(world.day);
    this.dresser = new Dresser(world, this.tracer);
  }

  /** What lies along the ray, dressed but not yet lit: fills id, distance, normals and albedo; `extra` holds sky or glow. */
  see(ray: Float64Array, pixel: Footprint): Found {
    const f = this.found;
    f.extra.fill(0);
    f.ambient.fill(0);
    f.sun = 0;
    const ox = ray[0]!;
    const oy = ray[1]!;
    const oz = ray[2]!;
    const dx = ray[3]!;
    const dy = ray[4]!;
    const dz = ray[5]!;
    this.tracer.nearest(ox, oy, oz, dx, dy, dz, 6000);
    f.id = this.tracer.hit;
    f.distance = this.tracer.distance;
    if (f.id === NOTHING) {
      cloudySky(this.world.day, dx, dy, dz, f.extra);
      f.albedo.fill(0);
      if (this.world.opening) scale(f.extra, SEEN_THROUGH_WINDOW);
      return f;
    }
    const t = f.distance;
    this.dresser.place(f.id, ox + dx * t, oy + dy * t, oz + dz * t);
    const p = this.dresser.spot;
    const grazing = Math.max(0.15, Math.abs(dx * p.nx + dy * p.ny + dz * p.nz));
    p.foot = pixel.grows ? (pixel.size * t) / Math.sqrt(grazing) : pixel.size;
    put(f.flat, p.nx, p.ny, p.nz);
    this.dresser.dress(f.id);
    if (p.nx * dx + p.ny * dy + p.nz * dz > 0 && f.id !== GROUND) {
      put(f.flat, -f.flat[0]!, -f.flat[1]!, -f.flat[2]!);
      p.nx = -p.nx;
      p.ny = -p.ny;
      p.nz = -p.nz;
    }
    put(f.normal, p.nx, p.ny, p.nz);
    put(f.albedo, p.r, p.g, p.b);
    if (p.glow > 0) put(f.extra, p.r * p.glow, p.g * p.glow, p.b * p.glow);
    if (p.shine > 0) this.mirror(ray, p.shine);
    const { opening } = this.world;
    if (opening && p.z > opening.corner[2] + 1) scale(f.albedo, SEEN_THROUGH_WINDOW);
    return f;
  }

  /** Lights what was just seen: a look at the sun, and `rays` looks around. `turn` keeps neighbours from repeating each other. */
  light(ray: Float64Array, rays: number, turn: number): void {
    const f = this.found;
    if (f.id === NOTHING) return;
    const lift = 0.002 + f.distance * 2e-5;
    const x = ray[0]! + ray[3]! * f.distance + f.flat[0]! * lift;
    const y = ray[1]! + ray[4]! * f.distance + f.flat[1]! * lift;
    const z = ray[2]! + ray[5]! * f.distance + f.flat[2]! * lift;
    f.sun = this.sunAt(x, y, z, f.normal, f.flat, turn);
    if (rays > 0) this.around(x, y, z, f.normal, rays, turn, this.world.bounces, f.ambient);
  }

  /** Share of the sun that reaches a point, times the cosine; the sun is a small disc, so edges of shadows are soft. */
  private sunAt(x: number, y: number, z: number, n: Float64Array, flat: Float64Array, turn: number): number {
    const sx = this.towards[0];
    const sy = this.towards[1];
    const sz = this.towards[2];
    const cos = sx * n[0]! + sy * n[1]! + sz * n[2]!;
    if (cos <= 0 || sx * flat[0]! + sy * flat[1]! + sz * flat[2]! <= 0) return 0;
    const wide = this.world.day.clouds === 1 ? 0.05 : 0.009;
    const a = turn * 6.2831853;
    const r = Math.sqrt((turn * 7.31) % 1) * wide;
    const jx = Math.cos(a) * r;
    const jz = Math.sin(a) * r;
    return this.tracer.blocked(x, y, z, sx + jx, sy, sz + jz, 900) ? 0 : cos;
  }

  private around(
    x: number,
    y: number,
    z: number,
    n: Float64Array,
    rays: number,
    turn: number,
    depth: number,
    out: Float64Array,
  ): void {
    let r = 0;
    let g = 0;
    let b = 0;
    const nx = n[0]!;
    const ny = n[1]!;
    const nz = n[2]!;
    const s = nz >= 0 ? 1 : -1;
    const q = -1 / (s + nz);
    const w = nx * ny * q;
    for (let i = 0; i < rays; i++) {
      const u1 = (turn * 13.7 + (i + 0.5) * GOLDEN + depth * 0.37) % 1;
      const u2 = (turn + i * SILVER + depth * 0.71) % 1;
      const ring = Math.sqrt(u1);
      const cx = Math.cos(u2 * 6.2831853) * ring;
      const cy = Math.sin(u2 * 6.2831853) * ring;
      const cz = Math.sqrt(1 - u1);
      const dx = cx * (1 + s * nx * nx * q) + cy * w + nx * cz;
      const dy = cx * s * w + cy * (s + ny * ny * q) + ny * cz;
      const dz = -cx * s * nx - cy * ny + nz * cz;
      this.incoming(x, y, z, dx, dy, dz, (turn * 3.3 + i * 0.317) % 1, depth);
      r += this.glance[0]!;
      g += this.glance[1]!;
      b += this.glance[2]!;
    }
    if (this.world.opening) this.daylight(x, y, z, n, turn);
    else this.glance.fill(0);
    out[0] = r / rays + this.glance[0]!;
    out[1] = g / rays + this.glance[1]!;
    out[2] = b / rays + this.glance[2]!;
  }

  /** Daylight through a room's window, by one look at a place in it, into `glance`; the random looks around leave it out. */
  private daylight(x: number, y: number, z: number, n: Float64Array, turn: number): void {
    const open = this.world.opening!;
    this.glance.fill(0);
    let dx = open.corner[0] + open.wide * ((turn * 17.31 + 0.13) % 1) - x;
    let dy = open.corner[1] + open.high * ((turn * 5.77 + 0.61) % 1) - y;
    let dz = open.corner[2] - z;
    const far = Math.sqrt(dx * dx + dy * dy + dz * dz);
    dx /= far;
    dy /= far;
    dz /= far;
    const cos = dx * n[0]! + dy * n[1]! + dz * n[2]!;
    if (cos <= 0 || dz <= 0) return;
    const share = open.gain * Math.min(1, (open.wide * open.high * cos * dz) / (Math.PI * far * far));
    if (this.tracer.blocked(x, y, z, dx, dy, dz, far + 0.3)) return;
    sky(this.world.day, Math.abs(dy), this.glance);
    if (dy < 0) for (let c = 0; c < 3; c++) this.glance[c] = this.world.groundRgb[c]! * 0.42 + this.glance[c]! * 0.3;
    for (let c = 0; c < 3; c++) this.glance[c] = this.glance[c]! * share;
  }

  /** Light that comes from one side: sky where it is open, else what that surface passes on. Into `glance`. */
  private incoming(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    turn: number,
    depth: number,
  ): void {
    const open = this.world.opening;
    if (!this.tracer.nearest(x, y, z, dx, dy, dz, open ? 40 : BLOCKED_BEYOND)) {
      if (open) this.glance.fill(0);
      else sky(this.world.day, dy, this.glance);
      return;
    }
    const id = this.tracer.hit;
    const t = this.tracer.distance;
    const px = x + dx * t;
    const py = y + dy * t;
    const pz = z + dz * t;
    if (open && pz > open.corner[2]) this.glance.fill(0);
    else this.reflected(id, px, py, pz, dx, dy, dz, turn, depth);
  }

  /** What a surface sends back towards a ray that met it: short of detail, for bounced light and mirrors. */
  private reflected(
    id: number,
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    turn: number,
    depth: number,
  ): void {
    const day = this.world.day;
    const rgb = id === GROUND ? this.world.groundRgb : this.world.solids[id]!.coat.rgb;
    this.dresser.place(id, x, y, z);
    const p = this.dresser.spot;
    if (p.nx * dx + p.ny * dy + p.nz * dz > 0) {
      p.nx = -p.nx;
      p.ny = -p.ny;
      p.nz = -p.nz;
    }
    const [sx, sy, sz] = this.towards;
    let sun = Math.max(0, sx * p.nx + sy * p.ny + sz * p.nz);
    const around = this.rings[depth]!;
    around.fill(0);
    if (this.world.bounces > 1) {
      const n = this.sides[depth]!;
      put(n, p.nx, p.ny, p.nz);
      sun = sun > 0 ? this.sunAt(x + p.nx * 0.004, y + p.ny * 0.004, z + p.nz * 0.004, n, n, turn) : 0;
      if (depth > 1)
        this.around(x + n[0]! * 0.004, y + n[1]! * 0.004, z + n[2]! * 0.004, n, 1, turn, depth - 1, around);
      else for (let c = 0; c < 3; c++) around[c] = day.horizon[c]! * LAST_BOUNCE * (this.world.opening?.gain ?? 1);
    } else {
      sun *= 0.6;
      const open = Math.max(this.world.fill, 0.3 + 0.25 * p.ny);
      for (let c = 0; c < 3; c++) around[c] = (day.zenith[c]! * 0.55 + day.horizon[c]! * 0.45) * open;
    }
    for (let c = 0; c < 3; c++) {
      const glow = id !== GROUND && this.world.solids[id]!.coat.surface === GLOW ? rgb[c]! : 0;
      this.glance[c] = rgb[c]! * (day.sun[c]! * sun + around[c]!) + glow;
    }
  }

  /** Adds what a shiny face mirrors, more at a flat angle (Schlick). */
  private mirror(ray: Float64Array, shine: number): void {
    const f = this.found;
    const p = this.dresser.spot;
    const d = ray[3]! * p.nx + ray[4]! * p.ny + ray[5]! * p.nz;
    const k = shine + (1 - shine) * (1 - Math.min(1, Math.abs(d))) ** 5 * Math.min(1, shine * 6);
    const rx = ray[3]! - 2 * d * p.nx;
    const ry = ray[4]! - 2 * d * p.ny;
    const rz = ray[5]! - 2 * d * p.nz;
    const [x, y, z] = [p.x + p.nx * 0.01, p.y + p.ny * 0.01, p.z + p.nz * 0.01];
    if (this.tracer.nearest(x, y, z, rx, ry, rz, 300)) {
      const t = this.tracer.distance;
      this.reflected(this.tracer.hit, x + rx * t, y + ry * t, z + rz * t, rx, ry, rz, 0.4, 1);
    } else cloudySky(this.world.day, rx, ry, rz, this.glance);
    for (let c = 0; c < 3; c++) {
      f.extra[c] = f.extra[c]! + this.glance[c]! * k;
      f.albedo[c] = f.albedo[c]! * (1 - k);
    }
  }
}

function scale(colour: Float64Array, by: number): void {
  for (let c = 0; c < 3; c++) colour[c] = colour[c]! * by;
}

function put(into: Float64Array, x: number, y: number, z: number): void {
  into[0] = x;
  into[1] = y;
  into[2] = z;
}
