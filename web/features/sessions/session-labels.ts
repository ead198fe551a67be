// What a session is called on screen: where, by whom, which media it has.
import type { LucideIcon } from 'lucide-react';
import { Camera, Film, House, Map as MapIcon, Orbit } from 'lucide-react';
import { type MediaField, sessionFields } from '#contract/session-fields.ts';
import type { Session } from '#contract/sessions.ts';

const icons: Record<MediaField, LucideIcon> = {
  droneImagesUrl: Camera,
  indoorImagesUrl: House,
  videoUrl: Film,
  tour360Url: Orbit,
  orthomosaicUrl: MapIcon,
};
const media = (Object.keys(icons) as MediaField[]).map((field) => ({
  field,
  label: sessionFields[field].label,
  icon: icons[field],
}));

/** The kinds of media that a session has, in the order of the tabs. */
export function linkedMedia(session: Session) {
  return media.filter(({ field }) => session[field] !== null);
}

export function siteLabel(session: Pick<Session, 'site'>): string {
  return session.site?.name ?? 'Whole project';
}

/** The day that a card leads with: capture date, else the scheduled one (behaviour §10.6). */
export function dayOf(session: Pick<Session, 'captureDate' | 'scheduledDate'>): string {
  return session.captureDate || session.scheduledDate || '';
}
