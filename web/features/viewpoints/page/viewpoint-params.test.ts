// The address of a viewpoint.
import { describe, expect, it } from 'vitest';
import { parseSearch } from '#web/lib/routing/search-params.ts';
import { besides, nameOfVisit, reachOf, viewpointParams, visitNamed } from './use-dates.ts';

const visits = [
  { captureDate: '2026-01-10', sessionId: 4 },
  { captureDate: '2026-02-10', sessionId: 9 },
  { captureDate: '2026-02-10', sessionId: 11 },
  { captureDate: '2026-06-01', sessionId: 5 },
];

describe('a visit in the address', () => {
  it('is its day, and its session too where that day has several', () => {
    expect(visits.map((visit) => nameOfVisit(visit, visits))).toEqual([
      '2026-01-10',
      '2026-02-10.9',
      '2026-02-10.11',
      '2026-06-01',
    ]);
  });

  it('comes back as it was written', () => {
    for (const [index, visit] of visits.entries()) expect(visitNamed(nameOfVisit(visit, visits), visits)).toBe(index);
  });

  it('that has gone since is the nearest in time', () => {
    expect(visitNamed('2026-05-20', visits)).toBe(3);
    expect(visitNamed('2026-02-10.77', visits)).toBe(2);
    expect(visitNamed('2019-01-01', visits)).toBe(0);
  });

  it('is none where the address names no day', () => {
    for (const name of ['', 'yesterday', '2026-13-40', '2026-1-1']) expect(visitNamed(name, visits)).toBeUndefined();
    expect(visitNamed('2026-01-10', [])).toBeUndefined();
  });
});

it('an address holds both dates, the way of comparing and the view, each read by itself', () => {
  const search = '?date=2026-02-10.9&compare=2026-01-10&mode=swipe&at=140&view=0.5,0.25,2&fade=x';
  expect(parseSearch(viewpointParams, search)).toMatchObject({
    date: '2026-02-10.9',
    compare: '2026-01-10',
    mode: 'swipe',
    at: 50,
    fade: 50,
    shown: 'left',
    view: [0.5, 0.25, 2],
    shift: [],
    unlocked: false,
    unaligned: false,
  });
});

describe('two compared visits', () => {
  it('the older stays the older: neither handle passes the other or comes to stand on it', () => {
    expect(reachOf(1, 3, 6)).toEqual([0, 2]);
    expect(reachOf(3, 1, 6)).toEqual([2, 5]);
    // Side by side there is nothing between them.
    expect(reachOf(2, 3, 6)).toEqual([0, 2]);
    expect(reachOf(2, undefined, 6)).toEqual([0, 5]);
  });

  it('are never one and the same, whatever the address says', () => {
    expect(besides(4, 4, 6)).toBe(3);
    expect(besides(0, 0, 6)).toBe(1);
    expect(besides(0, 0, 1)).toBeUndefined();
    expect(besides(2, 4, 6)).toBe(2);
    expect(besides(undefined, 4, 6)).toBeUndefined();
  });
});
