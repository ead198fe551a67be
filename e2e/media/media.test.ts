// The media of a session: photos and their lightbox, videos, tours, panoramas, maps, and the fallbacks for what cannot be shown.
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Media, MediaItem, MediaKind } from '#contract/media/endpoints.ts';
import { fieldOfKind } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { askForAll, expect, serving, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';
import { lercOf, tiffOf, zstdOf } from '#server/test-support/files/made-files.ts';

const nothing: Media = {
  provider: 'unknown',
  kind: 'unknown',
  items: [],
  embedUrl: null,
  originalUrl: null,
  problem: null,
};

/** The newest session that has these kinds of media, with pictures in the demo's own folders. */
async function sessionWith(page: Page, ...kinds: MediaKind[]): Promise<Session> {
  const sessions = (await (await page.request.get('/api/sessions?limit=200')).json()) as Session[];
  const has = (session: Session, kind: MediaKind) =>
    kind === 'videos' ? session.videoUrl !== null : session[fieldOfKind[kind]]?.startsWith('/media/');
  for (const session of sessions.filter((each) => kinds.every((kind) => has(each, kind)))) {
    // Some visits of other journeys hold two photos: too few to browse.
    if (!kinds.includes('drone') || (await mediaOf(page, session, 'drone')).items.length > 2) return session;
  }
  throw new Error(`No session has ${kinds.join(', ')}`);
}

async function mediaOf(page: Page, { id }: Session, kind: MediaKind): Promise<Media> {
  return (await page.request.get(`/api/sessions/${id}/media/${kind}`)).json();
}

/** Responds in the server's place as it would for another link, without that link's host. */
async function answering(page: Page, kind: MediaKind, answer: Partial<Media>): Promise<void> {
  await askForAll(page);
  await page.route(`**/api/sessions/*/media/${kind}`, (route) => route.fulfill({ json: { ...nothing, ...answer } }));
}

/** A host that answers every page with the same few words. */
async function hosting(page: Page, host: string): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`https://${host}/**`, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: `<title>Host</title><p>Here is ${host}.</p>` });
  });
  return asked;
}

const chosen = (page: Page) => page.locator('[data-photo="chosen"]');
const lightbox = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.locator('[aria-roledescription]').and(page.getByRole('region')) });
/** What is known of the photo follows it. */
const placeWords = (at: number, of: number) => new RegExp(`^${at} of ${of}( · |$)`);
const isReachable = (part: Locator) => part.evaluate((element) => element.closest('[inert]') === null);
const widthOf = async (page: Page) =>
  (await lightbox(page).locator('.yarl__slide_current .yarl__slide_image').boundingBox())?.width ?? 0;

test('the photos of a folder stand in natural order, the first one large, and open in a lightbox', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone');
  const { items } = await mediaOf(page, session, 'drone');
  await page.goto(`/sessions/${session.id}`);
  const tiles = page.getByRole('button', { name: /^Open .+ of \d+$/ });
  await expect(tiles).toHaveCount(items.length);
  for (const [at, { name }] of items.entries())
    await expect(tiles.nth(at)).toHaveAccessibleName(`Open ${name}, ${at + 1} of ${items.length}`);
  await expect(tiles.first()).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText(`1 of ${items.length} photos`)).toBeVisible();
  await scan(page);

  await tiles.nth(1).click();
  const place = (at: number) => lightbox(page).getByText(placeWords(at, items.length));
  await expect(place(2)).toBeVisible();
  await expect(lightbox(page).getByRole('heading', { name: items[1]?.name ?? '' })).toBeVisible();
  await scan(page);
  await page.keyboard.press('ArrowRight');
  await expect(place(3)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(lightbox(page)).toHaveCount(0);
  await expect(tiles.nth(1), 'the focus is back where it was').toBeFocused();
  await expect(tiles.nth(2), 'the photo seen last is the large one').toHaveAttribute('aria-current', 'true');
});

test('the arrows of the lightbox go round at both ends', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone');
  const { items } = await mediaOf(page, session, 'drone');
  await page.goto(`/sessions/${session.id}`);
  await chosen(page).click();
  const place = (at: number) => lightbox(page).getByText(placeWords(at, items.length));
  await expect(place(1)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(place(items.length)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(place(1)).toBeVisible();
  await lightbox(page).getByRole('button', { name: 'Previous photo' }).click();
  await expect(place(items.length)).toBeVisible();
  await lightbox(page).getByRole('button', { name: 'Next photo' }).click();
  await expect(place(1)).toBeVisible();
});

test('a click on a photo shows it twice as large, another click whole again', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone');
  await page.goto(`/sessions/${session.id}`);
  await chosen(page).click();
  await expect.poll(() => widthOf(page)).toBeGreaterThan(300);
  const whole = await widthOf(page);
  const zoom = lightbox(page).getByRole('button', { name: 'Zoom in' });
  await expect(zoom).toBeVisible();
  await page.mouse.click(500, 400);
  await expect.poll(() => widthOf(page)).toBeCloseTo(whole * 2, -1);
  await expect(lightbox(page).getByRole('button', { name: 'Show whole photo' })).toBeVisible();
  await page.mouse.move(600, 400);
  await page.mouse.down();
  await page.mouse.move(500, 350, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(page), 'a drag moves it and is no click').toBeCloseTo(whole * 2, -1);
  await page.mouse.click(500, 400);
  await expect.poll(() => widthOf(page)).toBeCloseTo(whole, -1);
  await zoom.click();
  await expect.poll(() => widthOf(page)).toBeCloseTo(whole * 2, -1);
});

