// Every journey with the server broken, away or slow halfway: the page says so, nothing typed is lost, and it goes on.

import type { Locator, Page, Route } from '@playwright/test';
import { askForAll, choose, demoPassword, expect, pastUndo, said, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

type Deed = {
  /** The method and the address of the request. */
  method: 'POST' | 'PATCH' | 'PUT';
  sent: RegExp;
  typed: { field: Locator; words: string };
  button: Locator;
  pending: string;
  done: string | RegExp;
};

/** A write that can wait on the device is shown there instead (behaviour §27.2). */
type WaitingDeed = Omit<Deed, 'done'>;

/** Fails the action's call. */
async function failing(page: Page, { sent, method }: WaitingDeed, how: 'broken' | 'away'): Promise<void> {
  await page.route(sent, (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (how === 'away') return route.abort();
    return route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.', code: 'internal' } });
  });
}

/** Holds the action's call until the returned function is called: the server is slow enough for the pending state to show. */
async function hold(page: Page, { sent, method }: WaitingDeed, then: (route: Route) => Promise<void>) {
  let letGo: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(sent, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await over;
    await then(route);
  });
  return letGo;
}

/** What was typed is still in the form afterwards. */
async function meetBrokenServer(page: Page, deed: WaitingDeed): Promise<void> {
  const { typed, button, sent } = deed;
  await typed.field.fill(typed.words);
  await failing(page, deed, 'broken');
  await button.click();
  await said(page, 'Something went wrong on our side.');
  await expect(typed.field).toHaveValue(typed.words);
  await page.unroute(sent);
}

async function goThrough(page: Page, deed: Deed): Promise<void> {
  const { typed, button, pending, done, sent } = deed;
  await meetBrokenServer(page, deed);
  await failing(page, deed, 'away');
  await button.click();
  await said(page, 'There is no connection to the server. Check your signal and try again.');
  await expect(typed.field).toHaveValue(typed.words);
  await page.unroute(sent);
  const letGo = await hold(page, deed, (route) => route.fallback());
  await button.click();
  await expect(page.getByRole('button', { name: pending })).toBeVisible();
  letGo();
  await expect(page.getByText(done).first()).toBeVisible();
  await page.unroute(sent);
}

/** Drops the connection while the request is in flight. */
async function waitThrough(page: Page, deed: WaitingDeed): Promise<void> {
  const { typed, button, pending, sent } = deed;
  await meetBrokenServer(page, deed);
  const letGo = await hold(page, deed, (route) => route.abort());
  await button.click();
  await expect(page.getByRole('button', { name: pending })).toBeVisible();
  letGo();
  await said(page, "It is kept on this device and sent when you're online again.");
  await page.unroute(sent);
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Not sent yet (1)' }).click();
  const list = page.getByRole('dialog', { name: 'Not sent yet' });
  await expect(list.getByText(typed.words)).toBeVisible();
  await list.getByRole('button', { name: 'Send now' }).click();
  await expect(list.getByText('Everything was sent')).toBeVisible();
  await page.keyboard.press('Escape');
}

