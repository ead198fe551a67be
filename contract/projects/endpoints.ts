// Projects with their sites, members and media roots.

import { del, get, list, patch, post, put } from '#contract/core/endpoint.ts';
import type { memberRoutes, projectRoutes as routes } from './routes.ts';

export type { MediaRoot, Member, Project, Site } from './routes.ts';

export const projectStatuses = ['active', 'completed', 'on_hold'] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

/** `lastReleased`: the one of which something was released last on top, those without a release below; of what the asker may see. */
export const projectSorts = ['createdAt', 'lastReleased'] as const;

export const projectStatusLabels = { active: 'Active', completed: 'Completed', on_hold: 'On Hold' } as const;

export const projects = list<typeof routes.projects>('/api/projects', { topics: ['projects', 'sessions', 'users'] });

export const getProject = get<typeof routes.getProject>('/api/projects/:id', {
  topics: ['projects', 'sessions', 'users'],
  row: 'project',
});

export const createProject = post<typeof routes.createProject>('/api/projects', {
  status: 201,
  topics: ['projects', 'users', 'notifications'],
  idempotencyKey: true,
});

export const editProject = patch<typeof routes.editProject>('/api/projects/:id', {
  topics: ['projects', 'sessions', 'users', 'notifications'],
  row: 'project',
  idempotencyKey: true,
});

export const removeProject = del<typeof routes.removeProject>('/api/projects/:id', {
  topics: ['projects', 'sessions', 'disputes', 'users', 'notifications'],
  row: 'project',
  idempotencyKey: false,
});

export const sites = list<typeof routes.sites>('/api/projects/:id/sites', {
  topics: ['projects', 'users'],
  row: 'project',
});

export const members = list<typeof memberRoutes.members>('/api/projects/:id/members', {
  topics: ['projects', 'users'],
  row: 'project',
});

export const addMember = post<typeof memberRoutes.addMember>('/api/projects/:id/members', {
  status: 201,
  topics: ['projects', 'users', 'sessions', 'disputes', 'notifications'],
  row: 'project',
  idempotencyKey: true,
});

export const changeMember = patch<typeof memberRoutes.changeMember>('/api/projects/:id/members/:userId', {
  topics: ['projects', 'users', 'sessions', 'disputes'],
  row: 'project',
  idempotencyKey: true,
});

export const removeMember = del<typeof memberRoutes.removeMember>('/api/projects/:id/members/:userId', {
  topics: ['projects', 'users', 'sessions', 'disputes'],
  row: 'project',
  idempotencyKey: false,
});

export const mediaRoots = get<typeof routes.mediaRoots>('/api/projects/:id/media-roots', {
  topics: ['projects'],
  row: 'project',
});

export const bindMediaRoots = put<typeof routes.bindMediaRoots>('/api/projects/:id/media-roots', {
  topics: ['projects', 'sessions'],
  row: 'project',
  idempotencyKey: true,
});
