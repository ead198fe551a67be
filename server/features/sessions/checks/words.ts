// How evidence is worded: numbers, days, distances and names of pictures.
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'March 4, 2026' for a calendar day. */
export const dayWords = (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`));

/** '1 picture', '1,204 pictures'. */
export function count(value: number, one: string): string {
  return `${value.toLocaleString('en-US')} ${one}${value === 1 ? '' : 's'}`;
}

/** '120 m', '3.4 km', '1,204 km'. */
export function distanceWords(metres: number): string {
  if (metres < 1_000) return `${Math.round(metres)} m`;
  const kilometres = metres / 1_000;
  return `${kilometres < 10 ? kilometres.toFixed(1) : Math.round(kilometres).toLocaleString('en-US')} km`;
}

const mostNames = 3;

/** 'a.jpg', 'a.jpg and b.jpg', 'a.jpg, b.jpg, c.jpg and 4 more'. */
export function listed(names: readonly string[]): string {
  const rest = names.length - mostNames;
  const parts = rest > 0 ? [...names.slice(0, mostNames), `${rest} more`] : names;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
