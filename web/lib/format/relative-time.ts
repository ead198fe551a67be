// How long ago something was; apart from format.ts so that lists load without date-fns.
import { formatDistance } from 'date-fns/formatDistance';

/** 'about 2 hours ago', 'over 1 year ago' for an instant; never in the future, whatever the device's clock says. */
export function formatRelative(instant: string | number | Date, now: number = Date.now()): string {
  return formatDistance(Math.min(new Date(instant).getTime(), now), now, { addSuffix: true });
}
