// The company's brand: who changes it, what is refused, two admins at once, the logo, and where it shows.
import { rmSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#contract/overview/audit-log.ts';
import { shadesOf } from '#contract/settings/brand-shades.ts';
import type { SavedBrand } from '#contract/settings/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { createDatabase } from '#server/db/open.ts';
import { dataIn, makeBuiltPages } from '#server/test-support/built-pages.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';

const headers = { origin: 'http://progress.example.org' };

let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
let folder: string;
beforeAll(async () => {
  folder = makeBuiltPages();
  testApp = await createTestApp({ publicUrl: headers.origin });
  admin = await testApp.person('admin');
  client = await testApp.person('client');
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

const read = async () => (await testApp.call(admin, 'GET /api/settings/brand')).body as SavedBrand;
const save = (body: object, by = admin) => testApp.call(by, 'PUT /api/settings/brand', { body, headers });
const entries = async () => (await testApp.call(admin, 'GET /api/audit-log?act=settingsChanged')).body as AuditEntry[];
const upload = (logo: string) => testApp.call(admin, 'POST /api/settings/brand/logo', { body: { logo }, headers });
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const banner = () =>
  sharp({ create: { width: 900, height: 300, channels: 4, background: { r: 200, g: 20, b: 60, alpha: 0.5 } } })
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .png()
    .toBuffer();

test('until somebody saves it the brand is the product’s own', async () => {
  const contact = { email: 'hello@topout.example', linkedin: '', instagram: '' };
  const own = { name: 'Topout', colour: null, address: '', logo: null, ...contact };
  expect(await read()).toEqual({ ...own, fixed: [], version: 1 });
});

test('what is saved stands in the installed name, the description of calls and the audit log', async () => {
  const saved = await save({
    name: ' Skyline Aerial ',
    colour: '#FFD400',
    address: ' 1 Marina \r\nLagos ',
    version: 1,
  });
  expect(saved).toMatchObject({
    status: 200,
    body: { name: 'Skyline Aerial', colour: '#ffd400', address: '1 Marina\nLagos' },
  });
  expect(await read()).toEqual(saved.body);
  expect((await testApp.call(null, 'GET /manifest.webmanifest')).body).toMatchObject({ name: 'Skyline Aerial' });
  expect((await testApp.call(null, 'GET /api/openapi.json')).body).toMatchObject({
    info: { title: expect.stringContaining('Skyline Aerial') },
  });
  const [entry] = await entries();
  expect(entry).toMatchObject({ byId: admin.id, subject: { kind: 'settings', name: 'Brand' } });
  expect(entry?.changes).toEqual([
    { field: 'name', before: 'Topout', after: 'Skyline Aerial' },
    { field: 'colour', before: null, after: '#ffd400' },
    { field: 'address', before: null, after: '1 Marina\nLagos' },
  ]);
  const count = (await entries()).length;
  expect((await save(await read())).body).toEqual(saved.body);
  expect((await entries()).length).toBe(count);
});

test('of two admins who edit the same brand the second is shown the first one’s', async () => {
  const other = await testApp.person('admin');
  const { version } = await read();
  const answers = await Promise.all([
    save({ name: 'One', colour: null, address: '', version }),
    save({ name: 'Other', colour: null, address: '', version }, other),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = answers.find(({ status }) => status === 200)?.body;
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'stale', present: won });
});

test.each([
  ['no name', { name: '  ' }],
  ['a name of two lines', { name: 'Sky\r\nBcc: all@x.ng' }],
  ['a name that turns what follows', { name: 'Sky\u202egnp.exe' }],
  ['a name of 61 characters', { name: 'x'.repeat(61) }],
  ['a colour by its name', { colour: 'red' }],
  ['a colour that ends the rule', { colour: '#fff}body{display:none' }],
  ['an address of seven lines', { address: 'a\nb\nc\nd\ne\nf\ng' }],
  ['an address with a long line', { address: 'x'.repeat(81) }],
  ['an address with a control character', { address: 'a\u0007b' }],
])('%s is refused in a sentence, and the brand stays', async (_, wrong) => {
  const before = await read();
  const { status, body } = await save({ name: 'Skyline', colour: null, address: '', ...wrong });
  expect([status, (body as { message: string }).message.length > 10]).toEqual([400, true]);
  expect(await read()).toEqual(before);
});

test('a logo is re-encoded whole, without metadata, and served to everybody under an address that changes with it', async () => {
  const { version } = await read();
  const kept = (await upload(dataUrl(await banner()))).body as SavedBrand;
  expect(kept.version).toBe(version);
  const sent = await testApp.app.inject({ url: kept.logo ?? '' });
  expect(sent.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  const { width, height, format, hasAlpha, exif } = await sharp(sent.rawPayload).metadata();
  expect({ width, height, format, hasAlpha, exif }).toEqual({
    width: 512,
    height: 171,
    format: 'webp',
    hasAlpha: true,
    exif: undefined,
  });
  // Who has the form open is not overtaken by a logo.
  expect((await save({ name: 'Skyline', colour: null, address: '', version })).status).toBe(200);
  const [, entry] = await entries();
  expect(entry?.changes).toEqual([{ field: 'logo', before: null, after: kept.logo }]);
  const removed = await testApp.call(admin, 'DELETE /api/settings/brand/logo', { headers });
  expect(removed.body).toMatchObject({ logo: null });
  expect((await testApp.app.inject({ url: kept.logo ?? '' })).statusCode).toBe(404);
});

test.each([
  [
    'an SVG',
    'data:image/svg+xml;base64,' +
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>').toString('base64'),
    415,
  ],
  ['an SVG that says PNG', dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 415],
  ['a damaged PNG', dataUrl(Buffer.from('89504e470d0a1a0a00', 'hex')), 415],
  ['words', 'a logo', 415],
  ['more than 5 MB', dataUrl(Buffer.alloc(5 * 1024 * 1024 + 1, 137)), 413],
])('%s is refused as a logo in the words of profile photos', async (_, logo, status) => {
  const answer = await upload(logo);
  expect(answer).toMatchObject({ status, body: { issues: [{ path: 'logo' }] } });
  expect((await read()).logo).toBeNull();
});

test('HTML in name and address is inert on every page, and a colour is written in readable shades without a script', async () => {
  const name = '<b>Sky</b> & "Sons"';
  await save({ name, colour: '#ffd400', address: '<i>1 Marina</i>' });
  const escaped = '&lt;b&gt;Sky&lt;/b&gt; &amp; &quot;Sons&quot;';
  for (const url of ['/s/nothing', '/unsubscribe/nothing', '/api/docs']) {
    const { body } = await testApp.app.inject({ url });
    expect([url, body.includes('<b>Sky'), body.includes('&lt;b&gt;Sky')]).toEqual([url, false, true]);
  }
  const guest = (await testApp.app.inject({ url: '/s/nothing' })).body;
  expect(guest).toContain(`<span class="brand" dir="auto">${escaped}</span>`);
  const { light, dark } = shadesOf('#ffd400');
  expect(guest).toContain(`:root{--accent:${light.ground};--link:${light.ink}}`);
  expect(guest).toContain(`--accent:${dark.ground}`);
});

test('what one process keeps, the pages of another show at once, with its shades in the head and the logo in its place', async () => {
  const database = createDatabase(testApp.connection, { max: 2 });
  const other = await buildApp({ config: testConfig, database, pages: folder, demoMedia: null });
  try {
    await other.ready();
    const shown = async () => (await other.inject({ url: '/login' })).body;
    await save({ name: 'First', colour: null, address: '' });
    await vi.waitFor(async () => expect(await shown()).toContain('<title>Sign in · First</title>'));
    expect(await shown()).not.toContain('--accent');
    await save({ name: 'Second</script>', colour: '#7e22ce', address: '' });
    const { logo } = (await upload(dataUrl(await banner()))).body as SavedBrand;
    await vi.waitFor(async () =>
      expect(dataIn(await shown(), 'site-config')).toMatchObject({ brand: { name: 'Second</script>', logo } }),
    );
    const page = await shown();
    expect(page).toContain('<title>Sign in · Second&lt;/script&gt;</title>');
    expect(page).toMatch(/<style>:root:root,.dark.dark\{--accent:#7e22ce;[^<]*<\/style>.*<\/head>/s);
    expect((await other.inject({ url: '/manifest.webmanifest' })).json()).toMatchObject({ name: 'Second</script>' });
  } finally {
    await other.close();
    await database.close();
    await testApp.call(admin, 'DELETE /api/settings/brand/logo', { headers });
  }
});

test('e-mail and pages on networks that stand in the environment are shown with the brand, and said to', async () => {
  const contact = { email: 'build@skyline.ng', linkedin: 'https://linkedin.com/company/skyline' };
  const own = await createTestApp({ brand: { ...testConfig.brand, ...contact, emailIsFixed: true } });
  try {
    const found = (await own.call(await own.person('admin'), 'GET /api/settings/brand')).body;
    expect(found).toMatchObject({ ...contact, instagram: '', fixed: ['email', 'linkedin'] });
  } finally {
    await own.close();
  }
});

test('a name in the environment wins, is said to, and is changed there alone', async () => {
  const brand = { ...testConfig.brand, name: 'Standing & Co', nameIsFixed: true };
  const own = await createTestApp({ brand });
  try {
    const boss = await own.person('admin');
    await own.database.query
      .insertInto('settings')
      .values({ key: 'brandName', value: '"Kept"' as never })
      .execute();
    const found = (await own.call(boss, 'GET /api/settings/brand')).body as SavedBrand;
    expect(found).toMatchObject({ name: 'Standing & Co', fixed: ['name'] });
    const put = (body: object) => own.call(boss, 'PUT /api/settings/brand', { body });
    expect(await put({ ...found, name: 'Other' })).toMatchObject({ status: 400, body: { issues: [{ path: 'name' }] } });
    expect(await put({ colour: '#00ff00', address: '' })).toMatchObject({
      status: 200,
      body: { name: 'Standing & Co', colour: '#00ff00' },
    });
  } finally {
    await own.close();
  }
});

test('nobody but admins reads or changes it', async () => {
  for (const what of ['GET /api/settings/brand', 'PUT /api/settings/brand', 'DELETE /api/settings/brand/logo'])
    expect((await testApp.call(client, what, { headers, body: {} })).status).toBe(403);
});
