// What a building of the demo is made of, and the worlds that its visits are photographed in.
import type { Camera } from './camera.ts';
import { DAYS } from './light.ts';
import { buildDistrict, type District, groundOf } from './neighbourhood.ts';
import { Painter } from './painter.ts';
import { colour, Pen } from './pen.ts';
import type { Place } from './shot.ts';
import type { Spot } from './surfaces.ts';
import type { Pit } from './tracer.ts';

export type Phase = 'foundation' | 'framing' | 'roofing' | 'electrical' | 'plumbing' | 'finishing' | 'other';

/** One visit: what is being done, how far the work has come (0 to 1), and the day's light. */
export interface Stage {
  title: string;
  phase: Phase;
  progress: number;
  day: keyof typeof DAYS;
  pit: Pit | null;
}

/** A building whose growth is shown. Cameras stand nearly where they are planned at all stages (drift.ts), so that visits can be laid over one another. */
export interface Building {
  slug: string;
  title: string;
  place: Place;
  district: District;
  cameras: readonly Camera[];
  /** How many of its first cameras keep their place from visit to visit and only turn. */
  steady?: number;
  stages: readonly Stage[];
  /** Draws all that stands on the site at a stage, counted from 1. */
  draw: (pen: Pen, stage: number) => void;
  ground: (stage: number) => (p: Spot) => void;
}

/** For pictures taken under a great roof: how far the lens is opened, and the light its lamps and gates give to every surface. */
export interface Shade {
  bright: number;
  fill: number;
}

/** A painter for the building's site and surroundings at `stage` (from 1); under a roof with `shade` set. */
export function siteAt(building: Building, stage: number, shade?: Shade): Painter {
  const { district } = building;
  const what = building.stages[stage - 1];
  if (what === undefined) throw new Error(`${building.slug} has no stage ${stage}`);
  const pen = new Pen();
  buildDistrict(pen, district);
  building.draw(pen, stage);
  const day = DAYS[what.day];
  return new Painter({
    solids: pen.solids,
    ground: groundOf(district, building.ground(stage)),
    groundRgb: colour(district.earth),
    pit: what.pit,
    day: { ...day, exposure: day.exposure * (shade?.bright ?? 1) },
    fill: shade?.fill ?? 0,
    bounces: 1,
  });
}
