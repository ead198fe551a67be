// How many days ago something was, in words.

/** 'today', '6 days ago', '3 months ago'. */
export function agoWords(days: number): string {
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 61) return `${days} days ago`;
  if (days < 731) return `${Math.round(days / 30.44)} months ago`;
  return `${Math.floor(days / 365.25)} years ago`;
}

const dayMs = 86_400_000;

/** From one calendar day to today's, both as the device has them. */
export function daysAgo(day: string, now: number): string {
  const today = new Date(now);
  return agoWords(
    Math.round((Date.UTC(today.getFullYear(), today.getMonth(), today.getDate()) - Date.parse(day)) / dayMs),
  );
}
