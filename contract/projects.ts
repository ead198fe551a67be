// Projects with their sites, members and media roots.
import type { ById, Ok, Paging } from '#contract/schemas/fields.ts';
import type * as schemas from '#contract/schemas/projects.ts';
import { del, get, list, patch, post, put } from './endpoint.ts';

export type { MediaRoot, Member, Project, Site } from '#contract/schemas/projects.ts';

export const projectStatuses = ['active', 'completed', 'on_hold'] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

export const projectStatusLabels = { active: 'Active', completed: 'Completed', on_hold: 'On Hold' } as const;

export const projects = list<{ query: typeof schemas.ProjectQuery; reply: typeof schemas.Project }>('/api/projects', {
  topics: ['projects', 'sessions', 'users'],
});

export const getProject = get<{ params: typeof ById; reply: typeof schemas.Project }>('/api/projects/:id', {
  topics: ['projects', 'sessions', 'users'],
});

export const createProject = post<{ body: typeof schemas.NewProject; reply: typeof schemas.Project }>('/api/projects', {
  status: 201,
  topics: ['projects', 'users', 'notifications'],
});

export const editProject = patch<{
  params: typeof ById;
  body: typeof schemas.ProjectEdit;
  reply: typeof schemas.Project;
}>('/api/projects/:id', { topics: ['projects', 'sessions', 'users', 'notifications'] });

export const removeProject = del<{ params: typeof ById; reply: typeof Ok }>('/api/projects/:id', {
  topics: ['projects', 'sessions', 'disputes', 'users'],
});

export const sites = list<{ params: typeof ById; query: typeof Paging; reply: typeof schemas.Site }>(
  '/api/projects/:id/sites',
  { topics: ['projects', 'users'] },
);

export const members = list<{ params: typeof ById; query: typeof Paging; reply: typeof schemas.Member }>(
  '/api/projects/:id/members',
  { topics: ['projects', 'users'] },
);

export const addMember = post<{ params: typeof ById; body: typeof schemas.NewMember; reply: typeof schemas.Member }>(
  '/api/projects/:id/members',
  { status: 201, topics: ['projects', 'users', 'sessions', 'disputes', 'notifications'] },
);

export const changeMember = patch<{
  params: typeof schemas.MemberPath;
  body: typeof schemas.MemberEdit;
  reply: typeof schemas.Member;
}>('/api/projects/:id/members/:userId', { topics: ['projects', 'users', 'sessions', 'disputes'] });

export const removeMember = del<{ params: typeof schemas.MemberPath; reply: typeof Ok }>(
  '/api/projects/:id/members/:userId',
  {
    topics: ['projects', 'users', 'sessions', 'disputes'],
  },
);

export const mediaRoots = get<{ params: typeof ById; reply: typeof schemas.MediaRoots }>(
  '/api/projects/:id/media-roots',
  {
    topics: ['projects'],
  },
);

export const bindMediaRoots = put<{
  params: typeof ById;
  body: typeof schemas.MediaRootsEdit;
  reply: typeof schemas.MediaRoots;
}>('/api/projects/:id/media-roots', { topics: ['projects', 'sessions'] });
