// The table of routes says who may make each call, and never leaves it to the handler alone.
import { expect, test } from 'vitest';
import { api } from './api.ts';
import type { Route } from './core/route.ts';
import { can } from './policy.ts';

const routes = Object.values(api as Record<string, Record<string, Route>>).flatMap((noun) => Object.values(noun));
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

test('every call that changes something names the right it takes, but for what everybody does with their own', () => {
  const own = routes.filter(({ method, access }) => method !== 'GET' && access === can.authenticated);
  expect(own.map(nameOf).sort()).toEqual([
    'DELETE /api/push/subscription',
    'DELETE /api/reports/:key',
    'DELETE /api/saved-filters/:id',
    'PATCH /api/notifications/:id/read',
    'PATCH /api/notifications/read-all',
    'PATCH /api/saved-filters/:id',
    'POST /api/projects/:id/report',
    'POST /api/push/test',
    'POST /api/saved-filters',
    'POST /api/sessions/:id/report',
    'PUT /api/notification-preferences',
    'PUT /api/projects/:id/mute',
    'PUT /api/push/subscription',
    'PUT /api/user/password',
  ]);
});

test('a call on one row that not every role may make says what the row is, so that a refusal does not tell of it', () => {
  const open = routes.filter(
    ({ path, access, row }) => path.includes('/:id') && access !== can.authenticated && row === undefined,
  );
  expect(open.map(nameOf)).toEqual([]);
});

test('whatever may wait on a device is kept there under its own name', () => {
  const names = Object.entries(Object.assign({}, ...Object.values(api)) as Record<string, Route>);
  const offline = names.flatMap(([name, { offline }]) => (offline ? [name] : []));
  // Devices hold items under these names: none may ever go.
  expect(offline.sort()).toEqual([
    'approveSession',
    'commentDispute',
    'createDispute',
    'createSession',
    'editSession',
    'rejectSession',
    'resubmitSession',
  ]);
});

test('a call that creates, or edits what it names the state of, carries an idempotency key', () => {
  const bare = routes.filter(({ method, status, body, idempotencyKey }) => {
    const fields = Object.keys((body as { def?: { shape?: object } }).def?.shape ?? {});
    const isNew = status === 201 || fields.includes('version') || fields.includes('recordId');
    return method !== 'GET' && isNew && !idempotencyKey;
  });
  // Its files have ids of their own.
  expect(bare.map(nameOf)).toEqual(['POST /api/uploads']);
});
