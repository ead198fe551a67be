// Projects with their sites, members and media roots.
import * as z from 'zod/mini';
import { ById, Instant, id, idText, longText, Ok, optionalText, paging, text } from './fields.ts';
import { can, memberRoles } from './policy.ts';
import { del, get, list, patch, post, put } from './route.ts';
import { PersonRef, Role } from './users.ts';

export const projectStatuses = ['active', 'completed', 'on_hold'] as const;
export const ProjectStatus = z.enum(projectStatuses, 'Status must be active, completed or on_hold');
export type ProjectStatus = (typeof projectStatuses)[number];
export const projectStatusLabels = { active: 'Active', completed: 'Completed', on_hold: 'On Hold' } as const;

export const MemberRole = z.enum(memberRoles, 'Member role must be viewer, contributor or admin');

export const ProjectRelation = z.object({
  client: z.boolean(),
  member: z.nullable(MemberRole),
  site: z.boolean(),
  session: z.boolean(),
});

/** A project with its client and the figures of its card; counts are of what the asker may see (decisions §6). */
export const Project = z.object({
  id: z.number(),
  name: z.string(),
  description: z.nullable(z.string()),
  status: ProjectStatus,
  clientId: z.number(),
  createdBy: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
  client: z.object({
    id: z.number(),
    firstName: z.string(),
    lastName: z.string(),
    company: z.nullable(z.string()),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
  }),
  siteCount: z.number(),
  assignedSiteCount: z.number(),
  teamCount: z.number(),
  sessionCount: z.number(),
  /** Newest capture date among the sessions the asker may see. */
  lastCaptureDate: z.nullable(z.string()),
  /** The location of the first site that has one. */
  location: z.nullable(z.string()),
  /** Picture of the newest visible session, s400; null where there is none. */
  coverUrl: z.nullable(z.string()),
  /** How the asker stands to it, so that the browser can ask the policy. */
  standing: ProjectRelation,
});
export type Project = z.infer<typeof Project>;

