// The words of a search, and the days among them as people write them: 'october 2026', '2026-10', 'last month', 'decided in October'.
import { toFolded } from '#contract/core/fold.ts';
import { type Days, daysBetween, namedDays, type Today, todayOf } from '#contract/core/named-days.ts';

// Each word has to be found somewhere, in any order (behaviour §7.2).

/** More words would only keep the database busy; those beyond are ignored. */
const maxWords = 10;

/** To compare with a `search_fold` of a column; `%`, `_` and `\` are ordinary characters. */
export function toLikePattern(text: string): string {
  return `%${toFolded(text).replace(/[\\%_]/g, '\\$&')}%`;
}

/** Folded, in the order in which they were typed. A part of another word is found wherever that one is. */
export function toSearchWords(text: string): string[] {
  // No text holds a NUL, and PostgreSQL refuses one.
  const typed = toFolded(text.replaceAll('\u0000', '\ufffd'))
    .split(/\s+/u)
    .map((word) => word.replace(/^[,;]+|(?<![,;])[,;]+$/g, ''))
    .filter(Boolean);
  const words = [...new Set(typed)];
  const isPart = (word: string) => words.some((other) => other !== word && other.includes(word));
  return words.filter((word) => !isPart(word)).slice(0, maxWords);
}

/** The days it stands for, both included, and the words beside it. `decided`: not of the visit but of its decision. */
export type SoughtDays = Days & { words: string; decided?: true };

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

/** What is left of the words without what says the days, at whose beginning 'decided' may stand. */
function beside(text: string, found: { index: number; length: number }): Pick<SoughtDays, 'words' | 'decided'> {
  const before = text.slice(0, found.index).replace(/\b(?:in|on)\s*$/i, '');
  const [decided] = /(?<=^|[\s,])decided[\s,]*$/i.exec(before) ?? [];
  const words = `${before.slice(0, before.length - (decided?.length ?? 0))} ${text.slice(found.index + found.length).replace(/^\./, '')}`;
  return { words: words.replace(/[\s,]+/g, ' ').trim(), ...(decided && { decided: true }) };
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
    const rest = beside(text, { index: found.index, length: found[0].length });
    return { from: days === undefined ? `${to.slice(0, 8)}01` : to, to, ...rest };
  }
  return null;
}

const spans: Record<string, (today: Today) => Days> = {
  today: namedDays.today,
  yesterday: ({ year, month, day }) => daysBetween([year, month, day - 1], [year, month, day - 1]),
  'this week': namedDays.week,
  'last week': ({ year, month, day, weekday }) =>
    daysBetween([year, month, day - weekday - 7], [year, month, day - weekday - 1]),
  'this month': namedDays.month,
  'last month': namedDays.lastMonth,
  'this year': ({ year, month, day }) => daysBetween([year, 0, 1], [year, month, day]),
  'last year': ({ year }) => daysBetween([year - 1, 0, 1], [year, 0, 0]),
};

const relative = new RegExp(
  `(?<=^|[\\s,])(?:${Object.keys(spans).join('|').replaceAll(' ', '\\s+')})(?=$|[\\s,.])`,
  'i',
);
/** Alone they are words of a note too; 'may' and 'march' are that in any case. */
const monthAlone = new RegExp(
  `(?<=^|[\\s,])(?:(?:in|decided)[\\s,]+(?<sure>${names})|(?<full>january|february|april|june|july|august|september|october|november|december))(?=$|[\\s,.])`,
  'i',
);
const yearAlone = new RegExp(`(?<=^|[\\s,])(?:in|decided)[\\s,]+${year}(?=$|[\\s,.])`, 'i');

/** Where in the text the days are named, without an 'in' or 'decided' before them. */
function nameIn(found: RegExpExecArray, name: string) {
  return { index: found.index + found[0].toLowerCase().lastIndexOf(name.toLowerCase()), length: name.length };
}

/** 'last month', 'October' (the latest one), 'in 2025', as of a day: null where there are no other words, which alone would mean themselves. */
function findRelativeDays(text: string, today: string): SoughtDays | null {
  const now = todayOf(today);
  const found = relative.exec(text);
  if (found) {
    const span = spans[found[0].toLowerCase().replace(/\s+/g, ' ')]?.(now);
    return span ? { ...span, ...beside(text, { index: found.index, length: found[0].length }) } : null;
  }
  const month = monthAlone.exec(text);
  const name = month?.groups?.sure ?? month?.groups?.full;
  if (month && name) {
    const nth = monthOf(name) - 1;
    const latest = nth > now.month ? now.year - 1 : now.year;
    return { ...daysBetween([latest, nth, 1], [latest, nth + 1, 0]), ...beside(text, nameIn(month, name)) };
  }
  const whole = yearAlone.exec(text);
  const number = whole?.groups?.year;
  if (!whole || !number) return null;
  return { ...daysBetween([Number(number), 0, 1], [Number(number), 11, 31]), ...beside(text, nameIn(whole, number)) };
}

/** Whether what is found may change with the days alone. */
export function namesRelativeDays(text: string): boolean {
  return [relative, monthAlone].some((form) => form.test(text));
}

/** The days that are named beside other words, or as those of a decision: alone they are what they say. */
export function findDaysBeside(text: string, today: string): SoughtDays | null {
  const found = findDays(text) ?? findRelativeDays(text, today);
  return found && (found.words !== '' || found.decided) ? found : null;
}