test('the open photo stands in the address: a link opens it, Back closes it', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone', 'indoor');
  const { items } = await mediaOf(page, session, 'indoor');
  await page.goto(`/sessions/${session.id}`);
  await page.getByRole('tab', { name: 'Indoor' }).click();
  await expect(page).toHaveURL(/[?]tab=indoor$/);
  await page.getByRole('button', { name: `Open ${items[1]?.name}` }).click();
  await expect(page).toHaveURL(/[?]tab=indoor&item=/);
  const link = page.url();
  await expect(lightbox(page).getByRole('heading', { name: items[1]?.name ?? '' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page).not.toHaveURL(link);
  await page.goBack();
  await expect(lightbox(page)).toHaveCount(0);
  await expect(page).toHaveURL(/[?]tab=indoor$/);
  await page.goto(link);
  await expect(lightbox(page).getByRole('heading', { name: items[1]?.name ?? '' })).toBeVisible();
  await lightbox(page).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/[?]tab=indoor$/);
});

test('the lightbox fetches the neighbours beforehand, in the large size', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone');
  const { items } = await mediaOf(page, session, 'drone');
  await page.goto(`/sessions/${session.id}`);
  await expect(chosen(page)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await chosen(page).click();
  for (const neighbour of [items[1], items.at(-1)]) {
    const [picture = '?'] = neighbour?.imageUrl?.split('s1600') ?? [];
    await expect.poll(() => asked.some((path) => path.startsWith(picture) && /s1600$|full$/.test(path))).toBe(true);
  }
});

test('the original is for admins and its photographer to download, clients get the picture without its place', async ({
  as,
}) => {
  const admin = await as('admin');
  const client = await as('client');
  const session = await sessionWith(client, 'drone');
  for (const [page, end] of [
    [admin, /\/file\?v=/],
    [client, /\/full\?v=/],
  ] as const) {
    await page.goto(`/sessions/${session.id}`);
    await chosen(page).click();
    await expect(lightbox(page).getByRole('link', { name: 'Download original' })).toHaveAttribute('href', end);
  }
});

test('the large photo comes at s800, in fullscreen at s1600 and 80vh high', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone');
  await page.goto(`/sessions/${session.id}`);
  const picture = chosen(page).getByRole('img');
  await expect(picture).toHaveAttribute('src', /\/s800\?v=/);
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\/s800\?v=/);
  await page.getByRole('button', { name: 'Fullscreen' }).click();
  await expect(picture).toHaveAttribute('src', /\/s1600\?v=/);
  const box = await chosen(page).boundingBox();
  expect(box?.height).toBeCloseTo(640, 0);
  const sidebar = page.getByRole('navigation', { name: 'Main' }).first();
  expect(await isReachable(sidebar), 'nothing else can be reached').toBe(false);
  await scan(page);
  await page.keyboard.press('Escape');
  await expect(picture).toHaveAttribute('src', /\/s800\?v=/);
  expect(await isReachable(sidebar)).toBe(true);
});

test('of hundreds of photos only those near the view are fetched', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone');
  const [one] = (await mediaOf(page, session, 'drone')).items as [MediaItem];
  const items = Array.from({ length: 300 }, (_, nth) => ({
    ...one,
    id: `${one.id}-${nth}`,
    name: `DJI_${nth + 1}.JPG`,
    thumbnailUrl: one.thumbnailUrl?.replace('?', `?nth=${nth}&`) ?? null,
  }));
  await answering(page, 'drone', { provider: 'local', kind: 'folder', items });
  const asked = new Set<string>();
  page.on('request', (request) => {
    const nth = /[?]nth=(\d+)/.exec(request.url())?.[1];
    if (nth) asked.add(nth);
  });
  await page.goto(`/sessions/${session.id}`);
  const tiles = page.getByRole('button', { name: /^Open DJI_/ });
  await expect(tiles).toHaveCount(24);
  expect(asked.size).toBeLessThanOrEqual(24);
  await page.getByRole('button', { name: 'Show all 300 photos' }).click();
  await expect(tiles).toHaveCount(300);
  await tiles.nth(30).scrollIntoViewIfNeeded();
  await expect.poll(() => asked.has('30')).toBe(true);
  expect(asked.size).toBeLessThan(200);
  await tiles.last().scrollIntoViewIfNeeded();
  await expect.poll(() => asked.has('299')).toBe(true);
});

