// Places in media that concerns and answers are about (behaviour §13.1): the kinds, the address that shows one again, and the crop around it.

import { get, put } from '#contract/core/endpoint.ts';
import type { Anchor, AnchorPlace } from './anchor-schemas.ts';
import type { anchorRoutes } from './routes.ts';

export type { Anchor, AnchorPlace, NewAnchor } from './anchor-schemas.ts';

export const anchorKinds = ['photo', 'panorama', 'film', 'map', 'comparison'] as const;
export type AnchorKind = (typeof anchorKinds)[number];

/** What is compared, as the numbers of the place say. */
export function comparedAs({ yaw, longitude }: AnchorPlace): 'photo' | 'panorama' | 'map' {
  if (yaw !== undefined) return 'panorama';
  return longitude === undefined ? 'photo' : 'map';
}

/** '1:05', '1:02:03' for seconds of a video. */
export function videoTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Where in the file, in words: nothing of a photo, whose picture says it. */
function whereIn({ place }: Pick<Anchor, 'place'>): string | null {
  if (place.second !== undefined) return videoTime(place.second);
  if (place.latitude === undefined || place.longitude === undefined) return null;
  const [north, east] = [place.latitude, place.longitude];
  return `${Math.abs(north).toFixed(5)}° ${north < 0 ? 'S' : 'N'}, ${Math.abs(east).toFixed(5)}° ${east < 0 ? 'W' : 'E'}`;
}

/** 'DJI_0102.jpg', 'flight.mp4 at 1:05'; of what was taken back that, and for clients nothing else. */
export function anchorWords(anchor: Pick<Anchor, 'name' | 'place' | 'takenBack'>): string {
  if (anchor.takenBack && anchor.name === '') return 'A picture that is no longer shown';
  const where = whereIn(anchor);
  const words = where === null ? anchor.name : `${anchor.name} at ${where}`;
  return anchor.takenBack ? `${words} (taken back)` : words;
}

type Shown = Pick<Anchor, 'id' | 'kind' | 'sessionId' | 'mediaKind' | 'file' | 'place' | 'other' | 'projectId'>;

/** The exact view: the file, opened where the pin is. */
export function anchorAddress(anchor: Shown): string {
  const { id, kind, sessionId, mediaKind, file, other, projectId, place } = anchor;
  if (kind === 'comparison' && other) {
    const sides = { left: mediaKind, right: mediaKind, leftItem: other.file, rightItem: file };
    const { mode = 'side', view = [], shift = [] } = place;
    const comparison = { mode, view: view.join(','), shift: shift.join(',') };
    const compare = `${other.sessionId},${sessionId}`;
    return addressOf(`/projects/${projectId}/compare`, { compare, ...sides, ...comparison, pin: id });
  }
  return addressOf(`/sessions/${sessionId}`, { tab: mediaKind, item: file, pin: id });
}

type LinkedConcern = { id: number; sessionId: number; anchor: (Shown & Pick<Anchor, 'takenBack'>) | null };

/** To the place that a concern is pinned to, which opens it; without one, or where that is shown no more, to itself below its session. */
export function concernPath({ id, anchor, sessionId }: LinkedConcern): string {
  return anchor && !anchor.takenBack ? anchorAddress(anchor) : `/sessions/${sessionId}#concern-${id}`;
}

function addressOf(path: string, query: Record<string, string | number>): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

export const moveDispute = put<typeof anchorRoutes.moveDispute>('/api/disputes/:id/anchor', {
  topics: ['disputes', 'sessions', 'notifications'],
  row: 'dispute',
  idempotencyKey: false,
  writes: 'dispute',
});

export const sessionPins = get<typeof anchorRoutes.sessionPins>('/api/sessions/:id/pins', {
  topics: ['disputes', 'sessions', 'projects', 'users'],
  row: 'session',
});

/** The server writes this address into its answers, no page makes it. */
export const disputeCrop = get<typeof anchorRoutes.disputeCrop>('/api/disputes/:id/crops/:anchor', {
  row: 'dispute',
});

// Crops: the part of a picture around a place in it, planned the same on server and browser.
type Point = { x: number; y: number };
/** A part of a picture in shares of its sides, from its upper left. */
export type Region = { left: number; top: number; width: number; height: number };
/** What a crop shows, and where in it the place is; `box`: the drawn part of it. */
export type CropPlan = { region: Region; mark: Point; box?: Region };
type Placed = AnchorPlace & { kind: AnchorKind };

const around = { width: 0.3, height: 0.3 };
/** A panorama is seen a quarter of the way round at a time. */
const aroundInPanorama = { width: 0.25, height: 0.4 };
const whole = { width: 1, height: 1 };

const clamp = (value: number, most = 1) => Math.min(Math.max(value, 0), most);

/** The place is in the middle, except near an edge of the picture. */
function cropAround({ x, y }: Point, { width, height }: { width: number; height: number }): CropPlan {
  const region = { left: clamp(x - width / 2, 1 - width), top: clamp(y - height / 2, 1 - height), width, height };
  return { region, mark: { x: clamp((x - region.left) / width), y: clamp((y - region.top) / height) } };
}

/** Where a direction lies in an equirectangular picture, which may cover a part of the sphere only. */
export function pointOfDirection(
  { yaw, pitch }: { yaw: number; pitch: number },
  covered: Region = { left: 0, top: 0, ...whole },
): Point {
  const [x, y] = [0.5 + yaw / 360, 0.5 - pitch / 180];
  return { x: clamp((x - covered.left) / covered.width), y: clamp((y - covered.top) / covered.height) };
}

/** A box is shown with some of what is around it. */
function sizeAround(box: { width: number; height: number } | undefined) {
  if (!box) return around;
  const { width, height } = around;
  return { width: clamp(Math.max(width, box.width * 1.4)), height: clamp(Math.max(height, box.height * 1.4)) };
}

/** The drawn box as shares of the crop. */
function boxIn({ left, top, width, height }: Region, region: Region): Region {
  return {
    left: clamp((left - region.left) / region.width),
    top: clamp((top - region.top) / region.height),
    width: clamp(width / region.width),
    height: clamp(height / region.height),
  };
}

/** For a video its whole poster; for a map nothing is planned. `covered`: the part of the sphere that a panorama covers. */
export function planCrop({ kind, x, y, yaw, pitch, box }: Placed, covered?: Region): CropPlan | null {
  if (kind === 'film') return cropAround({ x: x ?? 0.5, y: y ?? 0.5 }, whole);
  if (yaw !== undefined && pitch !== undefined)
    return cropAround(pointOfDirection({ yaw, pitch }, covered), aroundInPanorama);
  if (x === undefined || y === undefined) return null;
  const plan = cropAround({ x, y }, sizeAround(box));
  return box ? { ...plan, box: boxIn(box, plan.region) } : plan;
}
