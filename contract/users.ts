// People: accounts, profile, photo and the figures on a profile.
import type { ById, Ok } from '#contract/schemas/fields.ts';
import type * as schemas from '#contract/schemas/users.ts';
import { del, get, list, patch, post, put } from './endpoint.ts';

export type { PersonRef, User } from '#contract/schemas/users.ts';

export const roleLabels = { admin: 'Admin', photographer: 'Photographer', client: 'Client' } as const;

export const photoLimit = 5 * 1024 * 1024;

export const users = list<{ query: typeof schemas.UserQuery; reply: typeof schemas.User }>('/api/users', {
  topics: ['users'],
});

export const createUser = post<{ body: typeof schemas.NewUser; reply: typeof schemas.User }>('/api/users', {
  status: 201,
  topics: ['users'],
});

export const editUser = put<{ params: typeof ById; body: typeof schemas.UserEdit; reply: typeof schemas.User }>(
  '/api/users/:id',
  {
    topics: ['users', 'sessions', 'projects', 'disputes'],
  },
);

export const removeUser = del<{ params: typeof ById; reply: typeof Ok }>('/api/users/:id', {
  topics: ['users', 'sessions', 'projects', 'disputes'],
});

export const changeRole = patch<{ params: typeof ById; body: typeof schemas.RoleChange; reply: typeof schemas.User }>(
  '/api/users/:id/role',
  { topics: ['users', 'sessions', 'projects'] },
);

export const getUser = get<{ params: typeof ById; reply: typeof schemas.PublicUser }>('/api/users/:id', {
  topics: ['users', 'projects', 'sessions'],
});

export const userStats = get<{ params: typeof ById; reply: typeof schemas.UserStats }>('/api/users/:id/stats', {
  topics: ['users', 'projects', 'sessions'],
});

export const editProfile = put<{ params: typeof ById; body: typeof schemas.Profile; reply: typeof schemas.User }>(
  '/api/users/:id/profile',
  { topics: ['users', 'sessions', 'projects', 'disputes'] },
);

export const changePhoto = post<{ params: typeof ById; body: typeof schemas.Photo; reply: typeof schemas.PhotoUrl }>(
  '/api/users/:id/photo',
  { topics: ['users'] },
);

export const userPhoto = get<{ params: typeof schemas.PhotoVersion; reply: 'image/webp' }>(
  '/api/users/:id/photo/:version',
);
