// Concerns pinned to what they are about: raised on the exact spot, seen there by every reader, answered and moved.
import type { Locator, Page } from '@playwright/test';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import type { Media } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { pinch } from '#e2e/fingers.ts';
import { askForAll, expect, said, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

/** The newest released session of this photographer with photos of our own folders. */
async function sessionWithPhotos(page: Page): Promise<{ session: Session; names: string[] }> {
  const sessions = (await (await page.request.get('/api/sessions?limit=100')).json()) as Session[];
  const isOurs = ({ droneImagesUrl, photographer }: Session) =>
    droneImagesUrl?.startsWith('/media/folders/') && photographer.username === 'photographer';
  for (const session of sessions.filter(isOurs)) {
    const media = (await (await page.request.get(`/api/sessions/${session.id}/media/drone`)).json()) as Media;
    const photos = media.items.filter(({ kind }) => kind === 'image');
    if (photos.length > 1) return { session, names: photos.map(({ name }) => name) };
  }
  throw new Error('No session has photos');
}

const lightbox = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.locator('[aria-roledescription]').and(page.getByRole('region')) });
const shownPhoto = (page: Page) => page.locator('.yarl__slide_current .yarl__slide_image');
const placing = (page: Page) => page.locator('[data-placing]');
const pin = (page: Page, id: number) => page.locator(`[data-pin="${id}"]`);
const middleOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not there');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

async function openPhoto(page: Page, session: Session, name: string): Promise<void> {
  await page.goto(`/sessions/${session.id}`);
  await page.getByRole('button', { name: new RegExp(`^Open ${name}`) }).click();
  await expect(shownPhoto(page)).toBeVisible();
}

/** A point of the shown photo, in pixels of the window. */
async function pointOf(page: Page, at: { x: number; y: number }) {
  await expect.poll(async () => (await shownPhoto(page).boundingBox())?.width ?? 0).toBeGreaterThan(50);
  const size = await shownPhoto(page).evaluate((image: HTMLImageElement) => {
    const { left, top, width, height } = image.getBoundingClientRect();
    const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
    const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale];
    return { left: left + (width - w) / 2, top: top + (height - h) / 2, width: w, height: h };
  });
  return { x: size.left + at.x * size.width, y: size.top + at.y * size.height };
}

async function fillIn(page: Page, reason: string): Promise<Dispute> {
  const dialog = page.getByRole('dialog', { name: 'Raise a Concern' });
  await expect(dialog.getByRole('img', { name: 'What is around the place' })).toBeVisible();
  await dialog.getByLabel('Describe Your Concern').fill(reason);
  await scan(page);
  const sent = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/disputes'),
  );
  await dialog.getByRole('button', { name: 'Submit Concern' }).click();
  const answer = await sent;
  expect(answer.status()).toBe(201);
  await expect(dialog).toBeHidden();
  return (await answer.json()) as Dispute;
}

