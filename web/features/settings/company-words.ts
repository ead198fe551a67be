// The company's settings and its checklist in words.
import { formatDate } from '#contract/core/day-words.ts';
import { sessionFields } from '#contract/core/session-fields.ts';
import { fieldOfKind, type MediaKind } from '#contract/media/endpoints.ts';
import { type CheckName, checkLabels } from '#contract/sessions/checks.ts';
import { type CompanySettings, type RetentionDays, retentionLabels, weekdays } from '#contract/settings/endpoints.ts';
import { count } from '#web/lib/format/format.ts';

export function dayName(weekday: number): string {
  return weekdays[weekday - 1] ?? '';
}

/** 'Monday to Friday'; 'Monday, Wednesday' where days between are missing, or there are two. */
export function workingDaysInWords(days: readonly number[]): string {
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  if (days.length > 2 && last - first === days.length - 1) return `${dayName(first)} to ${dayName(last)}`;
  return days.map(dayName).join(', ');
}

const mostNamed = 12;

export function holidaysInWords(days: readonly string[]): string {
  const more = days.length - mostNamed;
  const named = days.slice(0, mostNamed).map(formatDate).join(' · ');
  return more > 0 ? `${named} and ${more} more` : named || 'None';
}

/** 'High: 1 working day · Medium: 3 working days · Low: 7 working days'. */
export function responseDaysInWords({ high, medium, low }: CompanySettings['responseDays']): string {
  const parts = [
    ['High', high],
    ['Medium', medium],
    ['Low', low],
  ] as const;
  return parts.map(([priority, days]) => `${priority}: ${count(days, 'working day')}`).join(' · ');
}

/** Nothing typed is no number at all, not 0. */
export const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

export const remindersInWords = (remindsHalfway: boolean): string =>
  remindsHalfway ? 'At half of the time, and when it is due' : 'When it is due';

export const keptInWords = (days: RetentionDays | null): string => (days === null ? 'Forever' : retentionLabels[days]);

// Labels for what an item of the checklist is for, and who fills it in.
export function kindWords(kind: MediaKind | null): string {
  return kind === null ? 'Every visit' : sessionFields[fieldOfKind[kind]].label;
}

/** Null: nothing but a person can tell. */
export function checkWords(check: CheckName | null): string {
  return check === null ? 'Checked by a person' : `Filled in: ${checkLabels[check]}`;
}
