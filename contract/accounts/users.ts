// People: accounts, profile, photo and the figures on a profile.

import { del, get, list, patch, post, put } from '#contract/core/endpoint.ts';
import type { userRoutes } from './users-routes.ts';

export type { PersonRef, User } from './users-routes.ts';

export const roleLabels = { admin: 'Admin', photographer: 'Photographer', client: 'Client' } as const;

export const photoLimit = 5 * 1024 * 1024;

export const users = list<typeof userRoutes.users>('/api/users', { topics: ['users'] });

export const createUser = post<typeof userRoutes.createUser>('/api/users', {
  status: 201,
  topics: ['users'],
  idempotencyKey: true,
});

export const editUser = put<typeof userRoutes.editUser>('/api/users/:id', {
  topics: ['users', 'sessions', 'projects', 'disputes'],
  row: 'user',
  idempotencyKey: true,
});

export const removeUser = del<typeof userRoutes.removeUser>('/api/users/:id', {
  topics: ['users', 'sessions', 'projects', 'disputes'],
  row: 'user',
  idempotencyKey: false,
});

export const changeRole = patch<typeof userRoutes.changeRole>('/api/users/:id/role', {
  topics: ['users', 'sessions', 'projects'],
  row: 'user',
  idempotencyKey: true,
});

export const getUser = get<typeof userRoutes.getUser>('/api/users/:id', {
  topics: ['users', 'projects', 'sessions'],
  row: 'user',
});

export const userStats = get<typeof userRoutes.userStats>('/api/users/:id/stats', {
  topics: ['users', 'projects', 'sessions'],
  row: 'user',
});

export const editProfile = put<typeof userRoutes.editProfile>('/api/users/:id/profile', {
  topics: ['users', 'sessions', 'projects', 'disputes'],
  row: 'user',
  idempotencyKey: true,
});

export const changePhoto = post<typeof userRoutes.changePhoto>('/api/users/:id/photo', {
  topics: ['users'],
  row: 'user',
  idempotencyKey: false,
});

export const userPhoto = get<typeof userRoutes.userPhoto>('/api/users/:id/photo/:version', { row: 'user' });
