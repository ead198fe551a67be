// The review desk: session after session by keyboard, by thumb on a phone, and two admins at the same session.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { fits, scan, scanAt } from '#e2e/page-checks.ts';

type Stewards = { admin: APIRequestContext; crew: APIRequestContext };
type Made = { ids: number[]; remove: () => Promise<void>; read: (at: number) => Promise<Record<string, unknown>> };

/** Newest in the queue, so that one leads to the next; the first has photos. */
async function submit({ admin, crew }: Stewards, count: number): Promise<Made> {
  const likes = await (await crew.get('/api/sessions?status=approved&q=Lekki Palm')).json();
  // A site with viewpoints.
  const like = likes.find(
    ({ droneImagesUrl, site }: { droneImagesUrl?: string; site?: { name: string } }) =>
      droneImagesUrl?.startsWith('/media/') && site?.name === 'Block A',
  );
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
  const { ids, read, remove } = await submit(stewards, 11);
  await expect.poll(() => isPlaced(stewards.admin, ids[0]), { timeout: 60_000 }).toBe(true);
  const page = await as('admin', { path: '/approvals' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Review all' }).click();
  await expect(page).toHaveURL(/\/approvals\/\d+$/);
  await page.goto(`/approvals/${ids[0]}`);
  const photo = page.getByText(/· \d+ of \d+ photos$/);
  await expect(photo).toContainText('· 1 of ');
  await page.keyboard.press('ArrowRight');
  await expect(photo).toContainText('· 2 of ');
  const flagged = page.getByText(/ is flagged and is sent back with the rejection\.$/);
  await page.keyboard.press('x');
  await expect(flagged).toBeVisible();
  await page.keyboard.press('x');
  await expect(flagged).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Compare with the last visit' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('toolbar', { name: 'Comparison' })).toBeVisible();
  await scan(page);
  await page.keyboard.press('c');
  await expect(photo).toContainText('· 2 of ');
  await page.getByRole('button', { name: /^View .+ large$/ }).focus();
  await page.keyboard.press('Enter');
  const lightbox = page.getByRole('dialog');
  await page.keyboard.press('x');
  await expect(lightbox.getByText('Flagged', { exact: true })).toBeVisible();
  await scan(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(flagged).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 flagged picture, kept for a rejection.')).toBeVisible();
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
  expect(await keptFlags(page)).toBe(1);
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
  await expect.poll(() => keptFlags(page)).toBe(0);
  await page.keyboard.press('j');
  await opened(page, ids[3]);
  await page.keyboard.press('k');
  await opened(page, ids[2]);
  for (let at = 2; at < 10; at += 1) {
    await page.keyboard.press('a');
    await opened(page, ids[at + 1]);
  }
  await expect.poll(() => read(1)).toMatchObject({ status: 'rejected', rejectionReason: 'The roof is missing.' });

  await page.getByRole('main').getByRole('link', { name: 'Pending Approvals' }).click();
  await expect(page).toHaveURL(/\/approvals$/);
  await expect(page.locator('li:focus').getByRole('article', { name: `Session ${ids[10]}` })).toBeVisible();
  for (const at of [2, 9]) await expect.poll(async () => (await read(at)).status).toBe('approved');
  await remove();
});

/** The pictures of its viewpoints were matched. */
async function isPlaced(admin: APIRequestContext, id: number | undefined): Promise<boolean> {
  const { viewpoints } = await (await admin.get(`/api/sessions/${id}/viewpoints`)).json();
  return viewpoints.some(({ picture }: { picture: unknown }) => picture !== null);
}

const keptFlags = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.endsWith(' flags')).length);

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
  await expect(sheet.getByRole('button', { name: 'Approve' })).toBeVisible();
  await scan(page);
  const size = page.viewportSize() ?? { width: 360, height: 640 };
  await page.setViewportSize({ width: size.width, height: 320 });
  await expect(sheet.getByRole('textbox'), 'above the keys of the phone').toBeInViewport({ ratio: 1 });
  await expect(sheet.getByText('Ctrl+Enter rejects.')).toBeHidden();
  await page.setViewportSize(size);
  await sheet.getByRole('button', { name: 'Reject' }).tap();
  await opened(page, ids[1]);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(sheet.getByRole('textbox')).toHaveValue('Too dark.');
  expect(await read(0)).toMatchObject({ status: 'pending' });
  await wipe(page, 'h1');
  await opened(page, ids[1]);
  await remove();
});

