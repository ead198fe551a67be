// Projects with their sites, members and media roots.

import { del, get, list, patch, post, put } from '#contract/core/endpoint.ts';
import type { digestRoutes, memberRoutes } from './members-routes.ts';
import type { projectRoutes } from './routes.ts';

export type { Member } from './members-routes.ts';
export type { MediaRoot, Project, Site } from './routes.ts';

export const projectStatuses = ['active', 'completed', 'on_hold'] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

/** `lastReleased`: the one of which something was released last on top, those without a release below; of what the asker may see. */
export const projectSorts = ['createdAt', 'lastReleased'] as const;

export const projectStatusLabels = { active: 'Active', completed: 'Completed', on_hold: 'On Hold' } as const;

export const projects = list<typeof projectRoutes.projects>('/api/projects', {
  topics: ['projects', 'sessions', 'users'],
});

export const getProject = get<typeof projectRoutes.getProject>('/api/projects/:id', {
  topics: ['projects', 'sessions', 'users'],
  row: 'project',
});

export const createProject = post<typeof projectRoutes.createProject>('/api/projects', {
  status: 201,
  topics: ['projects', 'users', 'notifications'],
  idempotencyKey: true,
});

export const editProject = patch<typeof projectRoutes.editProject>('/api/projects/:id', {
  topics: ['projects', 'sessions', 'users', 'notifications'],
  row: 'project',
  idempotencyKey: true,
});

export const removeProject = del<typeof projectRoutes.removeProject>('/api/projects/:id', {
  topics: ['projects', 'sessions', 'disputes', 'users', 'notifications'],
  row: 'project',
  idempotencyKey: false,
});

export const sites = list<typeof projectRoutes.sites>('/api/projects/:id/sites', {
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

export const mediaRoots = get<typeof projectRoutes.mediaRoots>('/api/projects/:id/media-roots', {
  topics: ['projects'],
  row: 'project',
});

export const bindMediaRoots = put<typeof projectRoutes.bindMediaRoots>('/api/projects/:id/media-roots', {
  topics: ['projects', 'sessions'],
  row: 'project',
  idempotencyKey: true,
});

/** What is new in a project, in words that somebody passes on: of the last seven days, from released records only. */
export const projectSummary = get<typeof digestRoutes.projectSummary>('/api/projects/:id/summary', {
  topics: ['sessions', 'projects', 'disputes', 'users'],
  row: 'project',
});