export const Site = z.object({
  id: z.number(),
  projectId: z.number(),
  name: z.string(),
  description: z.nullable(z.string()),
  location: z.nullable(z.string()),
  photographerId: z.nullable(z.number()),
  photographer: z.nullable(PersonRef),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Site = z.infer<typeof Site>;

const site = {
  name: text('Site name is required', 255, 'Site name'),
  description: optionalText(longText, 'Site description'),
  location: optionalText(500, 'Site location'),
  photographerId: id('Photographer is required'),
};
export const NewSite = z.object(site);
/** With an id it is changed, without one added; sites left out of the array are removed (decisions §3). */
export const SiteEdit = z.object({ id: z.optional(z.nullable(id('The site’s id must be a whole number'))), ...site });

const manySites = 'A project has at most 200 sites';
const project = {
  name: text('Project name is required', 255, 'Project name'),
  description: optionalText(longText, 'Description'),
  status: z._default(ProjectStatus, 'active'),
  clientId: id('Client is required'),
};
export const NewProject = z.object({
  project: z.object(project, 'Project is required'),
  sites: z.optional(z.array(NewSite, 'Sites must be a list').check(z.maxLength(200, manySites))),
});
export const ProjectEdit = z.object({
  project: z.optional(
    z.object(
      {
        name: z.optional(project.name),
        description: project.description,
        status: z.optional(ProjectStatus),
        clientId: z.optional(project.clientId),
      },
      'Project must be an object',
    ),
  ),
  /**
   * The project's `updatedAt` as the sender read it. With it, `sites` are refused (409, code `changed`) when the project or its sites
   * changed since, so that a form that stood open removes no site that somebody added meanwhile. Without it a list is the whole of
   * the sites whatever the sender knew of: a form should always send it.
   */
  updatedAt: z.optional(z.nullable(z.string('updatedAt must be text'))),
  /** Missing: the sites stay as they are. */
  sites: z.optional(z.array(SiteEdit, 'Sites must be a list').check(z.maxLength(200, manySites))),
});

export const Member = z.object({
  userId: z.number(),
  role: MemberRole,
  createdAt: Instant,
  person: z.object({
    id: z.number(),
    firstName: z.string(),
    lastName: z.string(),
    role: Role,
    profilePhotoUrl: z.nullable(z.string()),
  }),
});

export const MediaRoot = z.object({
  provider: z.enum(['local', 'google-drive'], 'Provider must be local or google-drive'),
  /** A folder below MEDIA_ROOT without leading slash, or a Drive folder id. */
  root: text('Root is required', 1000, 'Root'),
});

export const projects = list('/api/projects', {
  query: z.object({
    ...paging,
    q: z.optional(z.string().check(z.maxLength(200, 'The search is too long'))),
    status: z.optional(ProjectStatus),
  }),
  reply: Project,
  may: can.authenticated,
  topics: ['projects', 'sessions', 'users'],
  says: 'The projects one may see, newest first.',
});

export const getProject = get('/api/projects/:id', {
  params: ById,
  reply: Project,
  may: can.authenticated,
  topics: ['projects', 'sessions', 'users'],
  says: 'One project.',
});

export const createProject = post('/api/projects', {
  body: NewProject,
  reply: Project,
  status: 201,
  may: can.manageProjects,
  topics: ['projects', 'users', 'notifications'],
  says: 'Makes a project with its sites; tells its client and the photographers.',
});

export const editProject = patch('/api/projects/:id', {
  params: ById,
  body: ProjectEdit,
  reply: Project,
  may: can.authenticated,
  topics: ['projects', 'sessions', 'users', 'notifications'],
  says: 'Changes a project; with `sites`, its sites too. With `updatedAt`, sites are only taken if nothing changed since then.',
});

export const removeProject = del('/api/projects/:id', {
  params: ById,
  reply: Ok,
  may: can.authenticated,
  topics: ['projects', 'sessions', 'disputes', 'users'],
  says: 'Hides a project with its sites, sessions, concerns and members; history keeps them.',
});

export const sites = list('/api/projects/:id/sites', {
  params: ById,
  query: z.object(paging),
  reply: Site,
  may: can.authenticated,
  topics: ['projects', 'users'],
  says: 'The sites of a project.',
});

export const members = list('/api/projects/:id/members', {
  params: ById,
  query: z.object(paging),
  reply: Member,
  may: can.authenticated,
  topics: ['projects', 'users'],
  says: 'The members of a project.',
});

export const addMember = post('/api/projects/:id/members', {
  params: ById,
  body: z.object({ userId: id('Person is required'), role: z._default(MemberRole, 'viewer') }),
  reply: Member,
  status: 201,
  may: can.authenticated,
  topics: ['projects', 'users', 'sessions', 'disputes', 'notifications'],
  says: 'Adds a member.',
});

const MemberPath = z.object({
  id: idText('The id in the address must be a whole number'),
  userId: idText('The id in the address must be a whole number'),
});

export const changeMember = patch('/api/projects/:id/members/:userId', {
  params: MemberPath,
  body: z.object({ role: MemberRole }),
  reply: Member,
  may: can.authenticated,
  topics: ['projects', 'users', 'sessions', 'disputes'],
  says: 'Changes a member’s role.',
});

export const removeMember = del('/api/projects/:id/members/:userId', {
  params: MemberPath,
  reply: Ok,
  may: can.authenticated,
  topics: ['projects', 'users', 'sessions', 'disputes'],
  says: 'Takes a member out of the project.',
});

export const mediaRoots = get('/api/projects/:id/media-roots', {
  params: ById,
  reply: z.object({ roots: z.array(MediaRoot) }),
  may: can.authenticated,
  topics: ['projects'],
  says: 'The folders below which this project’s media links are honoured.',
});

export const bindMediaRoots = put('/api/projects/:id/media-roots', {
  params: ById,
  body: z.object({ roots: z.array(MediaRoot, 'Roots must be a list').check(z.maxLength(50, 'At most 50 roots')) }),
  reply: z.object({ roots: z.array(MediaRoot) }),
  may: can.authenticated,
  topics: ['projects', 'sessions'],
  says: 'Binds those folders (decisions §10).',
});
