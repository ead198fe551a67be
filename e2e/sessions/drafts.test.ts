// Drafts of forms: after a login that ended, and out of the browser's own memory.
import type { Page } from '@playwright/test';
import { demoPassword, expect, said, test } from '#e2e/fixtures.ts';

const newSession = (page: Page) => page.getByRole('dialog', { name: 'Create New Session' });

test('a concern that was sent when the login had ended is there once, and no form offers its words again', async ({
  as,
  api,
}) => {
  const client = await api('client');
  const [session] = await (await client.get('/api/sessions?limit=1')).json();
  const page = await as('client', { path: `/sessions/${session.id}` });
  const reason = `The north wall leans, seen twice.`;
  const dialog = page.getByRole('dialog', { name: 'Raise a Concern' });
  await page.getByRole('button', { name: 'Raise Concern' }).click();
  await dialog.getByLabel('Describe Your Concern').fill(reason);
  // With the concern itself: whatever else is fetched would lead to the login before it is sent.
  await page.route(
    '**/api/disputes',
    async (route) => {
      await page.context().clearCookies({ name: /topout_login/ });
      await route.continue();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Submit Concern' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Username').fill('client');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await said(page, 'Sent');
  const concerns = async () => {
    const rows: { reason: string }[] = await (await client.get(`/api/sessions/${session.id}/disputes`)).json();
    return rows.filter((each) => each.reason === reason).length;
  };
  await expect.poll(concerns).toBe(1);
  await page.goto(`/sessions/${session.id}`);
  await page.getByRole('button', { name: 'Raise Concern' }).click();
  await expect(dialog.getByLabel('Describe Your Concern')).toHaveValue('');
  await expect(dialog.getByText('Draft restored')).toHaveCount(0);
});

test('no field of a form with words is left to the memory of the browser', async ({ as }) => {
  const page = await as('photographer', { path: '/sessions/new' });
  await expect(newSession(page).getByLabel('Notes')).toBeVisible();
  const left = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLTextAreaElement>('form :is(textarea, input)')]
      .filter(({ autocomplete, form }) => autocomplete !== 'off' && form?.autocomplete !== 'off')
      .map(({ name }) => name),
  );
  expect(left).toEqual([]);
});
