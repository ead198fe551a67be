// Without a line: what is written waits on the device and arrives once, what was seen opens, and nobody else finds any of it.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { choose, demoPassword, expect, fits, said, scan, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** The worker is there, with all that opens pages without a line. */
async function isReady(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => navigator.serviceWorker.controller !== null && Boolean(await caches.match('/offline')));
  await expect.poll(isKept, { timeout: 60_000 }).toBe(true);
}

/** All that a page can find on this device, as one text. */
async function storageOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const asked = indexedDB.open(name);
        asked.onsuccess = () => resolve(asked.result);
      });
      for (const store of db.objectStoreNames) {
        const all = await new Promise((resolve) => {
          const asked = db.transaction(store).objectStore(store).getAll();
          asked.onsuccess = () => resolve(asked.result);
        });
        found.push(name, all);
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) {
        const kept = await caches.match(request);
        found.push(
          request.url,
          /javascript|html|json/.test(kept?.headers.get('content-type') ?? '') && (await kept?.text()),
        );
      }
    }
    return JSON.stringify(found);
  });
}

const unsent = (page: Page, count: number) => page.getByRole('button', { name: `Not sent yet (${count})` });

test('a visit handed in where the line is lost waits, is edited, outlives a reload, and arrives once', async ({
  as,
}) => {
  const page = await as('photographer', { path: '/sessions', phone: true });
  await isReady(page);
  await page.goto('/sessions/new');
  const create = page.getByRole('dialog', { name: 'Create New Session' });
  await choose(create.getByLabel('Project'), 'Ikoyi Heights');
  await create.getByLabel('Site').selectOption({ label: 'Tower' });
  await create.getByLabel('Notes').fill('Written in the cellar.');
  await page.context().setOffline(true);
  await create.getByRole('button', { name: 'Create Session' }).click();
  await said(page, 'It is kept on this device, and sent when there is a line.');
  await expect(create).toBeHidden();

  // The page itself opens again, from what is kept, and says how old that is.
  await page.goto('/sessions');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText(/as of \d\d:\d\d/)).toBeVisible();
  await unsent(page, 1).click();
  const list = page.getByRole('dialog', { name: 'Not sent yet' });
  await expect(list.getByText('Written in the cellar.')).toBeVisible();
  await scan(page, '[role="dialog"]');
  await fits(page);
  await list.getByRole('button', { name: /^Edit:/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit: New session' });
  await edit.getByLabel('Notes').fill('Written in the cellar, read in the sun.');
  await edit.getByRole('button', { name: 'Save and Send' }).click();
  await expect(list.getByText('read in the sun')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.context().setOffline(false);
  await expect(unsent(page, 1)).toHaveCount(0, { timeout: 60_000 });
  const arrived = async () =>
    (await (await page.request.get('/api/sessions?q=cellar')).json()).map(({ notes }: { notes: string }) => notes);
  expect(await arrived()).toEqual(['Written in the cellar, read in the sun.']);
});

/** A browser of its own process, over a profile that outlives it. */
async function startBrowser(profile: string): Promise<{ browser: Browser; process: ChildProcess }> {
  const { executablePath, args } = await findBrowser();
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...args, ...own, 'about:blank'], { detached: true, stdio: 'pipe' });
  const address = await new Promise<string>((resolve) => {
    child.stderr.on('data', (text) => {
      const [, found] = /DevTools listening on (ws:\S+)/.exec(String(text)) ?? [];
      if (found) resolve(found);
    });
  });
  return { browser: await chromium.connectOverCDP(address), process: child };
}

/** Its whole group, at once, as a power cut does. */
const kill = async (child: ChildProcess) => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-(child.pid as number), 'SIGKILL');
  await ended;
};

test('a browser that is killed with two things in the outbox sends both, once, when it is started again', async ({
  product,
}) => {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'topout profile '));
  /** A killed browser has not always written its cookies: its person logs in again. */
  const pageOf = async (browser: Browser) => {
    const page = await (browser.contexts()[0] as ReturnType<Browser['contexts']>[number]).newPage();
    const data = { username: 'client', password: demoPassword };
    await page.context().request.post(`${product.url}/api/login`, { data });
    return page;
  };
  const first = await startBrowser(profile);
  const page = await pageOf(first.browser);
  await page.goto(`${product.url}/concerns`);
  await page
    .getByRole('button', { name: /^Conversation$|message/ })
    .first()
    .click();
  const box = page.getByLabel('Your message').first();
  await page.route(/\/messages$/, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  for (const words of ['First from the crane.', 'Second from the crane.']) {
    await box.fill(words);
    await page.getByRole('button', { name: 'Send', exact: true }).first().click();
    await expect(box).toHaveValue('');
  }
  await expect(unsent(page, 2)).toBeVisible();
  await kill(first.process);

  const second = await startBrowser(profile);
  const again = await pageOf(second.browser);
  await again.goto(`${product.url}/concerns`);
  await said(again, 'Sent');
  await expect(again.getByRole('button', { name: /^Not sent yet/ })).toHaveCount(0);
  const concerns = await (await again.context().request.get(`${product.url}/api/disputes?limit=100`)).json();
  const threads = concerns.map(async ({ id }: { id: number }) =>
    (await again.context().request.get(`${product.url}/api/disputes/${id}/messages?limit=100`)).json(),
  );
  const messages = (await Promise.all(threads)).flat().map(({ message }: { message: string }) => message);
  expect(messages.filter((words) => words.includes('from the crane'))).toEqual([
    'First from the crane.',
    'Second from the crane.',
  ]);
  await kill(second.process);
  fs.rmSync(profile, { recursive: true, force: true });
});

test('after a logout without a line the next person on the device finds nothing, and the login has ended', async ({
  as,
}) => {
  const page = await as('photographer', { path: '/sessions' });
  await isReady(page);
  const own = await page.getByRole('article').first().innerText();
  const [, name = ''] = /((?:[A-Z][a-z]+ ){1,2}[A-Z][a-z]+)/.exec(own) ?? [];
  expect(name).not.toBe('');
  await expect.poll(() => storageOf(page)).toContain(name);
  const cookies = await page.context().cookies();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await said(page, 'Logged out on this device');
  await expect(page).toHaveURL(/\/login$/);
  for (const gone of [name, '"photographer"', 'Ikoyi Heights']) expect(await storageOf(page)).not.toContain(gone);
  expect((await page.evaluate(() => indexedDB.databases())).map((each) => each.name)).toEqual([]);
  // Opened again without a line there is nobody, and nothing.
  await page.goto('/sessions');
  await expect(page.getByText(/There is no connection to the server/).first()).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);

  await page.context().setOffline(false);
  await page.goto('/sessions');
  await expect(page).toHaveURL(/\/login/);
  const login = cookies.find((each) => each.name.endsWith('topout_login'));
  const asked = await fetch(new URL('/api/user', page.url()), {
    headers: { cookie: `${login?.name}=${login?.value}` },
  });
  expect(asked.status).toBe(401);
  await page.getByLabel('Username').fill('client');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/sessions/);
  expect(await storageOf(page)).not.toContain('"photographer","email"');
});
