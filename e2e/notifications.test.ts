// What reaches people outside of the product: chosen on a phone, read in a real mailbox, and ended from the mail.
import net from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { type Mailbox, startMailbox } from '#server/test-support/mailbox.ts';
import { demoPassword, expect, said, scan, test } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };

let box: Mailbox;
let product: Product;
let url: string;

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test.beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  box = await startMailbox();
  product = await startProduct({ PORT: String(port), PUBLIC_URL: url, SMTP_URL: box.url });
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

test('on a phone somebody chooses what comes by mail, and ends a kind from the mail itself', async ({ browser }) => {
  const page = await open(browser, 'client', '/profile#notifications');
  const card = page.locator('#notifications');
  const email = (await card.getByText(/^Mail goes to /).innerText()).replace(/^Mail goes to (.*)\.$/, '$1');
  await card.getByLabel('A concern was resolved: Mail').uncheck();
  await card.getByLabel('Digest by mail').selectOption('daily');
  await card.getByLabel('Quiet hours').check();
  await card.getByLabel('From').fill('22:00');
  await card.getByLabel('Until').fill('05:30');
  await scan(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await card.getByRole('button', { name: 'Save notifications' }).click();
  await said(page, 'Notifications saved');
  await page.reload();
  await expect(card.getByLabel('A concern was resolved: Mail')).not.toBeChecked();
  await expect(card.getByLabel('Digest by mail')).toHaveValue('daily');
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
  await expect(card.getByLabel('A session was released: Mail')).not.toBeChecked();
  await expect(card.getByLabel('A session was released: Push')).toBeChecked();
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
