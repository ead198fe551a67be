// The rooms whose inside is photographed, and the light that reaches them through their window.
import type { Building } from './building.ts';
import type { Camera } from './camera.ts';
import { furnish } from './furniture.ts';
import { DAYS } from './light.ts';
import { buildDistrict, groundOf } from './neighbourhood.ts';
import { Painter } from './painter.ts';
import { colour, Pen, type Point } from './pen.ts';
import { type Fit, type Room, shell } from './room.ts';
import { work } from './room-work.ts';

/** Where in its building a room lies, and what has been done to it at which stage. */
export interface RoomPlace {
  room: Room;
  at: Point;
  fits: Readonly<Record<number, Fit>>;
  cameras: readonly Camera[];
  middle: Point;
}

function camerasOf(room: Room, at: Point): Camera[] {
  const [hx, hz] = [room.wide / 2, room.deep / 2];
  const point = (x: number, y: number, z: number): Point => [at[0] + x, at[1] + y, at[2] + z];
  return [
    { kind: 'lens', from: point(-hx + 0.4, 1.5, -hz + 0.35), to: point(1.1, 1.05, hz), angle: 82 },
    { kind: 'lens', from: point(hx - 0.45, 1.55, hz - 0.4), to: point(-1.3, 1.05, -hz), angle: 80 },
    { kind: 'lens', from: point(-hx + 0.5, 1.6, hz - 0.45), to: point(hx - 0.2, 0.95, -hz + 0.6), angle: 80 },
  ];
}

function placed(room: Room, at: Point, fits: RoomPlace['fits']): RoomPlace {
  return { room, at, fits, cameras: camerasOf(room, at), middle: [at[0], at[1] + 1.55, at[2] - 0.2] };
}

export const LIVING_ROOM = placed(
  {
    wide: 6.2,
    deep: 7.2,
    high: 2.85,
    window: { x: 0.3, wide: 2.9, high: 2.35, sill: 0 },
    paint: '#ece5d8',
    accent: '#cfd3c9',
    floor: '#d8cfc0',
    use: 'living',
  },
  [0, 9.65, 2.2],
  { 5: 'bare', 6: 'wired', 7: 'rendered', 8: 'finished' },
);

export const BEDROOM = placed(
  {
    wide: 5,
    deep: 5.4,
    high: 2.75,
    window: { x: -0.2, wide: 2.2, high: 1.5, sill: 0.85 },
    paint: '#e9e6de',
    accent: '#aebbc0',
    floor: '#b9a58c',
    use: 'bedroom',
  },
  [-1.7, 3.65, 3.2],
  { 3: 'bare', 4: 'wired', 5: 'rendered', 6: 'finished' },
);

/** The sun stands behind the house; the sky is a bright white one, as over Lagos at noon. */
const INDOORS = { azimuth: -60, height: 40, exposure: 3.4, haze: 0.0006, zenith: colour('#c3cbd2') };

/** Only what lies in front of the building can be seen through its window. */
const BEYOND = 14;

/** A painter for the room as it is at `stage`, with the district outside its window; null where there is no room yet. */
export function roomAt(building: Building, place: RoomPlace, stage: number): Painter | null {
  const fit = place.fits[stage];
  if (fit === undefined) return null;
  const { room, at } = place;
  const pen = new Pen();
  const outside = new Pen();
  buildDistrict(outside, building.district);
  pen.solids.push(...outside.solids.filter((solid) => solid.m[11]! > BEYOND));
  const inside = pen.at(...at);
  shell(inside, room, fit);
  work(inside, room, fit);
  if (fit === 'finished') furnish(inside, room);
  const { window: open } = room;
  return new Painter({
    solids: pen.solids,
    ground: groundOf(building.district, building.ground(stage)),
    groundRgb: colour(building.district.earth),
    pit: null,
    day: { ...DAYS.clear, ...INDOORS },
    bounces: 2,
    fill: 0,
    opening: {
      corner: [at[0] + open.x - open.wide / 2, at[1] + open.sill, at[2] + room.deep / 2 + 0.21],
      wide: open.wide,
      high: open.high,
      gain: fit === 'finished' || fit === 'rendered' ? 7.5 : 11,
    },
  });
}