test('a visit without photos begins with what it has, in its card and on its page', async ({ as }) => {
  const page = await as('admin');
  const { projectId, siteId, tour360Url, indoorImagesUrl } = await sessionWith(page, 'tour360', 'indoor');
  const make = async (data: object) => {
    const visit = { projectId, siteId, captureDate: '2026-03-04', ...data };
    return (await (await page.request.post('/api/sessions', { data: visit })).json()) as Session;
  };
  const [tour, inside] = [await make({ tour360Url }), await make({ indoorImagesUrl })];
  await page.goto(`/sessions?q=${tour.id}`);
  await expect(page.locator(`[data-session="${tour.id}"]`).getByText('360° tour').first()).toBeVisible();
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
  await page.goto(`/sessions/${tour.id}`);
  await expect(tab('360 Tour')).toHaveAttribute('aria-selected', 'true');
  // An empty tab is there for whoever opens it, and a link leads to it.
  await tab('Drone Photos').click();
  await expect(page).toHaveURL(/\?tab=drone$/);
  await page.reload();
  await expect(tab('Drone Photos')).toHaveAttribute('aria-selected', 'true');
  await tab('360 Tour').click();
  await expect(page).toHaveURL(new RegExp(`/sessions/${tour.id}$`));
  // A photo of the first tab keeps it, also as a link.
  await page.goto(`/sessions/${inside.id}`);
  await page.getByRole('button', { name: /^View .* large$/ }).click();
  await expect(page).toHaveURL(/\?tab=indoor&item=/);
  await page.reload();
  await expect(lightbox(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tab('Indoor')).toHaveAttribute('aria-selected', 'true');
  for (const { id } of [tour, inside]) expect((await page.request.delete(`/api/sessions/${id}`)).ok()).toBe(true);
});

test('nothing of a film loads before a tap, then its player does', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone', 'videos');
  const [tube, vimeo] = [await hosting(page, 'www.youtube-nocookie.com'), await hosting(page, 'player.vimeo.com')];
  await page.route('https://i.ytimg.com/**', (route) => route.abort());
  const embedUrl = 'https://www.youtube-nocookie.com/embed/AbCdEfGhIjK?start=42';
  const originalUrl = 'https://youtu.be/AbCdEfGhIjK?t=42';
  await answering(page, 'videos', { provider: 'youtube', kind: 'video', embedUrl, originalUrl });
  await page.goto(`/sessions/${session.id}?tab=videos`);
  const play = page.getByRole('button', { name: 'Play video' });
  await expect(play).toBeVisible();
  expect((await play.boundingBox())?.height, 'normal height').toBeCloseTo(600, 0);
  await expect(page.getByRole('link', { name: /^View Original/ })).toHaveAttribute('href', originalUrl);
  expect(tube).toEqual([]);
  await scan(page);
  await play.click();
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute(
    'src',
    `${embedUrl}&enablejsapi=1&origin=${encodeURIComponent(new URL(page.url()).origin)}&autoplay=1`,
  );
  await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
  await expect.poll(() => tube.length).toBe(1);
  await page.getByRole('button', { name: 'Fullscreen' }).click();
  await expect.poll(async () => Math.round((await frame.boundingBox())?.height ?? 0), '80vh').toBe(640);
  expect(tube, 'it plays on').toHaveLength(1);

  await answering(page, 'videos', {
    provider: 'vimeo',
    kind: 'video',
    embedUrl: 'https://player.vimeo.com/video/123456789?h=abcdef1234&dnt=1',
    originalUrl: 'https://vimeo.com/123456789/abcdef1234',
  });
  await page.reload();
  await play.click();
  await expect.poll(() => vimeo).toEqual([expect.stringMatching(/video\/123456789\?h=abcdef1234&dnt=1&autoplay=1$/)]);
});

test('films of a folder are listed, and played by the browser itself', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone', 'videos');
  const video = (name: string): MediaItem => ({
    id: name,
    name,
    kind: 'video',
    bytes: 12_400_000,
    width: null,
    height: null,
    panorama: null,
    thumbnailUrl: null,
    imageUrl: null,
    fullUrl: null,
    fileUrl: `/api/sessions/${session.id}/media/videos/${name}/file?v=1`,
    embedUrl: null,
    originalUrl: null,
  });
  await answering(page, 'videos', {
    provider: 'local',
    kind: 'folder',
    items: [video('north.mp4'), video('south.mov')],
  });
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/file?') && asked.push(request.url()));
  await page.goto(`/sessions/${session.id}?tab=videos`);
  const list = page.getByRole('list', { name: /videos$/ });
  await expect(list.getByRole('button')).toHaveText([/north\.mp4\s*12\.4 MB/, /south\.mov\s*12\.4 MB/]);
  expect(asked).toEqual([]);
  await scan(page);
  await page.getByRole('button', { name: /^Play north\.mp4/ }).click();
  await expect(page.getByRole('alert'), 'a film that is not there says so').toContainText('Preview unavailable');
  await list.getByRole('button', { name: /south/ }).click();
  await expect(page.getByText('Not every browser plays QuickTime videos')).toBeVisible();
  await expect(page, 'the chosen one stands in the address').toHaveURL(/item=south\.mov/);
  await page.goBack();
  await expect(list.getByRole('button', { name: /north/ })).toHaveAttribute('aria-current', 'true');
  await page.goForward();
  await expect(page.getByRole('link', { name: /^Download video/ })).toBeVisible();
  await page.getByRole('button', { name: /^Play south\.mov/ }).click();
  await expect(page.getByRole('alert')).toContainText('Download it, or ask for an MP4');
  await expect(page.getByRole('alert'), 'what does play it').toContainText('VLC');
  await scan(page);
});

