// What the project dialogs hold while somebody types, and what of it is sent. Fields have the names of the call's body.
import type { Project, ProjectStatus, Site } from '#contract/projects/endpoints.ts';
import { NewProject, ProjectEdit } from '#contract/projects/routes.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';

/** `id` is null for a site that is not there yet; `photographerId` is '' until one is chosen. */
export const newSite = {
  id: null as number | null,
  name: '',
  description: '',
  location: '',
  latitude: '',
  longitude: '',
  photographerId: '',
};
export type SiteDraft = typeof newSite;
export type ProjectDraft = {
  project: { name: string; description: string; status: ProjectStatus; clientId: string; visitCodes: boolean };
  multiSite: boolean;
  /** Kept while multi-site is off, so that ticking it again brings back what was typed. */
  sites: SiteDraft[];
  /** Of a new project: somebody without an account becomes its client. What was typed of them stays when another is chosen after all. */
  isNewClient?: boolean;
  client?: { firstName: string; lastName: string; email: string; company: string };
  /** Empty where the client is invited. */
  password?: string;
  /** Ids of photographers, for a project without sites. */
  crew?: string[];
};

export const newProject: ProjectDraft = {
  project: { name: '', description: '', status: 'active', clientId: '', visitCodes: false },
  multiSite: false,
  sites: [],
  isNewClient: false,
  client: { firstName: '', lastName: '', email: '', company: '' },
  password: '',
  crew: [],
};

/** Sites that could not be loaded: the form opens with multi-site off and none (behaviour §1.7). */
export function draftOf(project: Project, sites: readonly Site[] | undefined): ProjectDraft {
  return {
    project: {
      name: project.name,
      description: project.description ?? '',
      status: project.status,
      clientId: String(project.clientId),
      visitCodes: project.visitCodes ?? false,
    },
    multiSite: sites !== undefined && sites.length > 0,
    sites: (sites ?? []).map(({ id, name, description, location, latitude, longitude, photographerId }) => ({
      id,
      name,
      description: description ?? '',
      location: location ?? '',
      latitude: latitude === null ? '' : String(latitude),
      longitude: longitude === null ? '' : String(longitude),
      photographerId: photographerId === null ? '' : String(photographerId),
    })),
  };
}

/** What is no number is refused with the contract's sentence. */
const degreesOf = (typed = '') => (typed.trim() === '' ? null : Number(typed));

/** Nobody chosen: 0 for a new site, which the contract refuses with its sentence (behaviour §10.8); null for one that may have lost its photographer. */
function toSite({ id, photographerId, latitude, longitude, ...text }: SiteDraft) {
  const place = { latitude: degreesOf(latitude), longitude: degreesOf(longitude) };
  const site = { ...text, ...place, photographerId: Number(photographerId) };
  return id === null ? site : { ...site, id, photographerId: photographerId === '' ? null : site.photographerId };
}

/**
 * The body of create and edit. Sites that the form does not know are never sent: the server takes a list as the whole of them and
 * would remove the rest (behaviour §1.7).
 */
export function toBody(draft: ProjectDraft, { knowsSites }: { knowsSites: boolean }) {
  const { multiSite, sites } = draft;
  const project = { ...draft.project, clientId: Number(draft.project.clientId) };
  return knowsSites ? { project, sites: multiSite ? sites.map(toSite) : [] } : { project };
}

/** The body of create: with the client where they are new, and with a crew where there are no sites. */
export function toNewBody(draft: ProjectDraft) {
  const { project, sites = [] } = toBody(draft, { knowsSites: true });
  const { isNewClient, client, password, crew = [] } = draft;
  const rest = { sites, ...(sites.length === 0 && crew.length > 0 ? { crew: crew.map(Number) } : {}) };
  if (!isNewClient || !client) return { project, ...rest };
  return { project: { ...project, clientId: null }, client, ...(password ? { password } : {}), ...rest };
}

/** The names of the sites that a project has and would lose by saving with multi-site off. */
export function removedSites({ sites }: Pick<ProjectDraft, 'sites'>): string[] {
  return sites.filter(({ id }) => id !== null).map(({ name }) => name);
}

export const newProjectResolver = formResolver<ProjectDraft>(NewProject, toNewBody);

export function projectResolver({ knowsSites }: { knowsSites: boolean }) {
  return formResolver<ProjectDraft>(ProjectEdit, (draft) => toBody(draft, { knowsSites }));
}
