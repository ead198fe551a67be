// Which concern is shown first, and what counts as active.
import { expect, it } from 'vitest';
import { disputePath, initialDispute, isActive } from './dispute-card.tsx';

it('a concern is active until it is resolved or closed', () => {
  const states = ['open', 'in_progress', 'resolved', 'closed'] as const;
  expect(states.filter((status) => isActive({ status }))).toEqual(['open', 'in_progress']);
});

it('the newest active concern stands open, before newer ones that are settled', () => {
  const concerns = [
    { id: 9, status: 'closed' },
    { id: 7, status: 'in_progress' },
    { id: 4, status: 'open' },
  ] as const;
  expect(initialDispute(concerns)).toBe(7);
});

it('where all are settled the newest stands open', () => {
  expect(initialDispute([{ id: 9, status: 'closed' }])).toBe(9);
  expect(initialDispute([])).toBeUndefined();
});

it('a concern on a session without site names the project alone', () => {
  const session = {
    id: 1,
    captureDate: '2026-11-20',
    photographerId: 3,
    project: { id: 8, name: 'Enugu' },
    site: null,
  };
  expect(disputePath({ session })).toBe('Enugu');
});