test('a film of another host that does not come, has no picture or cannot be played says so, and which player does', async ({
  as,
}) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone', 'videos');
  const link = (name: string) => ({
    provider: 'direct' as const,
    kind: 'video' as const,
    embedUrl: `https://films.example.com/${name}`,
    originalUrl: `https://films.example.com/${name}`,
  });
  const show = async (name: string, media: object = {}) => {
    await answering(page, 'videos', { ...link(name), ...media });
    await page.goto(`/sessions/${session.id}?tab=videos`);
    await page.getByRole('button', { name: 'Play video' }).click();
  };
  // Audio alone: a second of silence, which is what browsers make of a film whose video codec they do not know.
  const silence = Buffer.concat([
    Buffer.from('RIFF$\x1f\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0@\x1f\0\0\x01\0\b\0data\0\x1f\0\0', 'latin1'),
    Buffer.alloc(7936, 128),
  ]);
  await page.route('https://films.example.com/**', async (route) => {
    const name = new URL(route.request().url()).pathname;
    if (name === '/dark.mp4') return route.fulfill({ body: silence, contentType: 'audio/wav' });
    if (name === '/gone.mp4') return route.abort();
    return name === '/odd.mp4' ? route.fulfill({ body: 'no film', contentType: 'video/mp4' }) : undefined;
  });
  const alert = page.getByRole('alert');
  for (const name of ['gone.mp4', 'odd.mp4']) {
    await show(name);
    await expect(alert, name).toContainText('cannot be reached, or this browser does not support its format');
    await expect(alert).toContainText('VLC');
  }
  await show('dark.mp4');
  await expect(alert).toContainText('only the sound');
  const problem = 'This video is HEVC (H.265), which not every browser plays.';
  await show('odd.mp4', { problem });
  await expect(alert).toContainText(problem);
  await page.clock.install();
  await show('slow.mp4');
  await expect(page.locator('video')).toBeAttached();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('status').filter({ hasText: 'slow or out of reach' })).toBeVisible();
});

test('a tour is covered until 1.5 seconds after its frame has loaded', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone', 'tour360');
  await hosting(page, 'my.matterport.com');
  const embedUrl = 'https://my.matterport.com/show/?m=AbCdEfGhIjK&play=1';
  const originalUrl = 'https://my.matterport.com/show/?m=AbCdEfGhIjK';
  await answering(page, 'tour360', { provider: 'matterport', kind: 'tour', embedUrl, originalUrl });
  await page.goto(`/sessions/${session.id}`);
  await expect(chosen(page)).toBeVisible();
  const covered = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const isCovered = () => document.body.innerText.includes('Loading tour...');
        const onLoad = ({ target }: Event) => {
          if (!(target instanceof HTMLIFrameElement)) return;
          const loaded = performance.now();
          const timer = setInterval(() => {
            if (isCovered()) return;
            clearInterval(timer);
            done(performance.now() - loaded);
          }, 20);
        };
        document.addEventListener('load', onLoad, true);
      }),
  );
  await page.getByRole('tab', { name: '360 Tour' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading tour...' })).toBeVisible();
  const out = page.getByRole('link', { name: /^Open in new tab/ });
  await expect(out).toHaveAttribute('href', originalUrl);
  expect(await covered).toBeGreaterThanOrEqual(1450);
  await expect(page.frameLocator('iframe').getByText('Here is my.matterport.com.')).toBeVisible();
  expect((await page.locator('iframe').boundingBox())?.height).toBeCloseTo(600, 0);
  await expect(out).toBeVisible();
  await scan(page);
});

test('below 768 px a tour opens in a new tab', async ({ as }) => {
  const page = await as('admin', { phone: true });
  const session = await sessionWith(page, 'drone', 'tour360');
  const asked = await hosting(page, 'my.matterport.com');
  const embedUrl = 'https://my.matterport.com/show/?m=AbCdEfGhIjK&play=1';
  await answering(page, 'tour360', { provider: 'matterport', kind: 'tour', embedUrl, originalUrl: embedUrl });
  await page.goto(`/sessions/${session.id}?tab=tour360`);
  const link = page.getByRole('link', { name: /^Open tour in new tab/ });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('href', embedUrl);
  expect(asked).toEqual([]);
  await expect(page.locator('iframe')).toHaveCount(0);
  await scan(page);
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.locator('iframe')).toHaveCount(1);
});

test('a 360 picture is a sphere that may be laid flat, a GeoTIFF a map', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'tour360');
  await page.goto(`/sessions/${session.id}?tab=tour360`);
  await expect(page.locator('[data-panorama="ready"]')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'View flat' }).click();
  await expect(chosen(page)).toBeVisible();
  await page.getByRole('button', { name: 'View as 360' }).click();
  await expect(page.locator('[data-panorama="ready"]')).toBeVisible({ timeout: 60_000 });
  const mapped = await sessionWith(page, 'orthomosaic');
  await page.goto(`/sessions/${mapped.id}?tab=orthomosaic`);
  await expect(page.locator('[data-map="ready"]')).toBeVisible({ timeout: 60_000 });
  await scan(page);
  const refused = await page.evaluate(() => {
    const tries = [
      () => document.createElement('div').insertAdjacentHTML('beforeend', '<img src="x" onerror="alert(1)">'),
      () => new Worker('https://elsewhere.example/worker.js'),
    ];
    return tries.map((attempt) => {
      try {
        attempt();
        return false;
      } catch {
        return true;
      }
    });
  });
  expect(refused).toEqual([true, true]);
});

type Pixel = [red: number, green: number, blue: number];

