// Two sessions compared: every mode by buttons and keys, linked and unlinked, on a phone, by a link, and exported as a picture.
import fs from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import proj4 from 'proj4';
import sharp from 'sharp';
import { definitionOf } from '#contract/geometry/map-projections.ts';
import { askForAll, expect, serving, test } from '#e2e/fixtures.ts';
import { scan } from '#e2e/page-checks.ts';
import { tiffOf } from '#server/test-support/files/made-files.ts';

type Listed = { id: number; captureDate: string; project: { name: string }; site: { name: string } | null } & Record<
  'tour360Url' | 'orthomosaicUrl' | 'videoUrl',
  string | null
>;
type Has = (session: Listed) => unknown;

/** The address that compares the first and last of the sessions of Block A that meet the condition. */
async function pairOf(page: Page, has: Has = () => true): Promise<string> {
  const answer = await page.request.get('/api/sessions?sort=captureDate&limit=500');
  const visits = ((await answer.json()) as Listed[]).filter(
    (visit) => visit.project.name === 'Lekki Palm Residences' && visit.site?.name === 'Block A' && has(visit),
  );
  return `/dashboard?tab=comparison&compare=${visits.at(-1)?.id},${visits[0]?.id}`;
}

const side = (page: Page, nth: 1 | 2) => page.getByRole('region', { name: `Session ${nth}` });
const image = (page: Page, nth: 1 | 2) => page.getByRole('img', { name: new RegExp(`^Session ${nth}, Block A`) });
const pane = (page: Page, nth: 1 | 2) => page.getByRole('group', { name: new RegExp(`^Session ${nth}, Block A`) });
const way = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Way to compare' }).locator('visible=true').getByRole('radio', { name });

async function shown(page: Page): Promise<void> {
  await expect(image(page, 1)).toBeVisible();
  await expect(image(page, 2)).toBeVisible();
}

function scaleOf(img: Locator): Promise<number> {
  return img.evaluate((element) => Number(/scale\(([\d.]+)\)/.exec((element as HTMLElement).style.transform)?.[1]));
}

async function placeOf(img: Locator): Promise<number> {
  const box = await img.boundingBox();
  const around = await img.locator('xpath=ancestor::*[@aria-roledescription]').boundingBox();
  return Math.round((box?.x ?? 0) - (around?.x ?? 0));
}

/** Waits until the address no longer changes: it follows a view that has come to rest. */
async function rest(page: Page): Promise<void> {
  let last = '';
  const same = () => {
    const before = last;
    last = page.url();
    return before === last;
  };
  await expect.poll(same, { intervals: [700] }).toBe(true);
}

