// Claims about the operator's map: its file by ranges for people who are logged in, and nothing of it without the setting.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnProject } from '#contract/overview/endpoints.ts';
import { mapArchive } from '#server/test-support/files/map-archive.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

const archive = mapArchive([{ z: 0, x: 0, y: 0, data: Buffer.alloc(5000, 7) }], 'png');
let folder: string;
let app: TestApp;
let without: TestApp;
let client: TestPerson;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-map-'));
  const mapTiles = join(folder, 'map.pmtiles');
  writeFileSync(mapTiles, archive);
  app = await createTestApp({ mapTiles });
  without = await createTestApp();
  client = await app.person('client');
});
afterAll(async () => {
  await app.close();
  await without.close();
  rmSync(folder, { recursive: true });
});

const ask = (headers: Record<string, string> = {}, by: TestPerson | null = client) =>
  app.app.inject({
    method: 'GET',
    url: '/api/map-tiles',
    headers: { ...headers, ...(by ? { cookie: by.cookie } : {}) },
  });

test('a part that is asked for comes alone, with where it lies in the file and under which version', async () => {
  const part = await ask({ range: 'bytes=0-126' });
  expect([part.statusCode, part.headers['content-range'], part.headers['content-length']]).toEqual([
    206,
    `bytes 0-126/${archive.length}`,
    '127',
  ]);
  expect(part.rawPayload.equals(archive.subarray(0, 127))).toBe(true);
  const { etag } = part.headers;
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect((await ask({ 'if-none-match': String(etag) })).statusCode).toBe(304);
  expect((await ask({ range: 'bytes=0-9', 'if-range': '"another"' })).statusCode).toBe(200);
  expect((await ask({ range: `bytes=${archive.length}-` })).statusCode).toBe(416);
});

test('nobody reads it without a login, and there is none without the setting', async () => {
  expect((await ask({ range: 'bytes=0-126' }, null)).statusCode).toBe(401);
  const other = await without.person('client');
  expect((await without.call(other, 'GET /api/map-tiles')).status).toBe(404);
  const { body } = await without.call(other, 'GET /api/dashboard/projects');
  expect(body).toEqual({ total: 0, projects: [], map: false });
});

test('each of a client’s own projects says where its first site with a position lies', async () => {
  const admin = await app.person('admin');
  const id = await app.make.project({ clientId: client.id, createdBy: admin.id });
  const crew = await app.person('photographer');
  await app.make.site({ projectId: id, photographerId: crew.id });
  const bare = await app.make.project({ clientId: client.id, createdBy: admin.id });
  const [site] = (await app.call(admin, `GET /api/projects/${id}/sites`)).body as { id: number; name: string }[];
  const placed = { id: site?.id, name: site?.name, photographerId: crew.id, latitude: 6.4488, longitude: 3.4741 };
  expect((await app.call(admin, `PATCH /api/projects/${id}`, { body: { sites: [placed] } })).status).toBe(200);
  const { body } = await app.call(client, 'GET /api/dashboard/projects');
  const { projects, map } = body as { projects: OwnProject[]; map: boolean };
  expect(map).toBe(true);
  expect(projects.find((project) => project.id === id)?.position).toEqual({ latitude: 6.4488, longitude: 3.4741 });
  expect(projects.find((project) => project.id === bare)?.position).toBeNull();
});
