// A time-lapse of a viewpoint: made in the browser, checked frame by frame, cancelled, and refused where it cannot be made.
import fs from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import type { Viewpoint, ViewpointWithPictures } from '#contract/viewpoints/endpoints.ts';
import { askForAll, expect, test } from '#e2e/fixtures.ts';
import { fits, scan } from '#e2e/page-checks.ts';

const stillFrames = 24;
const fadeFrames = 12;

/** The first viewpoint with photos of at least five visits. */
async function photographed(page: Page): Promise<Viewpoint> {
  const projects: { id: number }[] = await (await page.request.get('/api/projects?limit=100')).json();
  for (const { id } of projects) {
    const found: Viewpoint[] = await (await page.request.get(`/api/projects/${id}/viewpoints?limit=100`)).json();
    const one = found.find(({ kind, visitCount }) => kind === 'photo' && visitCount >= 5);
    if (one) return one;
  }
  throw new Error('No viewpoint has photos of five visits');
}

type Change = (pictures: ViewpointWithPictures['pictures']) => ViewpointWithPictures['pictures'];

const unknown = { matrix: null, inliers: null, quality: null, by: null, yaw: null, marks: null, mayAlign: false };
const laid = (shift: number) => ({
  ...unknown,
  ...{ state: 'aligned', matrix: [1, 0, shift, 0, 1, 0, 0, 0, 1], inliers: 90, quality: 0.5, by: 'picture' },
});

