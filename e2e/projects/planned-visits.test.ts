// Planned visits from the plan to the visit, by three people; and what two admins do to them at once.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { PlannedVisit } from '#contract/planned-visits/endpoints.ts';
import type { Project, Site } from '#contract/projects/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { choose, expect, said, test } from '#e2e/fixtures.ts';
import { scan, scanAt } from '#e2e/page-checks.ts';

const projectName = 'Lekki Palm Residences';

const read = async <T>(calls: APIRequestContext, path: string): Promise<T> => (await calls.get(path)).json();

/** So many days from now; far from midnight for no zone, so that days are compared as they were sent. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** 'December 12, 2026' */
const words = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

async function findProject(calls: APIRequestContext): Promise<Project> {
  const rows = await read<Project[]>(calls, '/api/projects?limit=100');
  return rows.find(({ name }) => name === projectName) as Project;
}

const open = (calls: APIRequestContext, { id }: Project) =>
  read<PlannedVisit[]>(calls, `/api/planned-visits?projectId=${id}`);

const section = (page: Page) => page.getByRole('region', { name: 'Planned visits' });
const row = (part: Locator, day: string) => part.getByRole('listitem').filter({ hasText: words(day) });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function act(page: Page, day: string, name: string): Promise<Locator> {
  const menu = row(section(page), day).getByRole('button', { name: /^Actions for/ });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name }).click();
  return page.getByRole('dialog');
}

test('an admin plans a visit, its photographer submits it, and the client reads the next one', async ({ as }) => {
  const admin = await as('admin');
  const project = await findProject(admin.request);
  const [before] = await open(admin.request, project);
  const day = dayFromNow(3);

  await admin.goto(`/projects/${project.id}?tab=sites`);
  await section(admin).getByRole('button', { name: 'Plan visit' }).click();
  const form = dialog(admin, 'Plan visit');
  await form.getByRole('button', { name: 'Plan visit' }).click();
  await expect(form.getByText('Choose the day of the visit')).toBeVisible();
  await form.getByLabel('Day').fill(day);
  await form.getByRole('button', { name: 'Plan visit' }).click();
  await expect(form.getByText('Site is required')).toBeVisible();
  await form.getByLabel('Site').selectOption({ label: 'Block A' });
  await choose(form.getByLabel('Photographer'), 'Tunde Bakare');
  await form.getByLabel('Note').fill('Before the decking is poured.');
  await scanAt(admin, [360, 1440], '[role="dialog"]');
  await form.getByRole('button', { name: 'Plan visit' }).click();
  await said(admin, 'Visit planned');
  await expect(row(section(admin), day)).toContainText('Planned');
  await expect(row(section(admin), day)).toContainText('Block A · Tunde Bakare');
  await scanAt(admin, [360, 1440]);

  // The client reads the day, and nothing of who goes.
  const client = await as('client', { phone: true, path: `/projects/${project.id}` });
  await expect(client.getByText(`Next visit expected on ${words(day)}`)).toBeVisible();
  await scan(client);
  await client.getByRole('tab', { name: 'Sites' }).click();
  await expect(client.getByRole('heading', { name: 'Block A' })).toBeVisible();
  await expect(section(client)).toBeHidden();
  await expect(client.getByText('Before the decking is poured.')).toBeHidden();

  // The photographer finds it on a phone and submits from there.
  const crew = await as('photographer', { phone: true });
  const planned = crew.getByRole('region', { name: 'Planned for you' });
  await expect(row(planned, day)).toContainText('Before the decking is poured.');
  await scan(crew);
  await row(planned, day).getByRole('button', { name: 'Submit session' }).click();
  const session = dialog(crew, 'Create New Session');
  await expect(session.getByLabel('Project')).toHaveValue(projectName);
  await expect(session.getByLabel('Site').locator('option:checked')).toHaveText('Block A');
  await session.getByRole('button', { name: 'Create Session' }).click();
  await said(crew, 'Session created');
  await expect(row(planned, day)).toBeHidden();

  // Without a reload: it is fulfilled for the admin, and the client reads the one after it.
  await expect(row(section(admin), day)).toBeHidden();
  await section(admin).getByRole('button', { name: 'Show fulfilled and skipped visits' }).click();
  await expect(row(section(admin), day)).toContainText('Fulfilled');
  const [made] = await read<Session[]>(crew.request, '/api/sessions?limit=1');
  expect(made?.scheduledDate).toBe(day);
  await expect(row(section(admin), day).getByRole('link')).toHaveAttribute('href', `/sessions/${made?.id}`);
  await expect(client.getByText(`Next visit expected on ${words(before?.day ?? '')}`)).toBeVisible();
  await client.goto('/dashboard');
  const own = client.getByRole('region', { name: 'My projects' });
  await expect(own).toContainText(`Next visit expected on ${words(before?.day ?? '')}`);
  await expect(own).toContainText('Next visit was expected on');
  await scan(client);

  // Removed, the session gives it back.
  expect((await crew.request.delete(`/api/sessions/${made?.id}`)).ok()).toBe(true);
  await expect(row(planned, day)).toBeVisible();
  await act(admin, day, 'Remove');
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await said(admin, 'Planned visit removed');
  await expect(row(section(admin), day)).toBeHidden();
});

