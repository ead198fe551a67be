// Offline: writes wait on the device and arrive once, cached pages open, and nobody else finds any of it.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type APIRequestContext, type Browser, chromium, type Page } from '@playwright/test';
import { anotherBuildOf } from '#e2e/another-build.ts';
import { findBrowser } from '#e2e/browser.ts';
import { choose, demoPassword, expect, said, test } from '#e2e/fixtures.ts';
import { fits, scan, workerIsReady } from '#e2e/page-checks.ts';

test.use({ serviceWorkers: 'allow' });

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

/** The same, except for what waits until its author logs in again. */
async function openStorageOf(page: Page): Promise<string> {
  const found: unknown[] = JSON.parse(await storageOf(page));
  return JSON.stringify(found.filter((_, at) => !String(found[at - 1]).startsWith('topout-outbox-')));
}

/** A session of the photographer's own, for this journey alone. */
async function newSession(crew: APIRequestContext, notes: string): Promise<{ id: number; recordId: number }> {
  const [{ projectId, siteId }] = await (await crew.get('/api/sessions?q=Ikoyi Heights&limit=1')).json();
  const data = { projectId, siteId, captureDate: '2026-02-09', notes };
  return (await crew.post('/api/sessions', { data })).json();
}

const notesOf = async (crew: APIRequestContext, id: number): Promise<string> =>
  (await (await crew.get(`/api/sessions/${id}`)).json()).notes;

/** Of the session that is alone on the page. */
async function editNotes(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit session' }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit Session' });
  await expect(edit.getByLabel('Notes')).toHaveValue(from);
  await edit.getByLabel('Notes').fill(to);
  await edit.getByRole('button', { name: 'Update Session' }).click();
  await expect(edit).toBeHidden();
}

async function logIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const unsent = (page: Page, count: number) => page.getByRole('button', { name: `Not sent yet (${count})` });

test('a visit submitted while the connection is lost waits, is edited, survives a reload, and arrives once', async ({
  as,
}) => {
  const page = await as('photographer', { path: '/sessions', phone: true });
  await workerIsReady(page);
  await page.goto('/sessions/new');
  const create = page.getByRole('dialog', { name: 'Create New Session' });
  await choose(create.getByLabel('Project'), 'Ikoyi Heights');
  await create.getByLabel('Site').selectOption({ label: 'Tower' });
  await create.getByLabel('Notes').fill('Written in the cellar.');
  await page.context().setOffline(true);
  await create.getByRole('button', { name: 'Create Session' }).click();
  await said(page, "It is kept on this device and sent when you're online again.");
  await expect(create).toBeHidden();

  // The page itself opens again from the cache, and says how old it is.
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
  await expect(unsent(page, 1)).toBeVisible();

  await page.context().setOffline(false);
  await expect(unsent(page, 1)).toHaveCount(0, { timeout: 60_000 });
  const arrived = async () =>
    (await (await page.request.get('/api/sessions?q=cellar')).json()).map(({ notes }: { notes: string }) => notes);
  expect(await arrived()).toEqual(['Written in the cellar, read in the sun.']);
});

/** Those of `startBrowser` that run. */
const running = new Set<ChildProcess>();
test.afterEach(async () => {
  for (const child of running) await kill(child);
});

/** A browser process of its own, on a profile that survives it. */
async function startBrowser(profile: string): Promise<{ browser: Browser; process: ChildProcess }> {
  const { executablePath, args } = await findBrowser();
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...args, ...own, 'about:blank'], { detached: true, stdio: 'pipe' });
  running.add(child);
  const address = await new Promise<string>((resolve) => {
    child.stderr.on('data', (text) => {
      const [, found] = /DevTools listening on (ws:\S+)/.exec(String(text)) ?? [];
      if (found) resolve(found);
    });
  });
  return { browser: await chromium.connectOverCDP(address), process: child };
}

/** Opens the conversation of a concern; returns its box. */
async function openTalk(page: Page, name: string) {
  const concern = page.getByRole('article', { name, exact: true });
  await concern.getByRole('button', { name: /^Conversation$|message/ }).click();
  return concern.getByLabel('Your message');
}

/** Kills its whole process group at once, as a power cut does. */
async function kill(child: ChildProcess): Promise<void> {
  running.delete(child);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-(child.pid as number), 'SIGKILL');
  await ended;
}

/** From now on no draft of this page can be removed from disk: as if it were killed between the outbox's write and that. */
function keepDraftsOnDisk(): void {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value, ...more) {
    return put.call(this, value?.text === null ? { ...value, name: 'nothing' } : value, ...more);
  };
}

