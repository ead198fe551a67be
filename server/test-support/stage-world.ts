// A project whose stages are marked: its people, and a session of each kind with a picture.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StageList, StageWithMarks } from '#contract/stages/endpoints.ts';
import { createTestApp, type TestAnswer, type TestPerson } from './test-app.ts';

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export const picture = { mediaKind: 'drone', item: 'local:site/photo.gif' } as const;
export const otherPicture = { mediaKind: 'drone', item: 'local:site/second.gif' } as const;

export type StageWorld = Awaited<ReturnType<typeof startStageWorld>>;

/** The caller closes it. */
export async function startStageWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'topout-stages-'));
  mkdirSync(join(folder, 'site'));
  for (const name of ['photo.gif', 'second.gif']) writeFileSync(join(folder, 'site', name), gif);
  const app = await createTestApp({ mediaRoot: folder, publicUrl: 'http://progress.example.org' });
  const { call, make, person } = app;
  const people = {
    admin: await person('admin'),
    crew: await person('photographer'),
    checker: await person('client'),
    otherChecker: await person('client'),
    client: await person('client'),
    contributor: await person('client'),
    viewer: await person('client'),
    stranger: await person('client'),
  };
  const { admin, crew, client } = people;

  async function made(by: TestPerson, what: string, body: object = {}): Promise<number> {
    const answer = await call(by, what, { body });
    if (answer.status >= 300) throw new Error(`${what}: ${JSON.stringify(answer.body)}`);
    return (answer.body as { id: number }).id;
  }

  async function project() {
    const id = await make.project({ clientId: client.id, createdBy: admin.id });
    const siteId = await make.site({ projectId: id, photographerId: crew.id });
    for (const role of ['checker', 'contributor', 'viewer'] as const)
      await make.member({ projectId: id, userId: people[role].id, role });
    await make.member({ projectId: id, userId: people.otherChecker.id, role: 'checker' });
    await call(admin, `PUT /api/projects/${id}/media-roots`, {
      body: { roots: [{ provider: 'local', root: 'site' }] },
    });
    return { id, siteId };
  }

  async function session(where: { id: number; siteId: number }, { released = true, captureDate = '2026-01-02' } = {}) {
    const body = { projectId: where.id, siteId: where.siteId, captureDate, droneImagesUrl: '/media/folders/site' };
    const id = await made(crew, 'POST /api/sessions', body);
    if (released) await made(admin, `PUT /api/sessions/${id}/approve`);
    return id;
  }

  const edit = (projectId: number, body: object) => call(admin, `PUT /api/projects/${projectId}/stages`, { body });

  /** Of a list that has none yet; ids in the given order. */
  async function stages(projectId: number, list: readonly object[]): Promise<number[]> {
    const answer = await edit(projectId, { stages: list });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return (answer.body as StageList).stages.map(({ id }) => id);
  }

  const mark = (by: TestPerson, stage: number, body: object): Promise<TestAnswer> =>
    call(by, `POST /api/stages/${stage}/marks`, { body });

  const read = async (by: TestPerson, stage: number) =>
    (await call(by, `GET /api/stages/${stage}`)).body as StageWithMarks;

  async function close() {
    await app.close();
    rmSync(folder, { recursive: true });
  }

  return { ...app, close, people, made, newProject: project, session, edit, stages, mark, read };
}

export const lintel = {
  name: 'Lintel',
  criteria: [{ text: 'Lintels are cast over all openings' }, { text: 'Formwork is struck' }],
  wanted: [{ text: 'Before cover-up: lintel reinforcement' }],
};

/** Both criteria of a new stage, the first with a picture of this session. */
export const ticked = (sessionId: number) => [
  { id: 1, ticked: true, pictures: [{ sessionId, ...picture }] },
  { id: 2, ticked: true },
];