/** Swipes from right to left over this element. */
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
  await expect(ada.getByText(/^Kunle .+ is viewing this too$/)).toBeVisible();
  await expect(kunle.getByText(/ is viewing this too$/)).toBeVisible();
  await kunle.getByRole('button', { name: 'Approve' }).click();
  await opened(kunle, ids[1]);
  await expect(ada.getByText(/ is viewing this too$/)).toHaveCount(0);
  await kunle.goto('/dashboard');
  await expect(ada.getByText(/^Approved by Kunle /)).toBeVisible();
  await ada.setViewportSize({ width: 768, height: 1024 });
  await scan(ada);
  await ada.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Next session' }).click();
  await opened(ada, ids[1]);

  await kunle.goto(`/approvals/${ids[1]}`);
  for (const page of [kunle, ada]) {
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Approve is sent in 8 seconds')).toBeVisible();
  }
  await kunle.goto('/dashboard');
  await expect(ada.getByText(`Session ${ids[1]} was already approved by Kunle `)).toBeVisible();
  await remove();
});

test('a decision survives a crash, a lost connection and a closed tab, with its reasons and flags, and none is sent unseen', async ({
  as,
  stewards,
}) => {
  const { ids, read, remove } = await submit(stewards, 3);
  const crashed = await as('admin', { path: `/approvals/${ids[2]}` });
  const context = crashed.context();
  await crashed.getByRole('button', { name: 'Approve' }).click();
  await expect(crashed.getByText('Approve is sent in 8 seconds')).toBeVisible();
  const session = await context.newCDPSession(crashed);
  const gone = crashed.waitForEvent('crash');
  void session.send('Page.crash').catch(() => undefined);
  await gone;
  await crashed.close();

  const page = await context.newPage();
  await page.goto(`/approvals/${ids[0]}`);
  await expect(page.locator('#root[data-waiting]')).toHaveCount(0);
  await expect(page.getByText(/· \d+ of \d+ photos$/)).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Rejection reason' })).toBeFocused();
  await page.keyboard.type('Fog.');
  await page.getByRole('checkbox', { name: 'Blurred', exact: true }).press('Space');
  await page.getByRole('textbox', { name: 'Rejection reason' }).press('Control+Enter');
  await opened(page, ids[1]);
  await page.route('**/reject', (route) => route.abort('internetdisconnected'));
  await page.keyboard.press('a');
  const unsent = page.getByText('Reject: Not sent', { exact: true });
  await expect(unsent).toBeVisible();
  await page.close();
  await expect.poll(async () => (await read(1)).status).toBe('approved');

  const anew = await context.newPage();
  await anew.goto('/approvals');
  await expect(anew.locator('#root[data-waiting]')).toHaveCount(0);
  await expect(anew.getByText('Reject: Not sent', { exact: true })).toBeVisible();
  await expect(anew.getByText('Approve: Not sent', { exact: true })).toBeVisible();
  expect([await read(0), await read(2)]).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
  await scan(anew);
  await stewards.admin.put(`/api/sessions/${ids[2]}/approve`, { data: {} });
  await expect(anew.getByText(new RegExp(`Session #${ids[2]} was approved by Kunle .+ meanwhile`))).toBeVisible();
  await anew.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await anew.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(async () => (await read(0)).status).toBe('rejected');
  const { flags, rejection } = await (await stewards.admin.get(`/api/sessions/${ids[0]}/flags`)).json();
  expect([flags.length, rejection]).toMatchObject([1, { reason: 'Pictures are blurred. Fog.', reasons: ['blurred'] }]);
  await remove();
});

/** Sent back with a flagged picture, and resubmitted: other notes, indoor photos, and an answer. */
async function submitAgain({ admin, crew }: Stewards): Promise<{ id: number; site: string }> {
  type Like = { projectId: number; site: { name: string } | null } & Record<string, string | null>;
  const likes: Like[] = await (await crew.get('/api/sessions?status=approved&q=Lekki Palm&limit=200')).json();
  const like = likes.find(({ site, droneImagesUrl }) => site && droneImagesUrl?.startsWith('/media/folders/'));
  const { projectId, siteId, droneImagesUrl, captureDate, site } = like as Like;
  const inside = likes.find((one) => one.projectId === projectId && one.indoorImagesUrl?.startsWith('/media/'));
  const data = { projectId, siteId, droneImagesUrl, captureDate, notes: 'The north side only.' };
  const { id } = await (await crew.post('/api/sessions', { data })).json();
  const { items } = await (await admin.get(`/api/sessions/${id}/media/drone`)).json();
  const flags = [{ mediaKind: 'drone', item: items[0].id, note: 'Not sharp on the left' }];
  const rejection = { rejectionReason: 'Please show the rooms too.', flags };
  expect((await admin.put(`/api/sessions/${id}/reject`, { data: rejection })).ok()).toBe(true);
  const mended = { notes: 'The north and the east side.', indoorImagesUrl: inside?.indoorImagesUrl };
  const { recordId } = await (await crew.patch(`/api/sessions/${id}`, { data: mended })).json();
  const [flagged] = (await (await crew.get(`/api/sessions/${id}/flags`)).json()).flags;
  const answers = [{ flagId: flagged.id, answer: 'It was the fog' }];
  const again = { answers, note: 'All rooms are there now.', recordId };
  expect((await crew.put(`/api/sessions/${id}/resubmit`, { data: again })).ok()).toBe(true);
  return { id, site: site?.name ?? '' };
}

