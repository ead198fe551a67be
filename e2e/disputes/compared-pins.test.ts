// Concerns pinned to what two visits show together: photos with an area, panoramas and maps; seen, moved, and opened again.
import type { Locator, Page } from '@playwright/test';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import { expect, said, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

type Listed = { id: number; project: { id: number; name: string }; site: { name: string } | null } & Record<
  'tour360Url' | 'orthomosaicUrl' | 'droneImagesUrl',
  string | null
>;

/** The address that compares the first and the last visit of Block A with such media. */
async function pairWith(page: Page, field: 'tour360Url' | 'orthomosaicUrl' | 'droneImagesUrl', kind: string) {
  const answer = await page.request.get('/api/sessions?sort=captureDate&limit=500');
  const visits = ((await answer.json()) as Listed[]).filter(
    (visit) =>
      visit.project.name === 'Lekki Palm Residences' &&
      visit.site?.name === 'Block A' &&
      visit[field]?.startsWith('/media/'),
  );
  const [newest, oldest] = [visits[0], visits.at(-1)];
  return `/projects/${newest?.project.id}/compare?compare=${oldest?.id},${newest?.id}&left=${kind}&right=${kind}`;
}

const placing = (page: Page) => page.locator('[data-placing]');
const pin = (page: Page, id: number) => page.locator(`[data-pin="${id}"]`);
const area = (page: Page, id: number) => page.locator(`[data-pin-area="${id}"]`);
const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not there');
  return box;
};
const middleOf = async (part: Locator) => {
  const box = await boxOf(part);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

async function describeIt(page: Page, reason: string): Promise<Dispute> {
  const dialog = page.getByRole('dialog', { name: 'Raise a Concern' });
  await dialog.getByLabel('Describe Your Concern').fill(reason);
  await scan(page);
  const sent = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/disputes'),
  );
  await dialog.getByRole('button', { name: 'Submit Concern' }).click();
  const answer = await sent;
  expect(answer.status(), await answer.text()).toBe(201);
  await expect(dialog).toBeHidden();
  return (await answer.json()) as Dispute;
}

async function pointAt(page: Page, at: { x: number; y: number }): Promise<void> {
  await page.getByRole('button', { name: 'Raise a concern here' }).click();
  await expect(placing(page)).toBeFocused();
  await page.mouse.click(at.x, at.y);
}

/** From the concern itself, as somebody of the crew, to where it was raised. */
async function followed(page: Page, dispute: Dispute): Promise<void> {
  await page.goto(`/sessions/${dispute.sessionId}`);
  const card = page.getByRole('article', { name: `Concern ${dispute.id}` });
  await card.getByRole('link', { name: /^Place of the concern/ }).click();
  await expect(page).toHaveURL(new RegExp(`/compare\\?.*pin=${dispute.anchor?.id}`));
}

/** Waits until the address no longer changes: it follows a view that has come to rest. */
async function rest(page: Page): Promise<void> {
  let last = '';
  const isSame = () => {
    const before = last;
    last = page.url();
    return before === last;
  };
  await expect.poll(isSame, { intervals: [700] }).toBe(true);
}

