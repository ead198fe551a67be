// A video that guests make of a shared viewpoint or project: on a phone, without an encoder, and without a connection.
import fs from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import type { Viewpoint } from '#contract/viewpoints/endpoints.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

const projectName = 'Lekki Palm Residences';
type Shared = { address: string; viewpoint: Viewpoint };

/** The address of a link with downloads, made by call. */
async function share(page: Page, scope: 'project' | 'viewpoint'): Promise<Shared> {
  const base = new URL(page.url()).origin;
  const all: { id: number; name: string }[] = await (await page.request.get('/api/projects')).json();
  const id = all.find(({ name }) => name === projectName)?.id;
  const viewpoints: Viewpoint[] = await (await page.request.get(`/api/projects/${id}/viewpoints?limit=50`)).json();
  const viewpoint = viewpoints.find(({ kind, visitCount }) => kind === 'photo' && visitCount >= 4) as Viewpoint;
  const subject = scope === 'viewpoint' ? { viewpointId: viewpoint.id } : {};
  const answer = await page.request.post(`/api/projects/${id}/share-links`, {
    data: { scope, ...subject, recipient: 'The bank', downloads: true },
    headers: { origin: base },
  });
  expect(answer.status()).toBe(201);
  return { address: base + (await answer.json()).path, viewpoint };
}

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };
const stranger = async (browser: Browser, more: object = phone): Promise<Page> =>
  (await browser.newContext(more)).newPage();

const entry = (page: Page) => page.getByRole('button', { name: 'Make a video' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Make a video' });
const begin = (page: Page) => dialog(page).getByRole('button', { name: 'Make video' });
const said = (page: Page) => dialog(page).getByRole('status');

test('a guest makes a video of a shared viewpoint, looks at it, saves it and hands it on, on a phone', async ({
  as,
  browser,
}) => {
  const { address, viewpoint } = await share(await as('client'), 'viewpoint');
  const guest = await stranger(browser);
  const scripts: string[] = [];
  guest.on('request', (request) => {
    if (/\/film\.js\?/.test(request.url())) scripts.push(request.url());
  });
  await guest.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(globalThis, { shared });
    Object.defineProperties(navigator, {
      canShare: { value: () => true },
      share: { value: async ({ files = [] }: ShareData) => void shared.push(...files.map(({ type }) => type)) },
    });
  });
  await guest.goto(address);
  await expect(entry(guest)).toBeVisible();
  expect(scripts, 'it comes with the tap').toEqual([]);
  await entry(guest).tap();
  await expect(dialog(guest)).toContainText(`${viewpoint.visitCount} pictures, `);
  await expect(dialog(guest).getByRole('radio', { name: /^720p/ }), 'a phone gets the smaller file').toBeChecked();
  await fits(guest);
  await scan(guest);
  await begin(guest).tap();
  await expect(said(guest)).toHaveText('Making the video');
  await expect(said(guest)).toHaveText(/^The video is ready: \d+ × \d+, (MP4|WebM)$/, { timeout: 120_000 });
  await fits(guest);
  await scan(guest);

  const seconds = () =>
    dialog(guest)
      .locator('video')
      .evaluate((video) => (video as HTMLVideoElement).duration);
  await expect.poll(seconds).toBeCloseTo(viewpoint.visitCount * 1.5 - 0.5, 1);
  const save = dialog(guest).getByRole('link', { name: /^Save video · [\d.]+ [kM]B$/ });
  const [download] = await Promise.all([guest.waitForEvent('download'), save.tap()]);
  expect(download.suggestedFilename()).toMatch(
    /^lekki-palm-residences_.*_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.(mp4|webm)$/,
  );
  expect(fs.statSync(await download.path()).size).toBeGreaterThan(50_000);
  await dialog(guest).getByRole('button', { name: 'Share' }).tap();
  const shared = await guest.evaluate(() => (globalThis as unknown as { shared: string[] }).shared);
  expect(shared).toEqual([expect.stringMatching(/^video\/(mp4|webm)$/)]);

  await dialog(guest).getByRole('button', { name: 'Close' }).tap();
  await expect(dialog(guest)).toHaveCount(0);
  await expect(entry(guest)).toBeFocused();
  expect(scripts).toHaveLength(1);
});

