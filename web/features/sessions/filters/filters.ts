// The filters of the sessions list: how they stand in the address, what they ask of the server, which chips they show.
import { formatDate } from '#contract/core/day-words.ts';
import { daysSince, namedDays, todayOf } from '#contract/core/named-days.ts';
import { disputeStatusLabels, type Priority } from '#contract/disputes/endpoints.ts';
import { type Actor, can, type DisputeStatus } from '#contract/policy.ts';
import {
  type SessionStatus,
  sessionSorts,
  sessionStatuses,
  sessionStatusLabels,
} from '#contract/sessions/endpoints.ts';
import { capitalised } from '#web/lib/format/format.ts';
import { param, type useSearchParams } from '#web/lib/routing/search-params.ts';

// The words that somebody typed, one by one, so that each can be taken away alone; those that name days stay together.

/** More are a text, which would only fill the page with chips. */
const most = 6;

const days = [
  'today|yesterday',
  String.raw`(?:last|this)\s+(?:week|month|year)`,
  String.raw`\d{1,2}(?:st|nd|rd|th)?\s+[a-z]{3,9}\.?,?\s+\d{4}`,
  String.raw`[a-z]{3,9}\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?\d{4}`,
].join('|');
const parts = new RegExp(String.raw`(?:(?:decided\s+)?(?:in\s+|on\s+)?(?:${days})|\S+)(?=[\s,;.]|$)[,;.]*|\S+`, 'gi');

const bare = (part: string) => part.replace(/^[,;]+|(?<![,;])[,;]+$/g, '');

/** Each once, with the text that is left without it. */
export function typedWords(text: string): { word: string; rest: string }[] {
  const found = (text.match(parts) ?? []).filter((part) => bare(part) !== '');
  const all = found.length > most ? [text.trim()] : found;
  const words = [...new Set(all.map(bare))];
  return words.map((word) => ({ word, rest: all.filter((part) => bare(part) !== word).join(' ') }));
}

/** Kept as such in the address and in saved filters, so that they move with the days; of the last ones today is one. */
const lastDays = { last7: 7, last30: 30, last90: 90 } as const;

export const ranges = ['all', 'today', 'week', 'month', 'lastMonth', 'last7', 'last30', 'last90', 'custom'] as const;
export type Range = (typeof ranges)[number];
export const rangeLabels: Record<Range, string> = {
  all: 'All Time',
  today: 'Today',
  week: 'This Week',
  month: 'This Month',
  lastMonth: 'Last Month',
  last7: 'Last 7 Days',
  last30: 'Last 30 Days',
  last90: 'Last 90 Days',
  custom: 'Custom Range',
};

/** What sessions and other rows are narrowed by. */
export const narrowingParams = {
  q: param.text(),
  status: param.maybe(sessionStatuses),
  projectId: param.id(),
  siteId: param.id(),
  photographerId: param.id(),
  range: param.oneOf(ranges, 'all'),
  from: param.day(),
  to: param.day(),
  decided: param.maybe(ranges),
  decidedFrom: param.day(),
  decidedTo: param.day(),
};

/** Default sort is the submission date (behaviour §7.3). */
export const filterParams = {
  ...narrowingParams,
  sort: param.oneOf(sessionSorts, 'createdAt'),
  highlight: param.id(),
};

/** The statuses that can match: clients read released sessions only. */
export function offeredStatuses(actor: Actor): readonly SessionStatus[] {
  return can.seePresentContent(actor)
    ? sessionStatuses
    : sessionStatuses.filter((status) => status === 'approved' || status === 'completed');
}

export type Filters = Omit<ReturnType<typeof useSearchParams<typeof filterParams>>[0], 'highlight'>;
/** What the panel filters by, without the order; `status` may be one of other rows than sessions, `priority` is one of concerns. */
export type Narrowing<Status extends string = SessionStatus | DisputeStatus> = Omit<Filters, 'status' | 'sort'> & {
  status: Status | undefined;
  priority?: Priority | undefined;
};
/** The days of a decision, as those of the visit. */
type Decided = Pick<Filters, 'decided' | 'decidedFrom' | 'decidedTo'>;

/** A day of the reader's own calendar as yyyy-mm-dd. */
export function toDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * The days a range asks for, both included (behaviour §7.2): today, since a week ago, since a calendar month ago, the calendar month before this one, so many days up to
 * today; a custom range counts only when both ends are set.
 */
export function daysOf(
  { range, from, to }: Pick<Filters, 'range' | 'from' | 'to'>,
  now: Date,
): { from?: string; to?: string } {
  if (range === 'all') return {};
  if (range === 'custom') return from && to ? { from, to } : {};
  const today = todayOf(toDay(now));
  return range in lastDays
    ? daysSince(lastDays[range as keyof typeof lastDays] - 1, today)
    : namedDays[range as keyof typeof namedDays](today);
}