/** What the database of drafts holds, as text. */
async function draftsOnDisk(page: Page): Promise<string> {
  const found: unknown[] = JSON.parse(await storageOf(page));
  return JSON.stringify(found.filter((_, at) => String(found[at - 1]).startsWith('topout-drafts-')));
}

test('a browser that is killed with two things in the outbox sends both, once, when it is started again, and has what was typed last', async ({
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
  const open = page.getByRole('article').filter({ hasText: 'Open' });
  const nameOf = async (at: number) => (await open.nth(at).getAttribute('aria-label')) ?? '';
  const [one, other] = [await nameOf(0), await nameOf(1)];
  const box = await openTalk(page, one);
  await page.route(/\/messages$/, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  for (const words of ['First from the crane.', 'Second from the crane.']) {
    await box.fill(words);
    await expect.poll(() => draftsOnDisk(page)).toContain(words);
    if (words.startsWith('Second')) await page.evaluate(keepDraftsOnDisk);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(box).toHaveValue('');
  }
  await expect(unsent(page, 2)).toBeVisible();
  expect(await draftsOnDisk(page)).toContain('Second from the crane.');
  await (await openTalk(page, other)).fill('Typed in the lift.');
  await expect.poll(() => draftsOnDisk(page)).toContain('Typed in the lift.');
  await kill(first.process);

  const second = await startBrowser(profile);
  const again = await pageOf(second.browser);
  await again.goto(`${product.url}/concerns`);
  const read = async (path: string) => (await again.context().request.get(`${product.url}${path}?limit=100`)).json();
  const arrived = async (): Promise<string[]> => {
    const concerns: { id: number }[] = await read('/api/disputes');
    const threads: { message: string }[][] = await Promise.all(
      concerns.map(({ id }) => read(`/api/disputes/${id}/messages`)),
    );
    return threads
      .flat()
      .map(({ message }) => message)
      .filter((words) => words.includes('from the crane'));
  };
  await expect.poll(arrived).toEqual(['First from the crane.', 'Second from the crane.']);
  await expect(again.getByRole('button', { name: /^Not sent yet/ })).toHaveCount(0);
  await expect(await openTalk(again, other)).toHaveValue('Typed in the lift.');
  await expect(await openTalk(again, one)).toHaveValue('');
  await kill(second.process);
  fs.rmSync(profile, { recursive: true, force: true });
});

test('after a logout while offline the next person on the device finds nothing, and the login has ended', async ({
  as,
}) => {
  const page = await as('photographer', { path: '/sessions' });
  await workerIsReady(page);
  const own = await page.getByRole('article').first().innerText();
  const [, name = ''] = /((?:[A-Z][a-z]+ ){1,2}[A-Z][a-z]+)/.exec(own) ?? [];
  expect(name).not.toBe('');
  await expect.poll(() => storageOf(page)).toContain(name);
  const cookies = await page.context().cookies();
  // A one-click decision that was never sent, as an earlier version kept it: the outbox takes it over.
  const { id: me } = await (await page.request.get('/api/user')).json();
  await page.evaluate((name) => {
    const decision = { sessionId: 1, recordId: 1, move: 'approve', words: 'Decided in the lift', until: 0 };
    localStorage.setItem(name, JSON.stringify([decision]));
  }, `topout-decisions-${me}`);
  await page.reload();
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Decided in the lift');
  expect(await storageOf(page)).toContain('Decided in the lift');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page.getByText(/^1 thing on this device was not sent/)).toBeVisible();
  await page.getByRole('button', { name: 'Discard and log out' }).click();
  await said(page, 'Logged out on this device');
  await expect(page).toHaveURL(/\/login$/);
  for (const gone of [name, '"photographer"', 'Ikoyi Heights', 'Decided in the lift'])
    expect(await storageOf(page)).not.toContain(gone);
  expect((await page.evaluate(() => indexedDB.databases())).map((each) => each.name)).toEqual([]);
  // Opened again while offline there is no person, and no content.
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

test('what waits when a login expires is hidden from the next person on the device, and sent when its author is back', async ({
  as,
  stewards: { crew },
}) => {
  const { id } = await newSession(crew, 'Seen at expiry: the gate is open.');
  const page = await as('photographer', { path: '/sessions?q=Seen at expiry' });
  await workerIsReady(page);
  await page.context().setOffline(true);
  await editNotes(page, 'Seen at expiry: the gate is open.', 'Only its author reads this.');
  // A second edit builds on the first: one thing waits, with the newest content.
  await editNotes(page, 'Only its author reads this.', 'Only its author reads this, twice.');
  await expect(unsent(page, 1)).toBeVisible();
  await expect(page.getByRole('article').getByText('Not sent yet')).toBeVisible();
  await page.context().clearCookies({ name: /topout_login/ });
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => openStorageOf(page)).not.toContain('the gate is open');

  await page.context().setOffline(true);
  await logIn(page, 'client');
  await said(page, 'There is no connection to the server');
  await page.context().setOffline(false);
  await logIn(page, 'client');
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: /^Not sent yet/ })).toHaveCount(0);
  for (const words of ['Only its author', 'the gate is open']) {
    expect(await openStorageOf(page)).not.toContain(words);
    expect(await page.content()).not.toContain(words);
  }
  expect(await notesOf(crew, id)).toBe('Seen at expiry: the gate is open.');
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL(/\/login/);

  await logIn(page, 'photographer');
  await expect.poll(() => notesOf(crew, id), { timeout: 60_000 }).toBe('Only its author reads this, twice.');
  await expect(page.getByRole('button', { name: /^Not sent yet/ })).toHaveCount(0);
});

