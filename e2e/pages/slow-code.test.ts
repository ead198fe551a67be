// On a slow connection the code of what a key or a tap opens comes late: what is typed meanwhile is text, and decides nothing.
import type { Page, Route } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';

/** Holds these files back until the returned function is called. */
async function holdBack(page: Page, files: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let lets = false;
  await page.route(files, (route) => (lets ? route.fallback() : void held.push(route)));
  return async () => {
    lets = true;
    await Promise.all(held.map((route) => route.fallback()));
  };
}

const firstWaiting = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/api/sessions?status=pending&sort=submittedAt&limit=2');
    return ((await response.json()) as { id: number }[]).map(({ id }) => id);
  });

test('the words of a rejection are words at once on the desk, also where the rest of its form never comes', async ({
  as,
  stewards: { admin },
}) => {
  const page = await as('admin', { path: '/approvals/figures' });
  const [id = 0, next = 0] = await firstWaiting(page);
  await holdBack(page, /\/assets\/(rejection-f|decision-dialog|approval-dialog)[\w-]*\.js$/);
  await page.goto(`/approvals/${id}`);
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible();
  await page.keyboard.type('reast part wrong, ajar');
  const words = page.getByRole('textbox', { name: 'Rejection reason' });
  await expect(words).toBeFocused();
  await expect(words).toHaveValue('east part wrong, ajar');
  await expect(page).toHaveURL(new RegExp(`/approvals/${id}$`));
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('a');
  await expect(page.getByText('is sent in 8 seconds')).toHaveCount(0);
  for (const each of [id, next])
    expect(await (await admin.get(`/api/sessions/${each}`)).json()).toMatchObject({ status: 'pending' });
  await words.press('Escape');
  await page.keyboard.press('r');
  await expect(words).toHaveValue('east part wrong, ajar');
});

test('what is typed before a dialog comes is in its field, and a tap meanwhile finds nothing else', async ({ as }) => {
  const page = await as('admin', { path: '/dashboard' });
  const letGo = await holdBack(page, /\/assets\/decision-dialog[\w-]*\.js$/);
  await page.goto('/approvals');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.type('rA jar of paint, a ladder');
  await page.keyboard.press('Backspace');
  await expect(page.getByText('Opening…')).toBeVisible();
  const figures = page.getByRole('link', { name: 'Figures' });
  const place = (await figures.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(place.x + 5, place.y + 5);
  await expect(page).toHaveURL(/\/approvals$/);
  await letGo();
  const dialog = page.getByRole('dialog', { name: 'Reject Session' });
  await expect(dialog.getByRole('textbox').first()).toHaveValue('A jar of paint, a ladde');
  await page.keyboard.type('r');
  await expect(dialog.getByRole('textbox').first()).toHaveValue('A jar of paint, a ladder');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('r');
  await expect(dialog.getByText('Draft restored')).toBeVisible();
  await expect(dialog.getByRole('textbox').first()).toHaveValue('A jar of paint, a ladder');
});

test('a dialog that does not come is called off with Escape or its button, and the keys are those of the page again', async ({
  as,
}) => {
  const page = await as('admin', { path: '/dashboard' });
  await holdBack(page, /\/assets\/decision-dialog[\w-]*\.js$/);
  await page.goto('/approvals');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByText('Opening…')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Opening…')).toHaveCount(0);
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Opening…')).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(page.locator('li:focus').getByRole('article')).toBeVisible();
});

test('Enter after the words of a search leads there once the answer comes, from the top bar and from the sheet of a phone', async ({
  as,
}) => {
  const page = await as('admin');
  const [id] = await firstWaiting(page);
  const letGo = await holdBack(page, /\/api\/search|\/assets\/search-results[\w-]*\.js$/);
  await page.keyboard.type(`/${id}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox')).toHaveAttribute('aria-expanded', 'true');
  await letGo();
  await expect(page).toHaveURL(new RegExp(`/sessions/${id}$`));

  await page.setViewportSize({ width: 360, height: 760 });
  await page.goto('/dashboard');
  const letPopup = await holdBack(page, /\/assets\/search-popup[\w-]*\.js$/);
  await page.keyboard.type(`/${id}`);
  await page.keyboard.press('Enter');
  await letPopup();
  await expect(page).toHaveURL(new RegExp(`/sessions/${id}$`));
});

test('Enter is forgotten with other words, and by whoever leaves the field', async ({ as }) => {
  const page = await as('admin');
  const letGo = await holdBack(page, /\/api\/search/);
  await page.keyboard.type('/Lekki');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await letGo();
  await page.keyboard.press('/');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
});
