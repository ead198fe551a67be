// What a session is called on screen: where, by whom, which media it has.

import { Camera, Film, House, type LucideIcon, Map as MapIcon, Orbit } from 'lucide-react';
import { sessionFields } from '#contract/core/session-fields.ts';
import { fieldOfKind, type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { count } from '#web/lib/format/format.ts';

// How long a session waits for its review; apart from the labels, which every page of sessions loads.
const hour = 3_600_000;

/** How long a session waits for its review: 'waiting 3 days'. */
export function waitingFor(submittedAt: string, now: number): string {
  const hours = Math.floor((now - Date.parse(submittedAt)) / hour);
  if (hours < 1) return 'waiting less than an hour';
  return `waiting ${hours < 24 ? count(hours, 'hour') : count(Math.floor(hours / 24), 'day')}`;
}

const icons: Record<MediaKind, LucideIcon> = {
  drone: Camera,
  indoor: House,
  videos: Film,
  tour360: Orbit,
  orthomosaic: MapIcon,
};

/** The kinds of media that a session has, in the order of the tabs. */
export function linkedMedia(session: Session) {
  return mediaKinds
    .filter((kind) => session[fieldOfKind[kind]] !== null)
    .map((kind) => ({ kind, label: sessionFields[fieldOfKind[kind]].label, icon: icons[kind] }));
}

/** The tab that a session begins with: the first that it has anything in. */
export function firstTab(session: Session): MediaKind {
  return mediaKinds.find((kind) => session[fieldOfKind[kind]] !== null) ?? 'drone';
}

/** Where one looks at it: the session's page with that tab. */
export function tabPath({ id }: Pick<Session, 'id'>, kind: MediaKind): string {
  return `/sessions/${id}${kind === 'drone' ? '' : `?tab=${kind}`}`;
}

export function siteLabel(session: Pick<Session, 'site'>): string {
  return session.site?.name ?? 'Whole project';
}

/** The day that a card leads with: capture date, else the scheduled one (behaviour §10.6). */
export function dayOf(session: Pick<Session, 'captureDate' | 'scheduledDate'>): string {
  return session.captureDate || session.scheduledDate || '';
}
