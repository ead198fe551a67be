// What the groups beside the hits of a search are called, what they leave out, and where their rows lead.

import { expect, it } from 'vitest';
import { concernPath } from '#contract/disputes/anchors.ts';
import { capturedTitle, foundGroups, groupPaths, personPath } from './found-groups.tsx';

it('the sessions of a date say which day or month was understood', () => {
  expect(capturedTitle({ from: '2026-10-09', to: '2026-10-09', decided: false })).toBe('Captured on October 9, 2026');
  expect(capturedTitle({ from: '2026-10-01', to: '2026-10-31', decided: true })).toBe('Decided in October 2026');
  expect(capturedTitle({ from: '2026-10-01', to: '2026-10-09', decided: false })).toBe(
    'Captured October 1, 2026 – October 9, 2026',
  );
});

it('a group that holds nothing is not shown', () => {
  const none = { total: 0, rows: [] };
  expect(foundGroups({ people: none, concerns: none, visits: null }, 'crane')).toEqual([]);
});

it('the sessions of a date lead to the list with that filter and the words beside it', () => {
  const result = { type: 'session', id: 12, title: '', subtitle: '', status: 'approved', projectId: 3 } as const;
  const visits = { total: 9, rows: [result], from: '2026-10-01', to: '2026-10-31', words: 'crane', decided: false };
  const none = { total: 0, rows: [] };
  const [group] = foundGroups({ people: none, concerns: none, visits }, 'crane october 2026');
  expect(group?.all?.path).toBe('/sessions?q=crane&range=custom&from=2026-10-01&to=2026-10-31&sort=captureDate');
});

it('a concern leads to the place that it is pinned to, else to itself below its session', () => {
  const anchor = {
    id: 4,
    kind: 'photo',
    sessionId: 9,
    mediaKind: 'drone',
    file: 'local:a.jpg',
    place: {},
    takenBack: false,
  };
  expect(concernPath({ id: 7, sessionId: 8, anchor: anchor as never })).toBe(
    '/sessions/9?tab=drone&item=local%3Aa.jpg&pin=4',
  );
  expect(concernPath({ id: 7, sessionId: 8, anchor: { ...anchor, takenBack: true } as never })).toBe(
    '/sessions/8#concern-7',
  );
  expect(concernPath({ id: 7, sessionId: 8, anchor: null })).toBe('/sessions/8#concern-7');
});

const person = { id: 5, firstName: 'Ada', lastName: 'Obi', profilePhotoUrl: null, projectId: 3 };

it('a person leads to their account, to their visits, or to the project that one shares with them', () => {
  expect(personPath({ ...person, role: 'client', username: 'a b', projectId: null })).toBe('/users?q=a%20b');
  expect(personPath({ ...person, role: 'photographer' })).toBe('/sessions?photographerId=5');
  expect(personPath({ ...person, role: 'client' })).toBe('/projects/3');
});

it('what is found beside the hits is walked through in the order in which it is shown', () => {
  const visit = { type: 'session', id: 12, title: '', subtitle: '', status: 'approved', projectId: 3 } as const;
  const visits = { total: 1, rows: [visit], from: '2026-10-01', to: '2026-10-31', words: '', decided: false };
  const people = { total: 1, rows: [{ ...person, role: 'client' as const }] };
  const concerns = { total: 1, rows: [{ id: 7, sessionId: 8 } as never] };
  expect(groupPaths({ people, concerns, visits })).toEqual(['/projects/3', '/sessions/8#concern-7', '/sessions/12']);
});
