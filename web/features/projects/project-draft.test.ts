// The rules of the project form: what is sent of the sites, and where sentences land.
import { describe, expect, it } from 'vitest';
import type { Project, Site } from '#contract/projects/endpoints.ts';
import { draftOf, newProject, newProjectResolver, newSite, removedSites, toBody, toNewBody } from './project-draft.ts';

const project = { name: 'Lekki', description: null, status: 'on_hold', clientId: 7 } as Project;
const site = {
  id: 3,
  name: 'Block A',
  description: null,
  location: 'Lekki',
  latitude: null,
  longitude: null,
  photographerId: 4,
} as Site;

describe('what is sent', () => {
  it('sites that could not be loaded are never sent, so none can be lost', () => {
    const draft = draftOf(project, undefined);
    expect(draft).toMatchObject({ multiSite: false, sites: [] });
    expect(toBody(draft, { knowsSites: false })).not.toHaveProperty('sites');
  });

  it('known sites keep their id, new ones have none', () => {
    const draft = draftOf(project, [site]);
    const { sites } = toBody(
      { ...draft, sites: [...draft.sites, { ...newSite, name: 'Block B', photographerId: '5' }] },
      { knowsSites: true },
    );
    expect(sites).toMatchObject([
      { id: 3, name: 'Block A', photographerId: 4 },
      { name: 'Block B', photographerId: 5 },
    ]);
    expect(sites?.[1]).not.toHaveProperty('id');
  });

  it('a site that lost its photographer may be saved without one', () => {
    const orphan = { ...site, photographerId: null } as Site;
    expect(toBody(draftOf(project, [orphan]), { knowsSites: true }).sites).toMatchObject([
      { id: 3, photographerId: null },
    ]);
  });

  it('multi-site off sends no sites, but the form keeps them and can name what would go', () => {
    const draft = { ...draftOf(project, [site]), multiSite: false };
    expect(toBody(draft, { knowsSites: true }).sites).toEqual([]);
    expect(removedSites({ sites: [...draft.sites, { ...newSite, name: 'Never saved' }] })).toEqual(['Block A']);
  });
});

describe('where a site is', () => {
  const body = (place: { latitude: string; longitude: string }) =>
    toBody(
      { ...newProject, multiSite: true, sites: [{ ...newSite, name: 'A', photographerId: '5', ...place }] },
      { knowsSites: true },
    ).sites?.[0];

  it('coordinates are sent as numbers, nothing typed as none, and words are refused at their field', async () => {
    expect(body({ latitude: '6.4281', longitude: ' -3.4219' })).toMatchObject({ latitude: 6.4281, longitude: -3.4219 });
    expect(body({ latitude: ' ', longitude: '' })).toMatchObject({ latitude: null, longitude: null });
    const sites = [{ ...newSite, name: 'A', photographerId: '5', latitude: 'six', longitude: '3' }];
    const draft = {
      ...newProject,
      project: { ...newProject.project, name: 'L', clientId: '7' },
      multiSite: true,
      sites,
    };
    const { errors } = await newProjectResolver(draft, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    expect(errors.sites?.[0]?.latitude?.message).toBe('Latitude must be a number from -90 to 90');
  });
});

describe('what is sent of a new project', () => {
  const client = { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.org', company: '' };

  it('a new client goes along instead of a chosen one, without a password where they are invited', () => {
    const draft = { ...newProject, isNewClient: true, client };
    expect(toNewBody(draft)).toMatchObject({ project: { clientId: null }, client });
    expect(toNewBody(draft)).not.toHaveProperty('password');
    expect(toNewBody({ ...draft, password: 'typed by hand' })).toMatchObject({ password: 'typed by hand' });
  });

  it('what was typed of a new client stays here when another is chosen after all', () => {
    const draft = {
      ...newProject,
      project: { ...newProject.project, clientId: '7' },
      client,
      password: 'typed by hand',
    };
    expect(toNewBody(draft)).toEqual({ project: { ...newProject.project, clientId: 7 }, sites: [] });
  });

  it('a crew goes along only where there are no sites', () => {
    const draft = { ...newProject, crew: ['4', '5'] };
    expect(toNewBody(draft)).toMatchObject({ crew: [4, 5] });
    expect(toNewBody({ ...draft, multiSite: true, sites: [newSite] })).not.toHaveProperty('crew');
  });
});

describe('what is refused', () => {
  const named = { ...newProject.project, name: 'Lekki', clientId: '7' };
  const check = async (draft: typeof newProject) => {
    const { errors } = await newProjectResolver(draft, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    return errors;
  };

  it('a project needs a name and a client', async () => {
    const errors = await check(newProject);
    expect(errors.project?.name?.message).toBe('Project name is required');
    expect(errors.project?.clientId?.message).toBe('Client is required');
  });

  it('a new client needs names and an e-mail, each said at its own field', async () => {
    const errors = await check({ ...newProject, project: named, isNewClient: true });
    expect(errors.client?.firstName?.message).toBe('First name is required');
    expect(errors.client?.email?.message).toBe('Valid email is required');
  });

  it('each site needs a name and a photographer, and says so at its own row', async () => {
    const complete = { ...newProject, project: named, multiSite: true };
    const errors = await check({ ...complete, sites: [{ ...newSite, name: 'A', photographerId: '4' }, newSite] });
    expect(errors.sites?.[0]).toBeUndefined();
    expect(errors.sites?.[1]?.name?.message).toBe('Site name is required');
    expect(errors.sites?.[1]?.photographerId?.message).toBe('Photographer is required');
  });

  it('unfinished sites are no hindrance while multi-site is off', async () => {
    expect(await check({ ...newProject, project: named, sites: [newSite] })).toEqual({});
  });
});
