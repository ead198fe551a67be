// The core of the product in Firefox and WebKit: what people view, and what they send over a connection that breaks.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { demoPassword } from '#e2e/fixtures.ts';
import { lineTo } from '#e2e/hanging-line.ts';
import { randomVideo } from '#server/test-support/files/sent-files.ts';
import { test } from './fixtures.ts';
import { countColours } from './in-page.ts';
import { keys, type OtherPage, openPage } from './page.ts';

const patient = { timeout: 90_000 };
const canvasOf = { '360 Tour': '[data-panorama="ready"] canvas', Orthomosaic: '[data-map="ready"] canvas' };

test('somebody logs in, looks through the photos of a visit, plays its film, and sees what WebGL draws of its sphere and map', async ({
  other,
  places,
}) => {
  await other.logIn(null);
  await other.fill({ role: 'field', name: '^Username' }, 'client');
  await other.fill({ role: 'field', name: '^Password' }, demoPassword);
  await other.click({ role: 'button', name: '^Sign In' });
  await expect.poll(other.address, patient).toBe('/dashboard');
  for (const width of [1280, 360]) {
    await other.size(width);
    await other.goto(`/sessions/${places.whole}`);
    await other.click({ role: 'button', name: '^View .* large' });
    await other.sees({ css: '.yarl__slide_current .yarl__slide_image' });
    await other.press(keys.right);
    await other.sees({ css: 'p, span', name: '^2 of \\d' });
    await other.closeDialogs();
    await other.click({ role: 'control', name: '^Indoor' });
    await other.sees({ role: 'button', name: '^View .* large' });
    await other.click({ role: 'control', name: '^Videos' });
    await other.click({ role: 'button', name: '^Play ' });
    await expect.poll(() => other.run(() => document.querySelector('video')?.currentTime), patient).toBeGreaterThan(0);
    for (const [tab, canvas] of Object.entries(canvasOf)) {
      await other.click({ role: 'control', name: `^${tab}` });
      await other.sees({ css: canvas }, patient.timeout);
      const turn = '[aria-label="Turn right"], [aria-label="Zoom in"]';
      expect(await other.run(countColours, canvas, turn), `${tab} at ${width} px`).toBeGreaterThan(20);
    }
  }
});

test('two visits are compared in each way by keys, and their spheres and maps side by side', async ({
  other,
  places,
}) => {
  await other.logIn('client');
  const divider = '[role="slider"][aria-label="Divider"]';
  for (const width of [1280, 360]) {
    await other.size(width);
    await other.goto(places.pair.replace('swipe', 'side'));
    for (const nth of [1, 2]) await other.sees({ css: 'img', name: `^Session ${nth}, Block A` });
    await other.press('w');
    await other.sees({ css: divider });
    await other.run((css: string) => document.querySelector<HTMLElement>(css)?.focus(), divider);
    await other.press(keys.right);
    const share = () => other.run((css: string) => document.querySelector(css)?.getAttribute('aria-valuenow'), divider);
    await expect.poll(share, patient).toBe('55');
    await other.run(() => (document.activeElement as HTMLElement).blur());
    await other.press('f');
    await other.sees({ css: 'input[type="range"]', name: '^Fade' });
    await other.press('b');
    await other.sees({ css: 'span', name: '^Session 1 is shown' });
  }
  await other.size(1280);
  for (const [kind, ready] of [
    ['tour360', '[data-panorama="ready"]'],
    ['orthomosaic', '[data-map="ready"]'],
  ]) {
    await other.goto(`${places.spaces}&left=${kind}&right=${kind}&mode=side`);
    await expect.poll(() => other.count({ css: ready as string }), patient).toBe(2);
  }
});

/** What opens over each page: the notices at 1280 px; at 360 px also the search and the entries that do not fit the bottom bar. */
async function faultsOfShell(other: OtherPage): Promise<string[]> {
  const faults: string[] = [];
  const look = async (name: string, within: string) => {
    await other.settle();
    faults.push(...(await other.faults(within)).map((fault) => `${name}: ${fault}`));
    if (within === '[role="menu"]') await other.press(keys.escape);
    await other.closeDialogs();
  };
  for (const width of [1280, 360]) {
    await other.size(width);
    await other.click({ role: 'button', name: '^Notifications' });
    await other.sees({ css: '[role="dialog"] li' });
    await look(`notices at ${width} px`, '[role="dialog"]');
  }
  await other.click({ role: 'button', name: '^More$' });
  await other.sees({ role: 'menuitem' });
  await look('More', '[role="menu"]');
  await other.click({ css: 'search button, header button[aria-label^="Search"]' });
  await other.fill({ css: '[role="dialog"] input' }, 'lekki');
  await other.sees({ role: 'option' });
  await look('search', '[role="dialog"]');
  await other.size(1280);
  return faults;
}

test('an admin finds a visit from the search field, and decides at the desk by keys', async ({ other, stewards }) => {
  await other.logIn('admin');
  await other.goto('/dashboard');
  expect(await faultsOfShell(other)).toEqual([]);
  await other.fill({ css: 'search input' }, 'lekki');
  await other.sees({ role: 'option' });
  await other.press(keys.down);
  await other.press(keys.enter);
  await expect.poll(other.address, patient).not.toBe('/dashboard');
  const waiting: { id: number }[] = await (await stewards.admin.get('/api/sessions?status=pending&limit=100')).json();
  const first = `/approvals/${waiting.at(-1)?.id}`;
  await other.goto(first);
  await other.press('j');
  await expect.poll(other.address, patient).not.toBe(first);
  await other.press('k');
  await expect.poll(other.address, patient).toBe(first);
  await other.press('r');
  await other.sees({ css: 'textarea:focus' });
  await other.type('The roof is missing.');
  await other.press(keys.control, keys.enter);
  await expect.poll(other.address, patient).not.toBe(first);
  await other.press('u');
  await expect.poll(other.address, patient).toBe(first);
});

