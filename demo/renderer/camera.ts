// The three ways the demo's pictures are taken: a lens, a map from above, a full sphere.
import type { Point } from './pen.ts';

/** `angle`: horizontal, in degrees; `roll`: degrees that it leans to the right; `bright`: how much more light it lets in than planned. */
export type Lens = { kind: 'lens'; from: Point; to: Point; angle: number; roll?: number; bright?: number };

export type Camera =
  | Lens
  | { kind: 'map' /** west, north corner in metres (north is -z) */; x: number; z: number; metres: number }
  | { kind: 'sphere'; from: Point /** degrees from +x towards +z of the picture's middle */; facing: number };

/** How wide a pixel is on what it shows: metres at distance 1, growing with distance, or the same everywhere. */
export interface Footprint {
  size: number;
  grows: boolean;
}

export function footprint(camera: Camera, width: number): Footprint {
  if (camera.kind === 'map') return { size: camera.metres / width, grows: false };
  if (camera.kind === 'sphere') return { size: (2 * Math.PI) / width, grows: true };
  return { size: (2 * Math.tan((camera.angle * Math.PI) / 360)) / width, grows: true };
}

/**
 * The ray through a place of the picture, `u` and `v` from 0 to 1 (left to right, top to bottom), `aspect` = width / height:
 * origin into `out` 0-2, unit direction into 3-5.
 */
export function aim(camera: Camera, u: number, v: number, aspect: number, out: Float64Array): void {
  if (camera.kind === 'map') {
    out.set([camera.x + u * camera.metres, 400, camera.z + (v * camera.metres) / aspect]);
    // Not quite straight down: a ray that runs along a face's plane would neither meet nor miss it.
    point(out, 1e-9, -1, 1e-9);
    return;
  }
  out.set(camera.from);
  if (camera.kind === 'sphere') {
    const turn = (camera.facing * Math.PI) / 180 + (u - 0.5) * 2 * Math.PI;
    const rise = (0.5 - v) * Math.PI;
    point(out, Math.cos(turn) * Math.cos(rise), Math.sin(rise), Math.sin(turn) * Math.cos(rise));
    return;
  }
  const { from, to, roll = 0 } = camera;
  point(out, to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const fx = out[3]!;
  const fy = out[4]!;
  const fz = out[5]!;
  const flat = Math.sqrt(fx * fx + fz * fz);
  const half = Math.tan((camera.angle * Math.PI) / 360);
  const [across, upwards] = [u * 2 - 1, (1 - v * 2) / aspect];
  const [sin, cos] = [Math.sin((roll * Math.PI) / 180), Math.cos((roll * Math.PI) / 180)];
  const right = ((across * cos + upwards * sin) * half) / flat;
  const up = ((upwards * cos - across * sin) * half) / flat;
  point(out, fx - fz * right - fy * fx * up, fy + flat * flat * up, fz + fx * right - fy * fz * up);
}

/** Writes the unit vector of a direction into `ray` 3-5. */
function point(ray: Float64Array, x: number, y: number, z: number): void {
  const l = 1 / Math.sqrt(x * x + y * y + z * z);
  ray[3] = x * l;
  ray[4] = y * l;
  ray[5] = z * l;
}
