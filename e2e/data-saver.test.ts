// Data are dear: the switch of a device, the browser's wish, and what a session page costs then.
import type { Page } from '@playwright/test';
import { expect, scan, test } from './fixtures.ts';

/** The bytes that come over the line from now on. */
async function countBytes(page: Page): Promise<() => number> {
  const cdp = await page.context().newCDPSession(page);
  let bytes = 0;
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}

const widthsOf = (asked: string[]) => asked.flatMap((url) => /\/s(\d+)(?:\?|$)/.exec(url)?.[1] ?? []).map(Number);

test('who saves data gets small pictures and nothing heavy untapped, by switch or by the browser’s wish', async ({
  as,
}) => {
  const page = await as('client', { phone: true, path: '/profile' });
  const saver = page.getByRole('checkbox', { name: 'Save data' });
  await expect(saver).not.toBeChecked();
  await expect(page.getByText(/Since you opened Topout: [\d.]+ [kM]B/)).toBeVisible();
  await saver.check();
  await scan(page);

  const sessions: { id: number; orthomosaicUrl: string | null; droneImagesUrl: string | null }[] = await (
    await page.request.get('/api/sessions?limit=50')
  ).json();
  const session = sessions.find((each) => each.droneImagesUrl && each.orthomosaicUrl?.startsWith('/media/'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const bytes = await countBytes(page);
  await page.goto(`/sessions/${session?.id}`);
  await expect(page.getByRole('button', { name: /^View .* large$/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(bytes()).toBeLessThan(400_000);
  expect(Math.max(...widthsOf(asked))).toBeLessThanOrEqual(400);
  await page.getByRole('tab', { name: /Orthomosaic/ }).tap();
  await expect(page.getByRole('button', { name: /^Open .+ · [\d.]+ [kM]B$/ })).toBeVisible();
  await expect(page.locator('canvas')).toHaveCount(0);

  // What is chosen wins over the browser, and the browser over nothing.
  await page.goto('/profile');
  await page.setExtraHTTPHeaders({ 'save-data': 'on' });
  await saver.uncheck();
  await page.reload();
  await expect(saver).not.toBeChecked();
  // The same switch stands beside the theme, where there is a sidebar.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard');
  const beside = page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button', { name: 'Save data' });
  await beside.click();
  await expect(beside).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(beside).toHaveAttribute('aria-pressed', 'true');
  const fresh = await as('client', { phone: true });
  await fresh.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await fresh.setExtraHTTPHeaders({ 'save-data': 'on' });
  await fresh.goto('/profile');
  await expect(fresh.getByRole('checkbox', { name: 'Save data' })).toBeChecked();
});
