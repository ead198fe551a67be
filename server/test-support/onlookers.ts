// A project with everybody who follows it, for tests of what each of them is notified of.
import type { TestApp, TestPerson } from './test-app.ts';

export type Onlookers = Record<'admin' | 'crew' | 'client' | 'viewer', TestPerson>;

/** 'Tower' of the client, with the viewer as a member and the crew at its site 'North'; `root`: the folder that it is bound to. */
export async function makeTower(
  { person, make, call }: TestApp,
  { root, headers }: { root: string; headers: Record<string, string> },
): Promise<{ people: Onlookers; project: number; siteId: number }> {
  const people = {
    admin: await person('admin'),
    crew: await person('photographer'),
    client: await person('client'),
    viewer: await person('client'),
  };
  const { admin, crew, client, viewer } = people;
  const project = await make.project({ clientId: client.id, createdBy: admin.id, name: 'Tower' });
  const siteId = await make.site({ projectId: project, photographerId: crew.id, name: 'North' });
  await make.member({ projectId: project, userId: viewer.id, role: 'viewer' });
  const body = { roots: [{ provider: 'local', root }] };
  await call(admin, `PUT /api/projects/${project}/media-roots`, { headers, body });
  return { people, project, siteId };
}
