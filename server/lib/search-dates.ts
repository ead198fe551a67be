// A day or a month among the words of a search, as people write them: 'october 2026', '2026-10', '9 oct 2026', 'Oct 9, 2026'.

/** The days it stands for, both included, and the words beside it. */
export type SoughtDays = { from: string; to: string; words: string };

const names =
  'january|february|march|april|may|june|july|august|september|october|november|december|' +
  'jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec';
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const year = '(?<year>19\\d\\d|2[01]\\d\\d|2200)';
const month = `(?<month>${names})\\.?`;
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';

/** The longer ones first: a month is part of a day. */
const forms = [
  `${year}-(?<month>\\d{1,2})-(?<day>\\d{1,2})`,
  `${year}-(?<month>\\d{1,2})`,
  `${day}\\s+${month},?\\s+${year}`,
  `${month}\\s+${day},?\\s+${year}`,
  `${month},?\\s+${year}`,
].map((form) => new RegExp(`(?<=^|\\s)${form}(?=$|[\\s,.])`, 'i'));

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : 1 + months.indexOf(text.slice(0, 3).toLowerCase());
}

/** The last day that a day, or a month without one, stands for; null where the calendar has none. */
function lastDay(at: { year: number; month: number; day: number | undefined }): string | null {
  const date = new Date(Date.UTC(at.year, at.day === undefined ? at.month : at.month - 1, at.day ?? 0));
  return date.getUTCMonth() === at.month - 1 ? date.toISOString().slice(0, 10) : null;
}

/** Null where the words name no day and no month with its year. */
export function findDays(text: string): SoughtDays | null {
  for (const form of forms) {
    const found = form.exec(text);
    if (!found?.groups) continue;
    const { year: years, month: name = '', day: days } = found.groups;
    const to = lastDay({
      year: Number(years),
      month: monthOf(name),
      day: days === undefined ? undefined : Number(days),
    });
    // Nor is a part of it: the words meant this.
    if (!to) return null;
    const words = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
    return { from: days === undefined ? `${to.slice(0, 8)}01` : to, to, words: words.replace(/[\s,]+/g, ' ').trim() };
  }
  return null;
}
