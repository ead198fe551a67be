// Forms in the middle of their work: what they check, what they say while sending, and what changed elsewhere meanwhile.
import type { Locator, Page } from '@playwright/test';
import { askForAll, choose, demoPassword, expect, said, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

/** Holds back what is sent to a path until the returned function is called. */
async function hold(page: Page, path: string): Promise<() => void> {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') await gate;
    await route.continue().catch(() => undefined);
  });
  return open;
}

test('a session is edited in the same form that made it', async ({ as }) => {
  const page = await as('photographer', { path: '/profile' });
  await page.request.post('/api/sessions', {
    data: { ...(await firstPlace(page)), captureDate: '2026-04-05', notes: 'To be moved, journey of forms.' },
  });
  await page.goto('/sessions?status=pending');
  const card = page.getByRole('article').filter({ hasText: 'To be moved' });
  await card.getByRole('button', { name: 'Edit session' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Session' });
  const [project, site] = [edit.getByLabel('Project'), edit.getByLabel('Site')];
  await expect(project).not.toHaveValue('');
  for (const label of [
    'Drone Photos',
    'Indoor Photos',
    'Videos',
    '360° Virtual Tour Link',
    'Orthomosaic/Map View',
    'Notes',
  ])
    await expect(edit.getByLabel(label)).toBeVisible();
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toBeHidden();

  await card.getByRole('button', { name: 'Edit session' }).click();
  await expect(site).not.toHaveValue('');
  await choose(project, 'Marina Offices Refurbishment');
  await expect(site).toHaveValue('');
  await edit.getByLabel('Capture Date').fill('');
  await edit.getByRole('button', { name: 'Update Session' }).click();
  await expect(edit.getByText('Site is required')).toBeVisible();
  await expect(edit.getByText('Date is required')).toBeVisible();
  await choose(project, 'Select a project');
  await expect(edit.getByText('Project is required')).toBeVisible();
  await expect(site).toBeDisabled();
  await choose(project, 'Marina Offices Refurbishment');
  await site.selectOption({ label: 'Annex' });
  await edit.getByLabel('Capture Date').fill('2026-04-05');
  await edit.getByRole('button', { name: 'Update Session' }).click();
  const moving = page.getByRole('alertdialog', { name: 'Move to another project' });
  await expect(moving).toBeVisible();
  await scan(page);
  const open = await hold(page, '**/api/sessions/*');
  await moving.getByRole('button', { name: 'Move session' }).click();
  await expect(edit.getByText('Updating...')).toBeVisible();
  open();
  await said(page, 'Session updated');
  await expect(card).toContainText('Annex');
});

async function firstPlace(page: Page): Promise<{ projectId: number; siteId: number }> {
  const projects: { id: number; name: string }[] = await (await page.request.get('/api/projects?q=Lekki Palm')).json();
  const projectId = projects.find(({ name }) => name === 'Lekki Palm Residences')?.id ?? 0;
  const [site] = await (await page.request.get(`/api/projects/${projectId}/sites`)).json();
  return { projectId, siteId: site.id };
}

test('forms say that they are sending', async ({ as }) => {
  const page = await as(null, { path: '/login' });
  await expect(page.getByRole('heading', { name: 'Topout' })).toBeVisible();
  await expect(page.getByText('Your building sites, seen as they rise.')).toBeVisible();
  await expect(page.locator('main svg').first()).toBeVisible();
  const open = await hold(page, '**/api/login');
  await page.getByLabel('Username').fill('client');
  await page.getByLabel('Password').fill('topout-demo');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Signing in...')).toBeVisible();
  open();
  await said(page, 'Login successful', 'Welcome back!');

  await page.getByRole('tab', { name: 'Progress Sessions' }).click();
  await page.getByRole('button', { name: 'Raise Concern' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Raise a Concern' });
  await dialog.getByLabel('Describe Your Concern').fill('Sent slowly.');
  const release = await hold(page, '**/api/disputes');
  await dialog.getByRole('button', { name: 'Submit Concern' }).click();
  await expect(dialog.getByText('Submitting...')).toBeVisible();
  release();
  await said(page, 'Dispute Created');
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await said(page, 'Logged out successfully');
});

test('a session rejected from its preview says so there, with the reason', async ({ as }) => {
  const page = await as('admin');
  await page.getByRole('region', { name: 'Pending Approvals' }).getByRole('button', { name: 'Review' }).first().click();
  const preview = page.getByRole('dialog', { name: 'Session Media Preview' });
  await preview.getByRole('button', { name: 'Reject' }).click();
  const reject = page.getByRole('dialog', { name: 'Reject Session' });
  await reject.getByLabel('Rejection Reason').fill('Taken on another day.');
  await reject.getByRole('button', { name: 'Reject Session' }).click();
  await expect(preview.getByText('Session Rejected: Taken on another day.')).toBeVisible();
  await scan(page);
});

test('a review that somebody else decided meanwhile shows what was decided', async ({ as, api }) => {
  const page = await as('admin', { path: '/profile' });
  const made = await page.request.post('/api/sessions', {
    data: { ...(await firstPlace(page)), captureDate: '2026-04-06', notes: 'The only one of its kind.' },
  });
  const { id } = await made.json();
  // Alone in the list: once it is decided the list is empty.
  await page.goto('/sessions?status=pending&q=only+one+of+its+kind');
  await page.getByRole('article').first().getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: /^Review Session/ });
  const other = await api('kunle');
  const decision = { rejectionReason: 'The wrong site.', reviewNotes: 'Look at the fence.' };
  expect((await other.put(`/api/sessions/${id}/reject`, { data: decision })).ok()).toBe(true);
  await expect(review.getByText('Review History')).toBeVisible();
  await expect(review).toContainText('Rejection reason: The wrong site.');
  await expect(review).toContainText('Review notes: Look at the fence.');
  await expect(review).toContainText(/Reviewed on [A-Z][a-z]+ \d+, \d{4} at \d\d:\d\d/);
  await expect(review.getByRole('button', { name: /Approve|Reject/ })).toHaveCount(0);
  await scan(page);
});

test('a project that was deleted meanwhile is not saved', async ({ as, api }) => {
  const page = await as('admin', { path: '/projects' });
  const [client] = await (await page.request.get('/api/users?role=client')).json();
  const made = await page.request.post('/api/projects', {
    data: { project: { name: 'Soon gone', clientId: client.id } },
  });
  const { id } = await made.json();
  await page.getByRole('button', { name: 'Actions for Soon gone' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Project' });
  await expect(edit.getByLabel('Project Name')).toHaveValue('Soon gone');
  const other = await api('kunle');
  const gone = page.waitForResponse(
    (answer) => answer.url().endsWith(`/api/projects/${id}`) && answer.status() === 404,
  );
  expect((await other.delete(`/api/projects/${id}`)).ok()).toBe(true);
  await gone;
  await edit.getByRole('button', { name: 'Update Project' }).click();
  await said(page, 'No project selected for editing');
});

test('lists that load keep the places of what comes', async ({ as }) => {
  const page = await as('admin', { path: '/profile' });
  await askForAll(page);
  await page.route(/\/api\/(projects|sessions|history)/, () => undefined);
  const places = page.locator('main .animate-skeleton');
  await page.goto('/projects');
  await expect(places.and(page.locator('.aspect-video'))).toHaveCount(6);
  await page.goto('/approvals');
  await expect(places).toHaveCount(3);
  await page.goto('/admin-history');
  await expect(places).toHaveCount(5);
  await page.goto('/admin-history?tab=disputes');
  await expect(places).toHaveCount(3);
});

test('an edit that somebody else was faster with shows both versions and loses nothing typed', async ({ as }) => {
  const page = await as('photographer', { path: '/profile' });
  const made = await page.request.post('/api/sessions', {
    data: { ...(await firstPlace(page)), captureDate: '2026-04-07', notes: 'Two pens, one page.' },
  });
  const { id } = await made.json();
  await page.goto(`/sessions/${id}`);
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const edit = page.getByRole('dialog', { name: 'Edit Session' });
  await edit.getByRole('textbox', { name: /^Notes/ }).fill('Written by the photographer.');
  await edit.getByLabel('Videos').fill('https://youtu.be/aqz-KE-bpKQ');
  const admin = await as('admin', { path: '/profile' });
  const theirs = { notes: 'Written by the admin.', phase: 'roofing' };
  expect((await admin.request.patch(`/api/sessions/${id}`, { data: theirs })).ok()).toBe(true);
  await edit.getByRole('button', { name: 'Update Session' }).click();
  await expect(edit.getByText('Somebody else changed this meanwhile.')).toBeVisible();
  await expect(edit.getByText('Theirs: Written by the admin.')).toBeVisible();
  await expect(edit.getByText('Yours: Written by the photographer.')).toBeVisible();
  await expect(edit.getByText('Theirs: Roofing')).toHaveCount(0);
  await expect(edit.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Written by the photographer.');
  await expect(edit.getByRole('textbox', { name: /^Videos/ })).toHaveValue('https://youtu.be/aqz-KE-bpKQ');
  await expect(edit.getByRole('combobox', { name: /^Phase/ })).toHaveValue('roofing');
  await scan(page);
  await edit.getByRole('button', { name: 'Use theirs: Notes' }).click();
  await expect(edit.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Written by the admin.');
  await edit.getByRole('button', { name: 'Use yours: Notes' }).click();
  await edit.getByRole('button', { name: 'Update Session' }).click();
  await said(page, 'Session updated');
  expect(await (await page.request.get(`/api/sessions/${id}`)).json()).toMatchObject({
    notes: 'Written by the photographer.',
    phase: 'roofing',
    videoUrl: 'https://youtu.be/aqz-KE-bpKQ',
  });
});

test('what was typed comes back after Escape, a reload and somebody else’s edit, until it is discarded', async ({
  as,
  api,
}) => {
  const page = await as('photographer', { path: '/profile' });
  const made = await page.request.post('/api/sessions', {
    data: { ...(await firstPlace(page)), captureDate: '2026-04-08', notes: 'As it was.' },
  });
  const { id } = await made.json();
  await page.goto(`/sessions/${id}`);
  const open = () => page.getByRole('button', { name: /^Edit/ }).first().click();
  const edit = page.getByRole('dialog', { name: 'Edit Session' });
  await open();
  await edit.getByRole('textbox', { name: /^Notes/ }).fill('Half a sent');
  await page.keyboard.press('Escape');
  await expect(edit).toBeHidden();
  await page.reload();
  await open();
  await expect(edit.getByText('Draft restored')).toBeVisible();
  await expect(edit.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Half a sent');
  await edit.getByRole('button', { name: 'Cancel' }).click();

  const admin = await api('admin');
  expect((await admin.patch(`/api/sessions/${id}`, { data: { notes: 'Changed.' } })).ok()).toBe(true);
  await expect(page.getByText('Changed.', { exact: true }).first()).toBeVisible();
  await open();
  await expect(edit.getByText('Theirs: Changed.')).toBeVisible();
  await expect(edit.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Half a sent');
  await edit.getByRole('button', { name: 'Discard' }).click();
  await expect(edit.getByText('Draft restored')).toBeHidden();
  await expect(edit.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Changed.');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect(edit.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Changed.');
  await expect(edit.getByText('Draft restored')).toBeHidden();

  // A capture date in the future is confirmed before anything is sent.
  const ahead = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10);
  await edit.getByLabel('Capture Date').fill(ahead);
  await edit.getByRole('button', { name: 'Update Session' }).click();
  const question = page.getByRole('alertdialog', { name: 'Capture date in the future' });
  await expect(question).toContainText(/is in [345] days/);
  await question.getByRole('button', { name: 'Yes, use this date' }).click();
  await said(page, 'Session updated');
});

test('drafts belong to one person, hold no password, and go with the logout', async ({ as }) => {
  const page = await as('admin', { path: '/users' });
  await page.getByRole('button', { name: 'Create User' }).first().click();
  const create = page.getByRole('dialog', { name: 'Create User' });
  await create.getByLabel('First Name').fill('Half');
  await create.getByLabel(/^Password/).fill('a secret of mine');
  await page.keyboard.press('Escape');
  const stored = () => page.evaluate(() => JSON.stringify(localStorage));
  expect(await stored()).toContain('Half');
  expect(await stored()).not.toContain('a secret of mine');
  await page.getByRole('button', { name: 'Create User' }).first().click();
  await expect(create.getByText('Draft restored')).toBeVisible();
  await expect(create.getByLabel('First Name')).toHaveValue('Half');
  await expect(create.getByLabel(/^Password/)).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await said(page, 'Logged out successfully');
  expect(await stored()).not.toContain('Half');
});

test('a choice among more than a list holds is found by typing, and shown by its name', async ({ as }) => {
  const page = await as('admin', { path: '/profile' });
  const [lekki] = (await (await page.request.get('/api/projects?q=Lekki Palm')).json()) as { clientId: number }[];
  const make = async (nth: number): Promise<number> => {
    const project = { name: `Row house ${nth}`, clientId: lekki?.clientId, status: 'completed' };
    return (await (await page.request.post('/api/projects', { data: { project } })).json()).id;
  };
  const made = await Promise.all(Array.from({ length: 60 }, (_, nth) => make(nth)));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/sessions');
  await page.getByRole('button', { name: /More Filters/ }).click();
  const project = page.getByLabel('Project', { exact: true });
  await project.click();
  const list = page.getByRole('listbox', { name: 'Choices' });
  await expect(list.getByRole('option')).toHaveCount(51);
  await expect(page.getByText(/^\d+ more: type to find them$/)).toBeVisible();
  await expect(list.getByRole('option', { name: 'Lekki Palm Residences' })).toHaveCount(0);
  await scan(page);
  await page.keyboard.type('lekki palm');
  await expect(list.getByRole('option')).toHaveText(['Lekki Palm Residences']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/projectId=\d+/);
  await expect(page.getByRole('article').first()).toContainText('Lekki Palm Residences');
  await page.reload();
  await expect(project).toHaveValue('Lekki Palm Residences');
  await expect(page.getByRole('button', { name: 'Remove filter Lekki Palm Residences' })).toBeVisible();
  await project.click();
  await page.keyboard.type('no such place');
  await expect(page.getByText('Nothing found for “no such place”')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(project).toHaveValue('Lekki Palm Residences');
  await project.click();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await choose(project, 'All Projects');
  await expect(page).not.toHaveURL(/projectId/);
  // Other journeys look for the demo's projects among the newest.
  await Promise.all(made.map((id) => page.request.delete(`/api/projects/${id}`)));
});

const half = 'Half a sentence, journey of drafts.';
type Kept = { page: Page; field: Locator; open: () => Promise<void> };

const draftsIn = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => /draft/.test(key)));

/** Half a sentence survives Escape, a reload and Back; then the form is open with it. */
async function keeps({ page, field, open }: Kept): Promise<void> {
  await open();
  await field.fill(half);
  await expect(field).toHaveValue(half);
  await page.keyboard.press('Escape');
  const returns = async () => {
    await page.goto('/.well-known/security.txt');
    await page.goBack();
  };
  for (const leave of [() => page.reload(), returns]) {
    await leave();
    await open();
    await expect(page.getByText('Draft restored')).toBeVisible();
    await expect(field).toHaveValue(half);
  }
}

test('a client’s concern and a guest’s request outlive Escape, a reload and Back, until they are sent', async ({
  as,
}) => {
  const page = await as('client', { path: '/dashboard?tab=sessions' });
  const raise = page.getByRole('dialog', { name: 'Raise a Concern' });
  const reason = raise.getByLabel('Describe Your Concern');
  // The same session, whatever is listed before it.
  const cards = page.getByRole('tabpanel').getByRole('article');
  const name = (await cards.first().getAttribute('aria-label')) ?? '';
  const card = page.getByRole('article', { name, exact: true });
  const openRaise = () => card.getByRole('button', { name: 'Raise Concern' }).click();
  await keeps({ page, field: reason, open: openRaise });
  await raise.getByRole('button', { name: 'Submit Concern' }).click();
  await said(page, 'Dispute Created');
  expect(await draftsIn(page)).toEqual([]);
  await openRaise();
  await expect(reason).toHaveValue('');

  const guest = await as(null, { path: '/' });
  const demo = guest.getByRole('dialog', { name: 'Request a Demo Tour' });
  const openDemo = () => guest.getByRole('button', { name: 'Request a Demo Tour' }).first().click();
  await keeps({ page: guest, field: demo.getByLabel('Project Brief'), open: openDemo });
  await demo.getByLabel('Name').fill('Ada Umeh');
  await demo.getByLabel('Email').fill('ada@example.com');
  await demo.getByLabel('Company').fill('Umeh Estates');
  await demo.getByRole('button', { name: 'Submit Request' }).click();
  await said(guest, 'Demo request submitted!');
  expect(await draftsIn(guest)).toEqual([]);
});

test('a reviewer’s words and a comment outlive Escape, a reload and Back, for that person alone', async ({ as }) => {
  const page = await as('admin', { path: '/profile' });
  const notes = `To be reviewed, ${half}`;
  await page.request.post('/api/sessions', {
    data: { ...(await firstPlace(page)), captureDate: '2026-04-09', notes },
  });
  await page.goto('/approvals');
  const reject = page.getByRole('dialog', { name: 'Reject Session' });
  const card = page.getByRole('article').filter({ hasText: notes });
  const openReject = () => card.getByRole('button', { name: 'Reject Session' }).click();
  await keeps({ page, field: reject.getByRole('textbox'), open: openReject });
  await reject.getByRole('button', { name: 'Reject Session' }).click();
  await said(page, 'Session rejected');
  expect(await draftsIn(page)).toEqual([]);

  const [concern] = await (await page.request.get('/api/disputes?status=open')).json();
  await page.goto(`/sessions/${concern.sessionId}`);
  const comment = page.getByLabel('Your message').first();
  await keeps({ page, field: comment, open: () => expect(comment).toBeVisible() });
  const become = (username: string) => page.request.post('/api/login', { data: { username, password: demoPassword } });
  await become('kunle');
  await page.reload();
  await expect(comment).toHaveValue('');
  await expect(page.getByText('Draft restored')).toHaveCount(0);
  await become('admin');
  await page.reload();
  await expect(comment).toHaveValue(half);
  await page.getByRole('button', { name: 'Send', exact: true }).first().click();
  await expect(page.getByRole('list', { name: 'Conversation' }).getByText(half)).toBeVisible();
  await expect(comment).toHaveValue('');
  expect(await draftsIn(page)).toEqual([]);
});

test('folders that somebody else bound meanwhile are shown beside yours, and neither is lost', async ({ as, api }) => {
  const page = await as('admin', { path: '/profile' });
  const [{ clientId }] = await (await page.request.get('/api/projects?q=Lekki Palm')).json();
  const project = { name: 'Journey of folders', clientId };
  const { id } = await (await page.request.post('/api/projects', { data: { project } })).json();
  const others = await api('kunle');
  const bind = (root: string) =>
    others.put(`/api/projects/${id}/media-roots`, { data: { roots: [{ provider: 'local', root }] } });
  await page.goto(`/projects/${id}`);
  const dialog = page.getByRole('dialog', { name: 'Media Folders' });
  const folder = dialog.getByLabel('Folder 1', { exact: true });
  const open = async () => {
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Media Folders' }).click();
    await expect(dialog.getByRole('button', { name: 'Add Folder' })).toBeVisible();
    if (!(await folder.isVisible())) await dialog.getByRole('button', { name: 'Add Folder' }).click();
  };
  await keeps({ page, field: folder, open });
  await page.keyboard.press('Escape');

  // Bound before the draft is restored: both are shown, and the person chooses.
  expect((await bind('lekki/2026')).ok()).toBe(true);
  await open();
  await expect(dialog.getByText('Theirs: Own storage: lekki/2026')).toBeVisible();
  await expect(dialog.getByText(`Yours: Google Drive: ${half}`)).toBeVisible();
  await scan(page);
  await dialog.getByRole('button', { name: 'Use theirs: Media Folders' }).click();
  await expect(folder).toHaveValue('lekki/2026');
  await dialog.getByRole('button', { name: 'Add Folder' }).click();
  await dialog.getByLabel('Folder 2', { exact: true }).fill('1AbCdEfGhIjKlMnOp');

  // And while the dialog stands open.
  expect((await bind('ikoyi/2026')).ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Somebody else changed this meanwhile. Your changes are kept.')).toBeVisible();
  await expect(dialog.getByText('Theirs: Own storage: ikoyi/2026')).toBeVisible();
  await expect(dialog.getByLabel('Folder 2', { exact: true })).toHaveValue('1AbCdEfGhIjKlMnOp');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Media folders saved');
  expect(await draftsIn(page)).toEqual([]);
  const { roots } = await (await page.request.get(`/api/projects/${id}/media-roots`)).json();
  expect(roots.map(({ root }: { root: string }) => root)).toEqual(['lekki/2026', '1AbCdEfGhIjKlMnOp']);
  await page.request.delete(`/api/projects/${id}`);
});