test('what the server refuses stays with its content: edited it is sent, discarded it is gone, and a logout asks first', async ({
  as,
  stewards: { crew },
}) => {
  const { id, recordId } = await newSession(crew, 'Refused at first.');
  const page = await as('photographer', { path: '/sessions?q=Refused at first' });
  await workerIsReady(page);
  const list = page.getByRole('dialog', { name: 'Not sent yet' });
  await page.context().setOffline(true);
  await editNotes(page, 'Refused at first.', 'Refused at first, and mended.');
  const theirs = { notes: 'Refused at first: changed elsewhere.', recordId };
  await crew.patch(`/api/sessions/${id}`, { data: theirs });
  await page.context().setOffline(false);
  await unsent(page, 1).click();
  await expect(list.getByText(/The session has changed since/)).toBeVisible({ timeout: 60_000 });
  await expect(list.getByText('Refused at first, and mended.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page.getByText(/Logging out discards what nobody has read/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await unsent(page, 1).click();
  await list.getByRole('button', { name: /^Edit:/ }).click();
  await page.getByRole('button', { name: 'Save and Send' }).click();
  await expect.poll(() => notesOf(crew, id)).toBe('Refused at first, and mended.');
  await expect(list.getByText('Everything was sent')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.route('**/api/sessions/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  await expect(page.getByText('Refused at first, and mended.').first()).toBeVisible();
  await editNotes(page, 'Refused at first, and mended.', 'Never sent.');
  await unsent(page, 1).click();
  await list.getByRole('button', { name: /^Discard:/ }).click();
  await page.getByRole('alertdialog', { name: 'Discard' }).getByRole('button', { name: 'Discard' }).click();
  await expect(list.getByText('Everything was sent')).toBeVisible();
  expect(await notesOf(crew, id)).toBe('Refused at first, and mended.');
  await page.keyboard.press('Escape');

  await editNotes(page, 'Refused at first, and mended.', 'Thrown away at the logout.');
  await expect(unsent(page, 1)).toBeVisible();
  // A hanging connection keeps nobody here.
  await page.route(/\/api\/(sessions\/\d+|logout)$/, (route) =>
    route.request().method() === 'GET' ? route.fallback() : undefined,
  );
  const began = Date.now();
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await page.getByRole('button', { name: 'Discard and log out' }).click();
  await said(page, 'Logged out on this device');
  await expect(page).toHaveURL(/\/login$/);
  expect(Date.now() - began).toBeLessThan(15_000);
  await expect.poll(() => storageOf(page)).not.toContain('Thrown away at the logout.');
  expect(await notesOf(crew, id)).toBe('Refused at first, and mended.');
});

test('a resubmission that is refused for want of a word shows what it says, is given the word, and arrives', async ({
  as,
  stewards: { crew, admin },
}) => {
  const { id } = await newSession(crew, 'Came back for the fog.');
  await admin.put(`/api/sessions/${id}/reject`, { data: { rejectionReason: 'Fog in every picture.' } });
  const page = await as('photographer', { path: '/sessions?q=Came back for the fog', phone: true });
  await workerIsReady(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Resubmit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resubmit session' });
  await expect(dialog.getByText(/Changes can't be compared while you're offline/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Resubmit' }).click();
  await expect(unsent(page, 1)).toBeVisible();
  await page.context().setOffline(false);
  await unsent(page, 1).click();
  const list = page.getByRole('dialog', { name: 'Not sent yet' });
  await expect(
    list.getByText("You haven't changed anything. Add a note that says why you're resubmitting."),
  ).toBeVisible({ timeout: 60_000 });
  await list.getByRole('button', { name: /^Edit:/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit: Resubmission' });
  await edit.getByLabel('Note to the reviewer').fill('There is fog all week.');
  await scan(page, '[role="dialog"]');
  await page.route('**/resubmit', (route) => route.abort());
  await edit.getByRole('button', { name: 'Save and Send' }).click();
  await expect(list.getByText('There is fog all week.')).toBeVisible();
  await page.unroute('**/resubmit');
  // It may have been sent by itself meanwhile.
  const sendNow = list.getByRole('button', { name: 'Send now' });
  await sendNow.click({ timeout: 5000 }).catch(() => expect(sendNow).toBeHidden());
  await expect(list.getByText('Everything was sent')).toBeVisible();
  const records = await (await crew.get(`/api/sessions/${id}/records`)).json();
  expect(records.at(-1)).toMatchObject({ action: 'resubmitted', resubmitNote: 'There is fog all week.' });
});

/** How often these words occur in the conversations that somebody can read. */
async function timesSaid(calls: APIRequestContext, words: string): Promise<number> {
  const concerns: { id: number }[] = await (await calls.get('/api/disputes?limit=100')).json();
  const read = async ({ id }: { id: number }) => (await calls.get(`/api/disputes/${id}/messages?limit=100`)).json();
  const all: { message: string }[] = (await Promise.all(concerns.map(read))).flat();
  return all.filter(({ message }) => message === words).length;
}

/** The box below the first concern's conversation. */
async function openConversation(page: Page) {
  const talk = page.getByRole('button', { name: /^Conversation$|message/ });
  await talk.first().click();
  return page.getByLabel('Your message').first();
}

test('what a failing server refuses waits with its content and arrives once, by clocks that are a day behind and ahead', async ({
  as,
  stewards: { crew },
}) => {
  for (const [how, days] of [
    ['a day behind', -1],
    ['a day ahead', 1],
  ] as const) {
    const first = `Written ${how}.`;
    const then = `Read ${how}.`;
    const { id } = await newSession(crew, first);
    const page = await as('photographer', { path: 'about:blank', phone: true });
    await page.clock.install({ time: Date.now() + days * 86_400_000 });
    await page.goto(`/sessions?q=${first}`);
    await workerIsReady(page);
    await page.context().setOffline(true);
    await editNotes(page, first, then);
    await expect(unsent(page, 1)).toBeVisible();

    let asked = 0;
    await page.route(`**/api/sessions/${id}`, (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      asked++;
      return route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } });
    });
    await page.context().setOffline(false);
    await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(0);
    await unsent(page, 1).click();
    const list = page.getByRole('dialog', { name: 'Not sent yet' });
    await expect(list.getByText(then)).toBeVisible();
    await expect(list.getByText(/The server could not take it yet/)).toBeVisible();
    await scan(page, '[role="dialog"]');
    expect(await notesOf(crew, id)).toBe(first);

    await page.unroute(`**/api/sessions/${id}`);
    await list.getByRole('button', { name: 'Send now' }).click();
    await expect(list.getByText('Everything was sent')).toBeVisible();
    const records: { action: string; content: { notes: string } }[] = await (
      await crew.get(`/api/sessions/${id}/records`)
    ).json();
    expect(records.filter(({ action }) => action === 'edited').map(({ content }) => content.notes)).toEqual([then]);
  }
});

test('what had arrived unnoticed and was edited meanwhile arrives once, and what is new stays shown', async ({
  as,
  stewards: { admin },
}) => {
  const page = await as('client', { path: '/concerns' });
  await workerIsReady(page);
  const box = await openConversation(page);
  await page.route(/\/messages$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await box.fill('The crane is gone.');
  await page.getByRole('button', { name: 'Send', exact: true }).first().click();
  await expect(unsent(page, 1)).toBeVisible();
  await page.context().setOffline(true);
  await unsent(page, 1).click();
  const list = page.getByRole('dialog', { name: 'Not sent yet' });
  await list.getByRole('button', { name: /^Edit:/ }).click();
  await page.getByLabel('Your message').last().fill('The crane is back.');
  await page.getByRole('button', { name: 'Save and Send' }).click();
  await expect(list.getByText('The crane is back.')).toBeVisible();

  await page.unrouteAll({ behavior: 'wait' });
  await page.context().setOffline(false);
  await expect(list.getByText(/An earlier version of this has already arrived/)).toBeVisible({ timeout: 60_000 });
  await expect(list.getByText('The crane is back.')).toBeVisible();
  expect(await timesSaid(admin, 'The crane is gone.')).toBe(1);
  expect(await timesSaid(admin, 'The crane is back.')).toBe(0);
});

test('where nothing can be kept it is said before anything is sent; an answer lost on its way back makes no second message', async ({
  as,
}) => {
  const page = await as('client', { path: '/concerns' });
  const arrived = (words: string) => timesSaid(page.request, words);
  let isLost = true;
  await page.route(/\/messages$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return isLost ? route.abort() : route.fallback();
  });
  const box = await openConversation(page);
  await box.fill('Its answer was lost.');
  await page.getByRole('button', { name: 'Send', exact: true }).first().click();
  await unsent(page, 1).click();
  expect(await arrived('Its answer was lost.')).toBe(1);
  isLost = false;
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('Everything was sent')).toBeVisible();
  expect(await arrived('Its answer was lost.')).toBe(1);
  await page.unrouteAll();

  // As in a private window that blocks storage.
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('No room is left', 'QuotaExceededError');
    };
  });
  await page.goto('/concerns');
  const again = await openConversation(page);
  await expect(page.getByText(/^This device can't save drafts/).first()).toBeVisible();
  await scan(page);
  await again.fill('Sent from a full device.');
  await page.getByRole('button', { name: 'Send', exact: true }).first().click();
  await expect(again).toHaveValue('');
  expect(await arrived('Sent from a full device.')).toBe(1);
});

test('a device that saves data opens offline what was opened on it, and caches nothing else', async ({ as }) => {
  // At first not everything that the page needs would be available to cache.
  const page = await as('photographer', { inItsTime: true });
  await page.getByRole('button', { name: 'Save data' }).click();
  await page.goto('/sessions');
  await workerIsReady(page);
  const kept = () =>
    page.evaluate(async () => {
      const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(kept).toContainEqual(expect.stringMatching(/sessions-page-/));
  expect(await kept()).not.toContainEqual(expect.stringMatching(/viewpoint-page-|users-page-/));
  await page.context().setOffline(true);
  await page.goto('/sessions');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.context().setOffline(false);
});

/** The names of the files that this page was made of. */
const filesOf = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
/** Which neutral page was cached last, identified by the files that it names. */
const newestShell = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('topout-files-'));
    const shells = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).match('/offline'))?.text()),
    );
    return { builds: names.length, shells: shells.filter(Boolean).length };
  });

