// The review desk: session after session by keyboard, by thumb on a phone, and two admins at the same session.
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, fits, scan, test } from './fixtures.ts';

type Stewards = { admin: APIRequestContext; crew: APIRequestContext };
type Made = { ids: number[]; remove: () => Promise<void>; read: (at: number) => Promise<Record<string, unknown>> };

/** Newest in the queue, so that one leads to the next; the first has photos. */
async function submit({ admin, crew }: Stewards, count: number): Promise<Made> {
  const likes = await (await crew.get('/api/sessions?status=approved&q=Lekki Palm')).json();
  const like = likes.find(({ droneImagesUrl }: { droneImagesUrl?: string }) => droneImagesUrl?.startsWith('/media/'));
  const { projectId, siteId, droneImagesUrl } = like;
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const data = { projectId, siteId, captureDate: '2026-02-09', notes: `For the desk, ${at + 1} of ${count}.` };
    const made = await crew.post('/api/sessions', { data: at === 0 ? { ...data, droneImagesUrl } : data });
    ids.push((await made.json()).id);
  }
  const read = async (at: number) => (await admin.get(`/api/sessions/${ids[at]}`)).json();
  await expect.poll(async () => (await read(0)).linksCheckedAt, { timeout: 60_000 }).not.toBeNull();
  return {
    ids,
    read,
    remove: async () => void (await Promise.all(ids.map((id) => admin.delete(`/api/sessions/${id}`)))),
  };
}

const opened = (page: Page, id: number | undefined) => expect(page).toHaveURL(new RegExp(`/approvals/${id}$`));

test('an admin decides session after session by keyboard, undoes one, and leaving sends the last', async ({
  as,
  stewards,
}) => {
  const { ids, read, remove } = await submit(stewards, 4);
  const page = await as('admin', { path: '/approvals' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Review all' }).click();
  await expect(page).toHaveURL(/\/approvals\/\d+$/);
  await page.goto(`/approvals/${ids[0]}`);
  const photo = page.getByText(/· \d+ of \d+ photos$/);
  await expect(photo).toContainText('· 1 of ');
  await page.keyboard.press('ArrowRight');
  await expect(photo).toContainText('· 2 of ');
  const flagged = page.getByText(/ is flagged and goes back with the rejection\.$/);
  await page.keyboard.press('x');
  await expect(flagged).toBeVisible();
  await page.keyboard.press('x');
  await expect(flagged).toHaveCount(0);
  await page.keyboard.press('2');
  await expect(page.getByRole('tab', { name: /^Indoor/ })).toHaveAttribute('aria-selected', 'true');
  await scan(page);

  await page.keyboard.press('a');
  await opened(page, ids[1]);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('Approve is sent in 8 seconds')).toBeVisible();
  await page.keyboard.press('u');
  await opened(page, ids[0]);
  await expect(page.getByText('is sent in 8 seconds')).toHaveCount(0);
  expect(await read(0)).toMatchObject({ status: 'pending' });
  await page.keyboard.press('a');
  await opened(page, ids[1]);

  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Rejection reason' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Please provide a reason for rejection')).toBeVisible();
  await page.keyboard.type('The roof is missing.');
  await page.keyboard.press('Control+Enter');
  await opened(page, ids[2]);
  await expect.poll(async () => (await read(0)).status).toBe('approved');
  await page.keyboard.press('j');
  await opened(page, ids[3]);
  await page.keyboard.press('k');
  await opened(page, ids[2]);
  await page.keyboard.press('a');
  await opened(page, ids[3]);
  await expect.poll(() => read(1)).toMatchObject({ status: 'rejected', rejectionReason: 'The roof is missing.' });

  await page.getByRole('main').getByRole('link', { name: 'Pending Approvals' }).click();
  await expect(page).toHaveURL(/\/approvals$/);
  await expect(page.locator('li:focus').getByRole('article', { name: `Session ${ids[3]}` })).toBeVisible();
  await expect.poll(async () => (await read(2)).status).toBe('approved');
  await remove();
});

test('on a phone the decision is at the thumb, is undone there, and a wipe leads to the next picture and session', async ({
  as,
  stewards,
}) => {
  const { ids, read, remove } = await submit(stewards, 2);
  const page = await as('admin', { phone: true, path: `/approvals/${ids[0]}` });
  const sheet = page.getByRole('region', { name: 'Decision' });
  await expect(sheet.getByRole('button', { name: 'Approve' })).toBeInViewport();
  const photo = page.getByText(/· \d+ of \d+ photos$/);
  await expect(photo).toContainText('· 1 of ');
  await wipe(page, '[data-photo="chosen"]');
  await expect(photo).toContainText('· 2 of ');
  await fits(page);
  await sheet.getByRole('button', { name: 'Approve' }).tap();
  await opened(page, ids[1]);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await opened(page, ids[0]);
  await sheet.getByRole('button', { name: 'Reject' }).tap();
  await sheet.getByRole('textbox').fill('Too dark.');
  await scan(page);
  await sheet.getByRole('button', { name: 'Reject' }).tap();
  await opened(page, ids[1]);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(sheet.getByRole('textbox')).toHaveValue('Too dark.');
  expect(await read(0)).toMatchObject({ status: 'pending' });
  await wipe(page, 'h1');
  await opened(page, ids[1]);
  await remove();
});

/** A finger from right to left over this element. */
async function wipe(page: Page, selector: string): Promise<void> {
  await page.locator(selector).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const y = top + height / 2;
    const touch = (x: number) => new Touch({ identifier: 1, target: element, clientX: x, clientY: y });
    const [from, to] = [touch(left + width * 0.9), touch(left + width * 0.9 - 120)];
    const say = (type: string, touches: Touch[], changedTouches: Touch[]) =>
      element.dispatchEvent(new TouchEvent(type, { touches, changedTouches, bubbles: true }));
    say('touchstart', [from], [from]);
    say('touchend', [], [to]);
  });
}

test('two admins at one session see each other, and who decides second reads who was first', async ({
  as,
  stewards,
}) => {
  const { ids, remove } = await submit(stewards, 2);
  const ada = await as('admin', { path: `/approvals/${ids[0]}` });
  const kunle = await as('kunle', { path: `/approvals/${ids[0]}` });
  await expect(ada.getByText(/^Kunle .+ is looking at this$/)).toBeVisible();
  await expect(kunle.getByText(/ is looking at this$/)).toBeVisible();
  await kunle.getByRole('button', { name: 'Approve' }).click();
  await opened(kunle, ids[1]);
  await expect(ada.getByText(/ is looking at this$/)).toHaveCount(0);
  await kunle.goto('/dashboard');
  await expect(ada.getByText(/^Approved by Kunle /)).toBeVisible();
  await scan(ada);
  await ada.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Next session' }).click();
  await opened(ada, ids[1]);
  await remove();
});