async function pixelOf(box: Locator, across: number, down: number): Promise<Pixel> {
  const { data, info } = await sharp(await box.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * 3;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

const middleOf = (box: Locator) => pixelOf(box, 0.5, 0.5);

test('a part of a panorama lies where it says that it belongs', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone', 'tour360');
  const [sphere] = (await mediaOf(page, session, 'tour360')).items as [MediaItem];
  // A quarter of the way around and half of the height, to the right of the front and above the horizon; coloured in quarters.
  const [red, green, blue, yellow] = ['#ff0000', '#00ff00', '#0000ff', '#ffff00'];
  const quarter = (left: number, top: number, colour: string) =>
    `<rect x="${left}" y="${top}" width="256" height="256" fill="${colour}"/>`;
  const rects = [quarter(0, 0, red), quarter(256, 0, green), quarter(0, 256, blue), quarter(256, 256, yellow)];
  const picture = await sharp(Buffer.from(`<svg width="512" height="512">${rects.join('')}</svg>`))
    .png()
    .toBuffer();
  await page.route('**/made/part.png', (route) => route.fulfill({ body: picture, contentType: 'image/png' }));
  const part = '/made/part.png';
  const crop = { left: 0.5, top: 0, width: 0.25, height: 0.5 };
  const item = { ...sphere, panorama: true, width: 512, height: 512, crop, imageUrl: part, fullUrl: part };
  await answering(page, 'tour360', { provider: 'local', kind: 'folder', items: [item] });
  await page.goto(`/sessions/${session.id}?tab=tour360`);
  const box = page.locator('[data-panorama="ready"]');
  await expect(box).toBeVisible({ timeout: 60_000 });
  // The view starts at its middle, 45° to the right and 45° up, where its quarters meet.
  const at = async (x: number, y: number) => (await pixelOf(box, x, y)).map((value) => Math.round((value ?? 0) / 64));
  await expect.poll(() => at(0.45, 0.45), { timeout: 30_000 }).toEqual([4, 0, 0]);
  expect(await at(0.55, 0.45)).toEqual([0, 4, 0]);
  expect(await at(0.45, 0.55)).toEqual([0, 0, 4]);
  expect(await at(0.55, 0.55)).toEqual([4, 4, 0]);
  // Turned to the front, where it begins: nothing to the left of it, nor below the horizon.
  await box.focus();
  const step = 12 * (1 - 25 / 150);
  for (let turned = 0; turned < 45 - step / 2; turned += step) await page.keyboard.press('ArrowLeft');
  for (let turned = 0; turned < 45 - step / 2; turned += step) await page.keyboard.press('ArrowDown');
  await expect.poll(() => at(0.6, 0.4), { timeout: 30_000 }).toEqual([0, 0, 4]);
  const empty = await at(0.3, 0.7);
  expect(await at(0.3, 0.4), 'left of it').toEqual(empty);
  expect(await at(0.6, 0.7), 'below it').toEqual(empty);
  expect(empty).not.toEqual([0, 0, 4]);
});

test('a map packed with ZSTD or LERC is drawn by our own decoders', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'orthomosaic');
  const [map] = (await mediaOf(page, session, 'orthomosaic')).items as [MediaItem];
  const colour = Buffer.alloc(256 * 256 * 3, Buffer.from([40, 160, 80]));
  const made = {
    zstd: tiffOf({ side: 256, samples: 3, compression: 50_000, bytes: zstdOf(colour) }),
    lerc: tiffOf({ side: 256, samples: 1, compression: 34_887, bytes: lercOf(256, 200) }),
  };
  await serving(page, made);
  for (const [packing, expected] of [
    ['zstd', [40, 160, 80]],
    ['lerc', [200, 200, 200]],
  ] as const) {
    await answering(page, 'orthomosaic', {
      provider: 'local',
      kind: 'folder',
      items: [{ ...map, id: packing, name: `${packing}.tif`, fileUrl: `/made/${packing}` }],
    });
    await page.goto(`/sessions/${session.id}?tab=orthomosaic`);
    const box = page.locator('[data-map="ready"]');
    await expect(box).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => middleOf(box), { timeout: 30_000 }).toEqual(expected);
  }
});

test('a large map says that it is being prepared, and how far, until it is drawn; a broken one says so at once', async ({
  as,
}) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'orthomosaic');
  const [map] = (await mediaOf(page, session, 'orthomosaic')).items as [MediaItem];
  const folder = { provider: 'local', kind: 'folder' } as const;
  const problem = 'This file is empty: it may not have been uploaded whole';
  await answering(page, 'orthomosaic', { ...folder, items: [{ ...map, problem }] });
  await page.goto(`/sessions/${session.id}?tab=orthomosaic`);
  await expect(page.getByRole('alert')).toContainText(problem);
  await answering(page, 'orthomosaic', { ...folder, items: [{ ...map, preparing: 0.34 }] });
  await page.goto(`/sessions/${session.id}?tab=orthomosaic`);
  await expect(page.getByRole('status').filter({ hasText: `${map.name} is being prepared` })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '34');
  await scan(page);
  await answering(page, 'orthomosaic', { ...folder, items: [{ ...map, mapUrl: `${map.fileUrl}&again` }] });
  const drawn = page.waitForRequest((request) => request.url().endsWith('&again'));
  await expect(page.locator('[data-map="ready"]')).toBeVisible({ timeout: 60_000 });
  await drawn;
});

