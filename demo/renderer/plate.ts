// The exposed plate: what each pixel saw, kept apart so that light can be smoothed without blurring the things lit.

/** Per pixel: id, distance, normal, colour of the thing, light around it, share of the sun, and light of its own. */
export interface Plate {
  width: number;
  height: number;
  id: Int32Array;
  distance: Float32Array;
  normal: Float32Array;
  albedo: Float32Array;
  ambient: Float32Array;
  sun: Float32Array;
  extra: Float32Array;
  /** where in the world; kept for rooms only, whose walls are often seen at a flat angle */
  place: Float32Array | null;
}

export function emptyPlate({ width, height, room }: { width: number; height: number; room: boolean }): Plate {
  const n = width * height;
  return {
    width,
    height,
    id: new Int32Array(n),
    distance: new Float32Array(n),
    normal: new Float32Array(n * 3),
    albedo: new Float32Array(n * 3),
    ambient: new Float32Array(n * 3),
    sun: new Float32Array(n),
    extra: new Float32Array(n * 3),
    place: room ? new Float32Array(n * 3) : null,
  };
}

/** How alike two pixels are as places: 1 on one face, towards 0 across an edge or a step in depth. */
export function alike(plate: Plate, i: number, j: number): number {
  if (plate.id[i] === -1 || plate.id[j] === -1) return 0;
  const n = plate.normal;
  const dot = n[i * 3]! * n[j * 3]! + n[i * 3 + 1]! * n[j * 3 + 1]! + n[i * 3 + 2]! * n[j * 3 + 2]!;
  if (dot < 0.6) return 0;
  const a = plate.distance[i]!;
  const fit = plate.place
    ? 1 - (offPlane(plate.place, n, i, j) / a) * 90
    : 1 - (Math.abs(a - plate.distance[j]!) / a) * 28;
  return fit <= 0 ? 0 : fit * (dot - 0.6) * 2.5;
}

/** How far pixel j's place lies off the face that pixel i shows, metres. */
function offPlane(place: Float32Array, n: Float32Array, i: number, j: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += n[i * 3 + c]! * (place[j * 3 + c]! - place[i * 3 + c]!);
  return Math.abs(sum);
}

/** Smooths the light around things over faces, `step` pixels apart; the rays of neighbours thus serve each other. */
export function smoothAmbient(plate: Plate, step: number): void {
  const { width, height, ambient } = plate;
  const out = new Float32Array(ambient.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (plate.id[i] === -1) continue;
      let total = 1;
      let r = ambient[i * 3]!;
      let g = ambient[i * 3 + 1]!;
      let b = ambient[i * 3 + 2]!;
      for (let oy = -2; oy <= 2; oy++) {
        const yy = y + oy * step;
        if (yy < 0 || yy >= height) continue;
        for (let ox = -2; ox <= 2; ox++) {
          const xx = x + ox * step;
          if (xx < 0 || xx >= width || (ox === 0 && oy === 0)) continue;
          const j = yy * width + xx;
          const w = alike(plate, i, j);
          if (w === 0) continue;
          total += w;
          r += ambient[j * 3]! * w;
          g += ambient[j * 3 + 1]! * w;
          b += ambient[j * 3 + 2]! * w;
        }
      }
      out[i * 3] = r / total;
      out[i * 3 + 1] = g / total;
      out[i * 3 + 2] = b / total;
    }
  }
  plate.ambient = out;
}

/** Index of a pixel next to (x, y) that shows the same face as `normal` at `distance`, or -1. */
export function kin(plate: Plate, x: number, y: number, normal: Float64Array, distance: number): number {
  let best = -1;
  let bestFit = 0.55;
  for (let yy = Math.max(0, y - 1); yy <= Math.min(plate.height - 1, y + 1); yy++) {
    for (let xx = Math.max(0, x - 1); xx <= Math.min(plate.width - 1, x + 1); xx++) {
      const j = yy * plate.width + xx;
      if (plate.id[j] === -1) continue;
      const n = plate.normal;
      const dot = n[j * 3]! * normal[0]! + n[j * 3 + 1]! * normal[1]! + n[j * 3 + 2]! * normal[2]!;
      const fit = dot - (Math.abs(plate.distance[j]! - distance) / distance) * 12;
      if (fit > bestFit) {
        bestFit = fit;
        best = j;
      }
    }
  }
  return best;
}
