// Places in media that concerns and answers are about (behaviour §13.1): the kinds, and the address that shows one again.

import { get, put } from '#contract/core/endpoint.ts';
import type { Anchor, AnchorPlace } from './anchor-schemas.ts';
import type { anchorRoutes as routes } from './routes.ts';

export type { Anchor, AnchorPlace, NewAnchor } from './anchor-schemas.ts';

export const anchorKinds = ['photo', 'panorama', 'film', 'map', 'comparison'] as const;
export type AnchorKind = (typeof anchorKinds)[number];

/** What is compared, as the numbers of the place say. */
export function comparedAs({ yaw, longitude }: AnchorPlace): 'photo' | 'panorama' | 'map' {
  if (yaw !== undefined) return 'panorama';
  return longitude === undefined ? 'photo' : 'map';
}

/** '1:05', '1:02:03' for seconds of a video. */
export function filmTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Where in the file, in words: nothing of a photo, whose picture says it. */
function whereIn({ place }: Pick<Anchor, 'place'>): string | null {
  if (place.second !== undefined) return filmTime(place.second);
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
    const looks = { mode, view: view.join(','), shift: shift.join(',') };
    const compare = `${other.sessionId},${sessionId}`;
    return addressOf(`/projects/${projectId}/compare`, { compare, ...sides, ...looks, pin: id });
  }
  return addressOf(`/sessions/${sessionId}`, { tab: mediaKind, item: file, pin: id });
}

function addressOf(path: string, query: Record<string, string | number>): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

export const moveDispute = put<typeof routes.moveDispute>('/api/disputes/:id/anchor', {
  topics: ['disputes', 'sessions', 'notifications'],
  row: 'dispute',
  idempotencyKey: false,
  writes: 'dispute',
});

export const sessionPins = get<typeof routes.sessionPins>('/api/sessions/:id/pins', {
  topics: ['disputes', 'sessions', 'projects', 'users'],
  row: 'session',
});

/** The server writes this address into its answers, no page makes it. */
export const disputeCutout = get<typeof routes.disputeCutout>('/api/disputes/:id/cutouts/:anchor', { row: 'dispute' });
