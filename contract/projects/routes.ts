// The schemas and routes of projects, sites and media roots.
import * as z from 'zod/mini';
import { PersonRef, person } from '#contract/accounts/users-routes.ts';
import {
  ById,
  Instant,
  id,
  longText,
  Ok,
  optionalText,
  Paging,
  paging,
  password,
  searchText,
  text,
  version,
} from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can, memberRoles } from '#contract/policy.ts';
import { projectSorts, projectStatuses } from './endpoints.ts';

const manySites = 'A project has at most 200 sites';

export const ProjectStatus = z.enum(projectStatuses, 'Status must be active, completed or on_hold');

export const MemberRole = z.enum(memberRoles, 'Member role must be viewer, contributor, admin or checker');

export const ProjectRelation = z.object({
  client: z.boolean(),
  member: z.nullable(MemberRole),
  site: z.boolean(),
  session: z.boolean(),
});

/** A project with its client and the figures of its card; counts cover what the asker may see (behaviour §10.3). */
export const Project = z.object({
  id: z.number(),
  name: z.string(),
  description: z.nullable(z.string()),
  status: ProjectStatus,
  clientId: z.number(),
  createdBy: z.number(),
  /** Sent with an edit, so that it overwrites nothing unseen; sites and members count too. */
  version: z.number(),
  /** One picture of each visit is to show the code of that visit; what devices kept from before codes has no such field. */
  visitCodes: z.optional(z.boolean()),
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
  /** The asker's relation to the project, so that the browser can ask the policy. */
  /** Called relation everywhere else: open pages and the responses that devices keep offline hold this name. */
  standing: ProjectRelation,
});
export type Project = z.infer<typeof Project>;

