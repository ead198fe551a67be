// The admin's day at the queue: figures and decisions, a session closed out, the history, a concern.
import type { Page } from '@playwright/test';
import { expect, pastUndo, said, test } from '#e2e/fixtures.ts';
import { scan, scanAt } from '#e2e/page-checks.ts';

const pending = (page: Page) => page.getByRole('region', { name: 'Pending Approvals' });

test('an admin finds figures, queue, newest projects and every way on at the dashboard', async ({ as }) => {
  const page = await as('admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  for (const card of ['Active Projects', 'Pending Approval', 'Weekly Sessions', 'Active Users']) {
    await expect(page.getByRole('main').getByRole('link', { name: new RegExp(`^${card} ?\\d+$`) })).toBeVisible();
  }
  const ways = [
    ['New Project', /^\/projects/],
    ['Review Queue', '/approvals'],
    ['Manage Projects', '/projects'],
    ['User Management', '/users'],
    ['System History', '/admin/history'],
    ['View all', '/approvals'],
  ] as const;
  for (const [name, href] of ways) {
    await expect(page.getByRole('main').getByRole('link', { name }).first()).toHaveAttribute('href', href);
  }
  await expect(pending(page).getByRole('article')).toHaveCount(5);
  await expect(page.getByRole('region', { name: 'Recent Projects' }).getByRole('listitem')).toHaveCount(3);
  await scan(page);
});