test('two sessions stand side by side with their media types and images, the first of each chosen', async ({ as }) => {
  const page = await as('client', { path: 'about:blank' });
  await page.goto(await pairOf(page, ({ tour360Url }) => tour360Url));
  await shown(page);
  for (const nth of [1, 2] as const) {
    await expect(side(page, nth)).toContainText('Block A');
    await expect(side(page, nth)).toContainText(/[A-Z][a-z]+ \d+, \d{4}/);
    const kinds = side(page, nth).getByLabel(`Media type of Session ${nth}`);
    await expect(kinds).toHaveValue('drone');
    await expect(kinds.getByRole('option').first()).toHaveText('Drone Photos');
    await expect(kinds.getByRole('option', { name: '360° Tours' })).toHaveCount(1);
    await expect(kinds.getByRole('option', { name: 'Orthomosaic' })).toHaveCount(1);
    await expect(side(page, nth).getByLabel(`Image of Session ${nth}`).locator('option:checked')).toHaveText('01.jpg');
  }
  await expect(page.getByRole('img', { name: /^Session 1/ })).toHaveAttribute('src', /\/s800\?/);
  const [one, other] = [await pane(page, 1).boundingBox(), await pane(page, 2).boundingBox()];
  expect(other?.y).toBe(one?.y);
  expect(other?.x).toBeGreaterThan((one?.x ?? 0) + (one?.width ?? 0) - 1);
  await scan(page);

  // Beside the middle, where other journeys may have pinned a concern.
  const free = { position: { x: 40, y: (one?.height ?? 0) / 2 } };
  await pane(page, 2).click(free);
  await expect.poll(() => scaleOf(image(page, 2))).toBe(2);
  expect(await scaleOf(image(page, 1)), 'both are locked').toBe(2);
  await expect(image(page, 2)).toHaveAttribute('src', /\/s1600\?/);
  await pane(page, 1).click(free);
  await expect.poll(() => scaleOf(image(page, 2))).toBe(1);

  await page.getByRole('button', { name: 'Fullscreen' }).click();
  await expect(page.getByRole('button', { name: 'Leave fullscreen' })).toBeVisible();
  await scan(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Selection' }).click();
  await expect(page.getByText('No sessions selected')).toBeVisible();
  await expect(page).not.toHaveURL(/compare=/);
});

test('a visit without media says so, and one on its way says Loading', async ({ as }) => {
  const page = await as('client');
  const address = await pairOf(page);
  await askForAll(page);
  await page.route('**/media/drone', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.route(/\/api\/sessions\/\d+$/, async (route) => {
    const answer = await route.fetch();
    const session = await answer.json();
    if (!address.endsWith(`,${session.id}`)) return route.fulfill({ response: answer });
    const none = {
      droneImagesUrl: null,
      indoorImagesUrl: null,
      videoUrl: null,
      tour360Url: null,
      orthomosaicUrl: null,
    };
    return route.fulfill({ response: answer, json: { ...session, ...none } });
  });
  await page.goto(address);
  await expect(side(page, 2)).toContainText('No Media Available');
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  await expect(image(page, 1)).toBeVisible();
  await scan(page);
});

/** Answers for a kind of link that the demo does not have. */
async function linked(page: Page, kind: string, media: object): Promise<void> {
  const none = { provider: 'unknown', kind: 'unknown', items: [], embedUrl: null, originalUrl: null, problem: null };
  await askForAll(page);
  await page.route(`**/media/${kind}`, (route) => route.fulfill({ json: { ...none, ...media } }));
}

test('what other hosts show stands in frames, and what cannot be shown has a way to the original', async ({ as }) => {
  const page = await as('client');
  const address = await pairOf(page, ({ tour360Url, orthomosaicUrl }) => tour360Url && orthomosaicUrl);
  const html = { contentType: 'text/html', body: '<!doctype html><title>Tour</title><p>A host of tours</p>' };
  await page.route('https://my.matterport.com/**', (route) => route.fulfill(html));
  const tour = 'https://my.matterport.com/show/?m=abcdefghijk';
  await linked(page, 'tour360', { provider: 'matterport', kind: 'tour', embedUrl: tour, originalUrl: tour });
  await page.goto(`${address}&left=tour360&right=tour360`);
  const frames = page.locator('iframe');
  await expect(frames).toHaveCount(2);
  const cover = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(cover).toHaveCount(2);
  await expect(frames.first().contentFrame().getByText('A host of tours')).toBeAttached();
  await expect(cover).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^View Original/ })).toHaveCount(2);
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(page.getByRole('link', { name: /^Open tour in new tab/ })).toHaveCount(2);
  await page.setViewportSize({ width: 1280, height: 800 });

  const original = 'https://files.example.com/map.tif';
  await linked(page, 'orthomosaic', { kind: 'geotiff', originalUrl: original });
  await side(page, 1).getByLabel('Media type of Session 1').selectOption('orthomosaic');
  const sentence = 'TIFF/GeoTIFF Orthomosaic — Requires specialized software';
  await expect(page.getByText(sentence)).toHaveCount(2);
  await expect(page.getByRole('link', { name: /^Download Original/ }).first()).toHaveAttribute('href', original);
  await linked(page, 'indoor', { originalUrl: 'https://files.example.com/x', problem: 'It is not shared.' });
  await side(page, 1).getByLabel('Media type of Session 1').selectOption('indoor');
  await expect(page.getByText('Preview unavailable')).toHaveCount(2);
  await expect(page.getByRole('link', { name: /^View Original/ })).toHaveCount(2);
  await scan(page);
});

