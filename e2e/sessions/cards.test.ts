// What cards and rows show of a session, a project and an account, and which actions need a certain role.
import type { Page } from '@playwright/test';
import { choose, demoPassword, expect, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

type Kept = Record<string, never> & { id: number };

async function ask(page: Page, path: string): Promise<Kept[]> {
  return (await page.request.get(path)).json();
}

async function make(page: Page, path: string, data: object): Promise<Kept> {
  const answer = await page.request.post(path, { data });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(201);
  return answer.json();
}

const cardOf = (page: Page, { id }: Kept) => page.locator(`[data-session="${id}"]`);

test('a session’s card shows what it holds and offers what its state and one’s role allow', async ({ as, api }) => {
  const crew = await as('photographer', { path: '/sessions' });
  const offers = [
    ['pending', ['View Media', 'Edit session', 'Delete session'], ['Resubmit', 'Review']],
    ['rejected', ['View Media', 'Edit session', 'Delete session', 'Resubmit'], ['Review']],
    ['approved', ['View Media', 'Edit session', 'Delete session'], ['Resubmit', 'Review']],
  ] as const;
  // Other journeys may have decided all sessions of the demo.
  const [like] = (await ask(crew, '/api/sessions?status=approved&limit=1')) as unknown as Record<string, number>[];
  const content = { projectId: like?.projectId, siteId: like?.siteId, captureDate: '2026-02-07' };
  await make(crew, '/api/sessions', content);
  const { id } = await make(crew, '/api/sessions', content);
  const reviewer = await api('admin');
  const rejection = { data: { rejectionReason: 'Blurred' } };
  expect((await reviewer.put(`/api/sessions/${id}/reject`, rejection)).ok()).toBe(true);
  await crew.reload();
  for (const [status, offered, kept] of offers) {
    const [session] = await ask(crew, `/api/sessions?status=${status}&limit=1`);
    const card = cardOf(crew, session as Kept);
    for (const name of offered)
      await expect(
        card
          .getByLabel(name)
          .or(card.getByText(name, { exact: true }))
          .first(),
      ).toBeVisible();
    for (const name of kept) await expect(card.getByRole('button', { name })).toHaveCount(0);
  }
  const approved = (await ask(crew, '/api/sessions?status=approved')) as unknown as {
    id: number;
    project: { name: string };
    site: { name: string };
    notes: string | null;
    phase: string | null;
    captureDate: string;
    coverUrl: string | null;
  }[];
  // Other journeys release some without pictures and words.
  const session = approved.find(({ coverUrl, notes, phase }) => coverUrl && notes && phase);
  if (!session?.notes || !session.phase) throw new Error('The photographer has no approved session');
  const card = crew.locator(`[data-session="${session.id}"]`);
  await expect(card.getByRole('heading')).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
  await expect(card.locator('img')).toHaveAttribute('src', /\/s400/);
  for (const words of [session.project.name, session.site.name, session.notes, '@photographer', 'Approved'])
    await expect(card).toContainText(words);
  await expect(card.getByText(session.phase, { exact: false }).first()).toBeVisible();

  const admin = await as('admin', { path: '/sessions?status=approved' });
  await expect(admin.getByRole('article').first()).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Review' })).toHaveCount(0);
  await expect(admin.getByRole('button', { name: 'New Session' })).toHaveCount(0);
  await admin.getByLabel('Status').selectOption('pending');
  await expect(admin.getByRole('button', { name: 'Review' }).first()).toBeVisible();
  const client = await as('client', { path: '/dashboard?tab=sessions' });
  // What another journey released meanwhile is new to the client, and says so before its date.
  const seen = client.getByRole('tabpanel').getByRole('article').filter({ hasNotText: 'New:' }).first();
  await expect(seen.getByRole('heading')).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
  const released = await (await client.request.get(`/api/sessions/${await seen.getAttribute('data-session')}`)).json();
  const { firstName, lastName } = released.photographer;
  for (const words of [released.project.name, released.site.name, `${firstName} ${lastName}`, released.notes])
    await expect(seen).toContainText(words);
  await expect(seen.getByText(released.phase, { exact: false }).first()).toBeVisible();
});

test('a rejected row of the dashboard shows picture, place, state, reason and notes', async ({ as }) => {
  const page = await as('photographer', { path: '/profile' });
  const admin = await as('admin', { path: '/profile' });
  const approved = (await ask(page, '/api/sessions?status=approved')) as unknown as {
    projectId: number;
    siteId: number;
    droneImagesUrl: string | null;
    coverUrl: string | null;
    project: { name: string };
    site: { name: string };
  }[];
  // Other journeys release sessions without pictures.
  const like = approved.find((each) => each.coverUrl !== null && each.droneImagesUrl !== null);
  const { projectId, siteId, droneImagesUrl } = like ?? {};
  const content = { projectId, siteId, droneImagesUrl, captureDate: '2026-02-05', phase: 'roofing' };
  const { id } = await make(page, '/api/sessions', content);
  const review = { rejectionReason: 'Viewpoint 3 is missing.', reviewNotes: 'The light is good.' };
  expect((await admin.request.put(`/api/sessions/${id}/reject`, { data: review })).ok()).toBe(true);

  await page.goto('/dashboard');
  const row = page.getByRole('article', { name: new RegExp(`^Session ${id}:`) });
  for (const words of ['Rejected', review.rejectionReason, review.reviewNotes, 'February 5, 2026 · Roofing'])
    await expect(row).toContainText(words);
  await expect(row).toContainText(like?.project.name ?? '');
  await expect(row).toContainText(like?.site.name ?? '');
  await expect(row.locator('img')).toHaveCount(1);
  await expect(row.getByRole('button', { name: 'Resubmit' })).toBeVisible();
  const others = page.getByRole('article').filter({ hasNot: page.getByRole('button', { name: 'Resubmit' }) });
  await expect(others.first()).toBeVisible();
  await expect(others.getByText('Rejected: ')).toHaveCount(0);

  const account = { firstName: 'New', lastName: 'Here', email: 'new.here@example.com', password: demoPassword };
  await make(admin, '/api/users', { ...account, username: 'newcomer', role: 'photographer' });
  const other = await as('newcomer');
  await expect(other.getByText('No sessions yet')).toBeVisible();
  await expect(other.getByRole('link', { name: /^Needs Revision ?0$/ })).toBeVisible();
  await expect(other.getByRole('region', { name: 'Action Required' })).toHaveCount(0);
});

test('a card whose picture could not be loaded shows it once it can be', async ({ as }) => {
  const page = await as('photographer', { path: '/profile' });
  await page.route('**/cover/**', (route) => route.abort());
  await page.goto('/sessions?q=Lekki%20Palm');
  const first = page.getByRole('article').first();
  const words = first.getByText('Image Preview Unavailable');
  await expect(words).toBeVisible();
  await page.unroute('**/cover/**');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(first.locator('img')).toHaveJSProperty('complete', true);
  await expect(first.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  await expect(words).toHaveCount(0);
});

test('a long rejection reason is cut wherever it shows, and read whole by keyboard', async ({ as }) => {
  const crew = await as('photographer', { path: '/profile' });
  const admin = await as('admin', { path: '/profile' });
  const [like] = (await ask(crew, '/api/sessions?status=approved&limit=1')) as unknown as {
    projectId: number;
    siteId: number;
  }[];
  const { projectId, siteId } = like ?? {};
  const session = await make(crew, '/api/sessions', { projectId, siteId, captureDate: '2026-02-06' });
  const rejectionReason = `${'The north elevation was taken against the sun. '.repeat(30)}That is the end.`;
  expect((await admin.request.put(`/api/sessions/${session.id}/reject`, { data: { rejectionReason } })).ok()).toBe(
    true,
  );
  const places = [
    [crew, '/dashboard', crew.getByRole('article', { name: new RegExp(`^Session ${session.id}:`) })],
    [crew, `/sessions?highlight=${session.id}`, cardOf(crew, session)],
    [crew, `/sessions/${session.id}`, crew.locator('.page > div').filter({ hasText: 'Rejected: ' }).first()],
    [crew, `/sessions/${session.id}`, crew.getByRole('complementary', { name: 'About this session' })],
    [admin, '/admin/history', admin.getByRole('article').filter({ hasText: `Session #${session.id}` })],
  ] as const;
  for (const [page, path, place] of places) {
    await page.goto(path);
    const text = place.locator('p').filter({ hasText: 'That is the end.' });
    const height = () => text.evaluate((box) => box.clientHeight / Number.parseFloat(getComputedStyle(box).lineHeight));
    await expect(text).toBeVisible();
    expect(Math.round(await height()), path).toBe(4);
    await place.getByRole('button', { name: 'Show all' }).press('Enter');
    expect(await height(), path).toBeGreaterThan(5);
    await place.getByRole('button', { name: 'Show less' }).press('Enter');
    expect(Math.round(await height()), path).toBe(4);
  }
  await scan(admin);
});

test('the queue and the review dialog show the whole of what is to be decided', async ({ as }) => {
  const crew = await as('ngozi', { path: '/profile' });
  const projects = (await ask(crew, '/api/projects')) as unknown as { id: number; name: string }[];
  const enugu = projects.find(({ name }) => name === 'Enugu Hillside Duplexes');
  const links = {
    droneImagesUrl: 'https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOpQrStUvWxYz012345',
    indoorImagesUrl: 'https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOpQrStUvWxYz012346',
    videoUrl: 'https://youtu.be/ysz5S6PUM-U',
    tour360Url: 'https://kuula.co/share/collection/7lVVq',
    orthomosaicUrl: 'https://example.com/map.jpg',
  };
  const notes = 'Everything linked, journey of cards.';
  const content = { projectId: enugu?.id, captureDate: '2026-02-03', phase: 'framing', notes, ...links };
  const session = await make(crew, '/api/sessions', content);
  const admin = await as('admin', { path: '/approvals' });
  const card = admin.getByRole('article', { name: `Session ${session.id}` });
  await expect(card.getByText('Pending Review')).toBeVisible();
  for (const words of ['February 3, 2026', 'Ngozi Eze', 'Enugu Hillside Duplexes', notes, `Session #${session.id}`])
    await expect(card).toContainText(words);
  await expect(card).toContainText(/Submitted [A-Z][a-z]+ \d+, \d{4} at \d\d:\d\d/);
  const named = ['Drone Images', 'Indoor Images', 'Video', '360° Tour', 'Orthomosaic'];
  for (const [at, name] of named.entries()) {
    const link = card.getByRole('link', { name: new RegExp(`^${name} ?\\(opens in a new tab\\)`) });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('href', Object.values(links)[at] ?? '');
  }
  for (const name of ['Approve Session', 'Reject Session'])
    await expect(card.getByRole('button', { name })).toBeVisible();
  await expect(card.getByRole('link', { name: 'View Media' })).toBeVisible();

  const bare = await make(crew, '/api/sessions', { projectId: enugu?.id, captureDate: '2026-02-04', notes });
  await admin.goto('/sessions?status=pending');
  const tabs = cardOf(admin, session).getByRole('list', { name: 'Media' }).getByRole('link');
  const kinds = ['', '?tab=indoor', '?tab=videos', '?tab=tour360', '?tab=orthomosaic'];
  await expect(tabs).toHaveCount(kinds.length);
  for (const [at, kind] of kinds.entries())
    await expect(tabs.nth(at)).toHaveAttribute('href', `/sessions/${session.id}${kind}`);
  await scan(admin);
  await cardOf(admin, session).getByRole('button', { name: 'Review' }).click();
  const review = admin.getByRole('dialog', { name: `Review Session #${session.id}` });
  await expect(review.getByRole('link')).toHaveText(named.map((name) => new RegExp(`^${name}`)));
  await expect(review.getByRole('link').first()).toHaveAttribute('target', '_blank');
  for (const words of ['Session Notes', notes, 'Pending', 'Framing', 'Ngozi Eze', 'February 3, 2026'])
    await expect(review).toContainText(words);
  await review.getByRole('button', { name: 'Close' }).click();
  await cardOf(admin, bare).getByRole('button', { name: 'Review' }).click();
  await expect(admin.getByText('No media links')).toBeVisible();
  await expect(admin.getByRole('dialog').getByRole('link')).toHaveCount(0);
});

test('what a project does not have is said instead of left blank', async ({ as }) => {
  const admin = await as('admin', { path: '/projects' });
  const account = { firstName: 'No', lastName: 'Company', email: 'no.company@example.com', password: 'topout-demo' };
  await make(admin, '/api/users', { ...account, username: 'lonely', role: 'client' });
  const clients = (await ask(admin, '/api/users?role=client')) as unknown as { id: number; username: string }[];
  const clientId = clients.find(({ username }) => username === 'client')?.id;
  const project = await make(admin, '/api/projects', { project: { name: 'Bare project', clientId } });
  const session = await make(admin, '/api/sessions', { projectId: project.id, captureDate: '2026-03-04' });
  expect((await admin.request.put(`/api/sessions/${session.id}/approve`, { data: {} })).ok()).toBe(true);

  await admin.getByRole('article', { name: 'Bare project' }).getByRole('button', { name: 'Details' }).click();
  await expect(admin.getByRole('dialog').getByText('No description available')).toBeVisible();
  await admin.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await admin.getByRole('article', { name: 'Lekki Palm Residences' }).getByRole('button', { name: 'Details' }).click();
  const gatehouse = admin.getByRole('dialog').getByRole('article').filter({ hasText: 'Gatehouse' });
  await expect(gatehouse).toContainText('No photographer assigned');
  await admin.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await admin.getByRole('button', { name: 'New Project' }).click();
  await choose(admin.getByLabel('Client'), 'No Company – No company');

  const client = await as('client');
  const card = client.getByRole('article', { name: 'Bare project' });
  await expect(card).toContainText('Location not specified');
  await expect(card).toContainText('No description available');
  await card.getByRole('button', { name: 'View Sessions' }).click();
  await expect(cardOf(client, session)).toBeVisible();
  await expect(client.getByLabel('Site', { exact: true })).toHaveCount(0);
  await cardOf(client, session).getByRole('button', { name: 'Raise Concern' }).click();
  await expect(client.getByRole('dialog').getByRole('definition').nth(1)).toHaveText('Not specified');
});

test('a link may mark a project or a session', async ({ as }) => {
  const page = await as('admin', { path: '/profile' });
  const [project] = await ask(page, '/api/projects?limit=1');
  await page.goto(`/projects?highlight=${project?.id}`);
  await expect(page.locator(`[data-project="${project?.id}"]`)).toHaveClass(/ring-2/);
  await expect(page.locator(`[data-project="${project?.id}"] h2 a`)).toBeFocused();
  const [session] = await ask(page, '/api/sessions?limit=1');
  await page.goto(`/sessions?highlight=${session?.id}`);
  await expect(cardOf(page, session as Kept)).toHaveClass(/ring-2/);
});

test('a marked row is brought into sight wherever it stands, and one that is gone says so', async ({ as }) => {
  const page = await as('admin', { path: '/profile', phone: true });
  const all = await ask(page, '/api/sessions?limit=500');
  const below = all[30] as Kept;
  await page.goto(`/sessions?highlight=${below.id}`);
  await expect(cardOf(page, below).locator('h2 a')).toBeFocused();
  await expect(cardOf(page, below)).toBeInViewport();
  await expect(page.getByText('The session of your link is highlighted')).toBeAttached();
  // Back returns to the earlier position, not to the marked row.
  await page.evaluate(() => scrollTo(0, 300));
  await page.locator('h1').waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
  await page.getByRole('link', { name: 'Dashboard' }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Dashboard/);
  await page.goBack();
  await expect(cardOf(page, all[0] as Kept)).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);

  const beyond = all.at(-1) as Kept;
  await page.goto(`/sessions?highlight=${beyond.id}`);
  const apart = page.getByRole('region', { name: 'The session of your link' });
  await expect(apart.locator('h2 a')).toBeFocused();
  await expect(cardOf(page, beyond)).toBeInViewport();
  await expect(cardOf(page, beyond)).toHaveClass(/ring-2/);
  await apart.getByRole('button', { name: 'Hide' }).click();
  await expect(page).toHaveURL(/\/sessions$/);
  await expect(apart).toHaveCount(0);

  await page.goto('/sessions?highlight=99999');
  await expect(page.getByText('This session is no longer available')).toBeVisible();
  await page.goto('/projects?highlight=99999');
  await expect(page.getByText('This project is no longer available')).toBeVisible();
});

test('an account’s row shows who it is', async ({ as }) => {
  const page = await as('admin', { path: '/users?q=hauwa' });
  const row = page.getByRole('listitem').filter({ hasText: '@hauwa' });
  for (const words of ['Hauwa Bello', 'Northgate Logistics', 'Client', '@hauwa'])
    await expect(row).toContainText(words);
  await expect(row.getByText('hauwa.bello@example.com')).toBeVisible();
  await expect(row.locator('svg').first()).toBeVisible();
});

test('sessions are narrowed to one photographer, and people with the same name can be distinguished', async ({
  as,
}) => {
  const page = await as('admin', { path: '/sessions', phone: true });
  for (const username of ['samename1', 'samename2']) {
    const account = { firstName: 'Same', lastName: 'Name', email: `${username}@example.com`, password: 'topout-demo' };
    await make(page, '/api/users', { ...account, username, role: 'photographer' });
  }
  await page.getByRole('button', { name: /More Filters/ }).click();
  const field = page.getByLabel('Photographer', { exact: true });
  await field.fill('same name');
  const options = page.getByRole('listbox', { name: 'Choices' }).getByRole('option');
  await expect(options).toHaveText(['Same Name (@samename1)', 'Same Name (@samename2)']);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No sessions match your filters.')).toBeVisible();
  await expect(field).toHaveValue('Same Name (@samename1)');

  await field.fill('bakare');
  await expect(options).toHaveText(['Tunde Bakare']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/photographerId=\d+/);
  const cards = page.getByRole('article');
  await expect(cards.first()).toContainText('@photographer');
  await page.reload();
  await expect(field).toHaveValue('Tunde Bakare');
  await expect(cards.first()).toContainText('@photographer');
  expect(await cards.filter({ hasNotText: '@photographer' }).count()).toBe(0);
  await scan(page);
  await page.getByRole('button', { name: 'Remove filter Tunde Bakare (@photographer)' }).click();
  await expect(page).toHaveURL(/\/sessions$/);

  await page.goto('/users?q=samename');
  await expect(page.getByRole('button', { name: 'Edit Same Name (@samename2)' })).toBeVisible();
});

test('the queue of approvals is fetched by admins alone', async ({ as }) => {
  for (const username of ['photographer', 'client'] as const) {
    const page = await as(username, { path: '/profile' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/dashboard');
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(asked.filter((url) => url.includes('status=pending'))).toEqual([]);
  }
});