test('what needs an admin stands above the figures, and each row leads there', async ({ as }) => {
  const page = await as('admin');
  const { review, overdue, claims } = await (await page.request.get('/api/dashboard/needs')).json();
  expect(review).toBeGreaterThan(0);
  const part = page.getByRole('region', { name: 'Needs you' });
  const rows = part.getByRole('link');
  await expect(rows).toHaveCount([review, overdue, claims.count].filter((number) => number > 0).length);
  const [needs, figures] = [await part.boundingBox(), await page.getByText('Active Projects').first().boundingBox()];
  expect((needs?.y ?? 0) + (needs?.height ?? 0)).toBeLessThanOrEqual(figures?.y ?? 0);
  await scanAt(page, [1440, 360]);
  for (const [at, place] of (
    await rows.evaluateAll((all) => all.map((row) => row.getAttribute('href') ?? ''))
  ).entries()) {
    await rows.nth(at).click();
    await expect(page).toHaveURL(new RegExp(`${place.replace('?', '\\?')}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goBack();
  }
});

test('an admin decides from the dashboard: preview, approve, reject, complete, delete', async ({ as }) => {
  const page = await as('admin');
  const rows = pending(page).getByRole('article');
  const total = async () =>
    Number((await page.getByRole('link', { name: /^Pending Approval ?\d/ }).innerText()).replace(/\D/g, ''));
  await expect(rows).toHaveCount(5);
  const before = await total();
  const first = () => rows.first().innerText();
  let top = await first();
  /** Waits until so many are decided and the last of them has left the top of the list: the next click is for another session. */
  async function decided(many: number) {
    await expect.poll(total).toBe(before - many);
    await expect.poll(first).not.toBe(top);
    top = await first();
  }

  async function fromMenu(action: string) {
    await rows.first().getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  }

  await rows.first().getByRole('button', { name: 'Review' }).click();
  const preview = page.getByRole('dialog', { name: 'Session Media Preview' });
  await expect(preview.getByRole('tab')).toHaveText(['Drone Photos', 'Indoor', 'Videos', '360 Tour', 'Orthomosaic']);
  await expect(preview.getByRole('tab', { name: 'Drone Photos' })).toHaveAttribute('aria-selected', 'true');
  await scan(page);
  await preview.getByRole('button', { name: 'Approve' }).click();
  await said(page, 'Session reviewed', 'The session status has been updated successfully.');
  await expect(preview.getByText('Session Approved')).toBeVisible();
  await preview.getByRole('button', { name: 'Close' }).click();
  await decided(1);

  await rows.first().getByRole('button', { name: 'Reject' }).click();
  const reject = page.getByRole('dialog', { name: 'Reject Session' });
  await expect(reject.getByRole('button', { name: 'Reject Session' })).toBeDisabled();
  await reject.getByLabel('Rejection Reason').fill('   ');
  await expect(reject.getByRole('button', { name: 'Reject Session' })).toBeDisabled();
  await reject.getByLabel('Rejection Reason').fill(' The roof is missing. ');
  await reject.getByLabel('Additional notes').fill('Light was good.');
  await scan(page);
  await reject.getByRole('button', { name: 'Reject Session' }).click();
  await expect(reject).toBeHidden();
  await decided(2);

  // One click waits for 8 seconds in its row, and the next one sends it.
  await page.clock.install();
  await fromMenu('Complete');
  const undo = rows.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(undo).toHaveCount(0);
  await expect(rows.first().getByRole('button', { name: 'More actions' })).toBeFocused();
  await fromMenu('Complete');
  await rows.nth(1).getByRole('button', { name: 'Approve' }).click();
  await said(page, 'Session marked as completed');
  await decided(3);
  await pastUndo(page);
  await said(page, 'Session reviewed');
  await decided(4);

  await fromMenu('Delete session');
  const confirm = page.getByRole('alertdialog', { name: 'Delete session' });
  await expect(confirm).toContainText('Are you sure you want to delete this session? This action cannot be undone.');
  await scan(page);
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Session deleted', 'The session has been successfully deleted.');
  await decided(5);
});

test('an admin reviews in the dialog, closes out a session and reads all of it in the history', async ({ as }) => {
  const page = await as('kunle', { path: '/sessions?status=pending' });
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: /^Review Session #\d+$/ });
  const id = (await review.getByRole('heading').first().innerText()).replace(/\D/g, '');
  for (const term of ['Project', 'Site', 'Photographer', 'Capture date'])
    await expect(review.getByRole('term').filter({ hasText: term })).toBeVisible();
  await expect(review.getByText('Required for rejection')).toBeVisible();
  await review.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(review.getByText('Please provide a reason for rejection')).toBeVisible();
  await scan(page);
  await review.getByLabel('Review Notes').fill('Good light, all viewpoints there.');
  await review.getByRole('button', { name: 'Approve' }).click();
  await said(page, 'Session reviewed');
  await expect(review).toBeHidden();

  await page.goto(`/sessions/${id}`);
  await page.clock.install();
  await page.getByRole('button', { name: 'Mark as completed' }).click();
  await pastUndo(page);
  await said(page, 'Session marked as completed');
  const timeline = page.getByRole('complementary', { name: 'About this session' });
  await expect(timeline).toContainText('Completed by Kunle Adeyemi');
  await scan(page);

  await page.goto('/admin/history');
  const sessions = page.getByRole('tab', { name: /^Session History \(\d+\)$/ });
  await expect(sessions).toHaveAttribute('aria-selected', 'true');
  await scan(page);
  const entry = page.getByRole('article').filter({ has: page.getByRole('link', { name: `Session #${id}` }) });
  await expect(entry).toContainText('Completed');
  for (const label of [
    'Project',
    'Site',
    'Photographer',
    'Uploaded',
    'Approved',
    'Reviewer',
    'Updated',
    'Review Notes',
  ])
    await expect(entry.getByText(label, { exact: true })).toBeVisible();
  await expect(entry).toContainText('Kunle Adeyemi');
  const entries = page.getByRole('article');
  const phases = /Foundation|Framing|Roofing|Electrical|Plumbing|Finishing|Other/;
  await expect(entries.filter({ hasText: phases }).first()).toBeVisible();
  await expect(entries.getByText('Notes', { exact: true }).first()).toBeVisible();

  const rejected = page.getByRole('article').filter({ hasText: 'Rejection Reason' }).first();
  await expect(rejected.getByText('Rejected', { exact: true })).toHaveCount(2);

  await page.getByRole('tab', { name: /^Dispute History \(\d+\)$/ }).click();
  const concerns = page.getByRole('article');
  await expect(concerns.filter({ hasText: 'Dispute Resolved' }).first()).toContainText('Resolved');
  const open = concerns.filter({ hasText: 'Active Dispute' }).first();
  await expect(open.getByRole('heading', { name: /^Dispute #\d+$/ })).toBeVisible();
  await expect(open).toContainText(/Open(High|Medium|Low)/);
  await expect(open).toContainText(/Session ID#\d+/);
  await expect(open).toContainText(/Client ID#\d+ [A-Z]/);
  for (const label of ['Session ID', 'Client ID', 'Issue Description', 'Created', 'Updated'])
    await expect(open.getByText(label, { exact: true })).toBeVisible();
  await scan(page);
  await page.getByRole('tab', { name: /^Demo Requests/ }).click();
  await scan(page);
});

test('the queue begins with what waits longest, shows what was submitted, and a session leads back to it', async ({
  as,
}) => {
  const page = await as('admin', { path: '/approvals' });
  const cards = page.getByRole('article');
  await expect(page.getByText(/^\d+ waiting, oldest first$/)).toBeVisible();
  await expect(cards.getByText(/^Submitted /).first()).toBeVisible();
  const ages = await cards.getByText(/^Submitted /).allInnerTexts();
  // Other journeys may have decided what waited for days.
  const hours = ages.map((text) => {
    const [, many = '0', unit] = /waiting (\d+) (hour|day)/.exec(text) ?? [];
    return Number(many) * (unit === 'day' ? 24 : 1);
  });
  for (const text of ages) expect(text).toMatch(/waiting (\d+ (hour|day)|less than an hour)/);
  expect(hours).toEqual(hours.toSorted((one, other) => other - one));
  // What lies in the product's own storage is a way to its tab.
  await cards.getByRole('link', { name: 'Drone Images' }).first().click();
  await expect(page).toHaveURL(/\/sessions\/\d+/);
  await page.getByRole('link', { name: 'Pending Approvals', exact: true }).last().click();
  await expect(page).toHaveURL(/\/approvals$/);

  await page.goto('/dashboard');
  await expect(pending(page).getByRole('article').first()).toContainText(/ · waiting /);
  for (const row of await pending(page).getByRole('article').all())
    await expect(row).toContainText(/ · waiting (\d+ (hour|day)|less than an hour)/, { useInnerText: true });
  const withPicture = pending(page)
    .getByRole('article')
    .filter({ has: page.locator('img') });
  await withPicture.first().getByRole('button', { name: 'Review' }).click();
  const submitted = page.getByRole('dialog').getByRole('region', { name: 'What was submitted' });
  for (const term of ['Photographer', 'Phase']) await expect(submitted.getByRole('term').getByText(term)).toBeVisible();
});

test('an admin answers a concern and resolves it, and its client is notified live', async ({ as, api }) => {
  const bola = await api('bola');
  const [visit] = await (await bola.get('/api/sessions?limit=1')).json();
  const reason = 'The bars of the stairs look rusty.';
  // The dashboard shows five, and other journeys leave some open: the newest is among them.
  const raised = await bola.post('/api/disputes', { data: { sessionId: visit.id, reason } });
  expect(raised.status()).toBe(201);
  const page = await as('admin');
  const client = await as('bola');
  await page.getByRole('button', { name: new RegExp(reason) }).click();
  const dialog = page.getByRole('dialog', { name: 'Client Concern Details' });
  await expect(dialog).toContainText(reason);
  await dialog.getByLabel('Your message').first().fill('The lab has the samples.');
  await dialog.getByRole('button', { name: 'Send' }).first().click();
  await expect(dialog.getByRole('list', { name: 'Conversation' }).first()).toContainText('The lab has the samples.');
  await scan(page);
  await dialog.getByRole('button', { name: 'Mark as Resolved' }).first().click();
  await said(page, 'Dispute Resolved', 'The client has been notified that the issue has been resolved.');
  await client.getByRole('button', { name: /Notifications/ }).click();
  await expect(
    client
      .getByRole('dialog', { name: 'Notifications' })
      .getByText(/resolved/i)
      .first(),
  ).toBeVisible();
});