test('each way to compare answers its button and its key, with nothing to drag', async ({ as }) => {
  const page = await as('client', { path: 'about:blank' });
  await page.goto(await pairOf(page));
  await shown(page);
  await page.keyboard.press('2');
  await expect(way(page, 'Swipe')).toBeChecked();
  const divider = page.getByRole('slider', { name: 'Divider' });
  await expect(divider).toHaveAttribute('aria-valuenow', '50');
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(divider).toHaveAttribute('aria-valuenow', '55');
  await expect(divider).toHaveAttribute('aria-valuetext', /^Session 1, Block A, .* on 55%/);
  await page.getByRole('button', { name: 'Move divider left' }).click();
  await expect(page.getByText('Divider at 45%')).toBeVisible();
  await expect(page).toHaveURL(/at=45/);
  await scan(page);

  await page.keyboard.press('f');
  await expect(way(page, 'Fade')).toBeChecked();
  const fade = page.getByRole('slider', { name: 'Fade' });
  await page.getByRole('button', { name: 'More of Session 2' }).click();
  await expect(fade).toHaveValue('60');
  await expect(fade).toHaveAttribute('aria-valuetext', '60% Session 2');
  await scan(page);

  await way(page, 'Blink').check({ force: true });
  await expect(page.getByText('Session 1 is shown').first()).toBeVisible();
  // With reduced motion nothing moves by itself.
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await expect(image(page, 2)).toBeHidden();
  await page.getByRole('button', { name: 'Switch' }).click();
  await expect(image(page, 2)).toBeVisible();
  await expect(image(page, 1)).toBeHidden();
  await page.locator('body').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press(' ');
  await expect(image(page, 1)).toBeVisible();
  await scan(page);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(image(page, 2)).toBeVisible();
  await expect(image(page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.keyboard.press('s');
  await expect(way(page, 'Side by side')).toBeChecked();
  await page.goBack();
  await expect(way(page, 'Blink')).toBeChecked();
});

test('locked views move together, unlocked ones apart, and locked again they keep their distance', async ({ as }) => {
  const page = await as('client', { path: 'about:blank' });
  await page.goto(await pairOf(page));
  await shown(page);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Move left' }).click();
  await expect.poll(async () => (await placeOf(image(page, 1))) - (await placeOf(image(page, 2)))).toBe(0);
  await page.keyboard.press('l');
  await expect(page.getByRole('button', { name: 'Lock views' })).toHaveAttribute('aria-pressed', 'false');
  await pane(page, 2).focus();
  await page.keyboard.press('ArrowRight');
  const apart = async () => (await placeOf(image(page, 1))) - (await placeOf(image(page, 2)));
  await expect.poll(apart).toBeGreaterThan(20);
  const distance = await apart();
  await page.getByRole('button', { name: 'Lock views' }).click();
  await pane(page, 1).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => Math.abs((await apart()) - distance)).toBeLessThanOrEqual(1);
  await expect(page).toHaveURL(/shift=/);
  await rest(page);
  const before = await placeOf(image(page, 2));
  await page.reload();
  await shown(page);
  await expect.poll(async () => Math.abs((await placeOf(image(page, 2))) - before)).toBeLessThanOrEqual(2);
  await page.getByRole('button', { name: 'Reset views' }).click();
  await expect.poll(apart).toBe(0);
  await expect(page).not.toHaveURL(/view=|shift=/);
  const box = await pane(page, 1).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 100);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect.poll(() => scaleOf(image(page, 2))).toBeGreaterThan(1);
});

test('a chosen picture finds its counterpart, arrows step both, and a link shows exactly what was seen', async ({
  as,
}) => {
  const page = await as('client', { path: 'about:blank' });
  await page.goto(await pairOf(page));
  await shown(page);
  const names = async () => [
    await side(page, 1).getByLabel('Image of Session 1').locator('option:checked').innerText(),
    await side(page, 2).getByLabel('Image of Session 2').locator('option:checked').innerText(),
  ];
  await side(page, 1).getByLabel('Image of Session 1').selectOption({ label: '03.jpg' });
  await expect.poll(names).toEqual(['03.jpg', '03.jpg']);
  await page.getByRole('button', { name: 'Next pictures' }).click();
  await expect.poll(names).toEqual(['04.jpg', '04.jpg']);
  await page.locator('body').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('ArrowLeft');
  await expect.poll(names).toEqual(['03.jpg', '03.jpg']);
  await expect(page.getByRole('status').filter({ hasText: /03\.jpg; Session 2.*03\.jpg/ })).toHaveCount(1);
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'Move divider right' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page).toHaveURL(/at=60/);
  await expect(page).toHaveURL(/view=0\.5,0\.5,1\.5/);
  const other = await as('client', { path: new URL(page.url()).pathname + new URL(page.url()).search });
  await shown(other);
  await expect(other.getByRole('slider', { name: 'Divider' })).toHaveAttribute('aria-valuenow', '60');
  await expect.poll(() => scaleOf(image(other, 2))).toBe(1.5);
  await expect(side(other, 2).getByLabel('Image of Session 2').locator('option:checked')).toHaveText('03.jpg');
});