test('a new version takes over without losing what is typed, and the next page comes from the server', async ({
  as,
  product,
}) => {
  const build = await anotherBuildOf(product.url);
  const page = await as('photographer', { path: '/sessions' });
  await page.goto(`${build.url}/sessions`);
  await workerIsReady(page);
  await page.getByRole('button', { name: 'New Session' }).first().click();
  const create = page.getByRole('dialog', { name: 'Create New Session' });
  await create.getByLabel('Notes').fill('Typed before the new version.');
  const former = (await filesOf(page)).find((name) => /application-[\w-]{8}\.js$/.test(name)) ?? '';
  expect(former).not.toBe('');

  // All files have other names, the former ones are gone from the server, and its neutral page does not load.
  build.deploy();
  build.holdShell(true);
  expect((await page.request.get(`${build.url}${former}`)).status()).toBe(404);
  await page.evaluate(async () => {
    Object.assign(window, { isFormer: true });
    const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    await (await navigator.serviceWorker.ready).update();
    await taken;
  });
  await expect(create.getByLabel('Notes')).toHaveValue('Typed before the new version.');
  const isFormer = () => page.evaluate(() => 'isFormer' in window);
  expect(await isFormer()).toBe(true);
  // What the open page had not needed so far comes from the cache of its version.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit session' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Edit Session' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect.poll(isFormer).toBe(false);
  expect(await filesOf(page)).not.toContain(former);
  await page.getByRole('button', { name: 'New Session' }).first().click();
  await expect(create.getByLabel('Notes')).toHaveValue('Typed before the new version.');

  // Offline in between, the previous version opens with its files.
  await page.context().setOffline(true);
  await page.goto(`${build.url}/sessions`);
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await filesOf(page)).toContain(former);
  await page.context().setOffline(false);
  build.holdShell(false);

  await page.goto(`${build.url}/sessions`);
  await expect.poll(() => newestShell(page), { timeout: 60_000 }).toEqual({ builds: 2, shells: 2 });
  await page.context().setOffline(true);
  await page.goto(`${build.url}/sessions`);
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await filesOf(page)).not.toContain(former);
  await page.context().setOffline(false);
  await build.stop();
});
