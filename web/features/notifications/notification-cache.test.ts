// The bell's cache: what a pushed notice and a read one change, and where a click leads.
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { notificationPath } from '#contract/notifications/notification-path.ts';
import {
  addNotification,
  latestNotificationsInput,
  markShownRead,
  withNotification,
  withRead,
} from './desktop-notification.ts';
import { unreadNotificationsInput } from './unread-notifications.ts';

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
    anchor: null,
    relatedDisputeId: null,
    createdAt: '2026-11-20T10:00:00Z',
    ...change,
  };
}

const ten = { rows: Array.from({ length: 10 }, (_, at) => notice(10 - at)), next: 'c', total: 40 };

describe('a pushed notice', () => {
  it('goes on top, and the list stays at ten', () => {
    const { rows } = withNotification(ten, notice(11));
    expect(rows.map(({ id }) => id)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  });

  it('that is there already changes nothing', () => {
    expect(withNotification(ten, notice(4))).toBe(ten);
  });

  it('raises the count and fills the list without a request', () => {
    const client = new QueryClient();
    client.setQueryData(latestNotificationsInput.queryKey, { ...ten, rows: [] });
    client.setQueryData(unreadNotificationsInput.queryKey, { rows: [], next: null, total: 9 });
    addNotification(client, notice(11));
    expect(client.getQueryData(unreadNotificationsInput.queryKey)?.total).toBe(10);
    expect(client.getQueryData(latestNotificationsInput.queryKey)?.rows).toHaveLength(1);
    expect(client.isFetching()).toBe(0);
  });

  it('before the bell was ever opened makes up no list', () => {
    const client = new QueryClient();
    addNotification(client, notice(11));
    expect(client.getQueryData(latestNotificationsInput.queryKey)).toBeUndefined();
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
    const unread = () => client.getQueryData(unreadNotificationsInput.queryKey)?.total;
    client.setQueryData(unreadNotificationsInput.queryKey, { rows: [], next: null, total: 2 });
    markShownRead(client, 10);
    expect(unread()).toBe(1);
    markShownRead(client);
    expect(unread()).toBe(0);
    markShownRead(client, 9);
    expect(unread()).toBe(0);
  });
});

it('a click leads to the project first, else to the session, a demo request to the history', () => {
  expect(notificationPath(notice(1, { relatedProjectId: 3, relatedSessionId: 4 }))).toBe('/projects/3');
  expect(notificationPath(notice(1, { relatedSessionId: 4 }))).toBe('/sessions/4');
  const place = { id: 9, sessionId: 4, kind: 'photo', mediaKind: 'drone', file: 'local:1.jpg' } as NonNullable<
    Notification['anchor']
  >;
  expect(notificationPath(notice(1, { relatedSessionId: 4, anchor: place }))).toBe(
    '/sessions/4?tab=drone&item=local%3A1.jpg&pin=9',
  );
  expect(notificationPath(notice(1, { type: 'demo_request' }))).toBe('/admin-history?tab=requests');
  expect(notificationPath(notice(1))).toBeNull();
});
