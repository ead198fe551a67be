// The page that devices cache for offline use: it is nobody's, and the same for everybody.
import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preloadedStateElementId } from '#contract/core/preloaded-state.ts';
import { shellPath } from '#contract/pages/device-choices.ts';
import { siteConfigElementId } from '#contract/pages/page-render.ts';
import { buildApp } from '#server/app.ts';
import { dataIn, makeBuiltPages } from '#server/test-support/built-pages.ts';
import { createTestApp, type TestApp, testConfig } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = makeBuiltPages();
  testApp = await createTestApp();
  const config = { ...testConfig, dataDir: folder };
  app = await buildApp({ config, database: testApp.database, pages: folder, demoMedia: null });
});
afterAll(async () => {
  await app.close();
  await testApp.close();
  rmSync(folder, { recursive: true });
});

test('the page without a person is the same whoever asks on whatever device, and holds no answer', async () => {
  const { cookie } = await testApp.person('admin');
  const of = (sent: string) => app.inject({ url: shellPath, headers: { cookie: sent } });
  const asked = await of(`${cookie}; topout_theme=dark; topout_zone=Africa/Lagos`);
  const nobody = await of('');
  expect(asked.statusCode).toBe(200);
  expect(asked.body).toBe(nobody.body);
  expect(dataIn(asked.body, siteConfigElementId)).toMatchObject({ shell: true });
  expect(dataIn(asked.body, preloadedStateElementId)).toBeNull();
  expect(asked.body).toContain('<div id="root"></div>');
});

test('people who logged out offline get no page of theirs any more, whatever they request first', async () => {
  const { cookie } = await testApp.person('admin');
  const left = { cookie: `${cookie}; topout_leaving=1` };
  const page = await app.inject({ url: '/sessions', headers: left });
  expect([page.statusCode, page.headers.location]).toEqual([302, '/login?next=%2Fsessions']);
  expect((await app.inject({ url: '/api/user', headers: { cookie } })).statusCode).toBe(401);
});