test('a map of heights is shaded with a legend in metres, palettes and infrared maps have their colours, and what is none says so at once', async ({
  as,
}) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'orthomosaic');
  const [map] = (await mediaOf(page, session, 'orthomosaic')).items as [MediaItem];
  // A hill from 310 to 350 m, and a corner without data.
  const side = 256;
  const heights = Buffer.alloc(side * side * 4);
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)];
    const hill = 310 + 40 * Math.exp(-((x - 128) ** 2 + (y - 128) ** 2) / 3000);
    heights.writeFloatLE(x < 40 && y < 40 ? Number.NaN : hill, at * 4);
  }
  const place = { keys: [1024, 0, 1, 1, 3072, 0, 1, 32_631], corner: [543_000, 720_000], pixel: [1, 1] } as const;
  const green = Array.from({ length: 768 }, (_, index) => (index === 256 + 7 ? 40_000 : 0));
  const raw = { side, compression: 1 };
  const made: Record<string, Buffer> = {
    'heights.tif': tiffOf({
      ...raw,
      samples: 1,
      bits: 32,
      bytes: heights,
      place: { keys: [...place.keys], corner: [...place.corner], pixel: [...place.pixel] },
    }),
    'palette.tif': tiffOf({ ...raw, samples: 1, bytes: Buffer.alloc(side * side, 7), palette: green }),
    // Water, which is black in the near infrared.
    'infrared.tif': tiffOf({
      ...raw,
      samples: 4,
      extra: 0,
      bytes: Buffer.alloc(side * side * 4, Buffer.from('30506000', 'hex')),
    }),
    'words.tif': Buffer.from('This is no map at all, whatever its name says. '.repeat(40)),
    'cut.tif': tiffOf({ ...raw, samples: 3, bytes: Buffer.alloc(side * side * 3, 90) }).subarray(0, 100_000),
    'none.tif': tiffOf({
      ...raw,
      samples: 1,
      bits: 32,
      bytes: Buffer.alloc(side * side * 4, Buffer.from('0000c07f', 'hex')),
    }),
  };
  await serving(page, made);
  const open = async (name: string) => {
    const item = { ...map, id: name, name, imageUrl: null, fullUrl: null, fileUrl: `/made/${name}` };
    await answering(page, 'orthomosaic', { provider: 'local', kind: 'folder', items: [item] });
    await page.goto(`/sessions/${session.id}?tab=orthomosaic`);
  };
  const box = page.locator('[data-map="ready"]');
  await open('heights.tif');
  await expect(box).toBeVisible({ timeout: 60_000 });
  const legend = page.getByRole('figure', { name: 'Elevation' });
  await expect(legend).toContainText('310 m');
  await expect(legend).toContainText('350 m');
  await expect
    .poll(async () => Math.min(...(await middleOf(box))), { message: 'the top is light' })
    .toBeGreaterThan(150);
  const bright = async (across: number, down: number) =>
    (await pixelOf(box, across, down)).reduce((sum, one) => sum + one);
  expect(await bright(0.47, 0.44), 'lit from the north-west').toBeGreaterThan((await bright(0.53, 0.56)) + 60);
  await scan(page);

  await open('palette.tif');
  await expect(box).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => middleOf(box), { timeout: 30_000 }).toEqual([0, 156, 0]);

  await open('infrared.tif');
  await expect(box).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => middleOf(box), { timeout: 30_000 }).toEqual([0x30, 0x50, 0x60]);

  const alert = page.getByRole('alert');
  for (const [name, words] of [
    ['words.tif', /words\.tif: The file is damaged, or of a kind that browsers do not show/],
    ['cut.tif', /cut\.tif: The file is damaged/],
    ['none.tif', /none\.tif: This map is empty/],
  ] as const) {
    await open(name);
    await expect(alert).toContainText(words);
  }
  await expect(page.getByRole('link', { name: /^Download Original/ })).toBeVisible();
  await scan(page);

  await page.unroute('**/made/*');
  await page.route('**/made/*', () => undefined);
  await open('words.tif');
  await expect(alert).toContainText('could not be reached');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('a map whose host answers its first part and then stalls is out of reach five seconds later', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'orthomosaic');
  const [map] = (await mediaOf(page, session, 'orthomosaic')).items as [MediaItem];
  const side = 256;
  const bytes = tiffOf({ side, compression: 1, samples: 3, bytes: Buffer.alloc(side * side * 3, 90) });
  await serving(page, { 'stalls.tif': bytes });
  let stalled = 0;
  await page.route('**/made/*', (route) => {
    if (route.request().headers().range?.startsWith('bytes=0-')) return route.fallback();
    stalled ||= Date.now();
    return undefined;
  });
  const item = { ...map, id: 'stalls', imageUrl: null, fullUrl: null, fileUrl: '/made/stalls.tif' };
  await answering(page, 'orthomosaic', { provider: 'local', kind: 'folder', items: [item] });
  await page.goto(`/sessions/${session.id}?tab=orthomosaic`);
  await expect(page.getByRole('alert')).toContainText('could not be reached', { timeout: 60_000 });
  const waited = Date.now() - stalled;
  expect(stalled, 'its first part came').toBeGreaterThan(0);
  expect(waited).toBeGreaterThanOrEqual(4_900);
  expect(waited, 'five seconds, and what a busy machine adds').toBeLessThan(10_000);
});

