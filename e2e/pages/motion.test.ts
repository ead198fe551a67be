// What moves: alike, within 200 ms, and not at all for who asked for less motion.
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';

/** What rows were moved by, each with its time and manner. */
type Moves = { moves: { duration: number; easing: string }[] };

/** How the dialog of the checklist opens, and what moves its rows when the second becomes the first. */
async function moving(page: Page, reducedMotion: 'reduce' | 'no-preference') {
  await page.emulateMedia({ reducedMotion });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Edit checklist' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit checklist' });
  const opening = await dialog.evaluate((it) => {
    const { animationDuration, animationTimingFunction } = getComputedStyle(it);
    return { duration: Number.parseFloat(animationDuration) * 1000, easing: animationTimingFunction };
  });
  const first = await dialog.getByLabel('Line 1', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Move line 2 up' }).click();
  await expect(dialog.getByLabel('Line 2', { exact: true })).toHaveValue(first);
  return { opening, moves: await page.evaluate(() => (window as unknown as Moves).moves) };
}

const inShort = (easing: string | undefined) => easing?.replaceAll(/0(?=\.)|\s/g, '');

test('what opens and what changes places moves alike, and nothing where reduced motion is asked for', async ({
  as,
}) => {
  const page = await as('admin', { path: '/login' });
  await page.addInitScript(() => {
    const moves: Moves['moves'] = [];
    Object.assign(window, { moves });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      if (this.matches('li')) moves.push(options as Moves['moves'][0]);
      return animate.call(this, frames, options);
    };
  });
  const { opening, moves } = await moving(page, 'no-preference');
  expect(opening.duration).toBeGreaterThanOrEqual(120);
  expect(opening.duration).toBeLessThanOrEqual(200);
  expect(moves.map(({ duration }) => duration)).toEqual([opening.duration, opening.duration]);
  expect(moves.map(({ easing }) => inShort(easing))).toEqual([inShort(opening.easing), inShort(opening.easing)]);
  const still = await moving(page, 'reduce');
  expect(still.opening.duration).toBeLessThan(1);
  expect(still.moves).toEqual([]);
});

test('the next photo stands there small until it has come large', async ({ as }) => {
  const page = await as('admin', { path: '/login' });
  const [visit] = await (await page.request.get('/api/sessions?status=approved&q=Lekki Palm')).json();
  await page.goto(`/approvals/${visit.id}`);
  const photo = page.locator('[data-photo="chosen"]');
  await expect(photo.getByRole('img')).toBeVisible();
  let asked = 0;
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/drone/**/s800*', async (route) => {
    asked += 1;
    await gate;
    await route.continue();
  });
  await page.keyboard.press('ArrowRight');
  const small = () => photo.locator('> span').evaluate((it) => it.style.backgroundImage);
  await expect.poll(small).toMatch(/s220/);
  await expect.poll(() => asked).toBeGreaterThan(0);
  open();
  await expect.poll(small).toBe('');
});
