// The renderer's thread may fail, hang or die: every page comes, and what one person was shown comes to nobody else.
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { readDeviceChoices } from '#contract/pages/device-choices.ts';
import type { PageRender } from '#contract/pages/page-render.ts';
import { createPageRenderer, type PageRenderer } from './page-renderer.ts';

/** A thread that writes the start's path and search into the page, and does by the path what goes wrong. */
const program = `
const { parentPort } = require('node:worker_threads');
let count = 0;
parentPort.on('message', ({ id, start }) => {
  if (start.path === '/hang') return;
  if (start.path === '/loop') for (;;);
  if (start.path === '/die') process.exit(1);
  if (start.path === '/fail') return parentPort.postMessage({ id, failure: 'broken' });
  count += 1;
  const who = start.preloaded?.queries[0]?.who ?? '';
  parentPort.postMessage({ id, page: { body: who + start.path + start.search + ' ' + count, title: '', links: '', missing: [] } });
});`;

const site = {
  brand: { name: '', email: '', linkedin: '', instagram: '' },
  demo: false,
  device: readDeviceChoices({}),
};
const startOf = (path: string, who?: string): PageRender => ({
  path,
  search: '',
  site,
  preloaded: who === undefined ? null : { versions: null, queries: [{ who }] as never },
});

const log = { error: vi.fn(), warn: vi.fn() };
let renderer: PageRenderer;
let started = 0;

function create() {
  started = 0;
  renderer = createPageRenderer('unused', {
    log,
    startThread: () => {
      started += 1;
      return new Worker(program, { eval: true });
    },
  });
  return renderer;
}

afterEach(async () => {
  vi.useRealTimers();
  vi.clearAllMocks();
  await renderer.close();
});

test('equal starts are rendered once, others each by itself', async () => {
  const { render } = create();
  const first = await render(startOf('/sessions', 'ada'));
  expect(first?.body).toBe('ada/sessions 1');
  expect((await render(startOf('/sessions', 'ada')))?.body).toBe('ada/sessions 1');
  expect((await render(startOf('/sessions', 'eve')))?.body).toBe('eve/sessions 2');
  expect((await render({ ...startOf('/sessions', 'ada'), search: '?q=x' }))?.body).toBe('ada/sessions?q=x 3');
  const dark = { ...site, device: readDeviceChoices({ topout_theme: 'dark' }) };
  expect((await render({ ...startOf('/sessions', 'ada'), site: dark }))?.body).toBe('ada/sessions 4');
});

test('pages of many people at once each come to whom they belong', async () => {
  const { render } = create();
  const people = Array.from({ length: 20 }, (_, at) => `person${at}`);
  const pages = await Promise.all(people.map((who) => render(startOf('/dashboard', who))));
  expect(pages.map((page) => page?.body.replace(/ \d+$/, ''))).toEqual(people.map((who) => `${who}/dashboard`));
});

test('what cannot be rendered comes without, is said in the log, and keeps nobody from the next', async () => {
  const { render } = create();
  expect(await render(startOf('/fail'))).toBeNull();
  expect(log.error).toHaveBeenCalledWith({ failure: 'broken' }, expect.any(String));
  expect((await render(startOf('/sessions')))?.body).toBe('/sessions 1');
  expect(started).toBe(1);
});

test('a thread that dies leaves nobody waiting, and another takes its place after a while', async () => {
  const { render } = create();
  expect(await Promise.all([render(startOf('/die')), render(startOf('/sessions'))])).toEqual([null, null]);
  // Not at once: what kills it would kill the next as well.
  expect(await render(startOf('/sessions'))).toBeNull();
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 10_000);
  expect((await render(startOf('/sessions')))?.body).toBe('/sessions 1');
  expect(started).toBe(2);
  vi.mocked(Date.now).mockRestore();
});

test('nobody waits long for a thread that hangs, and in the end it is ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { render } = create();
  const pages = Promise.all([render(startOf('/loop')), render(startOf('/sessions'))]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await pages).toEqual([null, null]);
  vi.useRealTimers();
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('ended')));
});

test('where too many wait the next come without', async () => {
  const { render } = create();
  const many = Array.from({ length: 40 }, (_, at) => render(startOf(`/sessions/${at}`)));
  const bodies = (await Promise.all(many)).map((page) => page?.body !== undefined);
  expect(bodies.filter(Boolean)).toHaveLength(30);
});
