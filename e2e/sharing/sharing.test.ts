// Sharing: a client gives somebody without a login a link, who opens it on a phone, with script and without, and loses it while it is open.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';
import { readZip } from '#server/test-support/files/read-zip.ts';

const projectName = 'Lekki Palm Residences';

/** The newest released visit with pictures of the client's own project. */
async function visitOf(page: Page): Promise<{ id: number; projectId: number }> {
  const all = await (await page.request.get('/api/sessions?sort=captureDate&limit=100')).json();
  return all.find(
    (each: { project: { name: string }; droneImagesUrl: string | null }) =>
      each.project.name === projectName && each.droneImagesUrl?.startsWith('/media/'),
  );
}

async function makeLink(page: Page, recipient: string, pin = ''): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByLabel('Recipient').fill(recipient);
  if (pin) await dialog.getByLabel('PIN').fill(pin);
  await expect(dialog.getByText(/previewed by a messenger, cannot be recalled\.$/)).toBeVisible();
  await expect(dialog.getByText(/Ending the link does not end what people opened there\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Make link' }).click();
  const address = dialog.getByLabel(`Link for ${recipient}`);
  await expect(address).toHaveValue(/\/s\/[\w-]{22}$/);
  // It is shown this once: only the dialog's buttons close it.
  await page.keyboard.press('Escape');
  await expect(address).toBeVisible();
  return address.inputValue();
}

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };

/** Somebody who never was here. */
async function stranger(browser: Browser, more: object = {}): Promise<Page> {
  return (await browser.newContext({ ...phone, ...more })).newPage();
}

