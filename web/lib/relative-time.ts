// How long ago something was; apart from format.ts so that lists load without date-fns.
import { formatDistanceToNow } from 'date-fns/formatDistanceToNow';

/** 'about 2 hours ago', 'over 1 year ago' for an instant; never in the future, whatever the device's clock says. */
export function formatRelative(instant: string | number | Date): string {
  const at = Math.min(new Date(instant).getTime(), Date.now());
  return formatDistanceToNow(at, { addSuffix: true });
}
