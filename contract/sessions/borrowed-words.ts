// How a picture that an earlier visit had before is named: with that visit, and with what was changed since.
import type { BorrowedPicture } from './checks-routes.ts';

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** 'the same picture as in session 212, 14 Mar 2026, cut and mirrored': how a picture was changed since. */
export function borrowedWords({ known, cut, mirrored, turned }: BorrowedPicture): string {
  const changes = [cut && 'cut', mirrored && 'mirrored', turned && 'turned'].filter((change) => change !== false);
  const last = changes.pop();
  const said = changes.length > 0 ? `${changes.join(', ')} and ${last}` : last;
  const day = shortDay.format(new Date(`${known.captureDate}T00:00:00Z`));
  return `the same picture as in session ${known.sessionId}, ${day}${said ? `, ${said}` : ''}`;
}