test('a client pins a concern to a photo, and the crew is led to the very spot', async ({ as }) => {
  const page = await as('client');
  await page.setViewportSize({ width: 1440, height: 900 });
  const { session, names } = await sessionWithPhotos(page);
  await openPhoto(page, session, names[0] ?? '');
  await lightbox(page).getByRole('button', { name: 'Raise a concern here' }).click();
  await expect(placing(page)).toBeFocused();
  await scan(page);
  const at = await pointOf(page, { x: 0.7, y: 0.4 });
  await page.mouse.click(at.x, at.y);
  const dispute = await fillIn(page, 'Here the rebar stands free, journey of pins.');
  expect(dispute.anchor).toMatchObject({
    kind: 'photo',
    place: { x: expect.closeTo(0.7, 1), y: expect.closeTo(0.4, 1) },
  });
  const placed = await middleOf(pin(page, dispute.id));
  expect(Math.hypot(placed.x - at.x, placed.y - at.y)).toBeLessThan(4);
  await expect(pin(page, dispute.id)).toHaveAttribute('data-status', 'open');
  await expect(pin(page, dispute.id).locator('> span')).toHaveCSS('background-color', 'rgb(220, 38, 38)');
  await scan(page);

  // It stays on its spot when zoomed in.
  await lightbox(page).getByRole('button', { name: 'Zoom in' }).click();
  await expect(lightbox(page).getByRole('button', { name: 'Show whole photo' })).toBeVisible();
  await expect
    .poll(async () => {
      const [near, want] = [await middleOf(pin(page, dispute.id)), await pointOf(page, { x: 0.7, y: 0.4 })];
      return Math.hypot(near.x - want.x, near.y - want.y);
    })
    .toBeLessThan(4);

  // 'Pins' hides them on this device.
  const toggle = lightbox(page).getByRole('button', { name: /^Pins/ });
  await toggle.click();
  await expect(pin(page, dispute.id)).toHaveCount(0);
  await page.reload();
  await expect(lightbox(page).getByRole('button', { name: /^Pins/ })).toHaveAttribute('aria-pressed', 'false');
  await expect(pin(page, dispute.id)).toHaveCount(0);
  await lightbox(page).getByRole('button', { name: /^Pins/ }).click();
  await expect(pin(page, dispute.id)).toBeVisible();

  const crew = await as('photographer');
  await crew.getByRole('button', { name: /Notifications/ }).click();
  const note = crew.getByRole('dialog', { name: 'Notifications' }).getByRole('button', { name: /journey of pins/ });
  await expect(note.locator('img')).toBeVisible();
  const stretched = await note.locator('img').evaluate((image: HTMLImageElement) => {
    const { width, height } = image.getBoundingClientRect();
    return (width / height) * (image.naturalHeight / image.naturalWidth);
  });
  expect(stretched, 'the crop keeps its shape').toBeCloseTo(1, 1);
  await note.click();
  await expect(crew).toHaveURL(new RegExp(`/sessions/${session.id}\\?.*pin=${dispute.anchor?.id}`));
  await expect(pin(crew, dispute.id)).toHaveAttribute('aria-current', 'true');
  await pin(crew, dispute.id).click();
  await expect(crew.getByText('Here the rebar stands free, journey of pins.').last()).toBeVisible();
  await scan(crew);
  await crew.getByRole('button', { name: 'Open concern' }).click();
  const concern = crew.getByRole('dialog', { name: `Concern ${dispute.id}` });
  await expect(concern.getByRole('link', { name: /^Place of the concern/ })).toBeVisible();
  await expect(concern.getByText(/^Answer due/)).toBeVisible();
  await scan(crew);
  await concern.getByRole('button', { name: 'Mark In Progress' }).click();
  await said(crew, 'Concern in progress');
  await expect(concern.getByText(/^Answer (due|overdue)/)).toHaveCount(0);
  await expect(pin(page, dispute.id), 'the other browser hears of it').toHaveAttribute('data-status', 'in_progress');
  await expect(pin(page, dispute.id).locator('> span')).toHaveCSS('background-color', 'rgb(217, 119, 6)');
});

