// What headers, numbers and coverage say: the edges of each rule.
import { expect, test } from 'vitest';
import type { SessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import type { JudgedPicture } from './checked-visit.ts';
import { judgeCount, judgeCoverage, judgeDates, judgeLinks, judgePositions, medianPlace } from './judge-facts.ts';

const picture = (said: Partial<JudgedPicture>): JudgedPicture => ({
  ...{ mediaKind: 'drone', file: 'local:a', version: '1', name: 'a.jpg' },
  ...{ capturedAt: null, latitude: null, longitude: null, analysis: null, ...said },
});

test('coverage names the viewpoints that are missing, and waits for their pictures to be placed', () => {
  const of = (position: number, name: string, picture: object | null) =>
    ({ id: position, kind: 'photo', name, position, picture }) as SessionViewpoints['viewpoints'][number];
  const viewpoints = [of(1, 'Gate', {}), of(2, 'Roof', null)];
  expect(judgeCoverage({ viewpoints: [], pending: false }).verdict).toBe('notChecked');
  expect(judgeCoverage({ viewpoints, pending: true }).verdict).toBe('notChecked');
  expect(judgeCoverage({ viewpoints, pending: false })).toMatchObject({
    verdict: 'differs',
    evidence: '1 of 2 viewpoints · missing: 2 Roof',
  });
  expect(judgeCoverage({ viewpoints: viewpoints.slice(0, 1), pending: false }).verdict).toBe('fits');
});

test.each([
  ['2026-03-01T23:59:59', 'differs'],
  ['2026-03-02T00:00:00', 'fits'],
  ['2026-03-04T23:59:59', 'fits'],
  ['2026-03-05T00:00:00', 'differs'],
])('a picture of %s %s with a visit of March 3', (capturedAt, verdict) => {
  expect(judgeDates([picture({ capturedAt })], '2026-03-03').verdict).toBe(verdict);
});

test('the middle of places at the date line is there too', () => {
  const places = [179.9, -179.9, 179.8].map((longitude) => ({ latitude: -17, longitude }));
  expect(medianPlace(places)?.longitude).toBeCloseTo(179.9);
  const near = picture({ latitude: -17, longitude: 179.901 });
  expect(judgePositions([near], { site: { latitude: -17, longitude: -180 + 0 }, before: [] }).verdict).toBe('differs');
  expect(judgePositions([near], { site: null, before: places }).verdict).toBe('fits');
});

test('what the site says holds before what former visits say', () => {
  const here = picture({ latitude: 6, longitude: 3 });
  const before = [{ latitude: 7, longitude: 3 }];
  expect(judgePositions([here], { site: { latitude: 6, longitude: 3 }, before }).verdict).toBe('fits');
  expect(judgePositions([here], { site: null, before }).verdict).toBe('differs');
});

test.each([
  [5, [10, 10], 'fits'],
  [4, [10, 10], 'differs'],
  [40, [10, 10], 'fits'],
  [3, [2, 100, 4], 'fits'],
  [1, [], 'notChecked'],
])('%i pictures after visits with %j: %s', (own, before, verdict) => {
  expect(judgeCount(own, before).verdict).toBe(verdict);
});

test('links that nobody could tell of are not checked, and broken ones weigh more', () => {
  const since = '2026-03-03T00:00:00Z';
  const unknown = { state: 'unknown', reason: null, since } as const;
  const broken = { state: 'broken', reason: 'Gone', since } as const;
  const fine = { state: 'ok', reason: null, since } as const;
  expect(judgeLinks([], null).verdict).toBe('notChecked');
  expect(judgeLinks(['videoUrl'], null).verdict).toBe('notChecked');
  expect(judgeLinks(['videoUrl', 'droneImagesUrl'], { videoUrl: fine }).verdict).toBe('notChecked');
  expect(judgeLinks(['videoUrl', 'droneImagesUrl'], { videoUrl: broken, droneImagesUrl: unknown }).verdict).toBe(
    'differs',
  );
  expect(judgeLinks(['videoUrl'], { videoUrl: fine }).verdict).toBe('fits');
});