export const Site = z.object({
  id: z.number(),
  projectId: z.number(),
  name: z.string(),
  description: z.nullable(z.string()),
  location: z.nullable(z.string()),
  /** Degrees; both or none. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  photographerId: z.nullable(z.number()),
  photographer: z.nullable(PersonRef),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Site = z.infer<typeof Site>;

const degrees = (name: string, most: 90 | 180) => {
  const sentence = `${name} must be a number from -${most} to ${most}`;
  return z.optional(z.nullable(z.number(sentence).check(z.minimum(-most, sentence), z.maximum(most, sentence))));
};

type Place = { latitude?: number | null | undefined; longitude?: number | null | undefined };
const isWhole = ({ latitude = null, longitude = null }: Place) => (latitude === null) === (longitude === null);
const bothOrNone = z.refine<Place>(isWhole, {
  message: 'Latitude and longitude belong together: fill in both or neither',
  path: ['longitude'],
});

const site = {
  name: text('Site name is required', 255, 'Site name'),
  description: optionalText(longText, 'Site description'),
  location: optionalText(500, 'Site location'),
  latitude: degrees('Latitude', 90),
  longitude: degrees('Longitude', 180),
  /** Null only for a site whose photographer left (behaviour §1.7). */
  photographerId: z.nullable(id('Photographer is required')),
};

export const NewSite = z.object(site).check(bothOrNone);

/** With an id it is changed, without one added; sites left out of the array are removed (behaviour §1.7). */
export const SiteEdit = z
  .object({ id: z.optional(z.nullable(id('The site’s id must be a whole number'))), ...site })
  .check(bothOrNone);

const project = {
  name: text('Project name is required', 255, 'Project name'),
  description: optionalText(longText, 'Description'),
  status: z._default(ProjectStatus, 'active'),
  clientId: id('Client is required'),
  visitCodes: z.optional(z.boolean('visitCodes must be true or false')),
};

/** A client who has no account yet: created with the project, or neither is. The e-mail is the username too. */
export const NewClient = z.object(person, 'The client must be an object');

export const crewLimit = 50;

const oneClient = z.check<{ project: { clientId: number | null }; client?: unknown }>(({ value, issues }) => {
  const isNew = value.client !== undefined;
  const isChosen = value.project.clientId !== null;
  if (isNew === isChosen)
    issues.push({
      code: 'custom',
      path: ['project', 'clientId'],
      message: isNew ? 'Choose a client or make a new one, not both' : 'Client is required',
      input: value,
    });
});

const newProject = z.object({
  project: z.object({ ...project, clientId: z.nullable(project.clientId) }, 'Project is required'),
  client: z.optional(NewClient),
  /** The new client's password; without one they are invited by mail and choose it themselves. */
  password: z.optional(password),
  /** Photographers who become members, as contributors: the crew of a project without sites. */
  crew: z.optional(
    z
      .array(id('The photographer’s id must be a whole number'), 'The crew must be a list')
      .check(z.maxLength(crewLimit, `A project begins with at most ${crewLimit} photographers`)),
  ),
  sites: z.optional(z.array(NewSite, 'Sites must be a list').check(z.maxLength(200, manySites))),
});

export const NewProject = newProject.check(oneClient);
export type NewProject = z.infer<typeof NewProject>;

export const ProjectEdit = z.object({
  project: z.optional(
    z.object(
      {
        name: z.optional(project.name),
        description: project.description,
        status: z.optional(ProjectStatus),
        clientId: z.optional(project.clientId),
        visitCodes: project.visitCodes,
      },
      'Project must be an object',
    ),
  ),
  /** A form should always send it: without it `sites` replaces all sites, whatever the sender knew of. */
  version,
  /** Missing: the sites stay as they are. */
  sites: z.optional(z.array(SiteEdit, 'Sites must be a list').check(z.maxLength(200, manySites))),
});

export const MediaRoot = z.object({
  provider: z.enum(['local', 'google-drive'], 'Provider must be local or google-drive'),
  /** A folder below MEDIA_ROOT without leading slash, or a Drive folder id. */
  root: text('Root is required', 1000, 'Root'),
});
export type MediaRoot = z.infer<typeof MediaRoot>;

export const ProjectQuery = z.object({
  ...paging,
  q: z.optional(searchText),
  status: z.optional(ProjectStatus),
  sort: z._default(z.enum(projectSorts, 'sort must be createdAt or lastReleased'), 'createdAt'),
});

/** `version` changes with the roots: sent with an edit, so that it overwrites nothing unseen. */
export const MediaRoots = z.object({ roots: z.array(MediaRoot), version: z.number() });

export const MediaRootsEdit = z.object({
  roots: z.array(MediaRoot, 'Roots must be a list').check(z.maxLength(50, 'At most 50 roots')),
  version,
});

/** With up to 200 sites, each with a description. */
const bodyLimit = 1024 * 1024;

export const projectRoutes = {
  projects: {
    query: ProjectQuery,
    reply: Project,
    access: can.authenticated,
    summary: 'The projects one may see, newest first, or by their last release.',
  },
  createProject: {
    body: NewProject,
    reply: Project,
    access: can.manageProjects,
    summary: 'Makes a project with its sites and crew, and its client where they have no account yet; tells them.',
    bodyLimit,
  },
  getProject: {
    params: ById,
    reply: Project,
    access: can.authenticated,
    summary: 'One project.',
  },
  editProject: {
    params: ById,
    body: ProjectEdit,
    reply: Project,
    access: can.manageProjects,
    summary: 'Changes a project; with `sites`, its sites too. With `version`, only if nothing changed since then.',
    bodyLimit,
  },
  removeProject: {
    params: ById,
    reply: Ok,
    access: can.manageProjects,
    summary: 'Hides a project with its sites, sessions, concerns and members; history keeps them.',
  },
  sites: {
    params: ById,
    query: Paging,
    reply: Site,
    access: can.authenticated,
    summary: 'The sites of a project.',
  },
  mediaRoots: {
    params: ById,
    reply: MediaRoots,
    access: can.bindMediaRoots,
    summary: 'The folders below which this project’s media links are honoured.',
  },
  bindMediaRoots: {
    params: ById,
    body: MediaRootsEdit,
    reply: MediaRoots,
    access: can.bindMediaRoots,
    summary: 'Binds those folders (behaviour §6.5).',
  },
} satisfies RouteDefinitions;
