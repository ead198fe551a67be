// What reaches people outside of the product: chosen on a phone, read in a real mailbox, and ended from the mail.
import type { Browser, Page } from '@playwright/test';
import { demoPassword, expect, said, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';
import { type Product, startProduct } from '#e2e/product.ts';
import { renderMail } from '#server/features/notifications/deliveries/mail-template.ts';
import { freePort } from '#server/test-support/processes/free-port.ts';
import { type Mailbox, startMailbox } from '#server/test-support/servers/mailbox.ts';

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };

let box: Mailbox;
let product: Product;
let url: string;

test.beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  box = await startMailbox();
  product = await startProduct({
    PORT: String(port),
    PUBLIC_URL: url,
    SMTP_URL: box.url,
    MAIL_GATHER_MINUTES: '0',
  });
});
test.afterAll(async () => {
  await product.stop();
  await box.close();
});

async function open(browser: Browser, username: string | null, path: string): Promise<Page> {
  const context = await browser.newContext({ ...phone, baseURL: url });
  if (username) await context.request.post('/api/login', { data: { username, password: demoPassword } });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

async function openAdmin(browser: Browser) {
  const context = await browser.newContext({ ...phone, baseURL: url });
  await context.request.post('/api/login', { data: { username: 'admin', password: demoPassword } });
  return { page: await context.newPage(), request: context.request };
}

/** Of a project of the client's, released by an admin. */
async function release(browser: Browser): Promise<void> {
  const context = await browser.newContext({ baseURL: url });
  const api = context.request;
  await api.post('/api/login', { data: { username: 'admin', password: demoPassword } });
  type Visit = { projectId: number; siteId: number | null; photographer: { id: number } };
  const [like]: Visit[] = await (await api.get('/api/sessions?status=approved&q=Lekki Palm&limit=1')).json();
  const { projectId, siteId, photographer } = like as Visit;
  const data = { projectId, siteId, captureDate: '2026-02-03', photographerId: photographer.id };
  const made = await api.post('/api/sessions', { data });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = await made.json();
  expect((await api.put(`/api/sessions/${id}/approve`, { data: {} })).ok()).toBe(true);
  await context.close();
}

const colour = '#ffd400';
const words =
  'A very long name of a project on Olufemi-Adebayo-Street: third block, second phase, with all of its towers';

/** With more words than fit beside each other; `src` of its pictures instead of the server's. */
function longDigest(src: string): string {
  const [one, other] = ['a', 'b'].map((name) => ({
    path: `/mail-pictures/${name}`,
    width: 400,
    height: 300,
    caption: 'February 3, 2026',
    alt: `${words} on February 3, 2026`,
  }));
  const section = {
    title: words,
    lines: [words, '3 open concerns, 1 overdue'],
    action: { label: 'Open project', path: '/projects/1' },
  };
  const sections = Array.from({ length: 3 }, () => ({ ...section, pictures: one && other ? [one, other] : [] }));
  const letter = {
    subject: 'What is new',
    heading: 'What is new in 14 projects',
    paragraphs: ['The first 3 of 14 projects.'],
    sections,
  };
  const brand = { name: 'Sky & Sons', colour, address: '1 Marina\nLagos' };
  const links = [
    { label: 'Notifications', url: `${url}/profile#notifications` },
    { label: 'Unsubscribe', url: `${url}/unsubscribe/x` },
  ];
  const { html } = renderMail(letter, { brand, publicUrl: url, reason: 'You get this digest every day.', links });
  return html.replace(/src="[^"]*"/g, `src="${src}"`);
}

/** Of a pinned concern, with its crop. */
function pinnedConcern(src: string): string {
  const pictures = [
    { path: '/mail-pictures/concerns/a', width: 640, height: 427, caption: `${words}.jpg`, alt: words },
  ];
  const action = { label: 'Open concern', path: '/sessions/1?tab=drone' };
  const letter = { subject: 'Concern raised', heading: 'Concern raised', paragraphs: [words], pictures, action };
  const brand = { name: 'Sky & Sons', colour, address: '' };
  const { html } = renderMail(letter, { brand, publicUrl: url, reason: 'You get this because.', links: [] });
  return html.replace(/src="[^"]*"/g, `src="${src}"`);
}

test('a notice, an invitation and a digest are read on a phone, in light and dark, with pictures and without', async ({
  browser,
}) => {
  const { page, request } = await openAdmin(browser);
  const present = await (await request.get('/api/settings/brand')).json();
  const branded = await request.put('/api/settings/brand', {
    data: { ...present, colour, address: '1 Marina\nLagos' },
  });
  expect(branded.ok(), await branded.text()).toBe(true);
  const email = `${'a-very-long-name'.repeat(3)}@sky-and-sons.example`;
  const account = { username: 'bisi', firstName: 'Bisi', lastName: 'Cole', email, role: 'client' };
  expect((await request.post('/api/invitations', { data: account })).status()).toBe(201);
  await release(browser);
  const { email: reader } = await (await (await open(browser, 'client', '/')).request.get('/api/user')).json();
  const notice = await box.waitFor(reader, 'Session approved: ');
  const invitation = await box.waitFor(email);
  const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"/>')}`;
  const mails = [notice, invitation].map((mail) => mail.part('text/html')?.toString() ?? '');
  const made = [picture, 'cid:blocked'].flatMap((src) => [longDigest(src), pinnedConcern(src)]);
  for (const html of [...mails, ...made]) {
    // As a part of the page of a mail program.
    await page.setContent(html.replace(/(<body[^>]*>)/, '$1<main>').replace('</body>', '</main></body>'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await scan(page);
  }
  await request.put('/api/settings/brand', { data: { ...present, version: present.version + 1 } });
});

test('on a phone somebody chooses what comes by mail, and ends a kind from the mail itself', async ({ browser }) => {
  const page = await open(browser, 'client', '/profile#notifications');
  const card = page.locator('#notifications');
  const email = (await card.getByText(/^Email goes to /).innerText()).replace(/^Email goes to (.*)\.$/, '$1');
  await card.getByLabel('A concern was resolved: Email').uncheck();
  await card.getByLabel('Email digest').selectOption('daily');
  await card.getByLabel('Quiet hours').check();
  await card.getByLabel('From').fill('22:00');
  await card.getByLabel('Until').fill('05:30');
  await scan(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await card.getByRole('button', { name: 'Save notifications' }).click();
  await said(page, 'Notifications saved');
  await page.reload();
  await expect(card.getByLabel('A concern was resolved: Email')).not.toBeChecked();
  await expect(card.getByLabel('Email digest')).toHaveValue('daily');
  await expect(card.getByLabel('Until')).toHaveValue('05:30');
  await card.getByLabel('Quiet hours').uncheck();
  await card.getByRole('button', { name: 'Save notifications' }).click();
  await said(page, 'Notifications saved');

  await release(browser);
  const mail = await box.waitFor(email, 'Session approved: ');
  const [, link = ''] = /<([^>]+)>/.exec(mail.header('list-unsubscribe') ?? '') ?? [];
  const stranger = await open(browser, null, link);
  await scan(stranger);
  await stranger.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(stranger.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  await page.reload();
  await expect(card.getByLabel('A session was released: Email')).not.toBeChecked();
  await expect(card.getByLabel('A session was released: Push')).toBeChecked();
});

test('on a phone a new link goes to the share sheet, and is copied where that fails', async ({ browser }) => {
  const page = await open(browser, 'client', '/dashboard');
  const context = page.context();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // Chromium on Linux has no sheet: this one notes what it is given, and does with it what the test says.
  await context.addInitScript(() => {
    const sheet = { given: [] as ShareData[], failure: '' };
    const share = async (data: ShareData) => {
      sheet.given.push(data);
      if (sheet.failure) throw new DOMException('no', sheet.failure);
    };
    Object.assign(globalThis, { sheet });
    Object.defineProperties(navigator, { share: { value: share }, canShare: { value: () => true } });
  });
  const [project] = await (await page.request.get('/api/projects?limit=1')).json();
  await page.goto(`/projects/${project.id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByLabel('Recipient').fill('Ada');
  await dialog.getByRole('button', { name: 'Make link' }).click();
  const address = await dialog.getByLabel('Link for Ada').inputValue();
  const share = dialog.getByRole('button', { name: 'Share', exact: true });
  await share.click();
  const given = await page.evaluate(() => (globalThis as unknown as { sheet: { given: ShareData[] } }).sheet.given);
  expect(given).toEqual([
    {
      title: expect.stringContaining(project.name),
      text: expect.stringMatching(new RegExp(`^Hello Ada, here is how ${project.name} is coming along:\n.*until`)),
      url: address,
    },
  ]);
  const failWith = (failure: string) =>
    page.evaluate(
      (name) => Object.assign((globalThis as unknown as { sheet: object }).sheet, { failure: name }),
      failure,
    );
  await failWith('AbortError');
  await share.click();
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await failWith('NotAllowedError');
  await share.click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await scan(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('the updates of a project are copied or opened in WhatsApp, and the project is muted', async ({ browser }) => {
  const page = await open(browser, 'client', '/projects/1');
  await page.getByRole('button', { name: 'Updates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Updates' });
  await expect(dialog.getByText(/open concern|No open concerns/)).toBeVisible();
  const share = dialog.getByRole('link', { name: /Share on WhatsApp/ });
  await expect(share).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=.*%2Fprojects%2F1$/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy summary' }).click();
  await said(page, 'Summary copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${url}/projects/1`);
  await dialog.getByLabel('Mute this project').check();
  await scan(page);
  await page.goto('/profile#notifications');
  await page.getByRole('button', { name: /^Unmute / }).click();
  await expect(page.getByRole('button', { name: /^Unmute / })).toHaveCount(0);
});
