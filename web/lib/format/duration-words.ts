// How long something took, in one unit that people think in.
import { count } from './format.ts';

const units = [
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** '2.5 days', '5 hours', '12 minutes', 'less than a minute': halves below ten hours or days, whole ones above. */
export function durationWords(seconds: number): string {
  const [name, size] = units.find(([unit, length]) => seconds >= length * (unit === 'minute' ? 1 : 1.5)) ?? [];
  if (!name || !size) return 'less than a minute';
  const amount = seconds / size;
  const rounded = name === 'minute' || amount >= 10 ? Math.round(amount) : Math.round(amount * 2) / 2;
  return count(rounded, name);
}
