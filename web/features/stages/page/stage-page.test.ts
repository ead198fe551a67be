// What the page of a stage shows beside its criteria, which acts it offers first, and what it compares with.
import { expect, it } from 'vitest';
import type { StageWithMarks } from '#contract/stages/endpoints.ts';
import { pairOf } from './compare-link.tsx';
import { actsOf } from './stage-actions.tsx';
import { shownCriteria } from './stage-criteria.tsx';

const ticked = (text: string) => ({ text, ticked: true, pictures: [], withheld: 0 });
const mark = (id: number, kind: string, ...words: string[]) => ({
  id,
  kind,
  act: 'given',
  criteria: words.map(ticked),
});

it('a criterion is shown with the marks that stand and ticked it, and words that were changed since apart', () => {
  const former = mark(1, 'seen', 'Cast');
  const [seen, confirmed] = [mark(2, 'seen', 'Cast', 'Struck'), mark(3, 'confirmed', 'Cast', 'Cured')];
  const stage = {
    criteria: [
      { id: 1, text: 'Cast' },
      { id: 2, text: 'Painted' },
    ],
    marks: [former, seen, confirmed],
    seen,
    confirmed,
  } as unknown as StageWithMarks;
  const { now, former: changed } = shownCriteria(stage);
  const ids = (shown: typeof now) => shown.map(({ text, ticks }) => [text, ...ticks.map((one) => one.mark.id)]);
  expect(ids(now)).toEqual([['Cast', 2, 3], ['Painted']]);
  expect(ids(changed)).toEqual([
    ['Struck', 2],
    ['Cured', 3],
  ]);
});

it('what a stage asks for leads, refusing follows, and taking back is last; on site and not is one act', () => {
  const may = [
    { kind: 'claimed', act: 'taken_back', onSite: false },
    { kind: 'confirmed', act: 'refused', onSite: false },
    { kind: 'confirmed', act: 'given', onSite: false },
    { kind: 'confirmed', act: 'given', onSite: true },
    { kind: 'seen', act: 'given', onSite: false },
  ] as StageWithMarks['may'];
  const acts = actsOf({ may, asks: { kind: 'seen', mine: true } }).map(({ kind, act }) => `${kind} ${act}`);
  expect(acts).toEqual(['seen given', 'confirmed given', 'confirmed refused', 'claimed taken_back']);
});

const picture = (sessionId: number, captureDate: string) => ({ sessionId, captureDate });

it('a picture is compared with the newest one of its viewpoint among the visits of the stage before', () => {
  const pictures = [
    picture(1, '2026-01-05'),
    picture(2, '2026-02-05'),
    picture(3, '2026-02-05'),
    picture(4, '2026-04-05'),
  ];
  expect(pairOf(pictures, { sessionId: 4 }, [1, 2])).toEqual({ date: '2026-04-05', compare: '2026-02-05.2' });
});

it('where the stage before shows the same visit, or another viewpoint, nothing is compared', () => {
  const pictures = [picture(1, '2026-01-05'), picture(4, '2026-04-05')];
  expect(pairOf(pictures, { sessionId: 4 }, [4])).toBeUndefined();
  expect(pairOf(pictures, { sessionId: 4 }, [2])).toBeUndefined();
  expect(pairOf(pictures, { sessionId: 9 }, [1])).toBeUndefined();
});