test('photos and films of one folder are both shown', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone');
  const [photo] = (await mediaOf(page, session, 'drone')).items as [MediaItem];
  const video = {
    ...photo,
    id: 'local:a.mp4',
    name: 'a.mp4',
    kind: 'video' as const,
    imageUrl: null,
    fileUrl: '/nowhere',
    problem: 'This video is ProRes, which not every browser plays.',
  };
  const plan = { ...photo, id: 'local:a.pdf', name: 'a.pdf', kind: 'file' as const, imageUrl: null, fileUrl: null };
  const notes = { ...plan, id: 'local:notes.txt', name: 'notes.txt', fileUrl: '/nowhere/notes?v=1' };
  const why = 'Safari shows it, other browsers do not: ask for it as JPEG.';
  const phone = {
    ...plan,
    id: 'local:IMG_1.HEIC',
    name: 'IMG_1.HEIC',
    bytes: 3_100_000,
    fileUrl: '/x?v=1',
    problem: why,
  };
  const card = { ...photo, id: 'local:100MEDIA/1.jpg', group: '100MEDIA' };
  const scanned = { ...video, id: 'local:a.tif', name: 'a.tif', kind: 'geotiff' as const };
  const items = [photo, card, video, plan, notes, phone, scanned];
  await answering(page, 'drone', { provider: 'local', kind: 'folder', items });
  await page.goto(`/sessions/${session.id}`);
  const waiting = await page.getByRole('button', { name: /^Open a\.tif/ }).boundingBox();
  expect(waiting?.height, 'a map among photos takes little room').toBeLessThan(200);
  await expect(page.getByRole('region', { name: 'Photos' }).getByRole('img').first()).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Videos' }).getByRole('button', { name: /^Play a\.mp4/ }),
  ).toBeVisible();
  await expect(page.getByText(video.problem)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Download video/ })).toHaveAttribute('href', '/nowhere');
  await expect(page.getByRole('heading', { name: '100MEDIA' })).toBeVisible();
  await expect(page.getByRole('list', { name: /: 100MEDIA$/ }).getByRole('button')).toHaveCount(1);
  const others = page.getByRole('region', { name: 'Other files' }).getByRole('listitem');
  await expect(others.filter({ hasText: 'a.pdf' })).toContainText('Ask your project team for it');
  const download = others.filter({ hasText: 'notes.txt' }).getByRole('link', { name: /^Download/ });
  await expect(download).toHaveAttribute('href', '/nowhere/notes?v=1&download');
  const heic = others.filter({ hasText: 'IMG_1.HEIC' });
  await expect(heic).toContainText(why);
  await heic.getByRole('button', { name: 'Show · 3.1 MB' }).click();
  await expect(heic.getByRole('status')).toHaveText(/^This browser does not show it/);
  await scan(page);
});

test('every empty tab says so in its words, and leads to what there is', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone', 'videos');
  const bare = Object.fromEntries(Object.values(fieldOfKind).map((field) => [field, null]));
  await askForAll(page);
  await page.route(`**/api/sessions/${session.id}`, async (route) => {
    const answer = await route.fetch();
    return route.fulfill({ response: answer, json: { ...(await answer.json()), ...bare, videoUrl: session.videoUrl } });
  });
  await answering(page, 'videos', { provider: 'local', kind: 'folder' });
  await page.goto(`/sessions/${session.id}`);
  for (const [tab, words] of [
    ['Drone Photos', 'No drone photos available'],
    ['Indoor', 'No indoor photos available'],
    ['360 Tour', 'No 360 tour available'],
    ['Orthomosaic', 'No orthomosaic available'],
  ] as const) {
    await expect(page.getByRole('tab', { name: tab }), 'before one opens it').toHaveText(`${tab}0`);
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
  await scan(page);
  await page.getByRole('button', { name: 'Show Videos' }).click();
  await expect(page.getByText('No images found in this folder', { exact: true })).toBeVisible();
});

test('what cannot be shown says so in its words, with the way to the original', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone', 'orthomosaic');
  const cases: [Partial<Media>, string, RegExp][] = [
    [{ provider: 'direct', kind: 'image' }, 'Image Preview Unavailable', /^View Original/],
    [{ provider: 'direct', kind: 'file' }, 'Preview unavailable', /^View Original/],
    [
      { provider: 'direct', kind: 'geotiff' },
      'TIFF/GeoTIFF Orthomosaic — Requires specialized software',
      /^Download Original/,
    ],
  ];
  for (const [answer, words, way] of cases) {
    const originalUrl = 'https://cdn.example.com/original';
    await answering(page, 'orthomosaic', { ...answer, originalUrl, problem: 'The host did not answer.' });
    await page.goto(`/sessions/${session.id}?tab=orthomosaic`);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(page.getByText('The host did not answer.')).toBeVisible();
    await expect(page.getByRole('link', { name: way })).toHaveAttribute('href', originalUrl);
    await scan(page);
  }
});

test('a picture that cannot be loaded says so in its place', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone');
  await page.route(/\/media\/drone\/.+\/(?:s\d+|full)\?/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(`/sessions/${session.id}`);
  await expect(chosen(page).getByText('Image Preview Unavailable')).toBeVisible();
  await chosen(page).click();
  await expect(lightbox(page).getByText('Image Preview Unavailable').first()).toBeVisible();
  await scan(page);
});

test('a Drive folder that cannot be listed is shown by Drive itself, and maps in their frame', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone', 'orthomosaic');
  const drive = await hosting(page, 'drive.google.com');
  const embedUrl = 'https://drive.google.com/embeddedfolderview?id=1AbCdEfGhIjKlMnOp#grid';
  const originalUrl = 'https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOp';
  await answering(page, 'drone', { provider: 'google-drive', kind: 'folder', embedUrl, originalUrl });
  await page.goto(`/sessions/${session.id}`);
  await expect(page.getByText('No images found in this folder')).toBeVisible();
  await expect(page.locator('iframe')).toHaveAttribute('src', embedUrl);
  await expect.poll(() => drive.length).toBe(1);
  const maps = 'https://www.google.com/maps/d/embed?mid=1AbCdEfGhIjKlMnOpQrStUvWxYz0';
  await hosting(page, 'www.google.com');
  await answering(page, 'orthomosaic', { provider: 'google-mymaps', kind: 'map', embedUrl: maps, originalUrl: maps });
  await page.getByRole('tab', { name: 'Orthomosaic' }).click();
  await expect(page.locator('iframe')).toHaveAttribute('src', maps);
  await scan(page);
});

