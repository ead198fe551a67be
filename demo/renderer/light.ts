// The light of a day: where the sun stands, what the sky gives from each side, and how thick the air is.
import { fractal, smooth } from './noise.ts';
import { colour, type Rgb } from './pen.ts';

/** A kind of day. Angles in degrees (azimuth from +x towards +z), `haze` per metre. */
export interface Day {
  azimuth: number;
  height: number;
  sun: Rgb;
  zenith: Rgb;
  horizon: Rgb;
  haze: number;
  clouds: number;
  exposure: number;
}

const times = (c: Rgb, k: number): Rgb => [c[0] * k, c[1] * k, c[2] * k];

/** The days on which the demo's visits take place. */
export const DAYS = {
  clear: {
    azimuth: 118,
    height: 47,
    sun: times(colour('#fff1d8'), 2.9),
    zenith: times(colour('#5b8fd0'), 0.95),
    horizon: times(colour('#d3e0ea'), 0.95),
    haze: 0.00085,
    clouds: 0.45,
    exposure: 1,
  },
  morning: {
    azimuth: 132,
    height: 35,
    sun: times(colour('#ffe4bd'), 2.9),
    zenith: times(colour('#6698cf'), 0.8),
    horizon: times(colour('#e6e2da'), 0.92),
    haze: 0.0012,
    clouds: 0.35,
    exposure: 1.08,
  },
  harmattan: {
    azimuth: 122,
    height: 43,
    sun: times(colour('#ffeccf'), 2.45),
    zenith: times(colour('#a9b4be'), 1.0),
    horizon: times(colour('#e2dccf'), 0.98),
    haze: 0.0019,
    clouds: 0,
    exposure: 1.12,
  },
  rainy: {
    azimuth: 112,
    height: 52,
    sun: times(colour('#fff4e4'), 1.25),
    zenith: times(colour('#9fb0c0'), 1.25),
    horizon: times(colour('#dfe5e8'), 1.1),
    haze: 0.0013,
    clouds: 1,
    exposure: 1.22,
  },
} satisfies Record<string, Day>;

/** Unit vector towards the sun. */
export function sunward(day: Day): Rgb {
  const a = (day.azimuth * Math.PI) / 180;
  const h = (day.height * Math.PI) / 180;
  return [Math.cos(a) * Math.cos(h), Math.sin(h), Math.sin(a) * Math.cos(h)];
}

/** What the open sky sends from a direction that rises by `dy` (of a unit vector), into `out`. */
export function sky(day: Day, dy: number, out: Float64Array): void {
  const k = 1 - (1 - Math.max(0, dy)) ** 3.2;
  for (let c = 0; c < 3; c++) out[c] = day.horizon[c]! + (day.zenith[c]! - day.horizon[c]!) * k;
}

/** The sky as it is looked at: with the day's clouds. Light is taken from `sky`, which is smoother. */
export function cloudySky(day: Day, dx: number, dy: number, dz: number, out: Float64Array): void {
  sky(day, dy, out);
  if (day.clouds === 0 || dy < 0.015) return;
  const scale = 1.1 / (dy + 0.12);
  const f = fractal(dx * scale + 5.2, dz * scale * 1.4 + 1.7, 5);
  const cover = smooth(0.62 - day.clouds * 0.22, 0.85 - day.clouds * 0.2, f) * smooth(0.015, 0.14, dy) * 0.85;
  const white = 1.12 - 0.28 * smooth(0.5, 0.8, f);
  for (let c = 0; c < 3; c++) out[c] = out[c]! + (white - out[c]!) * cover;
}