/** Its days depend on the device's calendar, which the server does not know. */
export function isRelative({ range, decided = 'all' }: Pick<Filters, 'range'> & Partial<Decided>): boolean {
  return [range, decided].some((one) => one !== 'all' && one !== 'custom');
}

function decisionOf({ decided = 'all', decidedFrom, decidedTo }: Decided) {
  return { range: decided, from: decidedFrom, to: decidedTo };
}

function decidedQuery(filters: Decided, now: Date) {
  const { from, to } = daysOf(decisionOf(filters), now);
  return { ...(from && { decidedFrom: from }), ...(to && { decidedTo: to }) };
}

/** What the filters ask of the server, without the words. */
export function narrowingQuery<Status extends string>(filters: Narrowing<Status>, now: Date) {
  const { status, projectId, siteId, photographerId } = filters;
  const place = { projectId, siteId: projectId ? siteId : undefined };
  return { status, ...place, photographerId, ...daysOf(filters, now), ...decidedQuery(filters, now) };
}

/** What the list asks of the server. */
export function toQuery(filters: Filters, now: Date) {
  return { q: filters.q.trim(), ...narrowingQuery(filters, now), sort: filters.sort };
}

export type ActiveFilter = {
  name: 'q' | 'status' | 'priority' | 'projectId' | 'siteId' | 'photographerId' | 'range' | 'decided';
  label: string;
  /** Of a word: the others. */
  rest?: string;
};
type Named = { id: number; name: string };

function rangeLabel({ range, from, to }: Pick<Filters, 'range' | 'from' | 'to'>): string {
  return range === 'custom' && from && to ? `${formatDate(from)} – ${formatDate(to)}` : rangeLabels[range];
}

const statusLabels = { ...sessionStatusLabels, ...disputeStatusLabels };

/** 'High priority', as a chip says it. */
export function priorityLabel(priority: Priority): string {
  return `${capitalised(priority)} priority`;
}

export function statusLabel(status: SessionStatus | DisputeStatus): string {
  return statusLabels[status];
}

function isRange({ range, from, to }: Pick<Filters, 'range' | 'from' | 'to'>): boolean {
  return range !== 'all' && (range !== 'custom' || Boolean(from && to));
}

type Names = { projects: Named[]; sites: Named[]; photographers: Named[] };

/** The filters in force, as chips. A custom range with one end open is none yet. */
export function activeFilters(filters: Narrowing, names: Names): ActiveFilter[] {
  const named = (list: Named[], id: number, fallback: string) => list.find((one) => one.id === id)?.name ?? fallback;
  const { q, status, priority, projectId, siteId, photographerId, range, from, to } = filters;
  const found: ActiveFilter[] = [];
  for (const { word, rest } of typedWords(q)) found.push({ name: 'q', label: `“${word}”`, rest });
  if (status) found.push({ name: 'status', label: statusLabel(status) });
  if (priority) found.push({ name: 'priority', label: priorityLabel(priority) });
  if (projectId) found.push({ name: 'projectId', label: named(names.projects, projectId, `Project ${projectId}`) });
  if (projectId && siteId) found.push({ name: 'siteId', label: named(names.sites, siteId, `Site ${siteId}`) });
  if (photographerId) {
    const label = named(names.photographers, photographerId, `Photographer ${photographerId}`);
    found.push({ name: 'photographerId', label });
  }
  if (isRange({ range, from, to })) found.push({ name: 'range', label: rangeLabel(filters) });
  const decision = decisionOf(filters);
  if (isRange(decision)) found.push({ name: 'decided', label: `Decided: ${rangeLabel(decision)}` });
  return found;
}

export const noFilters = {
  q: '',
  status: undefined,
  priority: undefined,
  projectId: undefined,
  siteId: undefined,
  photographerId: undefined,
  range: 'all',
  from: undefined,
  to: undefined,
  decided: undefined,
  decidedFrom: undefined,
  decidedTo: undefined,
} as const;

/** What taking one chip away changes; a project takes its site along, a word leaves the others. */
export function withoutFilter(name: ActiveFilter['name'], rest = '') {
  if (name === 'projectId') return { projectId: undefined, siteId: undefined };
  if (name === 'range') return { range: 'all' as const, from: undefined, to: undefined };
  if (name === 'decided') return { decided: undefined, decidedFrom: undefined, decidedTo: undefined };
  return { [name]: name === 'q' ? rest : undefined };
}

/** Whether anything narrows the list, so that an empty one can say so. */
export function isFiltered({ q, status, priority, projectId, photographerId, range, decided }: Narrowing): boolean {
  return (
    q !== '' ||
    range !== 'all' ||
    [status, priority, projectId, photographerId, decided].some((value) => value !== undefined)
  );
}
