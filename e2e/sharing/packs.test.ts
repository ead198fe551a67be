// A client makes a lender's pack and shares it; a lender reads it without a login, and acknowledges a stage without a script.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import type { Project } from '#contract/projects/endpoints.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

const projectName = 'Lekki Palm Residences';

async function projectOf(page: Page): Promise<number> {
  const all = (await (await page.request.get('/api/projects?limit=100')).json()) as Project[];
  return all.find(({ name }) => name === projectName)?.id ?? 0;
}

async function makeLink(page: Page, { recipient, pin = '' }: { recipient: string; pin?: string }): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByLabel('Recipient').fill(recipient);
  if (pin) await dialog.getByLabel('PIN').fill(pin);
  await dialog.getByRole('button', { name: 'Make link' }).click();
  const address = dialog.getByLabel(`Link for ${recipient}`);
  await expect(address).toHaveValue(/\/s\/[\w-]{22}$/);
  return address.inputValue();
}

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };

async function stranger(browser: Browser, more: object = {}): Promise<Page> {
  return (await browser.newContext({ ...phone, ...more })).newPage();
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test('a client makes a lender’s pack on a phone, saves it, and shares it with a bank, where its figures lead', async ({
  as,
  browser,
}) => {
  const client = await as('client', { phone: true });
  await client.goto(`/projects/${await projectOf(client)}`);
  await client.getByRole('button', { name: 'Lender’s pack' }).click();
  const dialog = client.getByRole('dialog', { name: 'Lender’s pack' });
  await dialog.getByLabel('From').fill('2026-01-31');
  await dialog.getByLabel('To').fill('2026-01-01');
  await expect(dialog.getByText('The period ends before it begins')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Make pack' })).toBeDisabled();
  await dialog.getByLabel('From').fill('2025-12-01');
  await scan(client);
  await dialog.getByRole('button', { name: 'Make pack' }).click();
  await expect(dialog.getByText(/^The pack is ready: /)).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText('Pack no. 1', { exact: true })).toBeVisible();
  const download = client.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Save no. 1' }).click();
  expect(
    readFileSync(await (await download).path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(await widthOf(client)).toBeLessThanOrEqual(360);
  await dialog.getByRole('button', { name: 'Share no. 1' }).click();
  const address = await makeLink(client, { recipient: 'The bank' });

  const guest = await stranger(browser);
  await guest.goto(`${address}#stage-1`);
  await expect(guest.getByText(/^Lender’s pack no. 1$/)).toBeVisible();
  await expect(guest.getByText(/^Confirmed to date: \d/).first()).toBeVisible();
  await scan(guest);
});

test('a lender acknowledges a confirmed stage by a link with a PIN, without script', async ({ as, browser }) => {
  const client = await as('client');
  await client.goto(`/projects/${await projectOf(client)}`);
  await client.getByRole('button', { name: 'Share', exact: true }).click();
  const address = await makeLink(client, { recipient: 'The building society', pin: '271828' });

  const guest = await stranger(browser, { javaScriptEnabled: false });
  await guest.goto(address);
  await guest.getByLabel('PIN').fill('271828');
  await guest.getByRole('button', { name: 'Open' }).click();
  await expect(guest.getByText(/of 15 stages confirmed · next/)).toBeVisible();
  const stage = guest.getByRole('listitem').filter({ hasText: 'Confirmed by' }).first();
  await stage.getByText(/^Acknowledge /).click();
  await stage.getByLabel('Your name').fill('Ọlá Bello');
  await stage.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(guest).toHaveURL(/#stage-\d+$/);
  await expect(guest.getByText(/^Acknowledged by link, name as typed: Ọlá Bello on /)).toBeVisible();
  expect(await stage.getByLabel('Your name').count()).toBe(0);

  const reader = await stranger(browser);
  await reader.goto(address);
  await reader.getByLabel('PIN').fill('271828');
  await reader.getByRole('button', { name: 'Open' }).click();
  await expect(reader.getByText(/name as typed: Ọlá Bello/)).toBeVisible();
  await scan(reader);
});
