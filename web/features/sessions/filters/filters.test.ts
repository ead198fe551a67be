// The filters of the sessions page (behaviour §7.2), with a fixed clock.
import { describe, expect, it, test } from 'vitest';
import { sessionStatuses } from '#contract/sessions/endpoints.ts';
import { parseSearch } from '#web/lib/routing/search-params.ts';
import {
  activeFilters,
  daysOf,
  type Filters,
  isFiltered,
  isRelative,
  narrowingParams,
  narrowingQuery,
  noFilters,
  offeredStatuses,
  toQuery,
  withoutFilter,
} from './filters.ts';

const now = new Date(2026, 10, 20, 23, 59);
const none: Filters = { ...noFilters, sort: 'createdAt' };
const names = {
  projects: [{ id: 3, name: 'Lekki Palm' }],
  sites: [{ id: 8, name: 'Block A' }],
  photographers: [{ id: 5, name: 'Ngozi Eze (@ngozi)' }],
};

describe('a date range', () => {
  it('is the same calendar day, the last seven days or the last calendar month', () => {
    expect(daysOf({ ...none, range: 'today' }, now)).toEqual({ from: '2026-11-20', to: '2026-11-20' });
    expect(daysOf({ ...none, range: 'week' }, now)).toEqual({ from: '2026-11-13', to: '2026-11-20' });
    expect(daysOf({ ...none, range: 'month' }, now)).toEqual({ from: '2026-10-20', to: '2026-11-20' });
  });

  it.each([
    ['last7', '2026-11-14', 'Last 7 Days'],
    ['last30', '2026-10-22', 'Last 30 Days'],
    ['last90', '2026-08-23', 'Last 90 Days'],
  ] as const)('%s is so many days up to today, and moves with them', (range, from, label) => {
    expect(daysOf({ ...none, range }, now)).toEqual({ from, to: '2026-11-20' });
    expect(daysOf({ ...none, range }, new Date(2026, 10, 21)).to).toBe('2026-11-21');
    expect(isRelative({ range })).toBe(true);
    expect(activeFilters({ ...none, range }, names)).toEqual([{ name: 'range', label }]);
  });

  it('of last month is the calendar month before, whatever the day', () => {
    expect(daysOf({ ...none, range: 'lastMonth' }, now)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    expect(daysOf({ ...none, range: 'lastMonth' }, new Date(2027, 2, 31))).toEqual({
      from: '2027-02-01',
      to: '2027-02-28',
    });
    expect(daysOf({ ...none, range: 'lastMonth' }, new Date(2027, 0, 1)).from).toBe('2026-12-01');
    expect(activeFilters({ ...none, range: 'lastMonth' }, names)).toEqual([{ name: 'range', label: 'Last Month' }]);
  });

  it('of a month ends on the last day of a month that is shorter', () => {
    expect(daysOf({ ...none, range: 'month' }, new Date(2027, 2, 31))).toEqual({
      from: '2027-02-28',
      to: '2027-03-31',
    });
  });

  it('of one’s own counts only when both ends are set', () => {
    expect(daysOf({ ...none, range: 'custom', from: '2026-01-01' }, now)).toEqual({});
    expect(daysOf({ ...none, range: 'custom', from: '2026-01-01', to: '2026-02-01' }, now)).toEqual({
      from: '2026-01-01',
      to: '2026-02-01',
    });
  });
});

describe('the chips', () => {
  it('name a priority, which is one of concerns, and take it away', () => {
    const urgent = { ...none, priority: 'high' } as const;
    expect(activeFilters(urgent, names)).toEqual([{ name: 'priority', label: 'High priority' }]);
    expect(withoutFilter('priority')).toEqual({ priority: undefined });
    expect(isFiltered(urgent)).toBe(true);
  });

  it('name every filter in force, with the names of project, site and photographer', () => {
    const places = { projectId: 3, siteId: 8, photographerId: 5 };
    const filters: Filters = { ...none, q: ' crane ', status: 'pending', ...places, range: 'week' };
    expect(activeFilters(filters, names).map(({ label }) => label)).toEqual([
      '“crane”',
      'Pending',
      'Lekki Palm',
      'Block A',
      'Ngozi Eze (@ngozi)',
      'This Week',
    ]);
  });

  it('take away one word and leave the others', () => {
    const typed = activeFilters({ ...none, q: 'Rejected, Tunde, last month' }, names);
    expect(typed.map(({ label }) => label)).toEqual(['“Rejected”', '“Tunde”', '“last month”']);
    expect(typed.map(({ name, rest }) => withoutFilter(name, rest))).toEqual([
      { q: 'Tunde, last month' },
      { q: 'Rejected, last month' },
      { q: 'Rejected, Tunde,' },
    ]);
  });

  it('do not count an unfinished custom range nor a site without project', () => {
    expect(activeFilters({ ...none, range: 'custom', from: '2026-01-01', siteId: 8 }, names)).toEqual([]);
  });

  it('take the site along when the project goes', () => {
    expect(withoutFilter('projectId')).toEqual({ projectId: undefined, siteId: undefined });
    expect(withoutFilter('range')).toEqual({ range: 'all', from: undefined, to: undefined });
  });
});

it('the photographer narrows the list by itself', () => {
  const filters = { ...none, photographerId: 5 };
  expect(toQuery(filters, now).photographerId).toBe(5);
  expect(isFiltered(filters)).toBe(true);
  expect(isFiltered(none)).toBe(false);
  expect(activeFilters(filters, { ...names, photographers: [] })).toEqual([
    { name: 'photographerId', label: 'Photographer 5' },
  ]);
  expect(withoutFilter('photographerId')).toEqual({ photographerId: undefined });
});

it('a query asks for a site only within its project', () => {
  expect(toQuery({ ...none, siteId: 8 }, now).siteId).toBeUndefined();
  expect(toQuery({ ...none, projectId: 3, siteId: 8 }, now).siteId).toBe(8);
});

test('clients are offered no status that no released session has', () => {
  expect(offeredStatuses({ kind: 'person', id: 1, role: 'client' })).toEqual(['approved', 'completed']);
  for (const role of ['admin', 'photographer'] as const)
    expect(offeredStatuses({ kind: 'person', id: 1, role })).toEqual(sessionStatuses);
});

test('a decision has days of its own, beside those of the visit, and a chip', () => {
  const filters: Filters = { ...none, range: 'today', decided: 'lastMonth' };
  const days = { from: '2026-11-20', to: '2026-11-20', decidedFrom: '2026-10-01', decidedTo: '2026-10-31' };
  expect(toQuery(filters, now)).toMatchObject(days);
  expect(activeFilters(filters, names).map(({ label }) => label)).toEqual(['Today', 'Decided: Last Month']);
  expect(withoutFilter('decided')).toEqual({ decided: undefined, decidedFrom: undefined, decidedTo: undefined });
  const lone: Filters = { ...none, decided: 'last7' };
  expect([isFiltered(lone), isRelative(lone), isRelative(none)]).toEqual([true, true, false]);
  const open: Filters = { ...none, decided: 'custom', decidedFrom: '2026-01-01' };
  expect([activeFilters(open, names), isRelative(open)]).toEqual([[], false]);
  expect(toQuery(open, now)).not.toHaveProperty('decidedFrom');
  // Of a search, and of the lists of System History, too.
  expect(narrowingQuery(lone, now)).toMatchObject({ decidedFrom: '2026-11-14', decidedTo: '2026-11-20' });
  expect(parseSearch(narrowingParams, 'decided=never&decidedFrom=soon&decidedTo=2026-02-31')).toMatchObject({
    decided: undefined,
    decidedFrom: undefined,
    decidedTo: undefined,
  });
});
