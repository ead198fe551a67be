// The list of all concerns: reached from the sidebar, narrowed, answered in place, and kept by its address.
import { expect, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

for (const [who, username] of [
  ['a client', 'client'],
  ['a photographer', 'photographer'],
  ['an admin', 'admin'],
] as const) {
  test(`${who} finds the concerns in the sidebar, by status and priority, and what is to be answered first`, async ({
    as,
  }) => {
    const page = await as(username, { path: '/dashboard' });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Concerns' }).click();
    await expect(page).toHaveURL(/\/concerns$/);
    const main = page.getByRole('main');
    await expect(main.getByRole('article').first()).toBeVisible();
    const totalOf = async (query: string) =>
      (await page.request.get(`/api/disputes?limit=1&${query}`)).headers()['x-total-count'];
    const statusLine = main.getByRole('status');
    await main.getByLabel('Status').selectOption('Resolved');
    await expect(page).toHaveURL(/status=resolved/);
    await expect
      .poll(async () => (await statusLine.textContent())?.startsWith(`${await totalOf('status=resolved')} `))
      .toBe(true);
    await main.getByLabel('Priority').selectOption('High');
    await expect(page).toHaveURL(/priority=high/);
    await main.getByLabel('Priority').selectOption('All Priorities');
    await main.getByLabel('Status').selectOption('All Statuses');
    await main.getByLabel('Order').selectOption('Awaiting an answer, due first');
    await expect(main.getByRole('article').first()).toContainText(/Answer (due|overdue)/);
    await page.reload();
    await expect(main.getByLabel('Order')).toHaveValue('dueAt');
    await expect(main.getByRole('article').first()).toContainText(/Answer (due|overdue)/);
    await scan(page);
  });
}

test('on a phone in the dark an answer is given in the list, which is reached from the dashboard and fits', async ({
  as,
}) => {
  const page = await as('photographer', { path: '/dashboard', phone: true, dark: true });
  const main = page.getByRole('main');
  const open = main.getByRole('region', { name: 'Open Concerns' });
  await expect(open.getByRole('button').first(), 'what is due stands first').toContainText(/Answer (due|overdue)/);
  await open.getByRole('link', { name: 'Due first' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'Concerns' })).toBeVisible();
  await expect(main.getByLabel('Order')).toHaveValue('dueAt');
  const concern = main
    .getByRole('article')
    .filter({ hasText: /Answer (due|overdue)/ })
    .first();
  const name = await concern.getAttribute('aria-label');
  const same = main.getByRole('article', { name: name ?? '', exact: true });
  await same.getByRole('button', { name: /Conversation|message/ }).click();
  await same.getByLabel('Your message').fill('We look at it on Monday.');
  await same.getByRole('button', { name: 'Send' }).click();
  await expect(same, 'it awaits no answer any more').toHaveCount(0);
  await main.getByLabel('Order').selectOption('Newest first');
  await expect(main.getByRole('article').first()).toBeVisible();
  await fits(page);
  await scan(page);
});