test('a picture that is too large to be shown sharp says so, in the album and in its lightbox', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone');
  const [photo] = (await mediaOf(page, session, 'drone')).items as [MediaItem];
  const problem = 'This picture is too large to be shown sharp: open the original instead';
  const item = { ...photo, width: 20_000, height: 13_000, problem };
  await answering(page, 'drone', { provider: 'local', kind: 'folder', items: [item] });
  await page.goto(`/sessions/${session.id}`);
  await expect(page.getByText(problem, { exact: true })).toBeVisible();
  await chosen(page).click();
  await expect(lightbox(page)).toContainText(problem);
  await expect(lightbox(page).getByRole('link', { name: 'Download original' })).toBeVisible();
});

test('media whose call fails say why, offer another try and the original', async ({ as }) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone');
  const link = 'https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOp';
  await askForAll(page);
  await page.route(`**/api/sessions/${session.id}`, async (route) => {
    const answer = await route.fetch();
    return route.fulfill({ response: answer, json: { ...(await answer.json()), droneImagesUrl: link } });
  });
  await page.route('**/media/drone', (route) =>
    route.fulfill({ status: 400, json: { message: 'The folder is out of reach', code: 'invalid' } }),
  );
  await page.goto(`/sessions/${session.id}`);
  await expect(page.getByRole('alert')).toContainText('The folder is out of reach');
  await expect(page.getByRole('link', { name: /^View Original/ })).toHaveAttribute('href', link);
  await scan(page);
  await page.unroute('**/media/drone');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(chosen(page)).toBeVisible();
});

test('files that came after the approval are named with their pictures, and released one by one or together', async ({
  as,
}) => {
  const page = await as('admin');
  const session = await sessionWith(page, 'drone');
  const media = await mediaOf(page, session, 'drone');
  let waiting = media.items.slice(-3).map(({ id }) => id);
  await askForAll(page);
  await page.route('**/media/drone', (route) => {
    const items = media.items.map((item) => (waiting.includes(item.id) ? { ...item, unreleased: true } : item));
    return route.fulfill({ json: { ...media, items, added: waiting.length || undefined } });
  });
  await page.route('**/release-added', async (route) => {
    const { items } = route.request().postDataJSON() as { items: string[] };
    waiting = waiting.filter((id) => !items.includes(id));
    return route.fulfill({ json: session });
  });
  await page.goto(`/sessions/${session.id}`);
  const added = page.getByRole('region', { name: 'Added after approval' });
  await expect(added).toContainText('3 files were added after approval. Clients do not see them.');
  for (const { name } of media.items.slice(-3)) await expect(added.getByText(name, { exact: true })).toBeVisible();
  await expect(added.locator('img')).toHaveCount(3);
  await scan(page);
  await added.getByRole('button', { name: `Release ${media.items.at(-2)?.name}` }).click();
  await expect(added.getByRole('listitem')).toHaveCount(2);
  await expect(added.getByText('2 files were added after approval. Clients do not see them.')).toBeFocused();
  await page.setViewportSize({ width: 360, height: 740 });
  await fits(page);
  await added.getByRole('button', { name: 'Release all 2' }).click();
  await expect(added).toBeHidden();
});

test('the preview shows the same viewer, and Escape closes one thing at a time', async ({ as }) => {
  const page = await as('admin');
  const queue = page.getByRole('region', { name: 'Pending Approvals' }).getByRole('article');
  const review = queue.filter({ has: page.locator('img') }).getByRole('button', { name: 'Review' });
  await review.first().click();
  const preview = page.getByRole('dialog', { name: 'Session Media Preview' });
  await preview.getByRole('button', { name: 'Fullscreen' }).click();
  const approve = preview.getByRole('button', { name: 'Approve' });
  expect(await isReachable(approve), 'fullscreen covers all else').toBe(false);
  await chosen(page).click();
  await expect(lightbox(page).getByText(/^1 of \d+( · |$)/)).toBeVisible();
  await scan(page);
  await page.keyboard.press('Escape');
  await expect(lightbox(page)).toHaveCount(0);
  await expect(preview.getByRole('button', { name: 'Leave fullscreen' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview.getByRole('button', { name: 'Fullscreen' })).toBeVisible();
  expect(await isReachable(approve)).toBe(true);
  await scan(page);
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
  await expect(review.first()).toBeFocused();
});

test('on a phone the photos fit, and a swipe leads to the next', async ({ as }) => {
  const page = await as('client', { phone: true, dark: true });
  const session = await sessionWith(page, 'drone');
  const { items } = await mediaOf(page, session, 'drone');
  await page.goto(`/sessions/${session.id}`);
  await expect(chosen(page)).toBeVisible();
  await scan(page);
  await chosen(page).tap();
  await expect(lightbox(page).getByText(placeWords(1, items.length))).toBeVisible();
  await scan(page);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
  await touch('touchStart', 300);
  for (const x of [250, 180, 110, 60]) await touch('touchMove', x);
  await touch('touchEnd');
  await expect(lightbox(page).getByText(placeWords(2, items.length))).toBeVisible();
});