test('a direction in two 360° pictures is pinned, followed by its pin, opened again, and moved', async ({ as }) => {
  const page = await as('client', { path: 'about:blank' });
  await page.goto(await pairWith(page, 'tour360Url', 'tour360'));
  const panoramas = page.locator('[data-panorama="ready"]');
  await expect(panoramas).toHaveCount(2, { timeout: 30_000 });
  await rest(page);
  const newer = await middleOf(panoramas.nth(1));
  const at = { x: newer.x + 40, y: newer.y + 20 };
  await pointAt(page, at);
  const dispute = await describeIt(page, 'The sleeve moved between these visits, journey of two spheres.');
  expect(dispute.anchor).toMatchObject({
    kind: 'comparison',
    place: { mode: 'side', yaw: expect.any(Number), pitch: expect.any(Number) },
    other: { file: expect.any(String) },
    cropUrl: expect.any(String),
  });
  const placed = await middleOf(pin(page, dispute.id));
  expect(Math.hypot(placed.x - at.x, placed.y - at.y)).toBeLessThan(4);
  await scan(page);
  await page.getByRole('application', { name: /^360° view of Session 2/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await middleOf(pin(page, dispute.id))).x - placed.x).toBeGreaterThan(15);

  const crew = await as('admin');
  await followed(crew, dispute);
  await expect(pin(crew, dispute.id)).toHaveAttribute('aria-current', 'true');
  const [half, shown] = [
    await boxOf(crew.locator('[data-panorama="ready"]').nth(1)),
    await middleOf(pin(crew, dispute.id)),
  ];
  expect([shown.x > half.x, shown.y > half.y, shown.x < half.x + half.width, shown.y < half.y + half.height]).toEqual(
    Array(4).fill(true),
  );

  // A tap into the older half is the place at the same spot of the newer one.
  await pin(page, dispute.id).press('Enter');
  await page.getByRole('button', { name: 'Move pin' }).click();
  await expect(placing(page)).toBeFocused();
  const [older, now] = [await middleOf(panoramas.nth(0)), await middleOf(panoramas.nth(1))];
  await page.mouse.click(older.x - 30, older.y - 25);
  await page
    .getByRole('dialog', { name: 'Move the Concern Here?' })
    .getByRole('button', { name: 'Move Concern' })
    .click();
  await said(page, 'Concern moved');
  await expect
    .poll(async () => {
      const moved = await middleOf(pin(page, dispute.id));
      return Math.hypot(moved.x - (now.x - 30), moved.y - (now.y - 25));
    })
    .toBeLessThan(4);
});

test('a place on two maps is pinned in swipe, stays on its ground, and is found again on a phone', async ({ as }) => {
  const page = await as('client', { path: 'about:blank' });
  await page.goto(`${await pairWith(page, 'orthomosaicUrl', 'orthomosaic')}&mode=swipe`);
  const maps = page.locator('[data-map="ready"]');
  await expect(maps).toHaveCount(2, { timeout: 30_000 });
  await rest(page);
  const middle = await middleOf(maps.nth(1));
  await pointAt(page, { x: middle.x + 50, y: middle.y + 30 });
  const dispute = await describeIt(page, 'The trench came closer to the fence, journey of two maps.');
  expect(dispute.anchor).toMatchObject({
    kind: 'comparison',
    place: { mode: 'swipe', longitude: expect.any(Number), latitude: expect.any(Number) },
  });
  const before = await middleOf(pin(page, dispute.id));
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await middleOf(pin(page, dispute.id))).x - before.x).toBeGreaterThan(20);
  await scan(page);

  const crew = await as('admin', { phone: true });
  await followed(crew, dispute);
  await expect(pin(crew, dispute.id)).toHaveAttribute('aria-current', 'true');
  await fits(crew);
  // Fingers sent by a test enlarge no page in any case: what the browser is told is what can be seen here.
  await expect(pin(crew, dispute.id), 'two fingers on a pin enlarge no page').toHaveCSS('touch-action', 'pan-x pan-y');
  await pin(crew, dispute.id).tap();
  await expect(crew.getByRole('button', { name: 'Open concern' })).toBeVisible();
  await scan(crew);
});

test('an area that is drawn on two photos stands on the newer one, in the crop and in its own photo', async ({
  as,
}) => {
  const page = await as('client', { path: 'about:blank' });
  await page.goto(`${await pairWith(page, 'droneImagesUrl', 'drone')}&mode=side`);
  const photos = page.locator('img[draggable="false"]');
  await expect(photos).toHaveCount(2);
  await expect.poll(async () => (await photos.nth(1).boundingBox())?.width ?? 0).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Raise a concern here' }).click();
  await expect(placing(page)).toBeFocused();
  await expect(page.getByText('Draw to mark an area.')).toBeVisible();
  const photo = await boxOf(photos.nth(1));
  const [from, to] = [
    { x: photo.x + photo.width * 0.4, y: photo.y + photo.height * 0.3 },
    { x: photo.x + photo.width * 0.6, y: photo.y + photo.height * 0.5 },
  ];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: 'Raise a Concern' });
  await expect(dialog.locator('[data-box]')).toBeVisible();
  const dispute = await describeIt(page, 'Nothing was built in this part, journey of an area.');
  expect(dispute.anchor?.place.box).toEqual({
    left: expect.closeTo(0.4, 1),
    top: expect.closeTo(0.3, 1),
    width: expect.closeTo(0.2, 1),
    height: expect.closeTo(0.2, 1),
  });
  await expect(area(page, dispute.id)).toHaveCSS('border-top-color', 'rgb(220, 38, 38)');
  const drawn = await boxOf(area(page, dispute.id));
  expect([Math.abs(drawn.x - from.x) < 4, Math.abs(drawn.x + drawn.width - to.x) < 4]).toEqual([true, true]);
  // Seen nearer, what leaves the newer half is not seen on the older one.
  for (let step = 0; step < 4; step++) await page.getByRole('button', { name: 'Zoom in' }).click();
  const half = await boxOf(page.getByRole('group', { name: /^Session 2, / }));
  await expect.poll(async () => (await boxOf(area(page, dispute.id))).width).toBeGreaterThan(drawn.width * 1.5);
  expect((await boxOf(area(page, dispute.id))).x).toBeGreaterThanOrEqual(half.x - 1);

  await page.goto(`/sessions/${dispute.sessionId}`);
  const card = page.getByRole('article', { name: `Concern ${dispute.id}` });
  await expect(card.getByRole('link', { name: /^Place of the concern/ }).locator('[data-box]')).toBeVisible();
});

