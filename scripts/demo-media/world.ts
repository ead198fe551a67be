// A place ready to be photographed.
import type { Day } from './light.ts';
import type { Rgb, Solid } from './pen.ts';
import type { Spot } from './surfaces.ts';
import type { Pit } from './tracer.ts';

/** A place ready to be drawn. `bounces` above 1 is for rooms, where light arrives by way of the walls. */
export interface World {
  solids: Solid[];
  ground: (p: Spot) => void;
  groundRgb: Rgb;
  pit: Pit | null;
  day: Day;
  bounces: number;
}
