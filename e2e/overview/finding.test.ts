// Finding again: groups beside the hits of a search, filters that are kept, and a project made with its client.
import { expect, loseWrites, said, test } from '#e2e/fixtures.ts';
import { fits, scan, scanAt } from '#e2e/page-checks.ts';

test('a client finds people, concerns and dates beside the hits, by keyboard, and narrows them', async ({ as }) => {
  const page = await as('client', { path: '/dashboard' });
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search projects, sites, or sessions' });
  await field.fill('tunde');
  const people = page.getByRole('listbox').getByRole('group', { name: 'People' });
  await expect(people.getByRole('option', { name: /Tunde Bakare/ })).toBeVisible();
  await field.fill('october 2026');
  await expect(page.getByRole('listbox').getByRole('group', { name: 'Captured in October 2026' })).toBeVisible();
  await page.getByRole('link', { name: 'All results' }).click();
  const captured = page.getByRole('main').getByRole('region', { name: /^Captured in October 2026/ });
  await expect(captured).toBeVisible();
  const status = page.getByLabel('Status');
  await expect(status.getByRole('option', { name: 'Pending' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More Filters' }).click();
  await expect(page.getByLabel('Photographer')).toHaveCount(0);
  await status.selectOption({ label: 'In Progress' });
  await expect(page).toHaveURL(/status=in_progress/);
  await expect(captured).toHaveCount(0);
  await scan(page);
  await page.getByRole('button', { name: 'Clear All' }).click();
  await captured.getByRole('link', { name: 'Show all in Sessions' }).click();
  await expect(page).toHaveURL(/range=custom&from=2026-10-01&to=2026-10-31/);
});

test('a filter is kept under a name, applied after another one, renamed and removed, on a phone and in the sidebar', async ({
  as,
}) => {
  const page = await as('photographer', { path: '/sessions?status=rejected', phone: true });
  const kept = page.getByRole('navigation', { name: 'Saved filters' });
  await page.getByRole('button', { name: 'Save this filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save Filter' });
  await dialog.getByLabel('Name').fill('Sent back');
  await scanAt(page, [768, 1440], '[role="dialog"]');
  const find = await loseWrites(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'There is no connection to the server.');
  await expect(dialog.getByLabel('Name')).toHaveValue('Sent back');
  expect(await (await page.request.get('/api/saved-filters')).json()).toEqual([]);
  await find();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Filter saved');
  const chip = kept.getByRole('button', { name: 'Sent back', exact: true });
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/sessions?status=approved');
  await chip.click();
  await expect(page).toHaveURL(/\/sessions\?status=rejected$/);
  await fits(page);
  await scan(page);
  await scanAt(page, [768]);
  const sort = page.getByLabel('Sort', { exact: true });
  const isAside = async () => ((await chip.boundingBox())?.x ?? 0) + 200 < ((await sort.boundingBox())?.x ?? 0);
  expect(await isAside()).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(isAside).toBe(true);
  await scan(page);
  await kept.getByRole('button', { name: 'Actions for the filter Sent back' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename Filter' });
  await rename.getByLabel('Name').fill('To record again');
  await rename.getByRole('button', { name: 'Save' }).click();
  await kept.getByRole('button', { name: 'Actions for the filter To record again' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(kept.getByRole('button', { name: 'To record again', exact: true })).toHaveCount(0);
});

test('an admin makes a project with its client and crew; an e-mail that is taken changes nothing and loses nothing', async ({
  as,
}) => {
  const page = await as('admin', { path: '/projects?new=true' });
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await dialog.getByLabel('Project Name').fill('Osborne Foreshore');
  await dialog.getByLabel('Somebody without an account yet').check();
  await dialog.getByLabel('First Name').fill('Efe');
  await dialog.getByLabel('Last Name').fill('Osagie');
  await dialog.getByLabel('Password', { exact: true }).fill('a tall crane 26');
  await dialog.getByLabel('Crew').fill('tunde');
  await page.getByRole('option', { name: 'Tunde Bakare', exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveText('Tunde Bakare');
  await scan(page);
  await scanAt(page, [360], '[role="dialog"]');
  const taken = (await (await page.request.get('/api/users?role=client&limit=1')).json()) as { email: string }[];
  await dialog.getByLabel('Email').fill(taken[0]?.email ?? '');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await expect(dialog.getByText(/is already registered/)).toBeVisible();
  await expect(dialog.getByLabel('First Name')).toHaveValue('Efe');
  await dialog.getByLabel('Email').fill('efe.osagie@example.org');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await said(page, 'Project created successfully');
  await page.getByRole('article', { name: 'Osborne Foreshore' }).getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('dialog', { name: 'Osborne Foreshore' }).getByText('Efe Osagie')).toBeVisible();
});

test('a concern that a search finds is reached itself, and all that it finds stand in the list of concerns', async ({
  as,
}) => {
  const page = await as('admin', { path: '/dashboard' });
  const [concern] = await (await page.request.get('/api/disputes?limit=1')).json();
  const word = concern.reason.split(/\s+/).toSorted((a: string, b: string) => b.length - a.length)[0];
  await page.goto(`/search?${new URLSearchParams({ q: `concern ${concern.id}` })}`);
  const main = page.getByRole('main');
  const found = main.getByRole('region', { name: /^Concerns/ });
  const leads = await found.getByRole('link').nth(1).getAttribute('href');
  expect(leads).toMatch(/^\/sessions\/\d+(#concern-\d+$|\?tab=)|\/compare\?/);
  const card = main.getByRole('article', { name: `Concern ${concern.id}`, exact: true });
  await page.goto(`/sessions/${concern.session.id}#concern-${concern.id}`);
  await expect(card).toBeInViewport();
  await page.goto(`/search?${new URLSearchParams({ q: word })}`);
  await main.getByLabel('Priority').selectOption('High priority');
  await expect(page).toHaveURL(/priority=high/);
  await expect(main.getByRole('button', { name: 'Remove filter High priority' })).toBeVisible();
  await scan(page);
  await main.getByRole('button', { name: 'Clear All' }).click();
  await found.getByRole('link', { name: 'Show all in Concerns' }).click();
  await expect(page).toHaveURL(/\/concerns\?q=/);
  await expect(card).toBeVisible();
  await fits(page);
  await scan(page);
});

test('an admin searches System History on a phone and narrows it by days, each list with a status of its own', async ({
  as,
}) => {
  const page = await as('admin', { path: '/admin/history', phone: true });
  const main = page.getByRole('main');
  const [first] = await (await page.request.get('/api/history/sessions?limit=1')).json();
  await main.getByPlaceholder('Search words or a number').fill(`#${first.id}`);
  await expect(page).toHaveURL(new RegExp(`q=%23${first.id}`));
  await expect(main.getByRole('article').first()).toContainText(`#${first.id}`);
  await main.getByRole('button', { name: 'More Filters' }).click();
  await main.getByLabel('Date Range').selectOption('Today');
  await expect(page).toHaveURL(/range=today/);
  await main.getByLabel('Decided').selectOption('Last Month');
  await main.getByRole('button', { name: 'Remove filter Today' }).click();
  const decided = main.getByRole('button', { name: 'Remove filter Decided: Last Month' });
  await page.reload();
  await expect(decided).toBeVisible();
  const kept = new URL(page.url()).search;
  await page.goto(`/search${kept.replace('%23', 'session+')}`);
  await expect(decided).toBeVisible();
  await page.goBack();
  await decided.press('Enter');
  await expect(page).not.toHaveURL(/decided=/);
  await main.getByLabel('Date Range').selectOption('Today');
  await fits(page);
  await scan(page);
  await main.getByRole('tab', { name: /^Dispute History/ }).click();
  await expect(page).toHaveURL(/range=today/);
  await main.getByLabel('Status', { exact: true }).selectOption('Closed');
  await expect(page).toHaveURL(/concern=closed/);
  await main.getByRole('button', { name: 'Clear All' }).click();
  await expect(page).toHaveURL(/\/admin\/history\?tab=disputes$/);
  await expect(main.getByRole('article').first()).toBeVisible();
  await scan(page);
});
