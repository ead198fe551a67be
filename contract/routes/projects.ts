// The routes of projects, sites, members and media roots.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ById, Ok, Paging } from '#contract/schemas/fields.ts';
import * as schemas from '#contract/schemas/projects.ts';

/** With up to 200 sites, each with a description. */
const bodyLimit = 1024 * 1024;

export const projectRoutes = {
  projects: {
    query: schemas.ProjectQuery,
    reply: schemas.Project,
    access: can.authenticated,
    summary: 'The projects one may see, newest first, or by their last release.',
  },
  createProject: {
    body: schemas.NewProject,
    reply: schemas.Project,
    access: can.manageProjects,
    summary: 'Makes a project with its sites and crew, and its client where they have no account yet; tells them.',
    bodyLimit,
  },
  getProject: {
    params: ById,
    reply: schemas.Project,
    access: can.authenticated,
    summary: 'One project.',
  },
  editProject: {
    params: ById,
    body: schemas.ProjectEdit,
    reply: schemas.Project,
    access: can.manageProjects,
    row: 'project',
    summary: 'Changes a project; with `sites`, its sites too. With `version`, only if nothing changed since then.',
    bodyLimit,
  },
  removeProject: {
    params: ById,
    reply: Ok,
    access: can.manageProjects,
    row: 'project',
    summary: 'Hides a project with its sites, sessions, concerns and members; history keeps them.',
  },
  sites: {
    params: ById,
    query: Paging,
    reply: schemas.Site,
    access: can.authenticated,
    summary: 'The sites of a project.',
  },
  mediaRoots: {
    params: ById,
    reply: schemas.MediaRoots,
    access: can.bindMediaRoots,
    row: 'project',
    summary: 'The folders below which this project’s media links are honoured.',
  },
  bindMediaRoots: {
    params: ById,
    body: schemas.MediaRootsEdit,
    reply: schemas.MediaRoots,
    access: can.bindMediaRoots,
    row: 'project',
    summary: 'Binds those folders (behaviour §6.5).',
  },
} satisfies RouteDefinitions;

export const memberRoutes = {
  members: {
    params: ById,
    query: Paging,
    reply: schemas.Member,
    access: can.authenticated,
    summary: 'The members of a project.',
  },
  addMember: {
    params: ById,
    body: schemas.NewMember,
    reply: schemas.Member,
    access: can.manageTeams,
    row: 'project',
    summary: 'Adds a member.',
  },
  changeMember: {
    params: schemas.MemberPath,
    body: schemas.MemberEdit,
    reply: schemas.Member,
    access: can.manageTeams,
    row: 'project',
    summary: 'Changes a member’s role.',
  },
  removeMember: {
    params: schemas.MemberPath,
    reply: Ok,
    access: can.manageTeams,
    row: 'project',
    summary: 'Takes a member out of the project.',
  },
} satisfies RouteDefinitions;
