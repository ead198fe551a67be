// Viewpoints: made from a visit, filled by the next one, gone through on the ruler, played, compared, restored by a link, and gone.
import type { Locator, Page } from '@playwright/test';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import { pinch } from '#e2e/fingers.ts';
import { expect, said, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

type Listed = { id: number; name: string; position: number; kind: string; visitCount: number; site: { name: string } };
type Visit = { id: number; projectId: number; siteId: number; status: string; captureDate: string };

const projectName = 'Lekki Palm Residences';

async function visitsOf(page: Page, site: string): Promise<(Visit & Record<string, string | null>)[]> {
  const all = await (await page.request.get('/api/sessions?sort=captureDate&limit=500')).json();
  return all.filter(
    (each: { project: { name: string }; site: { name: string } | null }) =>
      each.project.name === projectName && each.site?.name === site,
  );
}

/** The newest one whose photos say when they were taken: those of a folder that only a journey's own visit links to do not. */
async function visitWithTimes(page: Page, site: string): Promise<Visit> {
  for (const visit of await visitsOf(page, site)) {
    const { items } = await (await page.request.get(`/api/sessions/${visit.id}/media/drone`)).json();
    if (items.at(0)?.capturedAt) return visit;
  }
  throw new Error(`No visit of ${site} has photos that say when they were taken`);
}

/** The viewpoint of that number, as this person sees it. */
async function viewpointOf(page: Page, site: string, position: number): Promise<Listed & { projectId: number }> {
  const projectId = (await visitsOf(page, site))[0]?.projectId ?? 0;
  const rows: Listed[] = await (await page.request.get(`/api/projects/${projectId}/viewpoints?limit=500`)).json();
  const found = rows.find((each) => each.site.name === site && each.position === position);
  if (!found) throw new Error(`${site} has no viewpoint ${position}`);
  return { ...found, projectId };
}

async function openViewpoint(
  page: Page,
  { site = 'Block A', position = 1, search = '' } = {},
): Promise<Listed & { days: string[] }> {
  const viewpoint = await viewpointOf(page, site, position);
  await page.goto(`/projects/${viewpoint.projectId}/viewpoints/${viewpoint.id}${search}`);
  await expect(page.getByRole('heading', { level: 1, name: `${position} ${viewpoint.name}` })).toBeAttached();
  const { pictures } = await (await page.request.get(`/api/viewpoints/${viewpoint.id}`)).json();
  return { ...viewpoint, days: pictures.map(({ captureDate }: { captureDate: string }) => captureDate) };
}

/** The demo's days move with today's. */
const inWords = (dateStyle: 'long' | 'medium', day = '') =>
  new Intl.DateTimeFormat('en-US', { dateStyle, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

const handle = (page: Page, name = 'Date') => page.getByRole('slider', { name, exact: true });
const picture = (page: Page) => page.getByRole('img', { name: /^South-east corner, / });

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
}

/** Counts frames in which the large picture is not there whole, from now on. */
async function watchFrames(page: Page): Promise<() => Promise<{ frames: number; blank: number }>> {
  await page.evaluate(() => {
    const seen = { frames: 0, blank: 0 };
    Object.assign(window, { seen });
    const look = () => {
      const image = document.querySelector<HTMLImageElement>('[aria-roledescription="picture pane"] img');
      seen.frames += 1;
      if (!image?.complete || image.naturalWidth === 0 || image.getBoundingClientRect().width === 0) seen.blank += 1;
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { seen: { frames: number; blank: number } }).seen);
}

test('a crew makes a viewpoint from a visit, and the next visit has it by itself', async ({ as }) => {
  const page = await as('photographer');
  const visits = (await visitsOf(page, 'Block A')).filter(({ indoorImagesUrl }) => indoorImagesUrl);
  const visit = visits.at(-1);
  if (!visit) throw new Error('No visit has indoor pictures');
  await page.goto(`/sessions/${visit.id}`);
  const box = page.getByRole('region', { name: 'Viewpoints' });
  await expect(box).toContainText(/^\d of \d viewpoints/);
  await box.getByRole('button', { name: 'Make viewpoints from this visit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make viewpoints from this visit' });
  await expect(dialog.getByText('Stands for 1 South-east corner')).toBeVisible();
  const indoor = dialog.getByRole('region', { name: 'Indoor' });
  const tick = indoor.getByRole('checkbox', { name: /^Make a viewpoint of 02/ });
  await tick.check();
  await dialog.getByRole('button', { name: 'Make 1 viewpoint' }).click();
  await expect(dialog.getByText('A viewpoint needs a name')).toBeVisible();
  await indoor.getByRole('textbox', { name: /^Name of 02/ }).fill('Stair hall');
  await scan(page, '[role="dialog"]');

  // What was ticked and typed is a draft until it is sent.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await box.getByRole('button', { name: 'Make viewpoints from this visit' }).click();
  await expect(indoor.getByRole('textbox', { name: /^Name of 02/ })).toHaveValue('Stair hall');
  await dialog.getByRole('button', { name: 'Make 1 viewpoint' }).click();
  await said(page, 'Viewpoints made');
  await expect(box).toContainText('7 of 7 viewpoints');

  const { projectId, siteId, droneImagesUrl, indoorImagesUrl } = visit;
  const next = await page.request.post('/api/sessions', {
    data: { projectId, siteId, droneImagesUrl, indoorImagesUrl, captureDate: '2026-11-22' },
  });
  expect(next.status()).toBe(201);
  await page.goto(`/sessions/${(await next.json()).id}`);
  // A tour was not made this time, and a number alone says nothing: that picture is for a person to place.
  const missing = '5 of 7 viewpoints · missing: 5 Inside, all around, 6 Inside, room 1';
  await expect(box).toContainText(missing, { timeout: 150_000 });
  await scan(page);
});

test('the tab of a project holds a card each, and clients see those with a released picture', async ({ as }) => {
  const admin = await as('admin');
  const client = await as('client');
  const own = await viewpointOf(admin, 'Block A', 1);
  const theirs = await viewpointOf(client, 'Block A', 1);
  expect(theirs.visitCount).toBeLessThan(own.visitCount);
  await client.goto(`/projects/${theirs.projectId}?tab=viewpoints`);
  const card = client.getByRole('region', { name: 'Block A' }).getByRole('article', { name: '1 South-east corner' });
  await expect(card).toContainText(`${theirs.visitCount} visits`);
  await expect(card.getByRole('button')).toHaveCount(0);
  await scan(client);

  const newest = await card.getByRole('img').first().getAttribute('alt');
  await card.getByRole('img').first().hover();
  await client.mouse.down();
  const first = card.getByRole('status');
  await expect(first).toHaveText(/^First picture, December \d+, 2025$/);
  await client.mouse.up();
  await expect(first).toBeEmpty();
  await expect(client, 'a press that held opens nothing').toHaveURL(/tab=viewpoints/);
  expect(newest).not.toContain('2025');
  await card.getByRole('link').first().focus();
  await client.keyboard.down(' ');
  await expect(first).toHaveText(/^First picture/);
  await client.keyboard.up(' ');
  await expect(first).toBeEmpty();
  await card.getByRole('link', { name: '1 South-east corner', exact: true }).click();
  await expect(handle(client)).toHaveAttribute('aria-valuemax', String(theirs.visitCount));
});

test('an admin renames, orders and retires viewpoints, and brings one back', async ({ as }) => {
  const page = await as('admin');
  await page.setViewportSize({ width: 768, height: 1024 });
  const { projectId } = await viewpointOf(page, 'Block B', 1);
  await page.goto(`/projects/${projectId}?tab=viewpoints`);
  const site = page.getByRole('region', { name: 'Block B' });
  const names = () =>
    site.getByRole('article').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  const act = async (card: string, action: string) => {
    await site.getByRole('button', { name: `Actions for ${card}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: action }).press('Enter');
  };
  await expect(site.getByRole('article')).toHaveCount(6);
  await fits(page);
  await act('North-west corner', 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Rename viewpoint' });
  await dialog.getByLabel('Name').fill('Road side');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(names).toContain('2 Road side');
  await act('Road side', 'Move up');
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['1 Road side', '2 South-east corner']);
  await act('Road side', 'Move down');
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['1 South-east corner', '2 Road side']);
  await act('Road side', 'Retire');
  await expect(site.getByRole('article')).toHaveCount(5);
  await page.getByRole('button', { name: 'Show 1 retired viewpoint' }).click();
  const retired = page.getByRole('region', { name: 'Retired viewpoints' });
  await scan(page);
  await retired.getByRole('button', { name: 'Actions for Road side' }).click();
  await page.getByRole('menuitem', { name: 'Bring back' }).click();
  await expect(site.getByRole('article')).toHaveCount(6);
});

test('the ruler moves by mouse, keys and buttons, and a link restores the date', async ({ as }) => {
  const page = await as('client');
  await page.setViewportSize({ width: 1440, height: 900 });
  const { visitCount, days } = await openViewpoint(page);
  await expect(handle(page)).toHaveAttribute('aria-valuenow', String(visitCount));
  await expect(picture(page)).toBeVisible();
  await scan(page);

  await handle(page).focus();
  await page.keyboard.press('Home');
  await expect(handle(page)).toHaveAttribute('aria-valuetext', `${inWords('long', days[0])}, visit 1 of ${visitCount}`);
  await expect(picture(page)).toHaveAttribute('alt', new RegExp(inWords('long', days[0])));
  await expect(page).toHaveURL(new RegExp(`date=${days[0]}`));
  await page.keyboard.press('ArrowRight');
  await expect(handle(page)).toHaveAttribute('aria-valuetext', `${inWords('long', days[1])}, visit 2 of ${visitCount}`);
  await page.keyboard.press('End');
  await expect(handle(page)).toHaveAttribute('aria-valuenow', String(visitCount));

  const [from, track] = [await middleOf(handle(page)), await page.locator('[data-track]').boundingBox()];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((track?.x ?? 0) + (track?.width ?? 0) * 0.4, from.y, { steps: 8 });
  // Other journeys release visits meanwhile, which moves what lies at that place of the ruler.
  await expect(handle(page)).not.toHaveAttribute(
    'aria-valuenow',
    (await handle(page).getAttribute('aria-valuemax')) ?? '',
  );
  await page.mouse.up();
  const dragged = `${await handle(page).getAttribute('aria-valuetext')}`.split(', visit')[0] ?? '';
  const nth = days.findIndex((day) => inWords('long', day) === dragged);
  expect(nth, dragged).toBeGreaterThan(0);
  expect(nth, dragged).toBeLessThan(days.length - 1);
  await expect(picture(page)).toHaveAttribute('alt', new RegExp(dragged));
  await page.getByRole('button', { name: 'Next visit' }).click();
  const next = inWords('long', days[nth + 1]);
  await expect(handle(page)).toHaveAttribute('aria-valuetext', new RegExp(next));
  await expect(page.getByRole('status').filter({ hasText: next })).toBeAttached();
  await page.getByLabel('Go to date').selectOption({ label: inWords('medium', days[1]) });
  await expect(page).toHaveURL(new RegExp(`date=${days[1]}`));

  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page).toHaveURL(/view=0\.5,0\.5,1\.5/);
  const address = page.url();
  await page.goto('/dashboard');
  await page.goto(address);
  await expect(handle(page)).toHaveAttribute('aria-valuetext', new RegExp(inWords('long', days[1])));
  const scale = () => picture(page).evaluate((image) => image.style.transform);
  await expect.poll(scale, 'the view is restored').toContain('scale(1.5');
  await page.getByRole('button', { name: 'Next visit' }).click();
  await expect(picture(page)).toHaveAttribute('alt', new RegExp(inWords('long', days[2])));
  expect(await scale(), 'one corner is watched through all visits').toContain('scale(1.5');
});

test('it plays through all visits without a blank frame, faster and slower, and pauses', async ({ as }) => {
  const page = await as('client');
  await openViewpoint(page);
  await expect(page.getByRole('group', { name: /^South-east corner/ })).toBeVisible();
  await expect(picture(page)).toBeVisible();
  // Other journeys release visits meanwhile.
  const newest = async () => `${await handle(page).getAttribute('aria-valuemax')}`;
  const day = async () => `${await handle(page).getAttribute('aria-valuetext')}`.split(', visit')[0] ?? '';
  const seen = await watchFrames(page);
  await page.getByLabel('Speed').selectOption('4 a second');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(handle(page)).toHaveAttribute('aria-valuenow', '1');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(async () => {
    await expect(handle(page)).toHaveAttribute('aria-valuenow', await newest(), { timeout: 500 });
    await expect(picture(page)).toHaveAttribute('alt', new RegExp(await day()), { timeout: 500 });
  }).toPass();
  await page.getByLabel('Speed').selectOption('1 a second');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(handle(page)).toHaveAttribute('aria-valuenow', '2');
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = await handle(page).getAttribute('aria-valuenow');
  await expect(page).toHaveURL(/date=/);
  await expect(handle(page)).toHaveAttribute('aria-valuenow', paused ?? '');
  const { frames, blank } = await seen();
  expect(frames).toBeGreaterThan(0);
  expect(blank).toBe(0);
});

test('nobody pays for other dates before coming near the ruler: the page and its picture are 400 kB at most', async ({
  as,
}) => {
  const page = await as('client', { phone: true });
  const network = await page.context().newCDPSession(page);
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await network.send('Network.enable');
  await network.send('Network.clearBrowserCache');
  const visits = new Set<string>();
  page.on('request', (request) => {
    const [, visit] = /\/api\/sessions\/(\d+)\/media\/.*\/s(?:400|800|1000|1600)\b/.exec(request.url()) ?? [];
    if (visit) visits.add(visit);
  });
  await openViewpoint(page);
  await expect(picture(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(visits.size).toBe(1);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(400_000);
  await handle(page).tap();
  await expect.poll(() => visits.size, 'now the neighbours come').toBeGreaterThan(1);
});

test('a concern is pinned to the picture of a date, stays with it, and stands in comparisons of it', async ({ as }) => {
  const page = await as('client');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openViewpoint(page);
  const stage = page.getByRole('group', { name: /^South-east corner/ });
  await page.getByRole('button', { name: 'Raise a concern here' }).click();
  await expect(page.locator('[data-placing]')).toBeFocused();
  await scan(page);
  const [{ x, y }, box] = [await middleOf(picture(page)), await picture(page).boundingBox()];
  // Where no other journey pins anything: pins that lie under each other show as one.
  const at = { x: x + (box?.width ?? 0) * 0.1, y: y - (box?.height ?? 0) * 0.2 };
  await page.mouse.click(at.x, at.y);
  const dialog = page.getByRole('dialog', { name: 'Raise a Concern' });
  await expect(dialog.getByRole('img', { name: 'What is around the place' })).toBeVisible();
  await dialog.getByLabel('Describe Your Concern').fill('The corner bulges, journey of viewpoints.');
  const sent = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/disputes'),
  );
  await dialog.getByRole('button', { name: 'Submit Concern' }).click();
  await expect(dialog).toBeHidden();
  const dispute = (await (await sent).json()) as Dispute;
  expect(dispute.anchor).toMatchObject({
    ...{ kind: 'photo', cropUrl: expect.any(String) },
    place: { x: expect.closeTo(0.6, 1), y: expect.closeTo(0.3, 1) },
  });
  const pin = page.locator(`[data-pin="${dispute.id}"]`);
  const isAt = async (want: { x: number; y: number }) => {
    const placed = await middleOf(pin);
    return Math.hypot(placed.x - want.x, placed.y - want.y);
  };
  await expect.poll(() => isAt(at)).toBeLessThan(4);
  await scan(page);

  // It stays on its spot when one looks nearer, and is of that date alone.
  await stage.focus();
  await page.keyboard.press('+');
  await expect.poll(() => isAt({ x: x + (at.x - x) * 1.5, y: y + (at.y - y) * 1.5 })).toBeLessThan(4);
  await page.keyboard.press('0');
  await page.getByRole('button', { name: 'Previous visit' }).click();
  await expect(pin).toHaveCount(0);
  await page.getByRole('button', { name: 'Next visit' }).click();
  await expect(pin).toBeVisible();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('slider', { name: 'Divider' })).toBeVisible();
  await expect(pin, 'on the newer picture').toBeVisible();
  await expect(page.getByRole('button', { name: 'Raise a concern here' })).toBeVisible();
  await scan(page);
});

test('two dates are compared with two handles, and Back returns to one', async ({ as }) => {
  const page = await as('client');
  const { days } = await openViewpoint(page);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`compare=${days[0]}`));
  await expect(handle(page, 'Compared date')).toHaveAttribute('aria-valuetext', new RegExp(inWords('long', days[0])));
  const sides = page.getByRole('img', { name: /^South-east corner, / });
  await expect(sides).toHaveCount(2);
  await expect(page.getByRole('slider', { name: 'Divider' })).toBeVisible();
  await scan(page);
  await handle(page, 'Compared date').press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`compare=${days[1]}`));
  // The older cannot come to be the newer: it stops at the visit before it, and so does the newer above it.
  const placeOf = async (name?: string) => Number(await handle(page, name).getAttribute('aria-valuenow'));
  const shown = await placeOf();
  await handle(page, 'Compared date').press('End');
  await expect(handle(page, 'Compared date')).toHaveAttribute('aria-valuenow', String(shown - 1));
  await handle(page).press('Home');
  expect(await placeOf()).toBe(shown);
  await expect(page.getByRole('button', { name: 'Previous visit' })).toBeDisabled();
  await expect(page.getByRole('combobox', { name: 'Go to date' }).locator('option:not([disabled])')).toHaveCount(1);
  await handle(page, 'Compared date').press('Home');
  await handle(page, 'Compared date').press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`compare=${days[1]}`));
  await page.getByRole('group', { name: 'Way to compare' }).getByText('Fade').click();
  await expect(page).toHaveURL(/mode=fade/);
  const address = page.url();
  await page.goBack();
  await page.goBack();
  await expect(handle(page, 'Compared date')).toHaveCount(0);
  await expect(picture(page)).toHaveCount(1);
  await page.goto(address);
  await expect(page.getByRole('slider', { name: 'Fade' })).toBeVisible();
  await expect(sides.first()).toHaveAttribute('alt', new RegExp(inWords('long', days[1])));
  await page.getByRole('button', { name: 'End comparison' }).click();
  await expect(page).not.toHaveURL(/compare=/);
});

test('on a phone the picture comes first and a finger moves the ruler below it', async ({ as }) => {
  const page = await as('client', { phone: true });
  const { visitCount, days } = await openViewpoint(page);
  await expect(picture(page)).toBeVisible();
  const [image, bar] = [await picture(page).boundingBox(), await page.locator('[data-scrubber]').boundingBox()];
  expect(image?.y ?? 0).toBeLessThan(200);
  expect((bar?.y ?? 0) + (bar?.height ?? 0), 'within the screen').toBeLessThan(760);
  expect(bar?.height).toBeGreaterThanOrEqual(44);
  await scan(page);
  const finger = await page.context().newCDPSession(page);
  const track = await page.locator('[data-track]').boundingBox();
  const at = (share: number) => [
    { x: (track?.x ?? 0) + (track?.width ?? 0) * share, y: (track?.y ?? 0) + (track?.height ?? 0) / 2 },
  ];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', at(1));
  for (const share of [0.8, 0.6, 0.3, 0.1, 0]) await touch('touchMove', at(share));
  await expect(handle(page)).toHaveAttribute('aria-valuenow', '1');
  await touch('touchEnd', []);
  await expect(picture(page)).toHaveAttribute('alt', new RegExp(inWords('long', days[0])));

  // Two fingers enlarge the picture, and the next date shows the same part of it.
  const shown = () => picture(page).evaluate((one) => one.style.transform);
  await pinch(page, await middleOf(picture(page)), { from: 80, to: 200 });
  await expect.poll(async () => Number(/scale\(([\d.]+)/.exec(await shown())?.[1] ?? 1)).toBeGreaterThan(1.5);
  await expect(page).toHaveURL(/view=/);
  const part = await shown();
  await page.getByRole('button', { name: 'Next visit' }).click();
  await expect(picture(page)).toHaveAttribute('alt', new RegExp(inWords('long', days[1])));
  expect(await shown(), 'the same part').toBe(part);
  await page.getByRole('button', { name: 'Previous visit' }).click();
  await pinch(page, await middleOf(page.getByRole('group', { name: /^South-east corner/ })), { from: 220, to: 40 });
  await expect(page).not.toHaveURL(/view=/);
  // A browser takes a touch so soon after a dragging one for its end now and then, and makes no click of it.
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(handle(page, 'Compared date')).toHaveAttribute('aria-valuenow', String(visitCount));
  await scan(page);
});

test('a 360° viewpoint is looked around in, the same way at each date', async ({ as }) => {
  const page = await as('client', { path: '/projects' });
  await page.setViewportSize({ width: 768, height: 1024 });
  await openViewpoint(page, { position: 5 });
  await expect(page.locator('[data-panorama]'), 'nothing heavy before a tap').toHaveCount(0);
  await scan(page);
  await page.getByRole('button', { name: 'Look around' }).click();
  const pane = page.getByRole('application', { name: /^360° view of Inside, all around/ });
  await expect(page.locator('[data-panorama="ready"]')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Raise a concern here' })).toBeVisible();
  await pane.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/view=\d/);
  const view = new URL(page.url()).searchParams.get('view');
  await page.getByRole('button', { name: 'Previous visit' }).click();
  await expect(page).toHaveURL(/date=/);
  await expect(page.locator('[data-panorama="ready"]')).toHaveCount(1);
  expect(new URL(page.url()).searchParams.get('view')).toBe(view);
});

test('a picture is changed by hand, and a viewpoint that went says so while it is open', async ({ as }) => {
  const admin = await as('admin');
  const client = await as('client');
  const own = await openViewpoint(admin, { site: 'Block B', position: 6 });
  await openViewpoint(client, { site: 'Block B', position: 6 });
  await admin.getByRole('button', { name: 'Change picture' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Change picture' });
  await expect(dialog.getByRole('button', { name: '01.jpg, chosen now' })).toBeVisible();
  await scan(admin, '[role="dialog"]');
  await dialog.getByRole('region', { name: 'Indoor' }).getByRole('button', { name: 'Choose 03.jpg' }).click();
  await said(admin, 'Picture changed');
  const about = admin.getByRole('region', { name: 'About the picture' });
  await expect(about).toContainText('Placed by hand · 03.jpg');
  for (let left = own.visitCount; left > 0; left--) {
    const day = await about.getByRole('heading').innerText();
    await admin.getByRole('button', { name: 'Change picture' }).click();
    // The dialog grows with its pictures, and the button below them moves.
    await expect(dialog.getByRole('button', { name: /, chosen now$/ })).toBeVisible();
    await expect(dialog.getByText('No pictures that fit in this tab.')).toBeVisible();
    await dialog.getByRole('button', { name: 'None of this visit' }).click();
    await expect(dialog).toBeHidden();
    await expect(about.getByRole('heading', { name: day })).toHaveCount(0);
  }
  await expect(admin.getByText('No pictures yet')).toBeVisible();
  await expect(client.getByText('This viewpoint is no longer available')).toBeVisible();
  await client.getByRole('link', { name: 'All viewpoints' }).click();
  await expect(client.getByRole('region', { name: 'Block B' }).getByRole('article')).toHaveCount(5);
});

test('a photo says when it was taken, and the crew finds it on a map', async ({ as }) => {
  const crew = await as('photographer');
  const client = await as('client');
  const released = await visitWithTimes(client, 'Block A');
  for (const page of [crew, client]) {
    await page.goto(`/sessions/${released.id}`);
    await expect(page.getByText(/Taken [A-Z][a-z]+ \d+, 202\d at \d\d:\d\d/).first()).toBeVisible({ timeout: 60_000 });
  }
  await expect(client.getByRole('button', { name: 'Show on a map' }), 'clients are not told where').toHaveCount(0);
  await expect(client.getByText(/facing/)).toHaveCount(0);
  await crew.getByRole('button', { name: 'Show on a map' }).click();
  const map = crew.getByRole('region', { name: /^Map of / });
  const photo = map.getByRole('button', { name: 'Open 02.jpg' });
  await expect(photo).toBeVisible();
  await scan(crew);
  await photo.press('Enter');
  await expect(crew.getByRole('dialog', { name: '02.jpg' })).toBeVisible();
  await expect(crew.getByRole('dialog')).toContainText(/Taken .* at \d\d:\d\d/);
  await expect(crew).toHaveURL(/item=/);

  // Two compared pictures say so too, and to the crew where.
  const visits = (await visitsOf(client, 'Block A')).map(({ id }) => id);
  const older = visits.find((id) => id !== released.id);
  for (const page of [crew, client]) {
    await page.goto(`/projects/${released.projectId}/compare?compare=${older},${released.id}`);
    const head = page.getByRole('region', { name: /^Session / }).filter({ hasText: /Taken/ });
    await expect(head.first()).toContainText(/Taken .*at \d\d:\d\d/);
    const placed = page.getByRole('region', { name: /^Session / }).filter({ hasText: /facing/ });
    await expect.poll(async () => (await placed.count()) > 0).toBe(page === crew);
  }
});

test('pictures that wait to be placed are placed by one tap each, the likeliest viewpoint first', async ({ as }) => {
  const page = await as('admin');
  const visit = (await visitsOf(page, 'Block B')).at(-1);
  const address = `/api/sessions/${visit?.id}/viewpoints`;
  const real = await (await page.request.get(address)).json();
  const [first, second] = real.viewpoints;
  const waits = { mediaKind: 'drone', item: first.picture.item };
  const candidates = [
    { viewpointId: second.id, by: 'picture' },
    { viewpointId: first.id, by: 'position' },
  ];
  const asked = { ...real, toPlace: [{ ...waits, candidates }] };
  // The demo places all by name: one picture is answered as if two viewpoints might be meant.
  // Until it is placed: pictures that are aligned meanwhile make the page ask once more.
  await page.route(`**${address}`, (route) => route.fulfill({ json: asked }));
  await page.goto(`/sessions/${visit?.id}`);
  await page.getByRole('button', { name: '1 picture to place' }).click();
  const dialog = page.getByRole('dialog', { name: '1 picture to place' });
  const choices = dialog.getByRole('button', { name: /^01.jpg is / });
  await expect(choices).toHaveText([/2 .* looks alike/, /1 .* same position/]);
  await scan(page, '[role="dialog"]');
  await page.unroute(`**${address}`);
  await choices.nth(1).click();
  await said(page, 'Picture placed');
  // Other journeys say that a visit has none of a viewpoint.
  await expect(page.getByRole('dialog', { name: /^All pictures are placed$|without a picture$/ })).toBeVisible();
});

test('a picture of a missing viewpoint is chosen by hand, also where a hand said that there is none', async ({
  as,
}) => {
  const page = await as('photographer');
  const { projectId, siteId, droneImagesUrl } = (await visitsOf(page, 'Block A')).find(({ droneImagesUrl: url }) =>
    url?.startsWith('/media/'),
  ) as Visit & Record<string, string>;
  const data = { projectId, siteId, droneImagesUrl, captureDate: '2026-02-11', notes: 'Journey of missing pictures.' };
  const sent = await page.request.post('/api/sessions', { data });
  expect(sent.status()).toBe(201);
  const { id } = await sent.json();
  const first = await viewpointOf(page, 'Block A', 1);
  const none = await page.request.put(`/api/viewpoints/${first.id}/pictures/${id}`, {
    data: { mediaKind: 'drone', item: null },
  });
  expect(none.status()).toBe(200);
  await page.goto(`/sessions/${id}`);
  const box = page.getByRole('region', { name: 'Viewpoints' });
  await expect(box).toContainText('missing: 1 South-east corner', { timeout: 60_000 });
  await page.setViewportSize({ width: 360, height: 760 });
  await box.getByRole('button', { name: /Choose missing pictures|to place$/ }).click();
  const missing = page.getByRole('region', { name: 'Viewpoints without a picture' });
  await expect(missing).toBeVisible();
  await scan(page, '[role="dialog"]');
  await missing.getByRole('button', { name: 'Choose picture of 1 South-east corner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose picture' });
  await expect(dialog.getByRole('button', { name: 'None of this visit' })).toHaveCount(0);
  await scan(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Choose 01.jpg' }).click();
  await said(page, 'Picture changed');
  await expect(dialog).toBeHidden();
  await expect(box).not.toContainText('1 South-east corner');
});

test('a project with more viewpoints than come at once shows all of them', async ({ as }) => {
  const page = await as('client');
  const { projectId } = await viewpointOf(page, 'Block A', 1);
  const address = `/api/projects/${projectId}/viewpoints`;
  const [first, second] = (await (await page.request.get(`${address}?limit=2`)).json()) as Listed[];
  await page.route(
    (url) => url.pathname === address,
    (route) => {
      const isNext = new URL(route.request().url()).searchParams.get('cursor') === 'more';
      const headers = isNext ? {} : { link: `<${address}?limit=500&cursor=more>; rel="next"`, 'x-total-count': '2' };
      return route.fulfill({ json: isNext ? [second] : [first], headers });
    },
  );
  await page.goto(`/projects/${projectId}?tab=viewpoints`);
  for (const each of [first, second])
    await expect(page.getByRole('article', { name: `${each?.position} ${each?.name}` })).toBeVisible();
});