test('an admin changes, skips and removes planned visits, and keeps what another admin wrote meanwhile', async ({
  as,
}) => {
  const page = await as('admin');
  const project = await findProject(page.request);
  const sites = await read<Site[]>(page.request, `/api/projects/${project.id}/sites`);
  const day = dayFromNow(40);
  const siteId = sites.find(({ name }) => name === 'Block B')?.id;
  const answer = await page.request.post(`/api/projects/${project.id}/planned-visits`, { data: { siteId, day } });
  const { id } = (await answer.json()) as PlannedVisit;
  await page.goto(`/projects/${project.id}?tab=sites`);

  // The menu returns the focus, and a dialog that was left keeps what was typed.
  const change = await act(page, day, 'Change');
  await change.getByLabel('Note').fill('Meet the engineer at the gate.');
  await page.keyboard.press('Escape');
  await expect(row(section(page), day).getByRole('button', { name: /^Actions for/ })).toBeFocused();
  const again = await act(page, day, 'Change');
  await expect(again.getByLabel('Note')).toHaveValue('Meet the engineer at the gate.');
  const later = dayFromNow(41);
  expect((await page.request.patch(`/api/planned-visits/${id}`, { data: { day: later } })).ok()).toBe(true);
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again.getByText('Somebody else changed this meanwhile.')).toBeVisible();
  await expect(again.getByLabel('Day')).toHaveValue(later);
  await scan(page, '[role="dialog"]');
  await again.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Planned visit changed');
  await expect(row(section(page), later)).toContainText('Meet the engineer at the gate.');

  const skip = await act(page, later, 'Skip');
  await skip.getByRole('button', { name: 'Skip visit' }).click();
  await expect(skip.getByText('Say why the visit is skipped')).toBeVisible();
  await skip.getByLabel('Reason').fill('The crane blocks the road.');
  await scanAt(page, [360, 1440], '[role="dialog"]');
  await skip.getByRole('button', { name: 'Skip visit' }).click();
  await said(page, 'Visit skipped');
  await section(page).getByRole('button', { name: 'Show fulfilled and skipped visits' }).click();
  await expect(row(section(page), later)).toContainText('The crane blocks the road.');
  // The page is scrolled: its bar lies over what stands above.
  await scanAt(page, [360, 1440], '[aria-labelledby="planned-visits"]');

  // Somebody else removes it while the question is open.
  await act(page, later, 'Remove');
  expect((await page.request.delete(`/api/planned-visits/${id}`)).ok()).toBe(true);
  await expect(row(section(page), later)).toBeHidden();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await said(page, 'Planned visit not found');
  await expect(page.getByRole('alertdialog')).toBeHidden();
});