/** What changed, the flagged picture with its answer, and the evidence for each item that the product checks. */
async function showsEvidence(page: Page): Promise<void> {
  const submitted = page.getByRole('region', { name: 'What was submitted' });
  const sentBack = submitted.getByRole('region', { name: 'Sent back' });
  await expect(sentBack).toContainText('Please show the rooms too.');
  await expect(sentBack).toContainText('With the resubmission: All rooms are there now.');
  const flagged = sentBack.getByRole('list', { name: 'Flagged pictures' });
  await expect(flagged).toContainText('Not sharp on the left');
  await expect(flagged).toContainText('Answer: It was the fog');
  const changes = sentBack.getByRole('list', { name: 'Changes' });
  for (const words of ['The north side only.', 'The north and the east side.', /\d+ files added/])
    await expect(changes).toContainText(words);
  const list = submitted.getByRole('region', { name: 'Checklist' });
  const bright = list.getByLabel('No pictures that are too dark');
  const found = /^(Fits|Look at this): \d+ of \d+ pictures dark: /;
  // What fits is folded away; the line beside the decision opens it.
  const line = page.getByRole('button', { name: /(checks? stands? out|Nothing stands out)/ });
  await expect(line).toBeVisible({ timeout: 150_000 });
  await expect(bright).toBeHidden();
  await line.click();
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await expect(bright).toBeVisible();
  await expect(bright).toHaveAccessibleDescription(found, { timeout: 60_000 });
}

test('a visit that came in again shows what changed, its flagged picture with the answer, and the checklist with evidence', async ({
  as,
  stewards,
}) => {
  const { id, site } = await submitAgain(stewards);
  const page = await as('admin', { path: `/approvals/${id}` });
  const strip = page.getByRole('navigation', { name: 'Waiting sessions' });
  await expect(strip.locator('[aria-current="page"]')).toHaveAccessibleName(new RegExp(site));
  await showsEvidence(page);
  await scanAt(page, [1440, 768, 360]);
  const phone = await as('admin', { phone: true, dark: true, path: `/approvals/${id}` });
  await showsEvidence(phone);
  await scan(phone);
});

/** At what height it stands on the screen; the typeface, which comes late, changes widths. */
const boxOf = async (part: Locator) => {
  const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 };
  return { y: Math.round(y), height: Math.round(height) };
};

