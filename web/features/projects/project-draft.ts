// What the project dialogs hold while somebody types, and what of it is sent.
import type { FieldError, FieldErrors, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Project, ProjectStatus, Site } from '#contract/projects.ts';
import { NewProject, ProjectEdit } from '#contract/schemas/projects.ts';

/** `id` is null for a site that is not there yet; `photographerId` is '' until one is chosen. */
export type SiteDraft = {
  id: number | null;
  name: string;
  description: string;
  location: string;
  photographerId: string;
};
export type ProjectDraft = {
  name: string;
  description: string;
  status: ProjectStatus;
  clientId: string;
  multiSite: boolean;
  /** Kept while multi-site is off, so that ticking it again brings back what was typed. */
  sites: SiteDraft[];
};

export const newSite: SiteDraft = { id: null, name: '', description: '', location: '', photographerId: '' };
export const newProject: ProjectDraft = {
  name: '',
  description: '',
  status: 'active',
  clientId: '',
  multiSite: false,
  sites: [],
};

/** Sites that could not be loaded: the form opens with multi-site off and none (pages §2). */
export function draftOf(project: Project, sites: readonly Site[] | undefined): ProjectDraft {
  return {
    name: project.name,
    description: project.description ?? '',
    status: project.status,
    clientId: String(project.clientId),
    multiSite: sites !== undefined && sites.length > 0,
    sites: (sites ?? []).map(({ id, name, description, location, photographerId }) => ({
      id,
      name,
      description: description ?? '',
      location: location ?? '',
      photographerId: photographerId === null ? '' : String(photographerId),
    })),
  };
}

/** Nothing chosen is 0, which the contract refuses with its sentence (pages §5). */
function toSite({ id, photographerId, ...words }: SiteDraft) {
  return { ...words, photographerId: Number(photographerId), ...(id === null ? {} : { id }) };
}

/**
 * The body of create and edit. Sites that the form does not know are never sent: the server takes a list as the whole of them and
 * would remove the rest (decisions §3).
 */
export function toBody(draft: ProjectDraft, { knowsSites }: { knowsSites: boolean }) {
  const { name, description, status, clientId, multiSite, sites } = draft;
  const project = { name, description, status, clientId: Number(clientId) };
  return knowsSites ? { project, sites: multiSite ? sites.map(toSite) : [] } : { project };
}

/** The names of the sites that a project has and would lose by saving with multi-site off. */
export function removedSites({ sites }: Pick<ProjectDraft, 'sites'>): string[] {
  return sites.filter(({ id }) => id !== null).map(({ name }) => name);
}

const field = /^(name|description|status|clientId|sites\.\d+\.(name|description|location|photographerId))$/;

/** The form's field of a path in the body, undefined for what the form does not show. */
export function fieldPathOf(path: string): string | undefined {
  const name = path.replace(/^project\./, '');
  return field.test(name) ? name : undefined;
}

type SiteErrors = Partial<Record<keyof SiteDraft, FieldError>>;

/** The first sentence of each wrong field, as react-hook-form nests them. */
export function toFieldErrors(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): FieldErrors<ProjectDraft> {
  const errors: Record<string, FieldError> = {};
  const sites: SiteErrors[] = [];
  for (const { path, message } of issues) {
    const [part, place, name] = path;
    const error = { type: 'form', message };
    if (part === 'sites' && typeof place === 'number' && typeof name === 'string') {
      sites[place] = { ...sites[place], [name]: sites[place]?.[name as keyof SiteDraft] ?? error };
    } else errors[String(place ?? part)] ??= error;
  }
  return { ...errors, ...(sites.length > 0 ? { sites } : {}) } as FieldErrors<ProjectDraft>;
}

/** Checks by the contract's own form, so that browser and server say the same sentence. `isNew`: nothing may be missing. */
export function projectResolver(given: { isNew: boolean; knowsSites: boolean }): Resolver<ProjectDraft> {
  return (draft) => {
    const read = z.safeParse(given.isNew ? NewProject : ProjectEdit, toBody(draft, given));
    return read.success ? { values: draft, errors: {} } : { values: {}, errors: toFieldErrors(read.error.issues) };
  };
}
