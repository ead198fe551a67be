// Pictures of two visits laid over each other: by the product, switched off and on, by hand, on a phone, and turned panoramas.
import type { Locator, Page } from '@playwright/test';
import { expect, scan, test } from './fixtures.ts';

type Listed = {
  id: number;
  captureDate: string;
  droneImagesUrl: string | null;
  project: { id: number; name: string };
  site: { name: string } | null;
};

/** The address that compares the two latest visits of Block A that a client sees, one lying on the other. */
async function overlaid(page: Page, mode = 'swipe'): Promise<string> {
  const answer = await page.request.get('/api/sessions?sort=captureDate&limit=500');
  const visits = ((await answer.json()) as Listed[]).filter(
    ({ project, site, droneImagesUrl }) =>
      project.name === 'Lekki Palm Residences' && site?.name === 'Block A' && droneImagesUrl,
  );
  visits.sort((a, b) => a.captureDate.localeCompare(b.captureDate));
  const [older, newer] = visits.slice(-2);
  return `/projects/${newer?.project.id}/compare?compare=${older?.id},${newer?.id}&mode=${mode}`;
}

const image = (page: Page, nth: 1 | 2) => page.getByRole('img', { name: new RegExp(`^Session ${nth}, Block A`) });
const toggle = (page: Page) => page.getByRole('button', { name: 'Aligned' });
const transformOf = (img: Locator) => img.evaluate((element) => (element as HTMLElement).style.transform);
/** Computing a pair takes seconds, and more where others want the machine. */
const patient = { timeout: 240_000 };

test('the older picture lies warped on the newer one, as far as one is sure, and key A takes it off', async ({
  as,
}) => {
  const page = await as('client', { path: 'about:blank' });
  await page.goto(await overlaid(page));
  await expect(page.getByText(/aligned on \d+ points/)).toBeVisible(patient);
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => transformOf(image(page, 1))).toContain('matrix3d');
  expect(await transformOf(image(page, 2))).not.toContain('matrix3d');
  await scan(page);

  await page.getByRole('heading', { level: 1 }).first().click();
  await page.keyboard.press('a');
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => transformOf(image(page, 1))).not.toContain('matrix3d');
  await expect(page).toHaveURL(/unaligned/);
  await page.reload();
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false', patient);
  await toggle(page).click();
  await expect.poll(() => transformOf(image(page, 1))).toContain('matrix3d');
  await expect(page).not.toHaveURL(/unaligned/);
});

