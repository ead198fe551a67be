// One-click decisions that fail, or whose page changes meanwhile: reported by number, and never about another session.
import type { Page } from '@playwright/test';
import { expect, pastUndo, test } from '#e2e/fixtures.ts';

type Calls = { get: (path: string) => Promise<{ json: () => Promise<unknown> }> };

const waitingIds = async (admin: Calls) => {
  const rows = await (await admin.get('/api/sessions?status=pending&sort=submittedAt&limit=4')).json();
  return (rows as { id: number }[]).map(({ id }) => id);
};
const opened = (page: Page, id: number | undefined) => expect(page).toHaveURL(new RegExp(`/approvals/${id}$`));

test('a refused decision says its number and stays until it is dismissed, on the desk and beyond', async ({
  as,
  stewards: { admin },
}) => {
  const [first = 0, second = 0] = await waitingIds(admin);
  const page = await as('admin', { path: `/approvals/${first}` });
  await page.route(`**/api/sessions/${first}/approve`, async (route) => {
    const json = { message: 'Session 1 was already rejected by Kunle', code: 'conflict' };
    await route.fulfill({ status: 409, json });
  });
  await page.clock.install();
  await page.keyboard.press('a');
  await opened(page, second);
  await pastUndo(page);
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'Approve: Refused. Session 1 was already rejected by Kunle' });
  await expect(notice).toContainText(`Session #${first}, `);
  await page.reload();
  await expect(notice).toBeVisible();
  await opened(page, second);
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  await page.goto('/dashboard');
  await expect(notice).toContainText(`Session #${first}, `);
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pending Approvals' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a refusal that comes after its page was left stays on the next page until it is dismissed', async ({
  as,
  stewards: { admin },
}) => {
  const [first = 0] = await waitingIds(admin);
  const page = await as('admin', { path: `/approvals/${first}` });
  const json = { message: 'It was changed meanwhile', code: 'conflict' };
  await page.route(`**/api/sessions/${first}/approve`, (route) => route.fulfill({ status: 409, json }));
  await page.clock.install();
  await page.keyboard.press('a');
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  const toast = page.getByRole('alert').filter({ hasText: `Session #${first}, ` });
  await expect(toast).toContainText('It was changed meanwhile');
  await page.mouse.move(5, 5);
  await page.clock.fastForward(12_000);
  await expect(toast).toBeVisible();
});

test('a reload while a decision waits leads nowhere else, and the decision arrives', async ({
  as,
  stewards: { admin },
}) => {
  const [first = 0, second = 0] = await waitingIds(admin);
  const page = await as('admin', { path: `/approvals/${first}` });
  await page.waitForLoadState('networkidle');
  await page.clock.install();
  await page.keyboard.press('a');
  await opened(page, second);
  await page.reload();
  const status = async () => (await (await admin.get(`/api/sessions/${first}`)).json()).status;
  await expect.poll(status).toBe('approved');
  // Until it is known that only the response was lost.
  await page.clock.fastForward(20_000);
  const kept = () =>
    page.evaluate(async () => {
      const found = await indexedDB.databases();
      const opening = indexedDB.open(found.find(({ name }) => name?.startsWith('topout-outbox-'))?.name ?? '');
      const db = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result);
      });
      const asking = db.transaction('items').objectStore('items').count();
      await new Promise((resolve) => {
        asking.onsuccess = resolve;
      });
      db.close();
      return asking.result;
    });
  await expect.poll(kept, { timeout: 30_000 }).toBe(0);
  await opened(page, second);
});

test('a decision lost with the connection is reported without a reload, at once and after the connection is back', async ({
  as,
  stewards: { admin },
}) => {
  const [first = 0, second = 0] = await waitingIds(admin);
  const page = await as('admin', { path: `/approvals/${first}` });
  await page.waitForLoadState('networkidle');
  await page.clock.install();
  await page.keyboard.press('a');
  await opened(page, second);
  await page.context().setOffline(true);
  await pastUndo(page);
  const notice = page.getByText('Approve: Not sent', { exact: true });
  await expect(notice).toBeVisible({ timeout: 40_000 });
  await page.context().setOffline(false);
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(async () => (await (await admin.get(`/api/sessions/${first}`)).json()).status).toBe('approved');
});

test('undoing comes over the page: nothing on it moves, and a double click decides once', async ({
  as,
  stewards: { admin },
}) => {
  for (const phone of [false, true]) {
    const [first = 0, second = 0] = await waitingIds(admin);
    const page = await as('admin', { phone, path: `/approvals/${first}` });
    const strip = page.getByRole('navigation', { name: 'Waiting sessions' });
    await expect(strip).toBeVisible();
    await page.clock.install();
    await page.getByRole('button', { name: 'Approve', exact: true }).dblclick();
    await opened(page, second);
    const pending = page.getByText(`Session #${first}, `);
    await expect(pending).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
    const during = await strip.boundingBox();
    await pastUndo(page);
    await expect(pending).toHaveCount(0);
    // Once the toast is gone, for which a phone makes room.
    await expect.poll(() => strip.boundingBox()).toEqual(during);
    const session = await (await admin.get(`/api/sessions/${second}`)).json();
    expect(session).toMatchObject({ status: 'pending' });
    await opened(page, second);
  }
});