test('a concern is pinned with the keyboard alone, moved while it is open, and to another photo', async ({ as }) => {
  const page = await as('client');
  const { session, names } = await sessionWithPhotos(page);
  await openPhoto(page, session, names[1] ?? '');
  await lightbox(page).getByRole('button', { name: 'Raise a concern here' }).focus();
  await page.keyboard.press('Enter');
  await expect(placing(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(placing(page)).toHaveCount(0);
  await expect(lightbox(page), 'Escape ended the pointing only').toBeVisible();
  await expect(lightbox(page).getByRole('button', { name: 'Raise a concern here' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(placing(page)).toBeFocused();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'Shift+ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  const dispute = await fillIn(page, 'The edge protection is missing, journey of keys.');
  const { x = 0, y = 0 } = dispute.anchor?.place ?? {};
  expect([x, y].every((share) => share > 0.3 && share < 0.5)).toBe(true);

  await pin(page, dispute.id).press('Enter');
  await page.getByRole('button', { name: 'Move pin' }).press('Enter');
  await expect(placing(page)).toBeFocused();
  for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Move the Concern Here?' });
  await scan(page);
  await question.getByRole('button', { name: 'Move Concern' }).click();
  await said(page, 'Concern moved');
  await expect(question).toBeHidden();
  await pin(page, dispute.id).click();
  await page.getByRole('button', { name: 'Open concern' }).click();
  const concern = page.getByRole('dialog', { name: `Concern ${dispute.id}` });
  await expect(concern.getByRole('link', { name: /^Previous place/ })).toBeVisible();
  await expect(concern.getByRole('link', { name: /^New place/ })).toBeVisible();
  await scan(page);
  await page.keyboard.press('Escape');
  await expect(concern).toBeHidden();

  // Another one at the same spot: both are one pin with their number, by keyboard and by mouse.
  const { anchor } = (await (await page.request.get(`/api/disputes/${dispute.id}`)).json()) as Dispute;
  const same = { kind: 'photo', mediaKind: 'drone', file: anchor?.file, x: anchor?.place.x, y: anchor?.place.y };
  const data = { sessionId: session.id, reason: 'Its kerb is loose too, journey of keys.', anchor: same };
  const other = (await (await page.request.post('/api/disputes', { data })).json()) as Dispute;
  const both = page.locator(`[data-pin="${other.id} ${dispute.id}"]`);
  await expect(both).toHaveText('2');
  await expect(both).toHaveAccessibleName('2 concerns here');
  await both.press('Enter');
  const cards = page.getByRole('dialog', { name: '2 concerns here' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await page.keyboard.press('Escape');
  await both.click();
  await expect(cards).toHaveText([/Its kerb is loose too/, /The edge protection is missing/]);
  await scan(page);
  await page.keyboard.press('Escape');

  // Moved to another photo of the session: its raiser chooses which concern.
  await page.goto(`/sessions/${session.id}`);
  await openPhoto(page, session, names[0] ?? '');
  await lightbox(page).getByRole('button', { name: 'Move a concern here' }).click();
  await expect(placing(page)).toBeFocused();
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const choice = page.getByRole('dialog', { name: 'Move a Concern Here' });
  await choice.getByLabel('Concern', { exact: true }).selectOption(String(other.id));
  await scan(page);
  await choice.getByRole('button', { name: 'Move Concern' }).click();
  await said(page, 'Concern moved');
  await expect(choice).toBeHidden();
  await expect(pin(page, other.id)).toBeVisible();
  const moved = (await (await page.request.get(`/api/disputes/${other.id}`)).json()) as Dispute;
  expect(moved.anchor?.name).toBe(names[0]);
});

test('on a phone a concern is pinned by a tap, its pin is big enough for a finger and stays on its spot under two', async ({
  as,
}) => {
  const page = await as('client', { phone: true });
  const { session, names } = await sessionWithPhotos(page);
  await openPhoto(page, session, names[0] ?? '');
  const words = await lightbox(page).locator('[data-lightbox-words]').boundingBox();
  expect(words?.width, 'what is known of the photo has room').toBeGreaterThan(300);
  await lightbox(page).getByRole('button', { name: 'Raise a concern here' }).tap();
  await fits(page);
  const at = await pointOf(page, { x: 0.3, y: 0.6 });
  await page.touchscreen.tap(at.x, at.y);
  const dispute = await fillIn(page, 'Water stands on the slab, journey of touch.');
  await pin(page, dispute.id).tap();
  await expect(page.getByRole('button', { name: 'Open concern' })).toBeVisible();
  await fits(page);
  await scan(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Open concern' })).toHaveCount(0);

  // It stays on its spot under a pinch, zooming in and out, also where both fingers come down on arrows.
  const spot = dispute.anchor?.place as { x: number; y: number };
  const isOff = async () => {
    const [placed, want] = [await middleOf(pin(page, dispute.id)), await pointOf(page, spot)];
    return Math.hypot(placed.x - want.x, placed.y - want.y);
  };
  // The toast about the concern takes room until it goes.
  const width = async () => (await shownPhoto(page).boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(350);
  const whole = await width();
  const widened = async () => (await width()) / whole;
  await pinch(page, await pointOf(page, spot), { from: 60, to: 110 });
  await expect.poll(widened, 'two fingers enlarge the photo').toBeGreaterThan(1.2);
  await expect.poll(isOff).toBeLessThan(4);
  const arrow = await middleOf(lightbox(page).getByRole('button', { name: 'Next photo' }));
  const shown = await lightbox(page).getByRole('heading').textContent();
  await pinch(page, { x: 180, y: arrow.y }, { from: 2 * (arrow.x - 180), to: 60 });
  await expect.poll(widened, 'two fingers on arrows make it smaller').toBeLessThan(1.05);
  await expect.poll(isOff).toBeLessThan(4);
  await expect(lightbox(page).getByRole('heading'), 'no arrow was tapped').toHaveText(shown ?? '');

  // Two on one spot are one pin for a finger, and each can be opened from it.
  const same = { kind: 'photo', mediaKind: 'drone', file: dispute.anchor?.file, ...spot };
  const data = { sessionId: session.id, reason: 'And mud, journey of touch.', anchor: same };
  const other = (await (await page.request.post('/api/disputes', { data })).json()) as Dispute;
  await page.locator(`[data-pin="${other.id} ${dispute.id}"]`).tap();
  const cards = page.getByRole('dialog', { name: '2 concerns here' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await fits(page);
  await cards.filter({ hasText: 'And mud' }).getByRole('button', { name: 'Open concern' }).tap();
  await expect(page.getByRole('dialog', { name: `Concern ${other.id}` })).toBeVisible();
});

test('a photographer answers with a picture of today, which resolves nothing', async ({ as }) => {
  const client = await as('client');
  const { session, names } = await sessionWithPhotos(client);
  const media = (await (await client.request.get(`/api/sessions/${session.id}/media/drone`)).json()) as Media;
  const photo = { kind: 'photo', mediaKind: 'drone', file: media.items[0]?.id, x: 0.5, y: 0.5 };
  const reason = 'The kerb is broken, journey of answers.';
  const made = await client.request.post('/api/disputes', { data: { sessionId: session.id, reason, anchor: photo } });
  const dispute = (await made.json()) as Dispute;

  const crew = await as('admin');
  await openPhoto(crew, session, names[1] ?? '');
  await expect(lightbox(crew).getByRole('button', { name: 'Raise a concern here' })).toHaveCount(0);
  await lightbox(crew).getByRole('button', { name: 'Answer a concern with this' }).click();
  const at = await pointOf(crew, { x: 0.5, y: 0.5 });
  await crew.mouse.click(at.x, at.y);
  const dialog = crew.getByRole('dialog', { name: 'Answer a Concern' });
  await dialog.getByLabel('Concern', { exact: true }).selectOption(String(dispute.id));
  await dialog.getByLabel('Your Answer').fill('Here it is today');
  await scan(crew);
  await dialog.getByRole('button', { name: 'Send Answer' }).click();
  await said(crew, 'Answer sent');
  await client.goto(`/sessions/${session.id}`);
  const card = client.getByRole('article', { name: `Concern ${dispute.id}` });
  const talk = card.getByRole('button', { name: /messages?$|Conversation/ });
  if ((await talk.getAttribute('aria-expanded')) === 'false') await talk.click();
  await expect(card.getByRole('link', { name: /^Place of the answer/ })).toBeVisible();
  await expect(card.getByText('Open', { exact: true })).toBeVisible();
});

/** The newest session of this client with such media of our own folders, and its file. */
async function sessionWith(page: Page, field: 'tour360Url' | 'orthomosaicUrl' | 'videoUrl', tab: string) {
  const sessions = (await (await page.request.get('/api/sessions?limit=200')).json()) as Session[];
  for (const session of sessions.filter((each) => each[field]?.startsWith('/media/'))) {
    const media = (await (await page.request.get(`/api/sessions/${session.id}/media/${tab}`)).json()) as Media;
    if (media.items[0]) return { session, item: media.items[0] };
  }
  throw new Error(`No session has ${field}`);
}

/** Points at the middle of what is shown, or a little beside it, and raises a concern there. */
async function pinTo(page: Page, shown: Locator, reason: string): Promise<Dispute> {
  await page.getByRole('button', { name: 'Raise a concern here' }).click();
  await expect(placing(page)).toBeFocused();
  const { x, y } = await middleOf(shown);
  await page.mouse.click(x + 60, y + 30);
  const dialog = page.getByRole('dialog', { name: 'Raise a Concern' });
  await dialog.getByLabel('Describe Your Concern').fill(reason);
  await scan(page);
  const sent = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/disputes'),
  );
  await dialog.getByRole('button', { name: 'Submit Concern' }).click();
  await expect(dialog).toBeHidden();
  return (await (await sent).json()) as Dispute;
}

test('a concern is pinned to a direction in a 360° picture, and a link turns to it', async ({ as }) => {
  const page = await as('client');
  const { session } = await sessionWith(page, 'tour360Url', 'tour360');
  await page.goto(`/sessions/${session.id}?tab=tour360`);
  const shown = page.locator('[data-panorama="ready"]');
  await expect(shown).toBeVisible();
  const dispute = await pinTo(page, shown, 'The pipe sleeve is missing, journey of the sphere.');
  expect(dispute.anchor).toMatchObject({ kind: 'panorama', cropUrl: expect.any(String) });
  const before = await middleOf(pin(page, dispute.id));
  await shown.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await middleOf(pin(page, dispute.id))).x - before.x).toBeGreaterThan(20);

  await page.goto(
    `/sessions/${session.id}?tab=tour360&item=${encodeURIComponent(dispute.anchor?.file ?? '')}&pin=${dispute.anchor?.id}`,
  );
  await expect(pin(page, dispute.id)).toBeVisible();
  await expect
    .poll(async () => {
      const [at, middle] = [await middleOf(pin(page, dispute.id)), await middleOf(shown)];
      return Math.hypot(at.x - middle.x, at.y - middle.y);
    })
    .toBeLessThan(6);
  await scan(page);
});

test('a concern is pinned to a place on a map, and stays there when the map moves', async ({ as }) => {
  const page = await as('client');
  const { session } = await sessionWith(page, 'orthomosaicUrl', 'orthomosaic');
  await page.goto(`/sessions/${session.id}?tab=orthomosaic`);
  const shown = page.locator('[data-map="ready"]');
  await expect(shown).toBeVisible();
  const dispute = await pinTo(page, shown, 'The trench runs too close to the fence, journey of the map.');
  const { longitude = 0, latitude = 0 } = dispute.anchor?.place ?? {};
  expect([dispute.anchor?.kind, Math.abs(longitude) > 1, Math.abs(latitude) > 1]).toEqual(['map', true, true]);
  expect(dispute.anchor?.cropUrl, 'the ground around it').toMatch(/^\/api\/disputes\//);
  // The concern of another journey may be so near that one mark represents both.
  const mark = page.locator(`[data-pin~="${dispute.id}"]`);
  const before = await middleOf(mark);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await middleOf(mark)).x - before.x).toBeGreaterThan(20);
  await scan(page);
});

test('a concern is pinned to a moment of a film, and leads back to it', async ({ as }) => {
  const page = await as('client');
  const { session } = await sessionWith(page, 'videoUrl', 'videos');
  await page.goto(`/sessions/${session.id}?tab=videos`);
  await page.getByRole('button', { name: /^Play / }).click();
  const film = page.locator('video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
  await film.evaluate((video: HTMLVideoElement) => {
    video.pause();
    video.currentTime = 1;
  });
  const dispute = await pinTo(page, film, 'The crane swings over the street, journey of the film.');
  expect(dispute.anchor).toMatchObject({
    kind: 'film',
    place: { second: expect.closeTo(1, 0), x: expect.any(Number) },
  });
  await expect(pin(page, dispute.id)).toBeVisible();
  const toggle = page.getByRole('button', { name: 'Pins', exact: true });
  await toggle.click();
  await expect(pin(page, dispute.id)).toHaveCount(0);
  await toggle.click();
  await expect(pin(page, dispute.id)).toBeVisible();
  const list = page.getByRole('list', { name: 'Concerns about this video' });
  await expect(list).toContainText(`Concern ${dispute.id}, Open`);
  await film.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 0;
  });
  await list.getByRole('button', { name: '0:01' }).first().click();
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeCloseTo(1, 0);
  await scan(page);
});

/** Stub pages that answer messages as the hosts' players do, paused at a second. */
const hosts = {
  youtube: {
    name: 'YouTube',
    pages: 'https://www.youtube-nocookie.com/**',
    link: /^https:\/\/(www\.)?youtu/,
    body: (second: number) => `<!doctype html><title>Player</title><p>Nothing asked</p><script>
      let at = ${second};
      const say = (words) => {
        if (words) document.querySelector('p').textContent = words;
        const info = { duration: 90, currentTime: at, playerState: 2 };
        parent.postMessage(JSON.stringify({ event: 'infoDelivery', info }), '*');
      };
      addEventListener('message', ({ data }) => {
        const { event, func, args } = JSON.parse(data);
        if (event === 'listening') say();
        if (func === 'pauseVideo') say();
        if (func === 'seekTo') {
          at = args[0];
          say('At ' + at);
        }
      });
    </script>`,
  },
  vimeo: {
    name: 'Vimeo',
    pages: 'https://player.vimeo.com/**',
    link: /^https:\/\/(player\.)?vimeo\.com/,
    body: (second: number) => `<!doctype html><title>Player</title><p>Nothing asked</p><script>
      let at = ${second};
      const say = (event, words) => {
        if (words) document.querySelector('p').textContent = words;
        parent.postMessage(JSON.stringify({ event, data: { seconds: at, duration: 90 } }), '*');
      };
      addEventListener('message', ({ data }) => {
        const { method, value } = JSON.parse(data);
        if (method === 'addEventListener' && value === 'timeupdate') say('timeupdate');
        if (method === 'pause') say('pause');
        if (method === 'setCurrentTime') {
          at = value;
          say('seeked', 'At ' + at);
        }
      });
    </script>`,
  },
} as const;

for (const { name, pages, link, body } of Object.values(hosts)) {
  test(`a concern is pinned to a second of a film that ${name} plays, and leads back to it`, async ({ as, api }) => {
    const steward = await api('admin');
    const sessions = (await (await steward.get('/api/sessions?status=approved&limit=500')).json()) as Session[];
    const session = sessions.find(({ videoUrl }) => link.test(videoUrl ?? ''));
    const users = (await (await steward.get('/api/users?role=client&limit=100')).json()) as {
      id: number;
      username: string;
    }[];
    const project = await (await steward.get(`/api/projects/${session?.projectId}`)).json();
    const page = await as(users.find(({ id }) => id === project.clientId)?.username ?? '');
    const standingAt = async (each: Page, second: number) => {
      await each.route(pages, (route) => route.fulfill({ contentType: 'text/html', body: body(second) }));
      await each.route('https://i.ytimg.com/**', (route) => route.abort());
    };
    await standingAt(page, 42);
    await page.goto(`/sessions/${session?.id}?tab=videos`);
    await page.getByRole('button', { name: 'Play video' }).click();
    const words = (each: Page) => each.locator('iframe').contentFrame().getByRole('paragraph');
    await page.getByRole('button', { name: 'Raise a concern here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Raise a Concern' });
    await dialog.getByLabel('Describe Your Concern').fill(`The crane swings over the street, journey of ${name}.`);
    await scan(page);
    const sent = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/disputes'),
    );
    await dialog.getByRole('button', { name: 'Submit Concern' }).click();
    const dispute = (await (await sent).json()) as Dispute;
    expect(dispute.anchor).toMatchObject({ kind: 'film', file: `link:${session?.videoUrl}`, place: { second: 42 } });
    const list = page.getByRole('list', { name: 'Concerns about this video' });
    await expect(list).toContainText(`Concern ${dispute.id}, Open`);

    const crew = await as('admin');
    await standingAt(crew, 0);
    await crew.goto(`/sessions/${session?.id}`);
    const card = crew.getByRole('article', { name: `Concern ${dispute.id}` });
    await card.getByRole('link', { name: /^Place of the concern.* at 0:42/ }).click();
    await expect(words(crew), 'it stands at the second of the link').toHaveText('At 42');
    await words(crew).evaluate((part) => {
      part.textContent = 'Elsewhere';
    });
    await crew.getByRole('list', { name: 'Concerns about this video' }).getByRole('button', { name: '0:42' }).click();
    await expect(words(crew)).toHaveText('At 42');
    await scan(crew);
  });
}

test('a link to a pin whose file is gone says so, and shows what was cut out', async ({ as }) => {
  const page = await as('client');
  const { session } = await sessionWithPhotos(page);
  const path = `/api/sessions/${session.id}/media/drone`;
  const media = (await (await page.request.get(path)).json()) as Media;
  const [item, ...left] = media.items;
  const photo = { kind: 'photo', mediaKind: 'drone', file: item?.id, x: 0.5, y: 0.5 };
  const data = { sessionId: session.id, reason: 'It stood here, journey of what is gone.', anchor: photo };
  const dispute = (await (await page.request.post('/api/disputes', { data })).json()) as Dispute;
  await askForAll(page);
  await page.route(`**${path}`, (route) => route.fulfill({ json: { ...media, items: left } }));
  await page.goto(
    `/sessions/${session.id}?tab=drone&item=${encodeURIComponent(item?.id ?? '')}&pin=${dispute.anchor?.id}`,
  );
  await expect(
    page.getByText(`Concern ${dispute.id} is pinned to ${item?.name}, which is no longer here.`),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: 'What was seen there' })).toBeVisible();
  await scan(page);

  // Also when the session is opened by itself, and in the concern.
  await page.goto(`/sessions/${session.id}`);
  await expect(
    page.getByText(`Concern ${dispute.id} is pinned to ${item?.name}, which is no longer here.`),
  ).toBeVisible();
  const card = page.getByRole('article', { name: `Concern ${dispute.id}` });
  const talk = card.getByRole('button', { name: /messages?$|Conversation/ });
  if ((await talk.getAttribute('aria-expanded')) === 'false') await talk.click();
  await expect(card.getByRole('link', { name: `Place of the concern: ${item?.name}, no longer here` })).toBeVisible();
});

test('a concern about two visits is pinned where they are compared', async ({ as }) => {
  const page = await as('client');
  const { session } = await sessionWithPhotos(page);
  await page.goto(`/projects/${session.project.id}/compare?mode=swipe`);
  const photos = page.locator('img[draggable="false"]');
  await expect(photos).toHaveCount(2);
  await expect.poll(async () => (await photos.nth(1).boundingBox())?.width ?? 0).toBeGreaterThan(100);
  const dispute = await pinTo(page, photos.nth(1), 'Nothing was built here since, journey of two visits.');
  expect(dispute.anchor).toMatchObject({
    kind: 'comparison',
    place: { mode: 'swipe' },
    other: { file: expect.any(String) },
  });
  await expect(pin(page, dispute.id)).toBeVisible();
  await scan(page);

  const crew = await as('admin', { path: `/sessions/${dispute.sessionId}` });
  const place = crew
    .getByRole('article', { name: `Concern ${dispute.id}` })
    .getByRole('link', { name: /^Place of the concern/ });
  await place.click();
  await expect(crew).toHaveURL(/\/projects\/\d+\/compare\?.*mode=swipe/);
  await expect(pin(crew, dispute.id)).toHaveAttribute('aria-current', 'true');

  // The pin is also on its newer photo when that is opened alone.
  const photo = new URLSearchParams({ tab: `${dispute.anchor?.mediaKind}`, item: `${dispute.anchor?.file}` });
  await crew.goto(`/sessions/${dispute.sessionId}?${photo}`);
  await expect(pin(crew, dispute.id)).toBeVisible();
});
