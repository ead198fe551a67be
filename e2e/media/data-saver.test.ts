// Data are dear: the switch of a device, the browser's wish, and what a session page costs then.
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';

type Visit = { id: number; projectId: number; site: { name: string } | null } & Record<
  'droneImagesUrl' | 'orthomosaicUrl' | 'tour360Url' | 'videoUrl',
  string | null
>;

/** The bytes that are downloaded from now on. */
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
  // The demo's own: a visit that another journey released may hold more pictures at once.
  const oldestFirst = sessions.toSorted((one, other) => one.id - other.id);
  const session = oldestFirst.find((each) => each.droneImagesUrl && each.orthomosaicUrl?.startsWith('/media/'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const bytes = await countBytes(page);
  await page.goto(`/sessions/${session?.id}`);
  await expect(page.getByRole('button', { name: /^View .* large$/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(bytes()).toBeLessThan(400_000);
  expect(Math.max(...widthsOf(asked))).toBeLessThanOrEqual(400);
  expect(asked.filter((url) => url.endsWith('/evidence'))).toEqual([]);
  const { seal } = await (await page.request.get(`/api/sessions/${session?.id}/evidence`)).json();
  await page.getByRole('button', { name: 'Show evidence' }).tap();
  const evidence = page.getByText(seal ? seal.code : 'This release has not been sealed.');
  await expect(evidence).toBeVisible();
  await page.getByRole('button', { name: 'Hide evidence' }).tap();
  await expect(evidence).toHaveCount(0);
  await page.getByRole('tab', { name: /Orthomosaic/ }).tap();
  await expect(page.getByRole('button', { name: /^Open .+ · [\d.]+ [kM]B$/ })).toBeVisible();
  await expect(page.locator('canvas')).toHaveCount(0);
  // What comes for the next page, where data are not saved, comes three seconds after the scripts.
  await page.waitForFunction(() => performance.now() > 6000);
  expect(asked.filter((url) => url.endsWith('.woff2'))).toEqual([]);

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

test('who saves data gets no heavy media untapped in a comparison, at a viewpoint and in the large view either', async ({
  as,
  product,
}) => {
  const page = await as('client', { phone: true });
  await page.context().addCookies([{ name: 'topout_data', value: 'saved', url: product.url }]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const widest = () => Math.max(0, ...widthsOf(asked));
  const visits: Visit[] = await (await page.request.get('/api/sessions?sort=captureDate&limit=500')).json();
  const ofBlockA = visits.filter(({ site }) => site?.name === 'Block A');

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const photo = page.getByRole('img', { name: /^Session 1, Block A/ });

  // In a comparison.
  for (const [kind, field, stands] of [
    ['drone', 'droneImagesUrl', photo],
    ['orthomosaic', 'orthomosaicUrl', button(/^Load both maps · [\d.]+ [kM]B$/)],
    ['tour360', 'tour360Url', button(/^Load both 360 pictures · [\d.]+ [kM]B$/)],
    ['videos', 'videoUrl', button(/^Load both videos · [\d.]+ [kM]B$/)],
  ] as const) {
    const having = ofBlockA.filter((visit) => visit[field]?.startsWith('/media/'));
    asked.length = 0;
    await page.goto(
      `/dashboard?tab=comparison&compare=${having.at(-1)?.id},${having[0]?.id}&left=${kind}&right=${kind}`,
    );
    await expect(stands).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(widest(), kind).toBeLessThanOrEqual(400);
    expect(asked.filter((url) => /\.(?:mp4|tiff?)(?:\?|$)|\/file(?:\?|$)/.test(url))).toEqual([]);
    await expect(page.locator('canvas, video')).toHaveCount(0);
  }
  await button(/^Load both videos/).tap();
  await expect(page.locator('video')).toHaveCount(2);

  // At a viewpoint, also by a link to where somebody looked around.
  const projectId = ofBlockA[0]?.projectId;
  const viewpoints: { id: number; kind: string; name: string }[] = await (
    await page.request.get(`/api/projects/${projectId}/viewpoints?limit=500`)
  ).json();
  for (const [kind, view, stands] of [
    ['photo', '', page.getByRole('main').getByRole('img').first()],
    ['panorama', '?view=0.5,0.1,30', button(/^Look around/)],
  ] as const) {
    const viewpoint = viewpoints.find((each) => each.kind === kind);
    asked.length = 0;
    await page.goto(`/projects/${projectId}/viewpoints/${viewpoint?.id}${view}`);
    await expect(stands).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(widest(), kind).toBeLessThanOrEqual(400);
    await expect(page.locator('canvas')).toHaveCount(0);
  }

  // As large as the screen: one picture, sharper once it is enlarged.
  const session = visits.find(({ droneImagesUrl }) => droneImagesUrl?.startsWith('/media/'));
  await page.goto(`/sessions/${session?.id}`);
  asked.length = 0;
  await button(/^View .* large$/).tap();
  await expect.poll(widest).toBe(800);
  await page.waitForLoadState('networkidle');
  expect(widthsOf(asked).filter((width) => width > 400)).toEqual([800]);
  await button('Zoom in').tap();
  await expect.poll(widest).toBe(1600);
});
