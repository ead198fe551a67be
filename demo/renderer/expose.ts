// Takes one picture: first look, smoothing of light, then more looks along edges, and the air in between.
import { aim, type Camera, type Footprint, footprint } from './camera.ts';
import { develop } from './develop.ts';
import { type Day, sky, sunward } from './light.ts';
import { cell } from './noise.ts';
import type { Painter } from './painter.ts';
import { emptyPlate, kin, type Plate, smoothAmbient } from './plate.ts';
import type { World } from './world.ts';

/** How much work a picture gets: looks around per pixel, and looks per pixel along edges. */
export interface Effort {
  rays: number;
  edges: number;
}

export interface Size {
  width: number;
  height: number;
}

const EDGE = 0.075;

/** Renders the painter's world through `camera`; 3 bytes per pixel, sRGB. */
export function expose(painter: Painter, camera: Camera, size: Size, effort: Effort): Buffer {
  const { world } = painter;
  const plate = firstLook(painter, camera, size, effort.rays);
  for (const step of world.opening ? [1, 2, 4] : [1, 2]) smoothAmbient(plate, step);
  const air = new Air(world.day, camera);
  const light = lit(plate, world, camera, air);
  sharpenEdges({ painter, camera, plate, light, air, pixel: footprint(camera, size.width), looks: effort.edges });
  const bright = camera.kind === 'lens' ? (camera.bright ?? 1) : 1;
  return develop(light, { ...size, exposure: world.day.exposure * bright, lens: camera.kind === 'lens' });
}

function firstLook(painter: Painter, camera: Camera, size: Size, rays: number): Plate {
  const { width, height } = size;
  const room = painter.world.opening !== undefined;
  const plate = emptyPlate({ width, height, room });
  const ray = new Float64Array(6);
  const pixel = footprint(camera, width);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      aim(camera, (x + 0.5) / width, (y + 0.5) / height, width / height, ray);
      const f = painter.see(ray, pixel);
      painter.light(
        ray,
        rays,
        room ? (x * 0.7548776662 + y * 0.569840291) % 1 : ((x % 5) * 5 + (y % 5) + 0.5) / 25 + cell(x, y) * 0.04,
      );
      plate.id[i] = f.id;
      plate.distance[i] = f.distance;
      for (let c = 0; c < 3; c++) {
        plate.normal[i * 3 + c] = f.normal[c]!;
        if (plate.place) plate.place[i * 3 + c] = ray[c]! + ray[c + 3]! * f.distance;
        plate.albedo[i * 3 + c] = f.albedo[c]!;
        plate.ambient[i * 3 + c] = f.ambient[c]!;
        plate.extra[i * 3 + c] = f.extra[c]!;
      }
      plate.sun[i] = f.sun;
    }
  }
  return plate;
}

/** The air between lens and thing: it takes light away and puts its own in. */
class Air {
  private readonly day: Day;
  private readonly perMetre: number;
  private readonly glow = new Float64Array(3);

  constructor(day: Day, camera: Camera) {
    this.day = day;
    this.perMetre = camera.kind === 'map' ? 0 : day.haze;
  }

  fill(ray: Float64Array, distance: number, rgb: Float64Array): void {
    const k = 1 - Math.exp(-distance * this.perMetre);
    if (k < 1e-4) return;
    sky(this.day, 0.01, this.glow);
    const [sx, , sz] = sunward(this.day);
    const facing = 1 + 0.14 * (ray[3]! * sx + ray[5]! * sz);
    for (let c = 0; c < 3; c++) rgb[c] = rgb[c]! * (1 - k) + this.glow[c]! * 0.92 * facing * k;
  }
}