test('what moves the divider stays where it is when the alignment comes', async ({ as }) => {
  const page = await as('client', { path: 'about:blank' });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/alignments**', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(await pairOf(page));
  await shown(page);
  await page.keyboard.press('w');
  const button = page.getByRole('button', { name: 'Move divider right' });
  await expect(button).toBeVisible();
  const before = await button.boundingBox();
  release();
  await expect(page.getByText(/^aligned on \d+ points$/)).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
});

test('the line of visits changes either side by click and arrow keys, and the picture stays the same', async ({
  as,
}) => {
  const page = await as('client', { path: 'about:blank' });
  await page.goto(await pairOf(page));
  await shown(page);
  await side(page, 2).getByLabel('Image of Session 2').selectOption({ label: '02.jpg' });
  const first = page.getByRole('group', { name: 'Visit of Session 1' });
  const second = page.getByRole('group', { name: 'Visit of Session 2' });
  const count = await first.getByRole('radio').count();
  expect(count).toBeGreaterThan(3);
  await expect(first.getByRole('radio').nth(count - 1)).toBeDisabled();
  await second
    .getByRole('radio')
    .nth(count - 2)
    .click({ force: true });
  await expect(second.getByRole('radio').nth(count - 2)).toBeChecked();
  await shown(page);
  await expect(side(page, 2).getByLabel('Image of Session 2').locator('option:checked')).toHaveText('02.jpg');
  await first.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(first.getByRole('radio').nth(1)).toBeChecked();
  await shown(page);
  await page.goBack();
  await expect(first.getByRole('radio').first()).toBeChecked();
});

