// A place ready to be photographed.
import type { Day } from './light.ts';
import type { Point, Rgb, Solid } from './pen.ts';
import type { Spot } from './surfaces.ts';
import type { Pit } from './tracer.ts';

/** The window of a room, seen from inside towards +z: daylight comes through it and nowhere else. */
export interface Opening {
  corner: Point;
  wide: number;
  high: number;
  /** how much more than measured comes in, as a photographer's lamp would add */
  gain: number;
}

/** A place ready to be drawn. `bounces` above 1 is for rooms, where light arrives by way of the walls. */
export interface World {
  solids: Solid[];
  ground: (p: Spot) => void;
  groundRgb: Rgb;
  pit: Pit | null;
  day: Day;
  bounces: number;
  /** least share of the sky's light that a surface passes on, however shaded; 0 in the open */
  fill: number;
  opening?: Opening;
}
