// What is said of an answer that is due, as a reader counts days.
import { expect, test } from 'vitest';
import { dueWords, urgencyOf } from './sign.tsx';

/** The end of Tuesday, November 24 in Lagos. */
const due = { dueAt: '2026-11-24T23:00:00.000000Z', dueOn: '2026-11-24', timeZone: 'Africa/Lagos' };
const at = (text: string) => Date.parse(text);

test.each([
  ['2026-11-20T09:00:00Z', 'Answer due in 4 days', 'later'],
  ['2026-11-23T09:00:00Z', 'Answer due tomorrow', 'soon'],
  ['2026-11-24T00:30:00Z', 'Answer due today', 'soon'],
  ['2026-11-24T22:59:59Z', 'Answer due today', 'soon'],
  ['2026-11-24T23:00:00Z', 'Answer overdue by 1 day', 'over'],
  ['2026-11-26T09:00:00Z', 'Answer overdue by 2 days', 'over'],
])('at %s: %s', (now, words, urgency) => {
  expect([dueWords(due, at(now)), urgencyOf(due, at(now))]).toEqual([words, urgency]);
});

test('in another zone it is never due and overdue at once', () => {
  const ahead = { ...due, timeZone: 'Pacific/Kiritimati' };
  expect(dueWords(ahead, at('2026-11-24T22:00:00Z'))).toBe('Answer due today');
  const behind = { ...due, timeZone: 'Pacific/Pago_Pago' };
  expect(dueWords(behind, at('2026-11-24T23:30:00Z'))).toBe('Answer overdue');
});