test('zoomed in, both pictures stay on each other and come whole; side by side none is warped', async ({ as }) => {
  const page = await as('client', { path: 'about:blank' });
  await page.goto(await overlaid(page, 'fade'));
  await expect(page.getByText(/aligned on \d+ points/)).toBeVisible(patient);
  await expect.poll(() => transformOf(image(page, 1))).toContain('matrix3d');
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(image(page, 1)).toHaveAttribute('src', /\/full\?/);
  const [one, other] = [await image(page, 1).boundingBox(), await image(page, 2).boundingBox()];
  const middle = (box: typeof one) => [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const [[x = 0, y = 0], [wantedX = 0, wantedY = 0]] = [middle(one), middle(other)];
  // What the camera moved between the visits is a small part of what is seen.
  expect(Math.hypot(x - wantedX, y - wantedY)).toBeLessThan((other?.width ?? 0) * 0.15);
  await page
    .getByRole('group', { name: 'Way to compare' })
    .locator('visible=true')
    .getByRole('radio', { name: 'Side by side' })
    .check({ force: true });
  await expect.poll(() => transformOf(image(page, 1))).not.toContain('matrix3d');
});

/** With the cross of the keyboard, so many steps from the middle. */
async function mark(picture: Locator, across: number, down: number): Promise<void> {
  await picture.focus();
  for (let step = 0; step < Math.abs(across); step++) await picture.press(across < 0 ? 'ArrowLeft' : 'ArrowRight');
  for (let step = 0; step < Math.abs(down); step++) await picture.press(down < 0 ? 'ArrowUp' : 'ArrowDown');
  await picture.press('Enter');
  await picture.blur();
}

const places = [
  [-15, -15],
  [15, -15],
  [0, 15],
] as const;

test('places marked by hand count for everybody once an admin saves them, and are forgotten again', async ({ as }) => {
  const other = await as('client');
  const pair = await overlaid(other);
  const page = await as('admin', { path: pair });
  await expect(page.getByText(/aligned on \d+ points/)).toBeVisible(patient);
  await page.getByRole('button', { name: 'By hand' }).click();
  const dialog = page.getByRole('dialog', { name: 'Align by hand' });
  const save = dialog.getByRole('button', { name: 'Save for everybody' });
  for (const [across, down] of places) {
    await expect(save).toBeDisabled();
    await mark(dialog.getByRole('application', { name: /^Older picture/ }), across, down);
    await mark(dialog.getByRole('application', { name: /^Newer picture/ }), across + 1, down);
  }
  await expect(dialog.getByRole('img', { name: 'Older, half seen over it' })).toBeVisible();
  await scan(page);
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('aligned by hand, on 3 places')).toBeVisible();

  await other.goto(pair);
  await expect(other.getByText('aligned by hand, on 3 places')).toBeVisible();
  await page.getByRole('button', { name: 'By hand' }).click();
  await expect(dialog.getByRole('application', { name: /^Older picture.*3 places marked/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Forget what was saved' }).click();
  await expect(page.getByText(/aligned on \d+ points/)).toBeVisible(patient);
  await expect(other.getByText(/aligned on \d+ points/)).toBeVisible(patient);
});

test('a client on a phone taps the same places and only looks', async ({ as }) => {
  const page = await as('client', { phone: true, path: 'about:blank' });
  await page.goto(await overlaid(page));
  // The switch stands on the picture, and says on how many points it rests.
  const onPicture = page.getByRole('button', { name: /^Aligned/ });
  await expect(onPicture).toHaveText(/^Aligned· \d+ points$/, patient);
  await scan(page);
  await onPicture.tap();
  await expect(onPicture).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => transformOf(image(page, 1))).not.toContain('matrix3d');
  await onPicture.tap();
  await expect.poll(() => transformOf(image(page, 1))).toContain('matrix3d');
  await page.getByRole('button', { name: /^Visits and more/ }).tap();
  await expect(page.getByText(/aligned on \d+ points/)).toBeVisible(patient);
  await page.getByRole('button', { name: 'By hand' }).click();
  const dialog = page.getByRole('dialog', { name: 'Align by hand' });
  await expect(dialog.getByRole('button', { name: 'Save for everybody' })).toHaveCount(0);
  for (const [x, y] of [
    [0.2, 0.2],
    [0.8, 0.2],
    [0.5, 0.8],
  ] as const) {
    for (const name of [/^Older picture/, /^Newer picture/]) {
      const picture = dialog.getByRole('application', { name });
      await picture.scrollIntoViewIfNeeded();
      const box = await picture.boundingBox();
      await picture.click({ position: { x: x * (box?.width ?? 0), y: y * (box?.height ?? 0) } });
    }
  }
  await scan(page);
  await dialog.getByRole('button', { name: 'Only look' }).click();
  await expect(page.getByText('aligned by hand, on this page only')).toBeVisible();
  // Who is not content goes on from there.
  await page.getByRole('button', { name: 'By hand' }).click();
  await expect(dialog.getByRole('application', { name: /^Older picture.*3 places marked/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo last place' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'By hand' }).click();
  await expect(dialog.getByRole('application', { name: /^Newer picture.*2 places marked/ })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.reload();
  await page.getByRole('button', { name: /^Visits and more/ }).tap();
  await expect(page.getByText(/aligned on \d+ points/)).toBeVisible(patient);
});
