// Where a ray enters and leaves each unit solid, and which way its faces look.
import { BOX, ROD, TAPER } from './pen.ts';

/** The last crossing, in multiples of the ray's direction; empty when `in` is beyond `out`. Kept in place: rays are many. */
export const cross = { in: 0, out: 0 };
export const normal = new Float64Array(3);

export function crossBox(px: number, py: number, pz: number, vx: number, vy: number, vz: number): void {
  const ix = 1 / vx;
  const iy = 1 / vy;
  const iz = 1 / vz;
  const ax = Math.abs(ix);
  const ay = Math.abs(iy);
  const az = Math.abs(iz);
  const mx = -px * ix;
  const my = -py * iy;
  const mz = -pz * iz;
  cross.in = Math.max(mx - ax, my - ay, mz - az);
  cross.out = Math.min(mx + ax, my + ay, mz + az);
}

function clip(distance: number, speed: number): void {
  if (speed < 0) cross.in = Math.max(cross.in, -distance / speed);
  else if (speed > 0) cross.out = Math.min(cross.out, -distance / speed);
  else if (distance > 0) cross.out = -Infinity;
}

export function crossTaper(
  px: number,
  py: number,
  pz: number,
  vx: number,
  vy: number,
  vz: number,
  tx: number,
  tz: number,
): void {
  cross.in = -Infinity;
  cross.out = Infinity;
  clip(py - 1, vy);
  clip(-py - 1, -vy);
  const cx = 1 - tx / 2;
  clip(px + (tx / 2) * py - cx, vx + (tx / 2) * vy);
  clip(-px + (tx / 2) * py - cx, -vx + (tx / 2) * vy);
  const cz = 1 - tz / 2;
  clip(pz + (tz / 2) * py - cz, vz + (tz / 2) * vy);
  clip(-pz + (tz / 2) * py - cz, -vz + (tz / 2) * vy);
}

export function crossBall(px: number, py: number, pz: number, vx: number, vy: number, vz: number): void {
  const a = vx * vx + vy * vy + vz * vz;
  const b = px * vx + py * vy + pz * vz;
  const c = px * px + py * py + pz * pz - 1;
  const d = b * b - a * c;
  if (d < 0) {
    cross.in = 1;
    cross.out = -1;
    return;
  }
  const root = Math.sqrt(d);
  cross.in = (-b - root) / a;
  cross.out = (-b + root) / a;
}

export function crossRod(px: number, py: number, pz: number, vx: number, vy: number, vz: number, close: number): void {
  const k = close / 2;
  const r = 1 - k - k * py;
  const s = -k * vy;
  const a = vx * vx + vz * vz - s * s;
  const b = px * vx + pz * vz - r * s;
  const c = px * px + pz * pz - r * r;
  const d = b * b - a * c;
  if (a > 1e-12) {
    if (d < 0) {
      cross.in = 1;
      cross.out = -1;
      return;
    }
    const root = Math.sqrt(d);
    cross.in = (-b - root) / a;
    cross.out = (-b + root) / a;
  } else {
    // Steeper than the side itself: inside from one root on, or up to it, whichever lies below the tip.
    const root = Math.sqrt(Math.max(0, d));
    const steep = a < -1e-12;
    cross.in = steep && s > 0 ? (-b - root) / a : -Infinity;
    cross.out = steep && s <= 0 ? (-b + root) / a : Infinity;
    if (!steep && c > 0) cross.out = -Infinity;
  }
  clip(py - 1, vy);
  clip(-py - 1, -vy);
}

/** The outward direction at a point of the unit solid, into `normal`; not of unit length. */
export function localNormal(kind: number, tx: number, tz: number, x: number, y: number, z: number): void {
  normal.fill(0);
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  if (kind === BOX) {
    const axis = ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2;
    normal[axis] = Math.sign(axis === 0 ? x : axis === 1 ? y : z);
  } else if (kind === TAPER) {
    const gapX = Math.abs(ax + (tx / 2) * y - (1 - tx / 2));
    const gapZ = Math.abs(az + (tz / 2) * y - (1 - tz / 2));
    const gapY = Math.abs(1 - ay);
    if (gapY < gapX && gapY < gapZ) normal[1] = Math.sign(y);
    else if (gapX < gapZ) {
      normal[0] = Math.sign(x);
      normal[1] = tx / 2;
    } else {
      normal[2] = Math.sign(z);
      normal[1] = tz / 2;
    }
  } else if (kind === ROD) {
    const side = Math.abs(Math.sqrt(x * x + z * z) - (1 - (tx / 2) * (y + 1)));
    if (Math.abs(1 - ay) < side) normal[1] = Math.sign(y);
    else {
      normal[0] = x;
      normal[1] = tx / 2;
      normal[2] = z;
    }
  } else {
    normal[0] = x;
    normal[1] = y;
    normal[2] = z;
  }
}