test('a client shares a visit, it opens on a phone without a login, and ends while it is open', async ({
  as,
  browser,
}) => {
  const client = await as('client', { phone: true });
  const { id } = await visitOf(client);
  await client.goto(`/sessions/${id}`);
  const address = await makeLink(client, 'The bank');
  const dialog = client.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('button', { name: 'QR code' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await scan(client);

  const guest = await stranger(browser);
  await guest.goto(address);
  await expect(guest.getByRole('heading', { level: 1, name: projectName })).toBeVisible();
  const picture = guest.getByRole('link', { name: /\.jpg$/ }).first();
  await expect(picture.getByRole('img')).toHaveJSProperty('complete', true);
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await scan(guest);
  await picture.click();
  const large = guest.getByRole('dialog', { name: 'Picture' });
  await expect(large.getByText(/, 1 of \d+$/)).toBeVisible();
  await guest.keyboard.press('ArrowRight');
  await expect(large.getByText(/, 2 of \d+$/)).toBeVisible();
  await large.getByRole('button', { name: 'Close' }).click();
  await expect(picture.or(guest.getByRole('link', { name: /\.jpg$/ }).nth(1))).not.toHaveCount(0);

  const row = dialog.getByRole('listitem').filter({ hasText: 'The bank' }).first();
  await expect(row.getByText('Opened 1 time')).toBeVisible();
  await row.getByRole('button', { name: 'End the link for The bank' }).click();
  await client.getByRole('button', { name: 'End link' }).click();
  await expect(guest.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  await expect(guest.getByRole('img')).toHaveCount(0);
  await expect(row.getByText('Ended')).toBeVisible();
  await guest.context().close();
});

test('without script a shared visit shows its words and pictures, and its PIN form works', async ({ as, browser }) => {
  const client = await as('client');
  const { id } = await visitOf(client);
  await client.goto(`/sessions/${id}`);
  const address = await makeLink(client, 'The architect', '123456');
  const guest = await stranger(browser, { javaScriptEnabled: false });
  await guest.goto(address);
  await guest.getByLabel('PIN').fill('111111');
  await guest.getByRole('button', { name: 'Open' }).click();
  await expect(guest.getByText('This PIN is wrong.')).toBeVisible();
  await guest.getByLabel('PIN').fill('123456');
  await guest.getByRole('button', { name: 'Open' }).click();
  await expect(guest.getByRole('heading', { level: 1, name: projectName })).toBeVisible();
  const picture = guest.getByRole('link', { name: /\.jpg$/ }).first();
  await expect(picture.getByRole('img')).toHaveJSProperty('naturalWidth', 800);
  const opened = await picture.getAttribute('href');
  const answer = await guest.request.get(new URL(opened ?? '', address).href);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);
  await guest.context().close();
});

test('without script a guest saves all pictures of a visit as one ZIP', async ({ as, browser }) => {
  const client = await as('client');
  const { id } = await visitOf(client);
  await client.goto(`/sessions/${id}`);
  await client.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = client.getByRole('dialog', { name: 'Share' });
  await dialog.getByLabel('Recipient').fill('The notary');
  await dialog.getByLabel('Allow downloads of pictures').check();
  await dialog.getByRole('button', { name: 'Make link' }).click();
  const guest = await stranger(browser, { javaScriptEnabled: false });
  await guest.goto(await dialog.getByLabel('Link for The notary').inputValue());
  const offer = guest.getByText(/^All \d+ pictures as one file: /);
  const count = Number((await offer.innerText()).match(/\d+/)?.[0]);
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const saving = guest.waitForEvent('download');
  await guest.getByRole('link', { name: /^in a small size/ }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/ - small pictures\.zip$/);
  expect(readZip(readFileSync(await saved.path())).size).toBe(count + 1);
  await guest.context().close();
});

test('two visits lie under a slider, and a viewpoint shows its visits', async ({ as, browser }) => {
  const client = await as('client');
  const { projectId } = await visitOf(client);
  await client.goto(`/projects/${projectId}/compare?mode=swipe`);
  const compared = await makeLink(client, 'The investor');
  const guest = await stranger(browser);
  await guest.goto(compared);
  const slider = guest.getByRole('slider').first();
  await slider.focus();
  await guest.keyboard.press('End');
  await expect(guest.locator('.pair').first()).toHaveCSS('--at', '100%');
  await scan(guest);
  const viewpoints: { id: number; visitCount: number }[] = await (
    await client.request.get(`/api/projects/${projectId}/viewpoints`)
  ).json();
  const viewpoint = viewpoints.find(({ visitCount }) => visitCount > 1);
  await client.goto(`/projects/${projectId}/viewpoints/${viewpoint?.id}`);
  await guest.goto(await makeLink(client, 'The engineer'));
  await expect(guest.locator('.moment')).toHaveCount(viewpoint?.visitCount ?? 0);
  await expect(guest.getByRole('figure')).toHaveCount(1);
  await guest.context().close();
});

test('somebody who only looks on is offered no sharing', async ({ as, api }) => {
  const admin = await api('admin');
  const viewer = await as('client');
  const { id: userId } = await (await viewer.request.get('/api/user')).json();
  const projects: { id: number; clientId: number }[] = await (await admin.get('/api/projects')).json();
  const foreign = projects.find(({ clientId }) => clientId !== userId);
  const members = `/api/projects/${foreign?.id}/members`;
  await admin.delete(`${members}/${userId}`);
  await admin.post(members, { data: { userId, role: 'viewer' } });
  await viewer.goto(`/projects/${foreign?.id}`);
  await expect(viewer.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);
  await admin.delete(`${members}/${userId}`);
});

test('a visitor looks at a sample first, and the button still opens the dialog', async ({ as }) => {
  const visitor = await as(null, { phone: true, path: 'about:blank' });
  await visitor.goto('/');
  await visitor.getByRole('button', { name: 'Request a Demo Tour' }).first().click();
  const dialog = visitor.getByRole('dialog', { name: 'Request a Demo Tour' });
  await dialog.getByRole('link', { name: 'Look at a sample first' }).click();
  await expect(visitor.getByRole('heading', { level: 2, name: 'Visit after visit' })).toBeVisible();
  await visitor.getByRole('link', { name: /^Open this visit, / }).click();
  await expect(visitor.getByText(/^Visit of /)).toBeVisible();
  await scan(visitor);
});