test('a session is submitted and changed through a failing server', async ({ as }) => {
  const page = await as('photographer', { path: '/sessions/new' });
  const create = page.getByRole('dialog', { name: 'Create New Session' });
  await choose(create.getByLabel('Project'), 'Ikoyi Heights');
  await create.getByLabel('Site').selectOption({ label: 'Tower' });
  await waitThrough(page, {
    method: 'POST',
    sent: /\/api\/sessions$/,
    typed: { field: create.getByLabel('Notes'), words: 'Kept through a storm.' },
    button: create.getByRole('button', { name: 'Create Session' }),
    pending: 'Creating...',
  });
  const card = page.getByRole('article').filter({ hasText: 'Kept through a storm.' }).first();
  await card.getByRole('button', { name: 'Edit session' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Session' });
  await waitThrough(page, {
    method: 'PATCH',
    sent: /\/api\/sessions\/\d+$/,
    typed: { field: edit.getByLabel('Notes'), words: 'Kept through two storms.' },
    button: edit.getByRole('button', { name: 'Update Session' }),
    pending: 'Updating...',
  });
});

test('a session is rejected with its reason through a failing server', async ({ as }) => {
  const page = await as('admin', { path: '/approvals' });
  await page.getByRole('button', { name: 'Reject Session' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Reject Session' });
  await waitThrough(page, {
    method: 'PUT',
    sent: /\/api\/sessions\/\d+\/reject$/,
    typed: { field: dialog.getByLabel('Rejection reason'), words: 'The east side is missing.' },
    button: dialog.getByRole('button', { name: 'Reject Session' }),
    pending: 'Rejecting...',
  });
});

test('a session is approved in the review dialog through a failing server', async ({ as }) => {
  const page = await as('admin', { path: '/sessions?status=pending' });
  await page.getByRole('article').first().getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog', { name: /^Review Session #\d+$/ });
  await waitThrough(page, {
    method: 'PUT',
    sent: /\/api\/sessions\/\d+\/approve$/,
    typed: { field: dialog.getByLabel('Review Notes'), words: 'All viewpoints there.' },
    button: dialog.getByRole('button', { name: 'Approve' }),
    pending: 'Approving...',
  });
});

test('a one-click decision survives a lost connection and a closed tab, and is never sent unseen', async ({ as }) => {
  const page = await as('admin');
  const pending = page.getByRole('region', { name: 'Pending Approvals' });
  const id = (await pending.getByRole('article').first().getAttribute('aria-label'))?.match(/\d+/)?.[0];
  const row = pending.getByRole('article', { name: new RegExp(`^Session ${id}:`) });
  const status = async () => (await (await page.request.get(`/api/sessions/${id}`)).json()).status;
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));

  // Offline nothing is sent, not even after a reload.
  await page.route('**/approve', (route) => route.abort());
  await page.clock.install();
  await row.getByRole('button', { name: 'Approve' }).click();
  await pastUndo(page);
  await expect(row).toContainText('Approve: Not sent');
  await page.unroute('**/approve');
  await page.reload();
  await expect(row).toContainText('Approve: Not sent');
  await scan(page);
  expect(sent).toHaveLength(1);
  expect(await status()).toBe('pending');
  // A decision without a row here is still shown.
  await page.goto('/approvals');
  await expect(page.getByText(`Session #${id},`)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Not sent')).toHaveCount(0);

  // Closing the tab sends a decision that still waits.
  await page.goto('/dashboard');
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(row.getByRole('button', { name: 'Undo' })).toBeFocused();
  expect(await status()).toBe('pending');
  await page.goto('about:blank');
  await expect.poll(status).toBe('approved');
});

test('approving asks where links could not be opened', async ({ as }) => {
  const page = await as('admin');
  await page.route(/\/api\/sessions\?/, async (route) => {
    const gone = { field: 'reportUrl', reason: 'There is nothing at this address' };
    const answer = async () => {
      const response = await route.fetch();
      const rows = await response.json();
      await route.fulfill({ response, json: rows.map((each: object) => ({ ...each, brokenLinks: [gone] })) });
    };
    // A page that unloads takes its pending requests with it.
    await answer().catch(() => undefined);
  });
  await askForAll(page);
  await page.reload();
  const row = page.getByRole('region', { name: 'Pending Approvals' }).getByRole('article').first();
  await row.getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('alertdialog', { name: 'Approve Session' });
  await expect(question).toContainText('One link could not be opened. Approve all the same?');
  await scan(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: 'Approve' }).click();
  await question.getByRole('button', { name: 'Approve' }).click();
  await said(page, 'Session reviewed');
});

test('while the server is stopped nothing typed is lost, and after its start it goes on', async ({ as, product }) => {
  const page = await as('photographer', { path: '/sessions/new' });
  const create = page.getByRole('dialog', { name: 'Create New Session' });
  await choose(create.getByLabel('Project'), 'Ikoyi Heights');
  await create.getByLabel('Site').selectOption({ label: 'Tower' });
  const notes = create.getByLabel('Notes');
  await notes.fill('Written while the power was out.');
  const submit = create.getByRole('button', { name: 'Create Session' });
  await product.halt();
  await submit.click();
  await said(page, "It is kept on this device and sent when you're online again.");
  await product.resume();
  await expect(page.getByRole('button', { name: /^Not sent yet/ })).toHaveCount(0, { timeout: 60_000 });
  const mine = page.getByRole('article').filter({ hasText: 'Written while the power was out.' });
  await expect(mine).toHaveCount(1);
  // The live channel is back too: what others do is shown without a reload.
  const admin = await as('admin', { path: '/sessions?status=pending' });
  const theirs = admin.getByRole('article').filter({ hasText: 'Written while the power was out.' });
  await theirs.getByRole('button', { name: 'Review' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(mine).toContainText('Approved');
});

test('a concern is raised and talked about through a failing server', async ({ as }) => {
  const page = await as('client', { path: '/dashboard?tab=sessions' });
  await page.getByRole('button', { name: 'Raise Concern' }).first().click();
  const raise = page.getByRole('dialog', { name: 'Raise a Concern' });
  await waitThrough(page, {
    method: 'POST',
    sent: /\/api\/disputes$/,
    typed: { field: raise.getByLabel('Describe Your Concern'), words: 'Water stands on the slab.' },
    button: raise.getByRole('button', { name: 'Submit Concern' }),
    pending: 'Submitting...',
  });
  await page.getByRole('button', { name: 'Read concerns' }).first().click();
  const thread = page.getByRole('dialog', { name: 'Client Concern Details' });
  await waitThrough(page, {
    method: 'POST',
    sent: /\/api\/disputes\/\d+\/messages$/,
    typed: { field: thread.getByLabel('Your message').first(), words: 'Still there this morning.' },
    button: thread.getByRole('button', { name: 'Send' }).first(),
    pending: 'Sending...',
  });
});

test('what is written while a message is on its way stays in the box', async ({ as }) => {
  const page = await as('client', { path: '/dashboard?tab=sessions' });
  await page.getByRole('button', { name: 'Read concerns' }).first().click();
  const thread = page.getByRole('dialog', { name: 'Client Concern Details' });
  const box = thread.getByLabel('Your message').first();
  let answer: () => void = () => undefined;
  const gate = new Promise<void>((open) => {
    answer = open;
  });
  await page.route(/\/api\/disputes\/\d+\/messages$/, async (route) => {
    if (route.request().method() === 'POST') await gate;
    await route.fallback();
  });
  await box.fill('First thought.');
  await thread.getByRole('button', { name: 'Send' }).first().click();
  await expect(thread.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await box.fill('Second thought.');
  answer();
  await expect(thread.getByRole('listitem').filter({ hasText: 'First thought.' }).first()).toBeVisible();
  await expect(box).toHaveValue('Second thought.');
});

test('projects and accounts are made through a failing server', async ({ as }) => {
  const page = await as('admin', { path: '/projects?new=true' });
  const project = page.getByRole('dialog', { name: 'Create New Project' });
  await choose(project.getByLabel('Client'));
  await goThrough(page, {
    method: 'POST',
    sent: /\/api\/projects$/,
    typed: { field: project.getByLabel('Project Name'), words: 'Stormproof Villas' },
    button: project.getByRole('button', { name: 'Create Project' }),
    pending: 'Creating...',
    done: 'Project created successfully',
  });
  await page.goto('/users');
  await page.getByRole('button', { name: 'Create User' }).click();
  const user = page.getByRole('dialog', { name: 'Create User' });
  for (const [label, words] of [
    ['Username', 'stormy'],
    ['Email', 'stormy@example.com'],
    ['Last Name', 'Weather'],
  ] as const)
    await user.getByLabel(label).fill(words);
  await user.getByLabel('Password', { exact: true }).fill('a long secret');
  await goThrough(page, {
    method: 'POST',
    sent: /\/api\/users$/,
    typed: { field: user.getByLabel('First Name'), words: 'Stormy' },
    button: user.getByRole('button', { name: 'Create User' }),
    pending: 'Creating...',
    done: 'User created successfully',
  });
});

test('one’s own profile is changed through a failing server', async ({ as }) => {
  const page = await as('ifeoma', { path: '/profile' });
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'My Profile' });
  await goThrough(page, {
    method: 'PUT',
    sent: /\/api\/users\/\d+\/profile$/,
    typed: { field: dialog.getByLabel('First Name'), words: 'Babatunde' },
    button: dialog.getByRole('button', { name: 'Update Profile' }),
    pending: 'Updating...',
    done: 'Profile updated',
  });
});

test('a picture is taken back and settings are changed through a failing server', async ({ as }) => {
  const page = await as('admin', { path: 'about:blank' });
  const visits: { id: number; droneImagesUrl: string | null }[] = await (
    await page.request.get('/api/sessions?status=approved&limit=100')
  ).json();
  const id = visits.find(({ droneImagesUrl }) => droneImagesUrl?.startsWith('/media/folders/'))?.id;
  await page.goto(`/sessions/${id}`);
  await page.getByRole('button', { name: /^View .+ large$/ }).click();
  await page.getByRole('button', { name: 'Take back…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take back from clients' });
  await goThrough(page, {
    method: 'PUT',
    sent: /\/taken-back$/,
    typed: { field: dialog.getByLabel('Reason'), words: 'A number plate' },
    button: dialog.getByRole('button', { name: 'Take back' }),
    pending: 'Taking back...',
    done: 'Taken back · A number plate',
  });
  await page.keyboard.press('Escape');
  const list = page.getByRole('region', { name: 'Taken back' });
  await list.getByRole('button', { name: /^Show .+ again$/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Show again' }).click();
  await expect(list).toHaveCount(0);

  await page.goto('/settings');
  const before = await (await page.request.get('/api/settings')).json();
  await page.getByRole('button', { name: 'Edit working days and answers' }).click();
  const settings = page.getByRole('dialog', { name: 'Edit working days and answers' });
  await goThrough(page, {
    method: 'PUT',
    sent: /\/api\/settings$/,
    typed: { field: settings.getByLabel('Low priority'), words: '9' },
    button: settings.getByRole('button', { name: 'Save' }),
    pending: 'Saving...',
    done: 'Settings changed',
  });
  const { version } = await (await page.request.get('/api/settings')).json();
  expect((await page.request.put('/api/settings', { data: { ...before, version } })).ok()).toBe(true);
});

test('a guest asks for a demo and logs in through a failing server', async ({ as }) => {
  const page = await as(null, { path: '/' });
  // Pressed before the script is there, the button leads to the contact instead.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Request a Demo Tour' }).first().click();
  const demo = page.getByRole('dialog', { name: 'Request a Demo Tour' });
  await demo.getByLabel('Name').fill('Tolu Storm');
  await demo.getByLabel('Email').fill('tolu.storm@example.com');
  await demo.getByLabel('Company').fill('Storm Homes');
  await goThrough(page, {
    method: 'POST',
    sent: /\/api\/demo-requests$/,
    typed: { field: demo.getByLabel('Project Brief'), words: 'Forty flats in Ajah.' },
    button: demo.getByRole('button', { name: 'Submit Request' }),
    pending: 'Submitting...',
    done: 'Demo request submitted!',
  });
  await page.goto('/login');
  await page.getByLabel('Password').fill(demoPassword);
  await goThrough(page, {
    method: 'POST',
    sent: /\/api\/login$/,
    typed: { field: page.getByLabel('Username'), words: 'client' },
    button: page.getByRole('button', { name: 'Sign In' }),
    pending: 'Signing in...',
    done: 'Welcome back!',
  });
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('choices that could not be fetched are fetched again without leaving the form', async ({ as }) => {
  const page = await as('photographer', { path: '/profile' });
  await askForAll(page);
  // Offline, the form would list the projects that this device has cached.
  const refusal = { message: 'Something went wrong on our side.', code: 'internal' };
  await page.route(/\/api\/projects\?/, (route) => route.fulfill({ status: 500, json: refusal }));
  await page.goto('/sessions/new');
  const dialog = page.getByRole('dialog', { name: 'Create New Session' });
  await dialog.getByLabel('Notes').fill('Written before the line was back.');
  await dialog.getByLabel('Project').click();
  await expect(dialog.getByText(/Something went wrong on our side/)).toBeVisible({ timeout: 30_000 });
  await page.unroute(/\/api\/projects\?/);
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await choose(dialog.getByLabel('Project'), 'Ikoyi Heights');
  await expect(dialog.getByLabel('Notes')).toHaveValue('Written before the line was back.');
});

/** The page may retry by itself at the same moment, and has no button then. */
async function retryUnlessFetched(button: Locator): Promise<void> {
  await button.click({ timeout: 5_000 }).catch(() => expect(button).toHaveCount(0));
}

test('sessions that could not be fetched are not counted, and are fetched again with the filter kept', async ({
  as,
}) => {
  const page = await as('photographer', { path: '/sessions' });
  await page.route(/\/api\/sessions\?/, (route) => route.abort());
  await page.getByLabel('Status').selectOption('pending');
  await expect(page.getByText('Sessions not loaded with 1 filter applied')).toBeVisible({ timeout: 20_000 });
  await page.unroute(/\/api\/sessions\?/);
  await retryUnlessFetched(page.getByRole('main').getByRole('button', { name: 'Retry' }));
  await expect(page.getByText(/^Showing \d+ sessions? with 1 filter applied$/)).toBeVisible();
});

test('projects that could not be fetched for the filter say so, and are fetched again', async ({ as }) => {
  // A photographer's device keeps them, which a slow machine may do before they are refused here.
  const page = await as('admin', { path: '/sessions' });
  await page.route(/\/api\/projects\?/, (route) => route.abort());
  await page.getByRole('button', { name: /More Filters/ }).click();
  await page.getByLabel('Project', { exact: true }).click();
  await expect(page.getByText(/There is no connection to the server/)).toBeVisible();
  await page.unroute(/\/api\/projects\?/);
  await retryUnlessFetched(page.getByRole('button', { name: 'Retry' }));
  await choose(page.getByLabel('Project', { exact: true }), 'Marina Offices Refurbishment');
});

test('what cannot be fetched again stays and says so, and so does a lost connection', async ({ as, api }) => {
  const page = await as('admin', { path: '/profile' });
  let refused = false;
  let isConnected = false;
  const line: { drop: () => Promise<void> } = { drop: async () => undefined };
  await page.routeWebSocket(/\/ws$/, (socket) => {
    isConnected = !refused;
    line.drop = async () => {
      isConnected = false;
      // As if somebody had opened too many tabs: this one stops reconnecting.
      await socket.close({ code: 4429 });
    };
    if (refused) void line.drop();
    else socket.connectToServer();
  });
  await page.goto('/projects');
  const strip = page.getByRole('status').filter({ hasText: /Reconnecting|No live connection|could not be refreshed/ });
  const again = strip.getByRole('button', { name: 'Try again' });
  await expect(page.getByRole('article').first()).toBeVisible();
  const kunle = await api('kunle');
  const [{ id: clientId }] = await (await kunle.get('/api/users?role=client')).json();
  const make = (name: string) => kunle.post('/api/projects', { data: { project: { name, clientId } } });

  await page.route(/\/api\/projects(\?|$)/, (route) => route.fulfill({ status: 503, json: { message: 'Away.' } }));
  await expect(async () => {
    await make('Came unseen');
    await expect(strip).toContainText('This page could not be refreshed', { timeout: 3_000 });
  }).toPass();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('article', { name: 'Came unseen' })).toHaveCount(0);
  await scan(page);
  await page.unroute(/\/api\/projects(\?|$)/);
  await again.click();
  await expect(page.getByRole('article', { name: 'Came unseen' }).first()).toBeVisible();
  await expect(strip).toHaveCount(0);

  refused = true;
  await line.drop();
  await expect(strip).toContainText('No live connection');
  await again.click();
  await expect(strip).toContainText('No live connection');
  refused = false;
  await again.click();
  await expect(strip).toHaveCount(0);
  await expect.poll(() => isConnected).toBe(true);

  refused = true;
  await line.drop();
  await expect(strip).toContainText('No live connection');
  refused = false;
  // The responses of another page show that the server is back.
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await expect(strip).toHaveCount(0);
});
