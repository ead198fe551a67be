// Which media are made of each building beyond its drone pictures: rooms or halls, spheres, maps, films.
import { RESIDENTIAL_BLOCK } from './block-stages.ts';
import { type Building, siteAt } from './building.ts';
import type { Camera } from './camera.ts';
import { COLD_STORE } from './cold-store-stages.ts';
import type { Georeference } from './geotiff.ts';
import { HILLSIDE_DUPLEXES } from './hillside-stages.ts';
import { STUDENT_LODGE } from './lodge-stages.ts';
import { OFFICE_FACADE } from './offices-stages.ts';
import type { Painter } from './painter.ts';
import type { Point } from './pen.ts';
import { BEDROOM, LIVING_ROOM, type RoomPlace, roomAt } from './rooms.ts';
import { DUPLEX_TERRACE } from './terrace-stages.ts';
import { PODIUM_TOWER } from './tower-stages.ts';
import { STEEL_WAREHOUSE } from './warehouse-stages.ts';

/** A picture to be taken: from which painter's world, through which camera. Null where a stage has none. */
export interface Coverage {
  building: Building;
  indoor?: { cameras: readonly Camera[]; at: (stage: number) => Painter | null };
  sphere?: { from: Point; facing: number; at: (stage: number) => Painter | null };
  map?: { stages: readonly number[]; where: Georeference };
  /** The stages that the flight round the site is filmed at. */
  films?: readonly number[];
  /** pixels across its drone pictures, where that is not 1,600 */
  wide?: number;
}

const MAP_PIXELS = 1024;
const MAP_METRES = 96;

/** Lagos and Ibadan lie in UTM zone 31, Abuja in zone 32. */
function georeference(west: number, north: number, zone = 31): Georeference {
  return { epsg: 32600 + zone, metresPerPixel: MAP_METRES / MAP_PIXELS, west, north };
}

/** The map of every building: straight down on the same 96 metres square, north on top. */
export const MAP = {
  pixels: MAP_PIXELS,
  camera: { kind: 'map', x: -MAP_METRES / 2, z: -MAP_METRES / 2, metres: MAP_METRES } satisfies Camera,
};

const inRoom = (building: Building, place: RoomPlace) => (stage: number) => roomAt(building, place, stage);

/** The site from `first` on. */
function onSite(building: Building, first: number): (stage: number) => Painter | null {
  return (stage) => (stage < first ? null : siteAt(building, stage));
}

/** The hall of the warehouse, darker with every sheet, until the lamps are lit. */
function inHall(first: number): (stage: number) => Painter | null {
  const shades = [1, 1, 1, 1.15, 1.45, 1.75];
  return (stage) => {
    if (stage < first) return null;
    return siteAt(STEEL_WAREHOUSE, stage, { bright: shades[stage - 1] ?? 1, fill: stage === 3 ? 0 : 0.7 });
  };
}

export const COVERAGE: readonly Coverage[] = [
  {
    building: RESIDENTIAL_BLOCK,
    indoor: { cameras: LIVING_ROOM.cameras, at: inRoom(RESIDENTIAL_BLOCK, LIVING_ROOM) },
    sphere: { from: LIVING_ROOM.middle, facing: 90, at: inRoom(RESIDENTIAL_BLOCK, LIVING_ROOM) },
    map: { stages: [1, 2, 3, 4, 5, 6, 7, 8], where: georeference(552144, 712778) },
    films: [5, 6],
  },
  {
    building: DUPLEX_TERRACE,
    indoor: { cameras: BEDROOM.cameras, at: inRoom(DUPLEX_TERRACE, BEDROOM) },
    sphere: { from: [-11.5, 2.4, 13], facing: 270, at: onSite(DUPLEX_TERRACE, 3) },
    map: { stages: [2, 4, 6], where: georeference(324781, 1007503, 32) },
    films: [4],
  },
  {
    building: STEEL_WAREHOUSE,
    indoor: {
      cameras: [
        { kind: 'lens', from: [-20.5, 2.4, 3.2], to: [10, 2.6, -1.5], angle: 78 },
        { kind: 'lens', from: [20, 4.6, -2.6], to: [-8, 2.2, 1.5], angle: 76 },
        { kind: 'lens', from: [-12, 1.8, 4.4], to: [4, 3, -6], angle: 80 },
      ],
      at: inHall(4),
    },
    sphere: { from: [0.2, 2, 0.2], facing: 0, at: inHall(3) },
    map: { stages: [2, 4, 6], where: georeference(595990, 804400) },
    films: [4],
  },
  { building: OFFICE_FACADE, wide: 1000 },
  { building: COLD_STORE, wide: 1000 },
  { building: HILLSIDE_DUPLEXES, wide: 1000 },
  { building: PODIUM_TOWER, wide: 1000 },
  { building: STUDENT_LODGE, wide: 1000 },
];
