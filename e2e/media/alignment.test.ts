// Aligned pictures of two visits: computed, switched off and on, marked by hand, on a phone, and turned panoramas.
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

type Listed = {
  id: number;
  captureDate: string;
  droneImagesUrl: string | null;
  tour360Url: string | null;
  project: { id: number; name: string };
  site: { name: string } | null;
};

/** The address that compares two visits, with the older one on the left. */
const addressOf = (older: Listed, newer: Listed, mode: string) =>
  `/projects/${newer.project.id}/compare?compare=${older.id},${newer.id}&mode=${mode}`;

/** The two latest visits of Block A that a client can see through this link. */
async function latestTwo(page: Page, link: 'droneImagesUrl' | 'tour360Url'): Promise<[older: Listed, newer: Listed]> {
  const answer = await page.request.get('/api/sessions?sort=captureDate&limit=500');
  const visits = ((await answer.json()) as Listed[]).filter(
    (visit) => visit.project.name === 'Lekki Palm Residences' && visit.site?.name === 'Block A' && visit[link],
  );
  visits.sort((a, b) => a.captureDate.localeCompare(b.captureDate));
  const [older, newer] = visits.slice(-2);
  if (!older || !newer) throw new Error(`No two visits have a ${link}`);
  return [older, newer];
}

/** The address that compares the two latest visits of Block A that a client sees, one overlaid on the other. */
async function overlaid(page: Page, mode = 'swipe'): Promise<string> {
  return addressOf(...(await latestTwo(page, 'droneImagesUrl')), mode);
}

const image = (page: Page, nth: 1 | 2) => page.getByRole('img', { name: new RegExp(`^Session ${nth}, Block A`) });
const toggle = (page: Page) => page.getByRole('button', { name: 'Aligned' });
const transformOf = (img: Locator) => img.evaluate((element) => (element as HTMLElement).style.transform);
/** The background of each picture of the pair: the picture itself or nothing. */
const groundsIn = (page: Page) =>
  page
    .getByRole('img', { name: /^Session [12], Block A/ })
    .evaluateAll((images) =>
      images.map((img) =>
        getComputedStyle(img.parentElement as HTMLElement).backgroundColor === 'rgba(0, 0, 0, 0)' ? 'open' : 'solid',
      ),
    );
const way = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Way to compare' }).locator('visible=true').getByRole('radio', { name });
/** Computing a pair takes seconds, and longer on a busy machine. */
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
  expect(await groundsIn(page), 'where the older one shows nothing, neither does the newer').toContain('solid');
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

