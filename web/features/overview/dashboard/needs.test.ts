// What a dashboard says needs its reader.
import { expect, test } from 'vitest';
import { needRows } from './needs.tsx';

const nothing = {
  review: 0,
  overdue: 0,
  claims: { count: 0, first: null },
  stuck: { count: 0, first: null },
  rejected: 0,
  visits: { late: 0, today: 0 },
};

test('only what is not nothing is a row, what is late first, each with where it is done', () => {
  expect(needRows(nothing)).toEqual([]);
  const rows = needRows({ ...nothing, review: 12, overdue: 1, claims: { count: 2, first: 7 } });
  expect(rows.map(({ label, href }) => [label, href])).toEqual([
    ['1 concern overdue for an answer', '/concerns?sort=dueAt'],
    ['12 sessions to review', '/approvals'],
    ['2 claimed stages to be seen', '/stages/7'],
  ]);
  const crew = needRows({ ...nothing, rejected: 1, visits: { late: 2, today: 1 }, stuck: { count: 1, first: 9 } });
  expect(crew.map(({ label, href }) => [label, href])).toEqual([
    ['2 planned visits overdue', '/dashboard#planned'],
    ['1 planned visit due today', '/dashboard#planned'],
    ['1 session to revise', '/sessions?status=rejected'],
    ['1 session with a stuck upload', '/sessions/9'],
  ]);
});