/** Opens the page of that viewpoint with only these pictures, all aligned with each other. */
async function openWith(page: Page, { id, projectId, name }: Viewpoint, change: Change): Promise<void> {
  await askForAll(page);
  await page.route('**/api/alignments?*', (route) => route.fulfill({ json: laid(0) }));
  await page.route(`**/api/viewpoints/${id}`, async (route) => {
    const response = await route.fetch();
    const viewpoint = (await response.json()) as ViewpointWithPictures;
    await route.fulfill({ response, json: { ...viewpoint, pictures: change(viewpoint.pictures) } });
  });
  await page.goto(`/projects/${projectId}/viewpoints/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
}

const entry = (page: Page) => page.getByRole('button', { name: 'Make a time-lapse' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Make a time-lapse' });
const begin = (page: Page) => dialog(page).getByRole('button', { name: 'Make time-lapse' });
const ready = (page: Page) => dialog(page).getByRole('status').filter({ hasText: 'The time-lapse is ready' });

const laying = (page: Page) => dialog(page).getByRole('status').filter({ hasText: 'Aligning the pictures' });

async function chooseSmall(page: Page): Promise<void> {
  await dialog(page).getByText('720p').click();
  await expect(dialog(page).getByRole('radio', { name: /720p/ })).toBeChecked();
}

async function saved(page: Page, button: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const bytes = fs.readFileSync(await download.path());
  return { name: download.suggestedFilename(), bytes };
}

/** What the file says about itself, packet by packet. */
async function lookInto(bytes: Buffer) {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('The file holds no film');
  const times: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) times.push(packet.timestamp);
  return {
    type: await input.getMimeType(),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    frames: times.length,
    distances: new Set(times.slice(1).map((time, at) => Math.round((time - (times[at] ?? 0)) * 24))),
    seconds: await input.computeDuration(),
  };
}

/** How many frames the browser decodes from the file, and of which size. */
async function decodeAgain(page: Page, bytes: Buffer): Promise<{ frames: number; sizes: string[] }> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) throw new Error('The file holds no film');
  const chunks: { type: 'key' | 'delta'; timestamp: number; data: string }[] = [];
  for await (const { type, microsecondTimestamp, data } of new EncodedPacketSink(track).packets())
    chunks.push({ type, timestamp: microsecondTimestamp, data: Buffer.from(data).toString('base64') });
  return page.evaluate(
    async ([codec, all]) => {
      const sizes = new Set<string>();
      let frames = 0;
      let failure: unknown = null;
      const decoder = new VideoDecoder({
        output(frame) {
          frames += 1;
          sizes.add(`${frame.displayWidth} × ${frame.displayHeight}`);
          frame.close();
        },
        error(error) {
          failure = error;
        },
      });
      decoder.configure({ codec });
      for (const { data, ...chunk } of all)
        decoder.decode(
          new EncodedVideoChunk({ ...chunk, data: Uint8Array.from(atob(data), (each) => each.charCodeAt(0)) }),
        );
      await decoder.flush();
      decoder.close();
      if (failure) throw failure;
      return { frames, sizes: [...sizes] };
    },
    [config.codec, chunks] as const,
  );
}

type Colours = { left: number[]; lit: number; coarse: number[] };

/** The frame at that second as the browser shows it: a point on the left, the bright points of its lower edge, and all of it in 8 × 6. */
async function coloursAt(page: Page, second: number): Promise<Colours> {
  return page.locator('video').evaluate(async (element, time) => {
    const video = element as HTMLVideoElement;
    // 'seeked' may fire before the frame of that moment is shown.
    const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    video.currentTime = time;
    await shown;
    const canvas = Object.assign(document.createElement('canvas'), {
      width: video.videoWidth,
      height: video.videoHeight,
    });
    const context = canvas.getContext('2d');
    context?.drawImage(video, 0, 0);
    const [width, height] = [canvas.width, canvas.height];
    const at = (x: number) => [...(context?.getImageData(width * x, height / 2, 1, 1).data ?? [])].slice(0, 3);
    const edge = context?.getImageData(0, Math.floor(height * 0.9), width, Math.ceil(height * 0.1)).data ?? [];
    let lit = 0;
    for (let each = 0; each < edge.length; each += 4)
      if (Math.min(edge[each] ?? 0, edge[each + 1] ?? 0, edge[each + 2] ?? 0) > 225) lit += 1;
    const left = at(0.2);
    context?.drawImage(canvas, 0, 0, 8, 6);
    return { left, lit, coarse: [...(context?.getImageData(0, 0, 8, 6).data ?? [])] };
  }, second);
}

function greatestDifference(one: Colours, other: Colours): number {
  return Math.max(...one.coarse.map((value, at) => Math.abs(value - (other.coarse[at] ?? 0))));
}

test('a film of a viewpoint has the planned frames, size and length, and is saved as a file', async ({ as }) => {
  const page = await as('client');
  const viewpoint = await photographed(page);
  await openWith(page, viewpoint, (pictures) => pictures.slice(0, 4));
  const beyond: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(page.url()).host && !/^(blob|data):/.test(request.url()))
      beyond.push(request.url());
    // The server is notified that the visit was viewed.
    if (request.method() !== 'GET' && !request.url().endsWith('/seen'))
      beyond.push(`${request.method()} ${request.url()}`);
  });
  await entry(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('4 pictures');
  await scan(page);
  await chooseSmall(page);
  await begin(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('progressbar')).toBeVisible();
  await expect(ready(page)).toBeVisible({ timeout: 120_000 });
  await scan(page);

  const { name, bytes } = await saved(page, dialog(page).getByRole('button', { name: /^Save time-lapse/ }));
  expect(name).toMatch(/^[a-z0-9-]+(_[a-z0-9-]+)*_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.(mp4|webm)$/);
  const film = await lookInto(bytes);
  const planned = 4 * stillFrames + 3 * fadeFrames;
  expect(film.frames).toBe(planned);
  expect(film.seconds).toBeCloseTo(planned / 24, 1);
  expect([...film.distances]).toEqual([1]);
  const { width, height } = { width: viewpoint.newest?.item.width ?? 0, height: viewpoint.newest?.item.height ?? 0 };
  const scale = Math.min(1280 / width, 720 / height);
  expect(Math.abs(film.width - width * scale)).toBeLessThanOrEqual(1);
  expect(Math.abs(film.height - height * scale)).toBeLessThanOrEqual(1);
  expect([film.width % 2, film.height % 2]).toEqual([0, 0]);

  const [first, last] = [await coloursAt(page, 0.5), await coloursAt(page, planned / 24 - 0.2)];
  expect(first.lit, 'words are burned in').toBeGreaterThan(300);
  expect(last.lit, 'words are burned in').toBeGreaterThan(300);
  expect(greatestDifference(first, last), 'another visit is seen').toBeGreaterThan(20);
  expect(beyond, 'nothing leaves the device').toEqual([]);

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(entry(page)).toBeFocused();
});

test('older pictures are aligned to the newest one where possible; the film says where not', async ({ as }) => {
  const page = await as('admin');
  await page.setViewportSize({ width: 768, height: 1024 });
  const viewpoint = await photographed(page);
  const sessions: number[] = [];
  await openWith(page, viewpoint, (pictures) => {
    sessions.splice(0, 3, ...pictures.slice(0, 3).map(({ sessionId }) => sessionId));
    return pictures.slice(0, 3);
  });
  const asked = new Set<string>();
  let isComputed = false;
  // The second of three is shifted by half a picture to the right; the first is aligned to nothing.
  await page.route('**/api/alignments?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    const older = Number(searchParams.get('olderSession'));
    asked.add(`${older} ${searchParams.get('newerSession')}`);
    if (!isComputed) return route.fulfill({ json: { ...unknown, state: 'waiting' } });
    return route.fulfill({ json: older === sessions[1] ? laid(0.5) : { ...unknown, state: 'refused' } });
  });
  await entry(page).click();
  await chooseSmall(page);
  await begin(page).click();
  await expect(laying(page)).toBeVisible();
  await expect(dialog(page)).toContainText('0 of 2');
  await fits(page);
  await scan(page);
  isComputed = true;
  await expect(ready(page)).toBeVisible({ timeout: 120_000 });
  const [first, second, newest] = sessions;
  expect([...asked]).toEqual([`${second} ${newest}`, `${first} ${second}`]);
  await expect(dialog(page)).toContainText('1 picture could not be aligned with the newest one');
  const isBare = ({ left }: { left: number[] }) => Math.max(...left) < 45;
  const secondStands = (stillFrames + fadeFrames + stillFrames / 2) / 24;
  expect(isBare(await coloursAt(page, 0.5))).toBe(false);
  expect(isBare(await coloursAt(page, secondStands))).toBe(true);
  expect(isBare(await coloursAt(page, 3.5))).toBe(false);
  await scan(page);
});

/** Keeps every encoder that the page starts, to check its state at the end. */
async function watchEncoders(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const kept: VideoEncoder[] = [];
    class Kept extends VideoEncoder {
      constructor(init: VideoEncoderInit) {
        super(init);
        kept.push(this);
      }
    }
    Object.assign(globalThis, { VideoEncoder: Kept, keptEncoders: kept });
  });
  return () =>
    page.evaluate(() =>
      (globalThis as unknown as { keptEncoders: VideoEncoder[] }).keptEncoders.map(({ state }) => state),
    );
}

test('a film is cancelled in the middle by its button and by closing the dialog, and nothing goes on', async ({
  as,
}) => {
  const page = await as('client');
  const states = await watchEncoders(page);
  const viewpoint = await photographed(page);
  let late = 0;
  await openWith(page, viewpoint, (pictures) => {
    late = pictures[3]?.sessionId ?? 0;
    return pictures.slice(0, 5);
  });
  // The fourth picture never arrives: making the film stops halfway.
  await page.route(new RegExp(`/api/sessions/${late}/media/.*/s(800|1000|1600)\\b`), () => undefined);
  const inTheMiddle = () =>
    expect
      .poll(async () => Number(await dialog(page).getByRole('progressbar').getAttribute('value')), { timeout: 120_000 })
      .toBeGreaterThan(50);
  let isComputed = false;
  await page.route('**/api/alignments?*', (route) =>
    route.fulfill({ json: isComputed ? laid(0) : { ...unknown, state: 'waiting' } }),
  );
  await entry(page).click();
  await chooseSmall(page);
  await begin(page).click();
  await expect(laying(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await begin(page).click();
  await expect(laying(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Continue without' }).click();
  isComputed = true;
  await inTheMiddle();
  expect(await states()).toEqual(['configured']);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(begin(page)).toBeVisible();
  await expect.poll(states).toEqual(['closed']);

  await begin(page).click();
  await inTheMiddle();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect.poll(states).toEqual(['closed', 'closed']);
  await entry(page).click();
  await expect(begin(page)).toBeVisible();
});

test('a lost connection is reported and can be retried; a picture that is gone is left out and named', async ({
  as,
}) => {
  const page = await as('client');
  const viewpoint = await photographed(page);
  const visits: { sessionId: number; captureDate: string }[] = [];
  await openWith(page, viewpoint, (pictures) => {
    visits.splice(0, 4, ...pictures.slice(0, 4));
    return pictures.slice(0, 4);
  });
  const line = { down: true };
  await page.route(/\/media\/.*\/s(800|1000|1600)\b/, (route) => {
    if (line.down) return route.abort('internetdisconnected');
    const isGone = route.request().url().includes(`/sessions/${visits[1]?.sessionId}/`);
    return isGone ? route.fulfill({ status: 404, json: { message: 'Not found' } }) : route.fallback();
  });
  await page.route(`**/api/viewpoints/${viewpoint.id}`, (route) =>
    line.down ? route.abort('internetdisconnected') : route.fallback(),
  );
  await entry(page).click();
  await chooseSmall(page);
  await begin(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText('no connection to the server', { timeout: 60_000 });
  await scan(page);
  line.down = false;
  await dialog(page).getByRole('button', { name: 'Retry' }).click();
  await expect(ready(page)).toBeVisible({ timeout: 120_000 });
  await expect(dialog(page)).toContainText('left out. Its picture could not be loaded.');
  const { bytes } = await saved(page, dialog(page).getByRole('button', { name: /^Save time-lapse/ }));
  expect((await lookInto(bytes)).frames).toBe(3 * stillFrames + 2 * fadeFrames);
});

test('fewer than three pictures offer no film', async ({ as }) => {
  const page = await as('client');
  await openWith(page, await photographed(page), (pictures) => pictures.slice(0, 2));
  await expect(page.getByRole('toolbar', { name: 'Dates' })).toBeVisible();
  await expect(entry(page)).toHaveCount(0);
});

test('a browser that cannot encode says so and offers the player, on a phone and in the dark too', async ({ as }) => {
  const page = await as('client', { phone: true, dark: true });
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoEncoder'));
  await openWith(page, await photographed(page), (pictures) => pictures.slice(0, 4));
  await entry(page).click();
  await expect(dialog(page)).toContainText('This browser cannot make time-lapses');
  await expect(begin(page)).toHaveCount(0);
  await fits(page);
  await scan(page);
  await dialog(page).getByRole('button', { name: 'Play the pictures' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('toolbar', { name: 'Dates' }).getByLabel('Go to date')).toHaveValue('3');
});

/** The page's browser encodes no codec with this prefix; '' refuses every codec. */
async function refuse(page: Page, codec: string): Promise<void> {
  await page.addInitScript((refused) => {
    const ask = VideoEncoder.isConfigSupported.bind(VideoEncoder);
    VideoEncoder.isConfigSupported = (config) =>
      config.codec.startsWith(refused) ? Promise.resolve({ supported: false, config }) : ask(config);
  }, codec);
}

test('a browser that refuses H.264 makes a WebM with every frame of the plan', async ({ as }) => {
  const page = await as('client');
  await refuse(page, 'avc');
  await openWith(page, await photographed(page), (pictures) => pictures.slice(0, 3));
  await entry(page).click();
  await chooseSmall(page);
  await begin(page).click();
  await expect(ready(page)).toBeVisible({ timeout: 120_000 });
  await expect(ready(page)).toContainText('WebM');
  const { name, bytes } = await saved(page, dialog(page).getByRole('button', { name: /^Save time-lapse/ }));
  expect(name).toMatch(/\.webm$/);
  const film = await lookInto(bytes);
  const planned = 3 * stillFrames + 2 * fadeFrames;
  expect(film.type).toMatch(/^video\/webm; codecs="vp0?[89]/);
  expect([film.frames, [...film.distances]]).toEqual([planned, [1]]);
  expect(film.seconds).toBeCloseTo(planned / 24, 1);
  const size = `${film.width} × ${film.height}`;
  expect(await decodeAgain(page, bytes)).toEqual({ frames: planned, sizes: [size] });
  await expect(ready(page)).toContainText(size);
  const [first, last] = [await coloursAt(page, 0.5), await coloursAt(page, planned / 24 - 0.2)];
  expect(greatestDifference(first, last), 'another visit is seen').toBeGreaterThan(20);
});

test('a browser whose encoders refuse everything says so too', async ({ as }) => {
  const page = await as('client');
  await refuse(page, '');
  await openWith(page, await photographed(page), (pictures) => pictures.slice(0, 3));
  await entry(page).click();
  await begin(page).click();
  await expect(dialog(page)).toContainText('This browser cannot make time-lapses', { timeout: 60_000 });
  await expect(begin(page)).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Play the pictures' }).click();
  await expect(page.getByRole('toolbar', { name: 'Dates' }).getByRole('button', { name: 'Pause' })).toBeVisible();
});

type Held = { most: number; now: number; frames: number };

/** Counts what holds pixels in the page: frames on their way to the encoder, bitmaps and canvases; as shares of this frame. */
async function watchPixels(page: Page): Promise<(frame: number) => Promise<Held>> {
  await page.addInitScript(() => {
    const open = new Map<object, () => number>();
    const held = { most: 0, frames: 0 };
    const now = () => [...open.values()].reduce((sum, size) => sum + size(), 0);
    const hold = (owner: object, size: () => number) => {
      open.set(owner, size);
      held.most = Math.max(held.most, now());
    };
    class CountedFrame extends VideoFrame {
      constructor(...given: ConstructorParameters<typeof VideoFrame>) {
        super(...given);
        held.frames += 1;
        const pixels = this.codedWidth * this.codedHeight;
        hold(this, () => pixels);
      }
      override close() {
        open.delete(this);
        super.close();
      }
    }
    const makeBitmap = createImageBitmap as (...given: unknown[]) => Promise<ImageBitmap>;
    const countedBitmap = async (...given: unknown[]) => {
      const bitmap = await makeBitmap(...given);
      const pixels = bitmap.width * bitmap.height;
      const close = bitmap.close.bind(bitmap);
      bitmap.close = () => {
        open.delete(bitmap);
        close();
      };
      hold(bitmap, () => pixels);
      return bitmap;
    };
    const create = document.createElement.bind(document);
    document.createElement = ((...given: Parameters<typeof create>) => {
      const element = create(...given);
      if (element instanceof HTMLCanvasElement) hold(element, () => element.width * element.height);
      return element;
    }) as typeof document.createElement;
    Object.assign(globalThis, { VideoFrame: CountedFrame, createImageBitmap: countedBitmap });
    Object.assign(globalThis, { heldPixels: () => ({ ...held, now: now() }) });
  });
  return async (frame) => {
    const { most, now, frames } = await page.evaluate(() =>
      (globalThis as unknown as { heldPixels: () => Held }).heldPixels(),
    );
    return { most: most / frame, now: now / frame, frames };
  };
}

test('the browser never holds more than 20 pictures at frame size, and nothing once the film is made', async ({
  as,
}) => {
  const page = await as('client');
  const held = await watchPixels(page);
  await openWith(page, await photographed(page), (pictures) => pictures.slice(0, 5));
  await entry(page).click();
  await chooseSmall(page);
  await begin(page).click();
  await expect(ready(page)).toBeVisible({ timeout: 120_000 });
  const [, width = 0, height = 0] = /(\d+) × (\d+)/.exec(await ready(page).innerText()) ?? [];
  const { most, now, frames } = await held(Number(width) * Number(height));
  expect(frames, 'each frame is counted').toBeGreaterThanOrEqual(5 * stillFrames + 4 * fadeFrames);
  expect(most).toBeGreaterThan(2);
  expect(most).toBeLessThanOrEqual(20);
  expect(now).toBe(0);
});

test('on a phone a film is made, opened and handed to the share sheet', async ({ as }) => {
  const page = await as('client', { phone: true });
  await page.addInitScript(() => {
    const shared: string[] = [];
    const share = async ({ files = [] }: ShareData) => {
      shared.push(...files.map(({ name, type, size }) => `${type} ${size > 1000} ${name}`));
    };
    Object.assign(globalThis, { shared });
    Object.defineProperties(navigator, { canShare: { value: () => true }, share: { value: share } });
  });
  await openWith(page, await photographed(page), (pictures) => pictures.slice(0, 3));
  await entry(page).click();
  await fits(page);
  await scan(page);
  await chooseSmall(page);
  await begin(page).click();
  await expect(ready(page)).toBeVisible({ timeout: 120_000 });
  await fits(page);
  await scan(page);
  await dialog(page).getByRole('button', { name: 'Share' }).click();
  const shared = await page.evaluate(() => (globalThis as unknown as { shared: string[] }).shared);
  expect(shared).toEqual([expect.stringMatching(/^video\/(mp4|webm) true \S+\.(mp4|webm)$/)]);
});