test('zoomed in, both pictures stay on each other and come whole; blinking shows the older one warped, side by side none is', async ({
  as,
}) => {
  const page = await as('client', { path: 'about:blank' });
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(await overlaid(page, 'fade'));
  await expect(page.getByText(/aligned on \d+ points/)).toBeVisible(patient);
  await expect.poll(() => transformOf(image(page, 1))).toContain('matrix3d');
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(image(page, 1)).toHaveAttribute('src', /\/full\?/);
  const [one, other] = [await image(page, 1).boundingBox(), await image(page, 2).boundingBox()];
  const middle = (box: typeof one) => [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const [[x = 0, y = 0], [wantedX = 0, wantedY = 0]] = [middle(one), middle(other)];
  // The camera moved by little between the visits, compared with what the picture shows.
  expect(Math.hypot(x - wantedX, y - wantedY)).toBeLessThan((other?.width ?? 0) * 0.15);
  await fits(page);
  await scan(page);
  await way(page, 'Blink').check({ force: true });
  await expect.poll(() => transformOf(image(page, 1))).toContain('matrix3d');
  await expect(image(page, 1)).toBeVisible();
  await page.getByRole('button', { name: 'Switch' }).click();
  await expect(image(page, 2)).toBeVisible();
  await expect(image(page, 1)).toBeHidden();
  await way(page, 'Side by side').check({ force: true });
  await expect.poll(() => transformOf(image(page, 1))).not.toContain('matrix3d');
});

/** A panorama in which every direction looks different, turned by this much. */
async function sphere(degrees: number): Promise<Buffer> {
  const [width, height] = [1600, 800];
  const bands = Array.from({ length: 16 }, (_, nth) => {
    const x = (nth * 100 + (degrees / 360) * width) % width;
    return [x, x - width].map(
      (left) =>
        `<rect x="${left}" width="100" height="${height}" fill="hsl(${nth * 22.5} 90% ${nth % 2 ? 30 : 60}%)"/>`,
    );
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${bands.flat().join('')}</svg>`;
  return sharp(Buffer.from(drawing)).jpeg().toBuffer();
}

/** The pixel in the middle of a pane, as red, green and blue. */
async function coloursIn(pane: Locator): Promise<number[]> {
  const { data } = await sharp(await pane.screenshot())
    .removeAlpha()
    .resize(8, 6, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

test('of two 360° pictures the older one is turned from the start, so that both look the same way', async ({ as }) => {
  const page = await as('client', { path: 'about:blank' });
  const [older, newer] = await latestTwo(page, 'tour360Url');
  // What the newer panorama shows is 90° further round in the older one.
  const pictures = new Map([
    [older.id, await sphere(90)],
    [newer.id, await sphere(0)],
  ]);
  let yaw = 90;
  await page.route(/\/api\/sessions\/(\d+)\/media\/tour360\/.*\/(s\d+|full)\b/, (route) => {
    const id = Number(/sessions\/(\d+)/.exec(route.request().url())?.[1]);
    return route.fulfill({ contentType: 'image/jpeg', body: pictures.get(id) ?? Buffer.alloc(0) });
  });
  await page.route('**/api/alignments?*', (route) =>
    route.fulfill({
      json: {
        ...{
          state: 'aligned',
          matrix: null,
          inliers: 90,
          quality: 0.5,
          by: 'picture',
          yaw,
          marks: null,
          mayAlign: false,
        },
      },
    }),
  );
  const difference = async () => {
    await expect(page.locator('[data-panorama="ready"]')).toHaveCount(2, { timeout: 60_000 });
    const [left = [], right = []] = [
      await coloursIn(page.locator('[data-panorama="ready"]').nth(0)),
      await coloursIn(page.locator('[data-panorama="ready"]').nth(1)),
    ];
    return left.reduce((sum, value, at) => sum + Math.abs(value - (right[at] ?? 0)), 0) / left.length;
  };
  const address = `${addressOf(older, newer, 'side')}&left=tour360&right=tour360`;
  await page.goto(address);
  await expect.poll(difference, { timeout: 60_000 }).toBeLessThan(12);
  yaw = 0;
  await page.goto(address);
  await expect.poll(difference, { timeout: 60_000 }).toBeGreaterThan(30);
});

/** Moves the keyboard's crosshair this many steps from the middle. */
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
  await expect(dialog.getByRole('img', { name: 'Older, half transparent' })).toBeVisible();
  await scan(page);
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('aligned by hand, on 3 places')).toBeVisible();

  await other.goto(pair);
  await expect(other.getByText('aligned by hand, on 3 places')).toBeVisible();
  await page.getByRole('button', { name: 'By hand' }).click();
  await expect(dialog.getByRole('application', { name: /^Older picture.*3 places marked/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove saved alignment' }).click();
  await expect(page.getByText(/aligned on \d+ points/)).toBeVisible(patient);
  await expect(other.getByText(/aligned on \d+ points/)).toBeVisible(patient);
});

/** A pinch that opens over this element. */
async function pinch(page: Page, over: Locator): Promise<void> {
  const box = await over.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart === undefined ? [] : [-apart, apart].map((by, id) => ({ x: x + by, y, id })),
    });
  await touch('touchStart', 20);
  for (const apart of [30, 40, 50, 60, 70]) await touch('touchMove', apart);
  await touch('touchEnd');
}

test('a client on a phone pinches both pictures, taps the same places and only looks', async ({ as }) => {
  const page = await as('client', { phone: true, path: 'about:blank' });
  await page.goto(await overlaid(page));
  // The switch is on the picture, and says how many points the alignment rests on.
  const onPicture = page.getByRole('button', { name: /^Aligned/ });
  await expect(onPicture).toHaveText(/^Aligned· \d+ points$/, patient);
  await scan(page);
  await onPicture.tap();
  await expect(onPicture).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => transformOf(image(page, 1))).not.toContain('matrix3d');
  await onPicture.tap();
  await expect.poll(() => transformOf(image(page, 1))).toContain('matrix3d');
  const scaleOf = async () => Number(/scale\(([\d.]+)\)/.exec(await transformOf(image(page, 2)))?.[1]);
  // Where another journey has pinned concerns, both fingers could land on one pin.
  const pins = page.getByRole('button', { name: /^Pins \(/ });
  if (await pins.isVisible()) await pins.tap();
  await pinch(page, page.getByRole('group', { name: /^Session 1.* and Session 2/ }));
  await expect.poll(scaleOf).toBeGreaterThan(1.5);
  expect(await transformOf(image(page, 1)), 'the older one stays warped onto it').toContain('matrix3d');
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
  await dialog.getByRole('button', { name: 'Preview only' }).click();
  await expect(page.getByText('aligned by hand, on this page only')).toBeVisible();
  // Anyone who disagrees can correct it from there.
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
