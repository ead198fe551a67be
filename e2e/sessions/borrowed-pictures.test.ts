// Pictures of an earlier visit that come again: an admin sees both side by side before sending the session back, and its crew sees nothing of it.
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

const sameAsBefore = /^The same picture as in session \d+, \w{3} \d+, \d{4}$/;

/** Opens the comparison of the first picture by keyboard, and waits until both pictures are drawn. */
async function compare(page: Page) {
  const checklist = page.getByRole('region', { name: 'Checklist' });
  await expect(checklist.getByLabel('No pictures of other visits')).not.toBeChecked();
  const opener = checklist.getByRole('button', { name: /^Compare / }).first();
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: sameAsBefore });
  for (const side of ['This visit', 'Session '])
    await expect
      .poll(() => dialog.getByRole('figure').filter({ hasText: side }).locator('img').evaluate(widthOf))
      .toBeGreaterThan(400);
  await expect(dialog).toContainText('the decision is yours. 1 of ');
  return { opener, dialog };
}

const widthOf = (image: Element) => (image as HTMLImageElement).naturalWidth;

test('an admin compares a picture with that of another visit by keyboard and on a phone, and rejects for it', async ({
  as,
  stewards: { admin, crew },
}) => {
  const likes = await (await crew.get('/api/sessions?status=approved&q=Lekki Palm')).json();
  const { projectId, siteId, droneImagesUrl } = likes.find((one: { droneImagesUrl: string | null }) =>
    one.droneImagesUrl?.startsWith('/media/folders/'),
  );
  const ids: number[] = [];
  for (const captureDate of ['2026-02-09', '2026-02-10']) {
    const made = await crew.post('/api/sessions', { data: { projectId, siteId, droneImagesUrl, captureDate } });
    ids.push((await made.json()).id);
    const read = async () => (await (await admin.get(`/api/sessions/${ids.at(-1)}/checks`)).json()).state;
    await expect.poll(read, { timeout: 180_000 }).toBe('done');
  }
  const [first, again] = ids;
  const readChecks = async (of: typeof admin) => (await of.get(`/api/sessions/${again}/checks`)).json();
  await expect.poll(async () => (await readChecks(admin)).borrowed.length, { timeout: 180_000 }).toBeGreaterThan(1);
  const ofCrew = await readChecks(crew);
  expect([ofCrew.borrowed, JSON.stringify(ofCrew).includes('same picture')]).toEqual([undefined, false]);

  const phone = await as('admin', { phone: true, path: `/approvals/${again}` });
  const onPhone = await compare(phone);
  await fits(phone);
  await scan(phone, '[role="dialog"]');
  await phone.goBack();
  await expect(onPhone.dialog).toHaveCount(0);

  const page = await as('admin', { path: `/approvals/${again}` });
  const { opener, dialog } = await compare(page);
  await scan(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Previous' }).press('Enter');
  await expect(dialog).toContainText(/ the decision is yours\. ([2-9]|\d\d+) of /);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await page.keyboard.press('r');
  await page.getByRole('checkbox', { name: 'Picture of another visit', exact: true }).press('Space');
  await page.keyboard.press('Control+Enter');
  // Leaving sends what could still be undone.
  await page.goto('/dashboard');
  const read = async () => (await admin.get(`/api/sessions/${again}`)).json();
  await expect.poll(read).toMatchObject({
    status: 'rejected',
    rejectionReason: 'Pictures were submitted with another visit before.',
  });
  for (const id of [first, again]) await admin.delete(`/api/sessions/${id}`);
});
