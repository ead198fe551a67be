// What the audit log's filters ask for, and the names of its fields.
import { expect, test } from 'vitest';
import { fieldLabel, fieldValue, isAuditFiltered, noAuditFilters, toAuditQuery } from './audit-entry.tsx';

test('both days of a range are included, as the reader’s clock counts them', () => {
  const { from, to } = toAuditQuery({ ...noAuditFilters, from: '2026-02-27', to: '2026-02-28' });
  expect(new Date(from ?? '')).toEqual(new Date(2026, 1, 27));
  expect(new Date(to ?? '')).toEqual(new Date(2026, 2, 1));
  expect(toAuditQuery(noAuditFilters)).toEqual(noAuditFilters);
});

test('one filter is enough for a narrowed list', () => {
  expect(isAuditFiltered(noAuditFilters)).toBe(false);
  expect(isAuditFiltered({ ...noAuditFilters, act: 'roleChanged' })).toBe(true);
});

test('fields are called as people call them', () => {
  expect(fieldLabel('droneImagesUrl')).toBe('Drone photos');
  expect(fieldLabel('lastName')).toBe('Last name');
  expect(fieldLabel('siteId')).toBe('Site ID');
  expect(fieldLabel('roots')).toBe('Roots');
  expect(fieldLabel('url')).toBe('Address');
});

test('the events of a webhook are called as its dialog calls them', () => {
  expect(fieldValue('kinds', 'session.released\nconcern.raised')).toBe('Session released\nConcern raised');
  expect(fieldValue('kinds', 'of a later version')).toBe('of a later version');
  expect(fieldValue('notes', 'session.released')).toBe('session.released');
});