test('a guest opens a shared visit, a picture of it large, and looks around in its sphere', async ({
  other,
  places,
}) => {
  await other.logIn(null);
  for (const width of [1280, 360]) {
    await other.size(width);
    await other.goto(places.guest);
    await other.sees({ css: 'h1', name: '^Lekki Palm' });
    await other.click({ css: 'a:has(img[alt$=".jpg"])' });
    await other.sees({ css: 'dialog[open] *', name: ', 1 of \\d+$' });
    await other.press(keys.right);
    await other.sees({ css: 'dialog[open] *', name: ', 2 of \\d+$' });
    await other.press(keys.escape);
    await expect.poll(() => other.count({ css: 'dialog[open]' }), patient).toBe(0);
    await other.click({ css: 'a[data-look="sphere"]' });
    const drawn = () => other.run(() => document.querySelector('dialog canvas')?.getAttribute('data-drawn') ?? '');
    await expect.poll(drawn, patient).toMatch(/^-?\d+ -?\d+ \d+$/);
    const ahead = await drawn();
    await other.press(keys.right);
    await expect.poll(drawn, patient).not.toBe(ahead);
    await other.press(keys.escape);
    await expect.poll(() => other.count({ css: 'dialog[open]' }), patient).toBe(0);
  }
});

test('a guest makes a video of a shared project, where the browser has encoders', async ({ other, places }) => {
  await other.logIn(null);
  await other.size(360);
  await other.goto(places.guestProject);
  await other.sees({ css: 'h1', name: '^Lekki Palm' });
  const button = { css: 'button', name: '^Make a video$' };
  const canMake = await other.run(() => 'VideoEncoder' in window);
  await expect.poll(() => other.count(button), 'it is offered where it can be made').toBe(canMake ? 1 : 0);
  if (!canMake) return;
  await other.click(button);
  await other.sees({ css: 'dialog[open] *', name: '^\\d+ pictures, ' });
  await other.click({ css: 'dialog[open] button', name: '^Make video$' });
  const ready = { css: 'dialog[open] [role=status]', name: '^The video is ready: \\d+ × \\d+, (MP4|WebM)$' };
  await other.sees(ready, patient.timeout);
  const isWhole = () => other.run(() => (document.querySelector<HTMLVideoElement>('dialog video')?.duration ?? 0) > 1);
  await expect.poll(isWhole, patient).toBe(true);
  await other.press(keys.escape);
  await expect.poll(() => other.count({ css: 'dialog[open]' }), patient).toBe(0);
});

test('an upload resumes where the connection broke, byte for byte, and offline pages open and a visit waits that is sent once', async ({
  driver,
  product,
  stewards: { crew },
}) => {
  const line = await lineTo(product.url);
  const other = openPage(driver, () => line.url);
  await other.size(360);
  await other.logIn('photographer');
  await other.goto('/sessions');
  const isKept = () =>
    other.run(async () => navigator.serviceWorker.controller && (await caches.match('/offline')) !== undefined);
  await expect.poll(isKept, patient).toBe(true);
  await other.goto('/sessions/new');
  // The first results make way for those of the search, also under a click.
  await expect(async () => {
    const project = { css: '[role="dialog"] input[role="combobox"]' };
    await other.fill(project, 'Ikoyi');
    await other.click({ role: 'option', name: '^Ikoyi' });
    await other.sees({ css: '[role="dialog"] option', name: '^Tower$', hidden: true }, 5000);
  }).toPass(patient);
  const tower = () =>
    [...document.querySelectorAll<HTMLOptionElement>('select option')].find(({ text }) => text === 'Tower')?.value ??
    '';
  await other.choose({ css: 'select', name: '^Site' }, await other.run(tower));

  const card = fs.mkdtempSync(path.join(os.tmpdir(), 'topout-card-'));
  const film = randomVideo(9_000_000);
  fs.writeFileSync(path.join(card, 'flight.mp4'), film);
  await other.click({ role: 'button', name: '^Upload Videos' });
  line.cut(5_000_000);
  await other.attach({ css: 'input[type="file"]:not([capture])' }, path.join(card, 'flight.mp4'));
  await other.sees({ css: '[role="dialog"] *', name: '^0 of 1 uploaded · No connection' }, patient.timeout);
  line.mend();
  await other.sees({ css: '[role="dialog"] *', name: '^1 of 1 uploaded' }, patient.timeout);

  await other.fill({ role: 'field', name: '^Notes' }, 'Written in the cellar.');
  line.cut();
  await other.click({ role: 'button', name: '^Create Session' });
  const unsent = { role: 'button', name: '^Not sent yet \\(1\\)' };
  await other.sees(unsent, patient.timeout);
  await other.goto('/sessions');
  await other.sees({ css: 'article' });
  await other.sees({ css: 'p, span', name: 'as of \\d\\d:\\d\\d' });
  await other.sees(unsent);
  line.mend();
  await expect.poll(() => other.count(unsent), patient).toBe(0);
  const arrived = await (await crew.get('/api/sessions?q=cellar')).json();
  expect(arrived).toHaveLength(1);
  const { items } = await (await crew.get(`/api/sessions/${arrived[0].id}/media/videos`)).json();
  expect(film.equals(await (await crew.get(items[0].fileUrl)).body())).toBe(true);
  await line.stop();
  fs.rmSync(card, { recursive: true });
});
