// The claim about where the mail of a notice leads.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { notificationPath } from '#contract/notifications/notification-path.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { type Mailbox, startMailbox } from '#server/test-support/servers/mailbox.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

const publicUrl = 'http://progress.example.org';
const headers = { origin: publicUrl };

let folder: string;
let box: Mailbox;
let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
let session: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-letters-'));
  mkdirSync(join(folder, 'media/lekki'), { recursive: true });
  writeFileSync(join(folder, 'media/lekki/film.mp4'), 'bytes');
  box = await startMailbox();
  const smtp = { host: '127.0.0.1', port: box.port, secure: false, requireTls: false, login: null };
  const mailFrom = { name: 'Topout', address: 'progress@example.org' };
  const mediaRoot = join(folder, 'media');
  testApp = await createTestApp({ publicUrl, smtp, mailFrom, mediaRoot, dataDir: join(folder, 'data') });
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await testApp.person('admin');
  client = await testApp.person('client');
  const project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  const roots = [{ provider: 'local', root: 'lekki' }];
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, { body: { roots }, headers });
  const visit = { projectId: project, captureDate: '2026-03-04', videoUrl: '/media/folders/lekki' };
  session = ((await testApp.call(admin, 'POST /api/sessions', { body: visit, headers })).body as Session).id;
  await testApp.call(admin, `PUT /api/sessions/${session}/approve`, { body: {}, headers });
});
afterAll(async () => {
  await testApp.close();
  await box.close();
  rmSync(folder, { recursive: true });
});

test('a mail about a pinned concern leads to the exact view that the bell leads to', async () => {
  const anchor = { kind: 'film', mediaKind: 'videos', file: 'local:lekki/film.mp4', second: 12 };
  const body = { sessionId: session, reason: 'A crack', anchor };
  expect((await testApp.call(client, 'POST /api/disputes', { body, headers })).status).toBe(201);
  const mail = await box.waitFor(`${admin.username}@example.org`);
  const bell = (await testApp.call(admin, 'GET /api/notifications')).body as Notification[];
  const [notice] = bell;
  const path = notice && notificationPath(notice);
  expect(path).toContain(`/sessions/${session}?tab=videos&item=`);
  expect(mail.part('text/plain')?.toString()).toContain(`Open concern: ${publicUrl}${path}`);
});