function lit(plate: Plate, world: World, camera: Camera, air: Air): Float32Array {
  const { width, height } = plate;
  const out = new Float32Array(width * height * 3);
  const ray = new Float64Array(6);
  const rgb = new Float64Array(3);
  const sun = world.day.sun;
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) {
      const at = i * 3 + c;
      rgb[c] = plate.albedo[at]! * (sun[c]! * plate.sun[i]! + plate.ambient[at]!) + plate.extra[at]!;
    }
    if (plate.id[i] !== -1) {
      aim(camera, ((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height, width / height, ray);
      air.fill(ray, plate.distance[i]!, rgb);
    }
    for (let c = 0; c < 3; c++) out[i * 3 + c] = rgb[c]!;
  }
  return out;
}

/** Perceived brightness, compressed so that one bright look cannot outweigh the others. */
function tone(light: Float32Array, i: number): number {
  const l = light[i * 3]! * 0.25 + light[i * 3 + 1]! * 0.6 + light[i * 3 + 2]! * 0.15;
  return Math.sqrt(l / (1 + l));
}

/** Whether a picture needs more looks here: brightness jumps, or half a jump where another thing begins. */
function isEdge(plate: Plate, tones: Float32Array, i: number): boolean {
  const { width, id } = plate;
  const here = tones[i]!;
  for (let k = 0; k < 4; k++) {
    const j = i + (k === 0 ? -1 : k === 1 ? 1 : k === 2 ? -width : width);
    if (j < 0 || j >= id.length) continue;
    const jump = Math.abs(tones[j]! - here);
    if (jump > EDGE || (id[j] !== id[i] && jump > EDGE * 0.4)) return true;
  }
  return false;
}

interface Sharpening {
  painter: Painter;
  camera: Camera;
  plate: Plate;
  light: Float32Array;
  air: Air;
  pixel: Footprint;
  looks: number;
}

const PLACES = [0.38, -0.13, -0.38, 0.12, -0.12, -0.38, 0.13, 0.38, -0.4, 0.4, 0.4, -0.4];

function sharpenEdges(job: Sharpening): void {
  const { plate, light } = job;
  const tones = Float32Array.from(plate.id, (_, i) => tone(light, i));
  for (let y = 0; y < plate.height; y++) {
    for (let x = 0; x < plate.width; x++) {
      const i = y * plate.width + x;
      if (isEdge(plate, tones, i)) light.set(severalLooks(job, x, y), i * 3);
    }
  }
}

const ray = new Float64Array(6);
const rgb = new Float64Array(3);

/** The mean of several looks at different places of one pixel, bright ones held back so that they do not flicker. */
function severalLooks(job: Sharpening, x: number, y: number): Float64Array {
  const sum = new Float64Array(3);
  let weights = 0;
  for (let k = 0; k < job.looks; k++) {
    look(job, x, y, k);
    const w = 1 / (1 + rgb[0]! * 0.25 + rgb[1]! * 0.6 + rgb[2]! * 0.15);
    for (let c = 0; c < 3; c++) sum[c] = sum[c]! + rgb[c]! * w;
    weights += w;
  }
  for (let c = 0; c < 3; c++) sum[c] = sum[c]! / weights;
  return sum;
}

/** One more look, into `rgb`; the light around is borrowed from the plate where a neighbour shows the same face. */
function look(job: Sharpening, x: number, y: number, k: number): void {
  const { painter, camera, plate, air } = job;
  const { width, height } = plate;
  aim(camera, (x + 0.5 + PLACES[k * 2]!) / width, (y + 0.5 + PLACES[k * 2 + 1]!) / height, width / height, ray);
  const f = painter.see(ray, job.pixel);
  if (f.id === -1) {
    rgb.set(f.extra);
    return;
  }
  const near = kin(plate, x, y, f.normal, f.distance);
  painter.light(ray, near < 0 ? 2 : 0, (k + 0.5) / job.looks);
  const { sun } = painter.world.day;
  for (let c = 0; c < 3; c++) {
    const around = near < 0 ? f.ambient[c]! : plate.ambient[near * 3 + c]!;
    rgb[c] = f.albedo[c]! * (sun[c]! * f.sun + around) + f.extra[c]!;
  }
  air.fill(ray, f.distance, rgb);
}