test('what is shown can be taken along as one labelled picture', async ({ as }) => {
  const page = await as('client', { path: 'about:blank' });
  await page.goto(`${await pairOf(page)}&mode=swipe`);
  await shown(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download comparison' }).click();
  await page.getByRole('menuitem', { name: 'As PNG' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^lekki-palm-residences_block-a_.*_swipe\.png$/);
  const bytes = fs.readFileSync(await file.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.readUInt32BE(16), 'wide enough to print').toBeGreaterThan(1500);
});

test('on a phone the panes are stacked, and everything works without dragging', async ({ as }) => {
  const page = await as('client', { phone: true, path: 'about:blank' });
  await page.goto(await pairOf(page));
  await shown(page);
  const [one, other] = [await pane(page, 1).boundingBox(), await pane(page, 2).boundingBox()];
  expect(other?.x).toBe(one?.x);
  expect(other?.y).toBeGreaterThanOrEqual((one?.y ?? 0) + (one?.height ?? 0));
  await expect(pane(page, 1), 'a finger scrolls the page').toHaveCSS('touch-action', 'pan-y');
  await scan(page);
  await way(page, 'Swipe').check({ force: true });
  await page.getByRole('button', { name: 'Move divider right' }).tap();
  await expect(page.getByRole('slider', { name: 'Divider' })).toHaveAttribute('aria-valuenow', '60');
  await scan(page);
  await page.getByRole('group', { name: /^Session 1.* and Session 2/ }).tap({ position: { x: 60, y: 200 } });
  // The newer one: the older one is laid on it.
  await expect.poll(() => scaleOf(image(page, 2))).toBe(2);
  await page.getByRole('button', { name: /^Visits and more/ }).tap();
  await page.getByRole('button', { name: 'Move right' }).tap();
  await scan(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Move right' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Visits and more/ })).toBeFocused();
  await page.getByRole('button', { name: 'Reset views' }).tap();
  await expect.poll(() => scaleOf(image(page, 2))).toBe(1);
});

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox();
  if (!box) throw new Error('It has no box');
  return box;
}

test('on a phone the pictures come first, however it is held, and everything else is one tap away', async ({ as }) => {
  const page = await as('client', { phone: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(await pairOf(page));
  await shown(page);
  const strip = page.getByRole('toolbar', { name: 'Comparison' });
  /** How much of the screen the two panes take that nothing covers. */
  const share = async () => {
    const { width, height } = page.viewportSize() ?? { width: 1, height: 1 };
    const [one, other, bar] = [await boxOf(pane(page, 1)), await boxOf(pane(page, 2)), await boxOf(strip)];
    const bottom = Math.min(other.y + other.height, bar.y);
    expect(bar.y + bar.height, 'the strip is in sight').toBeLessThanOrEqual(height);
    return ((other.x + other.width - one.x) * (bottom - Math.max(one.y, 0))) / (width * height);
  };
  await expect(page.getByText('Rotate your phone to landscape')).toBeVisible();
  expect(await share(), 'also while it asks to turn').toBeGreaterThan(0.6);
  for (const nth of [1, 2] as const) await expect(pane(page, nth)).toContainText(/[A-Z][a-z]+ \d+, \d{4}/);
  await expect(side(page, 1)).toBeHidden();
  await strip.getByRole('button', { name: /^Visits and more/ }).tap();
  await expect(side(page, 1)).toBeVisible();
  await page.getByRole('group', { name: 'Visit of Session 1' }).getByRole('radio').nth(1).check({ force: true });
  await shown(page);
  await strip.getByRole('button', { name: /^Visits and more/ }).tap();
  await strip.getByRole('button', { name: 'Fullscreen', exact: true }).tap();
  await expect(strip.getByRole('button', { name: 'Leave fullscreen' })).toBeVisible();
  expect(await share(), 'fullscreen makes nothing smaller').toBeGreaterThan(0.85);
  await page.keyboard.press('Escape');
  await expect(strip.getByRole('button', { name: 'Fullscreen', exact: true })).toBeVisible();

  await page.setViewportSize({ width: 740, height: 360 });
  await expect(strip.getByRole('button', { name: 'Leave fullscreen' })).toBeVisible();
  await expect.poll(share).toBeGreaterThan(0.8);
  expect((await boxOf(pane(page, 2))).y, 'beside each other').toBe((await boxOf(pane(page, 1))).y);
  await strip.getByRole('button', { name: /^Visits and more/ }).tap();
  await expect(page.getByRole('button', { name: 'Clear Selection' })).toBeVisible();
  await scan(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(strip.getByRole('button', { name: 'Fullscreen', exact: true })).toBeVisible();
});

test('on a desktop pictures and dates fit the screen, nothing jumps, and the keys of a slider work', async ({ as }) => {
  const page = await as('client');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(await pairOf(page));
  await shown(page);
  const rulers = page.getByRole('region', { name: 'Visits' });
  for (const mode of ['Side by side', 'Fade', 'Swipe'] as const) {
    await way(page, mode).check({ force: true });
    const { y, height } = await boxOf(rulers);
    expect(y + height, `with ${mode}`).toBeLessThanOrEqual(900);
  }
  const divider = page.getByRole('slider', { name: 'Divider' });
  await divider.focus();
  await page.keyboard.press('End');
  await expect(divider).toHaveAttribute('aria-valuenow', '100');
  await page.keyboard.press('Home');
  await expect(divider).toHaveAttribute('aria-valuenow', '0');
  // Keys and the wheel may still be moving the page.
  await expect(() => way(page, 'Side by side').check({ force: true })).toPass();
  const boxAtTop = async () => {
    await page.evaluate(() => scrollTo(0, 0));
    return boxOf(pane(page, 1));
  };
  let before = await boxAtTop();
  const isAtRest = async () => {
    const former = before;
    before = await boxAtTop();
    return before.y === former.y;
  };
  await expect.poll(isAtRest, { intervals: [200] }).toBe(true);
  expect(before.width * before.height, 'large panes').toBeGreaterThan(500 * 400);
  await expect(pane(page, 1), 'no black bars').not.toHaveCSS('background-color', 'rgb(0, 0, 0)');
  await page.mouse.move(before.x + 50, before.y + 50);
  await page.mouse.wheel(0, 50);
  await expect(page.getByText('Hold Ctrl to zoom with the wheel')).toBeVisible();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByRole('button', { name: 'Move left' })).toBeEnabled();
  await expect.poll(boxAtTop, 'zooming moves nothing').toEqual(before);
});

test('spheres turn together and maps share their ground, in every way of comparing', async ({ as }) => {
  const page = await as('client');
  const address = await pairOf(page, ({ tour360Url, orthomosaicUrl }) => tour360Url && orthomosaicUrl);
  await page.goto(`${address}&left=tour360&right=tour360`);
  await expect(page.locator('canvas')).toHaveCount(2, { timeout: 30_000 });
  await expect(page.locator('[data-panorama="ready"]')).toHaveCount(2, { timeout: 30_000 });
  await page.keyboard.press('l');
  await page.getByRole('application', { name: /^360° view of Session 2/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page, 'how far they were set apart by hand').toHaveURL(/shift=\d+/);
  await page.getByRole('button', { name: 'Lock views' }).click();
  await rest(page);
  const apart = new URL(page.url()).searchParams.get('shift');
  await page.reload();
  await expect(page.locator('[data-panorama="ready"]')).toHaveCount(2, { timeout: 30_000 });
  await page.getByRole('application', { name: /^360° view of Session 2/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await rest(page);
  expect(new URL(page.url()).searchParams.get('shift')).toBe(apart);
  await way(page, 'Swipe').check({ force: true });
  await expect(page.getByRole('slider', { name: 'Divider' })).toBeVisible();
  const panorama = page.getByRole('application', { name: /^360° views of/ });
  await panorama.focus();
  // It takes keys once both pictures are loaded, which nothing on the screen shows.
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/view=\d+/, { timeout: 1000 });
  }).toPass({ timeout: 20_000 });
  await side(page, 1).getByLabel('Media type of Session 1').selectOption('orthomosaic');
  await expect(side(page, 2).getByLabel('Media type of Session 2')).toHaveValue('orthomosaic');
  await expect(page.locator('[data-map="ready"]')).toHaveCount(2, { timeout: 30_000 });
  await expect(page.getByRole('slider', { name: 'Divider' })).toBeVisible();
  await expect(page, 'where both maps look').toHaveURL(/view=-?\d/);
  await scan(page);
});

/** Maps of 256 pixels a side: the degrees of a place, and what lies a metre from one another there. */
const grounds = {
  'UTM at 40° north': {
    place: [-105.079, 40.554],
    keys: [1024, 0, 1, 1, 3072, 0, 1, 32_613],
    as: definitionOf(32_613),
  },
  'UTM at 60° north': { place: [12.5, 60], keys: [1024, 0, 1, 1, 3072, 0, 1, 32_633], as: definitionOf(32_633) },
  'the British grid': { place: [-4.2, 57.5], keys: [1024, 0, 1, 1, 3072, 0, 1, 27_700], as: definitionOf(27_700) },
  'the Dutch grid': { place: [4.9, 52.4], keys: [1024, 0, 1, 1, 3072, 0, 1, 28_992], as: definitionOf(28_992) },
  "Nigeria's west belt": { place: [3.4, 6.5], keys: [1024, 0, 1, 1, 3072, 0, 1, 26_391], as: definitionOf(26_391) },
} as const;

test('a map in degrees and one in metres show the same ground at the same place, up to 60° and in national grids', async ({
  as,
}) => {
  test.slow();
  const page = await as('client');
  const address = await pairOf(page, ({ orthomosaicUrl }) => orthomosaicUrl);
  const [left = '', right = ''] = (new URL(address, 'http://x').searchParams.get('compare') ?? '').split(',');
  const side = 256;
  /** White ground with a red square of 40 m around a place, wherever a pixel lies in degrees. */
  const painted = (place: readonly number[], degreesAt: (x: number, y: number) => readonly number[]) => {
    const bytes = Buffer.alloc(side * side * 3, 255);
    const [lon = 0, lat = 0] = place;
    const across = 111_320 * Math.cos((lat * Math.PI) / 180);
    for (let at = 0; at < side * side; at += 1) {
      const [east = 0, north = 0] = degreesAt((at % side) + 0.5, Math.floor(at / side) + 0.5);
      const isMark = Math.abs(east - lon) * across < 20 && Math.abs(north - lat) * 111_320 < 20;
      if (isMark) bytes.set([255, 0, 0], at * 3);
    }
    return bytes;
  };
  const raw = { side, samples: 3 as const, compression: 1 };
  const made: Record<string, Buffer> = { nowhere: tiffOf({ ...raw, bytes: Buffer.alloc(side * side * 3, 90) }) };
  for (const [name, { place, keys, as: grid }] of Object.entries(grounds)) {
    const [east = 0, north = 0] = proj4('EPSG:4326', grid ?? '', [...place]);
    const corner: [number, number] = [east - 150, north + 90];
    const [degree, tall] = [1 / (111_320 * Math.cos((place[1] * Math.PI) / 180)), 1 / 111_320];
    const [west, top] = [place[0] - 150 * degree, place[1] + 90 * tall];
    made[name] = tiffOf({
      ...raw,
      bytes: painted(place, (x, y) => proj4(grid ?? '', 'EPSG:4326', [corner[0] + x, corner[1] - y])),
      place: { keys: [...keys], corner, pixel: [1, 1] },
    });
    made[`${name} in degrees`] = tiffOf({
      ...raw,
      bytes: painted(place, (x, y) => [west + x * degree, top - y * tall]),
      place: { keys: [1024, 0, 1, 2, 2048, 0, 1, 4326], corner: [west, top], pixel: [degree, tall] },
    });
  }
  await serving(
    page,
    Object.fromEntries(Object.entries(made).map(([name, bytes]) => [encodeURIComponent(name), bytes])),
  );
  const real = await page.request.get(`/api/sessions/${left}/media/orthomosaic`);
  const [map] = ((await real.json()) as { items: object[] }).items;
  await askForAll(page);
  const showing = async (names: Record<string, string>) => {
    await page.route('**/media/orthomosaic', async (route) => {
      const id = /sessions\/(\d+)\//.exec(route.request().url())?.[1] ?? '';
      const name = names[id] ?? '';
      const item = {
        ...map,
        id: name,
        name,
        mapUrl: undefined,
        imageUrl: null,
        fullUrl: null,
        fileUrl: `/made/${encodeURIComponent(name)}`,
      };
      await route.fulfill({ json: { ...(await real.json()), items: [item] } });
    });
  };
  const box = page.locator('[data-map="ready"]').first();
  /** The middle of what is red. */
  const mark = async () => {
    const { data, info } = await sharp(await box.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    let [x, y, count] = [0, 0, 0];
    for (let at = 0; at < info.width * info.height; at += 1) {
      const [red = 0, green = 0, blue = 0] = [data[at * 3], data[at * 3 + 1], data[at * 3 + 2]];
      if (red < 200 || green > 60 || blue > 60) continue;
      [x, y, count] = [x + (at % info.width), y + Math.floor(at / info.width), count + 1];
    }
    return count > 500 ? [x / count, y / count] : undefined;
  };
  const marked = async () => {
    let at: number[] | undefined;
    await expect.poll(async () => (at = await mark()), { timeout: 30_000 }).toBeDefined();
    return at ?? [];
  };
  const pairs = Object.keys(grounds).flatMap((name) => [
    [name, `${name} in degrees`],
    [`${name} in degrees`, name],
  ]);
  for (const [one = '', other = ''] of pairs) {
    await showing({ [left]: one, [right]: other });
    await page.goto(`${address}&left=orthomosaic&right=orthomosaic&mode=fade&fade=0`);
    await expect(page.locator('[data-map="ready"]')).toHaveCount(2, { timeout: 60_000 });
    const fade = page.getByRole('slider', { name: 'Fade' });
    const [x = 0, y = 0] = await marked();
    await fade.fill('100');
    const [otherX = 99, otherY = 99] = await marked();
    expect(Math.hypot(x - otherX, y - otherY), `${one} below ${other}`).toBeLessThan(2);
  }
  const note = page.getByText('compared by their position in the picture');
  await expect(note).toBeHidden();
  await showing({ [left]: 'UTM at 40° north', [right]: 'nowhere' });
  await page.reload();
  await expect(note).toBeVisible({ timeout: 60_000 });
});

test('two films play, pause and seek together', async ({ as }) => {
  const page = await as('client', { path: 'about:blank' });
  const isVideo: Has = ({ videoUrl }) => videoUrl?.startsWith('/media/');
  await page.goto(`${await pairOf(page, isVideo)}&left=videos&right=videos`);
  const videos = page.locator('video');
  await expect(videos).toHaveCount(2);
  const times = () => videos.evaluateAll((all) => all.map((video) => (video as HTMLVideoElement).currentTime));
  const paused = () => videos.evaluateAll((all) => all.map((video) => (video as HTMLVideoElement).paused));
  await videos.first().evaluate((video) => {
    (video as HTMLVideoElement).muted = true;
  });
  await page.getByRole('button', { name: 'Play both' }).click();
  await expect.poll(paused).toEqual([false, false]);
  await expect.poll(async () => Math.min(...(await times()))).toBeGreaterThan(0.5);
  await page.getByRole('button', { name: 'Pause both' }).click();
  await expect.poll(paused).toEqual([true, true]);
  const [one = 0, other = 9] = await times();
  expect(Math.abs(one - other)).toBeLessThan(0.6);
  await page.getByRole('slider', { name: 'Time of both videos' }).fill('2');
  await expect.poll(times).toEqual([2, 2]);
  await scan(page);
});

/** A page that answers YouTube's messages as its player does. */
const player = `<!doctype html><title>Player</title><p>Standing still</p><script>
  const say = (info, words) => {
    if (words) document.querySelector('p').textContent = words;
    parent.postMessage(JSON.stringify({ event: 'infoDelivery', info: { duration: 60, ...info } }), '*');
  };
  addEventListener('message', ({ data }) => {
    const { event, func, args } = JSON.parse(data);
    if (event === 'listening') say({ currentTime: 0, playerState: 2 });
    if (func === 'playVideo') say({ playerState: 1 }, 'Playing');
    if (func === 'pauseVideo') say({ playerState: 2 }, 'Standing still');
    if (func === 'seekTo') say({ currentTime: args[0] }, 'At ' + args[0]);
  });
</script>`;

test('films of other hosts load on request, and their players are steered together', async ({ as }) => {
  const page = await as('client');
  const asked: string[] = [];
  await page.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: player });
  });
  const embedUrl = 'https://www.youtube-nocookie.com/embed/ysz5S6PUM-U';
  await linked(page, 'videos', {
    provider: 'youtube',
    kind: 'video',
    embedUrl,
    originalUrl: 'https://youtu.be/ysz5S6PUM-U',
  });
  await page.goto(`${await pairOf(page, ({ videoUrl }) => videoUrl)}&left=videos&right=videos`);
  const load = page.getByRole('button', { name: 'Load both videos' });
  await expect(load).toBeVisible();
  expect(asked).toEqual([]);
  await load.click();
  const words = (nth: 0 | 1) => page.locator('iframe').nth(nth).contentFrame().getByRole('paragraph');
  await expect(words(1)).toHaveText('Standing still');
  await expect(page.getByText('0:00 / 1:00')).toBeVisible();
  await page.getByRole('button', { name: 'Play both' }).click();
  await expect(words(0)).toHaveText('Playing');
  await expect(words(1)).toHaveText('Playing');
  await page.getByRole('slider', { name: 'Time of both videos' }).fill('30');
  await expect(words(0)).toHaveText('At 30');
  await expect(words(1)).toHaveText('At 30');
  await page.getByRole('button', { name: 'Pause both' }).click();
  await expect(words(0)).toHaveText('Standing still');
  await expect(words(1)).toHaveText('Standing still');
});

test('admins and photographers reach the comparison from a project, first and latest visit chosen', async ({ as }) => {
  const page = await as('admin');
  const projects = (await (await page.request.get('/api/projects?limit=500')).json()) as { id: number; name: string }[];
  await page.goto(`/projects/${projects.find(({ name }) => name === 'Lekki Palm Residences')?.id}`);
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'Visual Comparison' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Session 2' })).toContainText(/\d{4}/);
  await scan(page);
});
