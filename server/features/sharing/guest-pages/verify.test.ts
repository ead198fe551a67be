// The claims about the page on which anybody checks a code, and about the paper that prints it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pack, ReportState } from '#contract/sharing/endpoints.ts';
import { readSealHeads } from '#server/features/evidence/queries.ts';
import { loadNews } from '#server/features/projects/digests/news.ts';
import { linesOf } from '#server/features/projects/digests.ts';
import { createFileIds } from '#server/lib/secrets/file-ids.ts';
import { readPdf } from '#server/test-support/files/read-pdf.ts';
import { createSealWorld, photo, type SealWorld } from '#server/test-support/seal-world.ts';

const publicUrl = 'http://progress.example.org';
let world: SealWorld;
let project: number;
let session: number;
let code: string;
beforeAll(async () => {
  world = await createSealWorld({ publicUrl });
  project = await world.project();
  const { link } = world.visit({ 'DJI_0001.JPG': await photo(9) });
  session = (await world.released(project, { droneImagesUrl: link })).id;
  await world.sealAll();
  const heads = await readSealHeads(world.testApp.database.query, [project]);
  code = heads.get(project)?.code ?? '';
});
afterAll(() => world.close());

const open = (url: string, remoteAddress = '203.0.113.7') => world.testApp.app.inject({ url, remoteAddress });

test('a code opens a plain page: project, release, files and signature, and no name of a file', async () => {
  const page = await open(`/verify/${code}`);
  expect(page.statusCode).toBe(200);
  for (const words of [
    'Lekki Heights',
    code,
    'visit of',
    '1 file sealed',
    'Still released as sealed',
    'is consistent with',
  ])
    expect([words, page.body.includes(words)]).toEqual([words, true]);
  expect(page.body).not.toMatch(/DJI|Mavic/);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers['cache-control']).toContain('no-store');
  const saved = await open(`/api/verify/${code}/seal`);
  expect(page.body).toContain(`/api/verify/${code}/seal`);
  expect(Object.keys(saved.json()).sort()).toEqual(['manifest', 'publicKey', 'signature', 'statement']);
});

test('the form takes a code as it is typed, and keeps one that is not known', async () => {
  const form = await open('/verify');
  expect([form.statusCode, /<form[^>]* action="\/verify"/.test(form.body)]).toEqual([200, true]);
  const typed = await open(`/verify?code=${encodeURIComponent(` ${code.toLowerCase().replaceAll('-', ' ')} `)}`);
  expect([typed.statusCode, typed.headers.location]).toEqual([303, `/verify/${code.replaceAll('-', '')}`]);
  const unknown = await open('/verify/0000-0000-0000-0000');
  expect(unknown.statusCode).toBe(404);
  expect(unknown.body).toContain('value="0000-0000-0000-0000"');
  expect(unknown.body).toContain('older than the print');
  const wrong = await open(`/verify/${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect([wrong.statusCode, wrong.body.includes('<script>')]).toEqual([404, false]);
});

test('the script that reads files comes with a policy that lets it reach nothing', async () => {
  const [page, hasher] = [await open('/verify/page.js'), await open('/verify/hasher.js')];
  expect([page.statusCode, hasher.statusCode]).toEqual([200, 200]);
  expect(hasher.headers['content-security-policy']).toBe("default-src 'none'; script-src 'wasm-unsafe-eval'");
});

test('the page refuses one address that tries many codes, in a sentence', async () => {
  let last = await open('/verify/0000-0000-0000-0000', '203.0.113.8');
  for (let call = 0; call < 121 && last.statusCode !== 429; call++)
    last = await open('/verify/0000-0000-0000-0000', '203.0.113.8');
  expect(last.statusCode).toBe(429);
  expect(last.body).toContain('Too many checks from this address');
});

async function reportText(path: string, body: object): Promise<string> {
  const { client, testApp } = world;
  const { key } = (await testApp.call(client, `POST /api/${path}/report`, { body })).body as ReportState;
  const state = async () => ((await testApp.call(client, `GET /api/reports/${key}`)).body as ReportState).state;
  await expect.poll(state, { timeout: 60_000 }).toBe('ready');
  const file = await testApp.app.inject({ url: `/api/reports/${key}/file`, headers: { cookie: client.cookie } });
  return (await readPdf(file.rawPayload)).text.replace(/\s+/g, '');
}

test('session and period reports print the head of the chain, and where to check it', async () => {
  const texts = [
    await reportText(`sessions/${session}`, {}),
    await reportText(`projects/${project}`, { from: '2026-01-01', to: '2026-06-30' }),
  ];
  for (const text of texts) {
    expect(text).toContain(code);
    expect(text).toContain(`Checkitat${publicUrl}/verify`);
  }
});

test('a pack prints the head of the chain; another release alone makes no other pack', async () => {
  const { admin, testApp } = world;
  const stages = [{ name: 'Foundation', criteria: [{ text: 'Level' }], wanted: [] }];
  const edited = await testApp.call(admin, `PUT /api/projects/${project}/stages`, { body: { stages } });
  expect(edited.status).toBe(200);
  const body = { from: '2026-01-01', to: '2026-06-30' };
  const make = async () =>
    (await testApp.call(admin, `POST /api/projects/${project}/packs`, { body })).body as { pack: Pack };
  const { pack } = await make();
  const file = await testApp.app.inject({ url: `/api/packs/${pack.id}/file`, headers: { cookie: admin.cookie } });
  const paper = await readPdf(file.rawPayload);
  expect(paper.text.replace(/\s+/g, '')).toContain(code);
  for (const words of [
    'Certificate of documents produced by a computer (Evidence Act 2011, section 84(4))',
    'Draft: to be checked and signed by a responsible person.',
    `code ${code}, SHA-256 of its manifest`,
    'DJI Mavic 3',
  ])
    expect(paper.text.replace(/\s+/g, '')).toContain(words.replace(/\s+/g, ''));
  const { link } = world.visit({ '2.mp4': Buffer.from('a film') });
  await world.released(project, { videoUrl: link });
  await world.sealAll();
  expect((await make()).pack.number).toBe(pack.number);
});

test('a digest says the head of the chain of each project with news', async () => {
  const db = world.testApp.database.query;
  const actor = { kind: 'person', id: world.client.id, role: 'client' } as const;
  const period = { since: new Date(Date.now() - 86_400_000), until: new Date(Date.now() + 86_400_000) };
  const [news] = await loadNews(db, { actor, period });
  const head = (await readSealHeads(db, [project])).get(project);
  expect(news && linesOf(news, createFileIds('any')).at(-1)).toBe(
    `Seal of the last release: no. 2 of this project, code ${head?.code}`,
  );
});