test('a video is cancelled by its button, by Escape and by Back, and nothing goes on', async ({ as, browser }) => {
  const { address } = await share(await as('client'), 'project');
  const guest = await stranger(browser, { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  await guest.goto(address);
  // Pictures that never come: it waits for the first one until it is told to stop.
  await guest.route(/\/s1600$/, () => undefined);
  await entry(guest).focus();
  const press = (key: string) => guest.keyboard.press(key);
  const ways = [
    async () => {
      await press('Enter');
      await begin(guest).waitFor();
      await press('Escape');
    },
    () => press('Escape'),
    () => guest.goBack(),
  ];
  for (const leave of ways) {
    await guest.keyboard.press('Enter');
    await expect(begin(guest)).toBeFocused();
    await scan(guest);
    await guest.keyboard.press('Enter');
    await expect(said(guest)).toHaveText('Making the video');
    await expect(dialog(guest).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await leave();
    await expect(dialog(guest)).toHaveCount(0);
    await expect(entry(guest)).toBeFocused();
    expect(guest.url()).toBe(address);
  }
});

test('without WebCodecs or a script no video is offered, and a browser whose encoders refuse says so', async ({
  as,
  browser,
}) => {
  const { address } = await share(await as('client'), 'viewpoint');
  const plain = await stranger(browser, { ...phone, javaScriptEnabled: false });
  await plain.goto(address);
  await expect(plain.getByText('Make a video')).toBeHidden();
  const old = await stranger(browser);
  await old.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoEncoder'));
  await old.goto(address);
  await expect(old.getByRole('link', { name: 'Show in a meeting' })).toBeVisible();
  await expect(entry(old)).toHaveCount(0);
  const refusing = await stranger(browser);
  await refusing.addInitScript(() => {
    VideoEncoder.isConfigSupported = async (config) => ({ supported: false, config });
  });
  await refusing.goto(address);
  await entry(refusing).tap();
  await begin(refusing).tap();
  await expect(said(refusing)).toHaveText('This browser cannot make videos.');
  await scan(refusing);
});

test('a lost connection is said at each step, and can be tried again', async ({ as, browser }) => {
  const { address } = await share(await as('client'), 'viewpoint');
  const guest = await stranger(browser);
  await guest.goto(address);
  await guest.route(/\/film\.js\?/, (route) => route.abort(), { times: 1 });
  await entry(guest).tap();
  await guest.getByRole('button', { name: 'Not loaded. Try again' }).tap();
  await expect(begin(guest)).toBeVisible();
  await dialog(guest).getByRole('button', { name: 'Close' }).tap();

  await guest.route(/\/film\.json$/, (route) => route.abort(), { times: 1 });
  await entry(guest).tap();
  const lost = 'The pictures could not be loaded. Check your connection and try again.';
  await expect(said(guest)).toHaveText(lost);
  await dialog(guest).getByRole('button', { name: 'Try again' }).tap();
  await guest.context().setOffline(true);
  await begin(guest).tap();
  await expect(said(guest)).toHaveText(lost, { timeout: 30_000 });
  await guest.context().setOffline(false);
  await dialog(guest).getByRole('button', { name: 'Try again' }).tap();
  await begin(guest).tap();
  await expect(said(guest)).toHaveText(/^The video is ready/, { timeout: 120_000 });
  // As within a messenger: nothing is shared.
  expect(await guest.evaluate(() => 'canShare' in navigator)).toBe(false);
  await expect(dialog(guest)).toContainText('If nothing is saved, open this page in another browser');
});