test('an area that is drawn on a photo is seen on it by others', async ({ as }) => {
  const page = await as('client');
  const address = await pairWith(page, 'droneImagesUrl', 'drone');
  const id = Number((new URL(address, 'http://x').searchParams.get('compare') ?? '').split(',')[1]);
  const media = await (await page.request.get(`/api/sessions/${id}/media/drone`)).json();
  const [item] = media.items as { id: string; name: string }[];
  const box = { left: 0.2, top: 0.5, width: 0.3, height: 0.25 };
  const anchor = { kind: 'photo', mediaKind: 'drone', file: item?.id, x: 0.35, y: 0.625, box };
  const data = { sessionId: id, reason: 'This part leaks, journey of a box.', anchor };
  const dispute = (await (await page.request.post('/api/disputes', { data })).json()) as Dispute;

  const crew = await as('admin', { phone: true, path: 'about:blank' });
  await crew.goto(`/sessions/${id}?tab=drone&item=${encodeURIComponent(item?.id ?? '')}&pin=${dispute.anchor?.id}`);
  await expect(area(crew, dispute.id)).toBeVisible();
  const photo = await crew.locator('.yarl__slide_current .yarl__slide_image').evaluate((image: HTMLImageElement) => {
    const { left, top, width, height } = image.getBoundingClientRect();
    const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
    const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale];
    return { x: left + (width - w) / 2, y: top + (height - h) / 2, width: w, height: h };
  });
  const seen = await boxOf(area(crew, dispute.id));
  expect(seen.x).toBeCloseTo(photo.x + box.left * photo.width, -1);
  expect(seen.width).toBeCloseTo(box.width * photo.width, -1);
  expect(seen.height).toBeCloseTo(box.height * photo.height, -1);
  await scan(crew);
});

test('a link to two files of which one is gone says so, and shows what was cut out', async ({ as }) => {
  const page = await as('client');
  const address = new URL(await pairWith(page, 'droneImagesUrl', 'drone'), 'http://x');
  const [older, newer] = `${address.searchParams.get('compare')}`.split(',').map(Number);
  const path = (id: number | undefined) => `/api/sessions/${id}/media/drone`;
  const [before, after] = [await page.request.get(path(older)), await page.request.get(path(newer))];
  const [was, is] = [await before.json(), await after.json()];
  const other = { sessionId: older, file: was.items[0].id };
  const anchor = { kind: 'comparison', mediaKind: 'drone', file: is.items[0].id, x: 0.5, y: 0.5, mode: 'swipe', other };
  const data = { sessionId: newer, reason: 'It stood here, journey of one of two.', anchor };
  const dispute = (await (await page.request.post('/api/disputes', { data })).json()) as Dispute;
  await page.route(`**${path(older)}`, (route) => route.fulfill({ json: { ...was, items: was.items.slice(1) } }));
  await page.goto(`/sessions/${newer}`);
  const card = page.getByRole('article', { name: `Concern ${dispute.id}` });
  await card.getByRole('link', { name: /^Place of the concern/ }).click();
  await expect(page.getByText(`Concern ${dispute.id} is about two files, `)).toBeVisible();
  await expect(page.getByRole('img', { name: 'What was seen there' })).toBeVisible();
  await fits(page);
  await scan(page);
});
