// Which projects a form offers offline.
import { expect, it } from 'vitest';
import { getProject, projects, sites } from '#contract/projects/endpoints.ts';
import { getSession, sessions } from '#contract/sessions/endpoints.ts';
import { projectsOf } from './seen-projects.ts';

const answer = (path: string, data: unknown) => ({ queryKey: [path, {}], data });
const named = (id: number) => ({ id, name: `Project ${id}` });

it('offline, all projects are offered that this device has seen, once each, own sites first', () => {
  const seen = [
    answer(projects.path, { rows: [named(1), named(2)], next: null, total: 80 }),
    answer(getProject.path, { ...named(2), description: 'Not needed' }),
    answer(sessions.path, { pages: [{ rows: [{ id: 9, projectId: 4, project: named(4) }] }], pageParams: [null] }),
    answer(getSession.path, { id: 8, projectId: 3, project: named(3) }),
    answer(sites.path, { rows: [{ id: 5, projectId: 4, photographerId: 7 }], next: null, total: 1 }),
    answer(sites.path, { rows: [{ id: 6, projectId: 1, photographerId: 8 }], next: null, total: 1 }),
  ];
  expect(projectsOf(seen, 7)).toEqual([named(4), named(1), named(2), named(3)]);
  expect(projectsOf([], 7)).toEqual([]);
});
