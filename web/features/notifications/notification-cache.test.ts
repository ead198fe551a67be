// The bell's cache: what a pushed notice and a read one change, and where a click leads.
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import {
  latestNotices,
  placeOf,
  showRead,
  takeNotice,
  unreadNotices,
  withNotice,
  withRead,
} from './notification-cache.ts';

function notice(id: number, change: Partial<Notification> = {}): Notification {
  return {
    id,
    userId: 1,
    type: 'session_approved',
    title: `Notice ${id}`,
    message: '',
    isRead: false,
    relatedProjectId: null,
    relatedSessionId: null,
    relatedDisputeId: null,
    createdAt: '2026-11-20T10:00:00Z',
    ...change,
  };
}

const ten = { rows: Array.from({ length: 10 }, (_, at) => notice(10 - at)), next: 'c', total: 40 };

describe('a pushed notice', () => {
  it('goes on top, and the list stays at ten', () => {
    const { rows } = withNotice(ten, notice(11));
    expect(rows.map(({ id }) => id)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  });

  it('that is there already changes nothing', () => {
    expect(withNotice(ten, notice(4))).toBe(ten);
  });

  it('raises the count and fills the list without a request', () => {
    const client = new QueryClient();
    client.setQueryData(latestNotices.queryKey, { ...ten, rows: [] });
    client.setQueryData(unreadNotices.queryKey, { rows: [], next: null, total: 9 });
    takeNotice(client, notice(11));
    expect(client.getQueryData(unreadNotices.queryKey)?.total).toBe(10);
    expect(client.getQueryData(latestNotices.queryKey)?.rows).toHaveLength(1);
    expect(client.isFetching()).toBe(0);
  });

  it('before the bell was ever opened makes up no list', () => {
    const client = new QueryClient();
    takeNotice(client, notice(11));
    expect(client.getQueryData(latestNotices.queryKey)).toBeUndefined();
  });
});

describe('reading', () => {
  it('marks one, or all', () => {
    expect(
      withRead(ten, 10)
        .rows.filter(({ isRead }) => isRead)
        .map(({ id }) => id),
    ).toEqual([10]);
    expect(withRead(ten).rows.every(({ isRead }) => isRead)).toBe(true);
  });

  it('lowers the count by one, or to nothing, and never below', () => {
    const client = new QueryClient();
    const unread = () => client.getQueryData(unreadNotices.queryKey)?.total;
    client.setQueryData(unreadNotices.queryKey, { rows: [], next: null, total: 2 });
    showRead(client, 10);
    expect(unread()).toBe(1);
    showRead(client);
    expect(unread()).toBe(0);
    showRead(client, 9);
    expect(unread()).toBe(0);
  });
});

it('a click leads to the project first, else to the session, a demo request to the history', () => {
  expect(placeOf(notice(1, { relatedProjectId: 3, relatedSessionId: 4 }))).toBe('/projects/3');
  expect(placeOf(notice(1, { relatedSessionId: 4 }))).toBe('/sessions/4');
  expect(placeOf(notice(1, { type: 'demo_request' }))).toBe('/admin-history');
  expect(placeOf(notice(1))).toBeNull();
});