test('the desk stands still: only its right column scrolls, and a bar counts what was decided, with its way back', async ({
  as,
  stewards,
}) => {
  const { ids, read, remove } = await submit(stewards, 3);
  const page = await as('admin', { path: `/approvals/${ids[0]}` });
  await page.setViewportSize({ width: 1440, height: 900 });
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  const photo = page.locator('[data-photo="chosen"]');
  const submitted = page.getByRole('region', { name: 'What was submitted' });
  await expect(submitted.getByRole('region', { name: 'Checklist' })).toBeVisible();
  await expect(photo).toBeInViewport({ ratio: 1 });
  const [still, shown] = [await boxOf(approve), await boxOf(photo)];
  const place = page.getByText(/^Session #\d+ · .+ · \d+ of \d+$/);
  const numbers = async () =>
    /(\d+) of (\d+)$/
      .exec(await place.innerText())
      ?.slice(1)
      .map(Number) ?? [];
  const [first = 0, all] = await numbers();
  await submitted.hover();
  await page.mouse.wheel(0, 600);
  await expect.poll(() => submitted.evaluate((it) => it.scrollTop)).toBeGreaterThan(100);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  expect([await boxOf(approve), await boxOf(photo)]).toEqual([still, shown]);
  await page.keyboard.press('a');
  await opened(page, ids[1]);
  await expect(page.getByText('1 decided · 1 not sent')).toBeVisible();
  expect(await boxOf(approve)).toEqual(still);
  await page.keyboard.press('a');
  await opened(page, ids[2]);
  await expect.poll(async () => (await read(0)).status).toBe('approved');
  await expect(page.getByText('2 decided · 1 not sent')).toBeVisible();
  expect(await numbers(), 'of those that were there at the beginning').toEqual([first + 2, all]);
  await expect(page.getByText('Session reviewed'), 'nothing covers the column').toHaveCount(0);
  expect(await boxOf(approve)).toEqual(still);
  await page.getByText('2 decided · 1 not sent').click();
  const made = page.getByRole('list', { name: 'Decided here' }).getByRole('listitem');
  await expect(made).toHaveCount(2);
  await expect(made.last()).toContainText(`Session #${ids[0]}`);
  await expect(made.last()).toContainText('Approved');
  await scan(page);
  await page.keyboard.press('a');
  await made.first().getByRole('button', { name: 'Undo' }).click();
  await opened(page, ids[2]);
  await expect(page.getByText(/^2 decided/)).toBeVisible();
  expect(await read(2)).toMatchObject({ status: 'pending' });
  await remove();
});

test('a session is rejected by the numbers of its reasons, and digits within words stay words', async ({
  as,
  stewards,
}) => {
  const { ids, read, remove } = await submit(stewards, 2);
  const page = await as('admin', { path: `/approvals/${ids[0]}` });
  await expect(page.getByText(/· \d+ of \d+ photos$/)).toBeVisible();
  const words = page.getByRole('textbox', { name: 'Rejection reason' });
  const ticked = () =>
    page
      .getByRole('checkbox')
      .evaluateAll((all) =>
        all.flatMap((each) =>
          (each as HTMLInputElement).checked && each.closest('form')
            ? each.closest('label')?.lastChild?.textContent
            : [],
        ),
      );
  await page.keyboard.press('r');
  await expect(page.locator('[data-reason="9"]')).toBeAttached();
  await page.keyboard.press('5');
  await page.keyboard.press('6');
  await page.keyboard.press('5');
  expect(await ticked()).toEqual(['Too few']);
  await page.keyboard.type('Room 2 is missing.');
  await expect(words).toHaveValue('Room 2 is missing.');
  expect(await ticked()).toEqual(['Too few']);
  // Away from the words a digit is no letter of them.
  await page.getByRole('button', { name: 'Flag pictures' }).focus();
  await page.keyboard.press('5');
  expect(await ticked()).toEqual(['Blurred', 'Too few']);
  await words.press('Control+Enter');
  await opened(page, ids[1]);
  await page.keyboard.press('r');
  await page.keyboard.press('1');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => read(0)).toMatchObject({ status: 'rejected' });
  const { rejection } = await (await stewards.admin.get(`/api/sessions/${ids[0]}/flags`)).json();
  expect(rejection).toMatchObject({ reasons: ['tooFew', 'blurred'] });
  expect(rejection.reason).toMatch(/ Room 2 is missing\.$/);
  await remove();
});

test('a resubmission shows each replaced picture large, before and now', async ({ as, stewards: { admin } }) => {
  const page = await as('admin', { path: '/approvals' });
  const rows: { id: number }[] = await (await admin.get('/api/sessions?status=pending&limit=50')).json();
  const flagsOf = async (id: number) => (await (await admin.get(`/api/sessions/${id}/flags`)).json()).flags;
  type Flag = { state: string; name: string; thumbnailUrl: string };
  const flags = (
    await Promise.all(rows.map(async ({ id }) => (await flagsOf(id)).map((flag: Flag) => ({ ...flag, id }))))
  ).flat();
  const { id, name, thumbnailUrl } = flags.find(({ state }) => state === 'replaced');
  // As if a reviewer had seen it before it was replaced.
  const seen = await (await admin.get(thumbnailUrl)).body();
  await page.route('**/former/**', (route) => route.fulfill({ body: seen, contentType: 'image/jpeg' }));
  await page.goto(`/approvals/${id}`);
  const stage = page.getByRole('region', { name: 'Before and now' });
  await expect(stage.getByRole('img', { name: `${name} before` })).toBeVisible();
  await expect(stage.getByRole('img', { name: `${name} now` })).toBeVisible();
  const divider = stage.getByRole('slider', { name: 'Divider' });
  await divider.focus();
  await page.keyboard.press('End');
  await expect(divider).toHaveAttribute('aria-valuetext', 'Before on 100%, Now on 0%');
  await scanAt(page, [1440, 360]);
  await stage.getByRole('button', { name: 'All media' }).click();
  await expect(page.getByRole('tab', { name: /^Drone Photos/ })).toBeVisible();
  await page.getByRole('button', { name: 'Before and now' }).click();
  await expect(stage).toBeVisible();
  await page.keyboard.press('2');
  await expect(stage).toHaveCount(0);
});
