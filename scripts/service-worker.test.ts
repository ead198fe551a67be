// The service worker: what it caches, never the page without a person without its files, and its answers on a hanging connection.
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { timeouts } from './build/worker-files.mjs';

const source = fs.readFileSync(path.join(import.meta.dirname, '../web/public/service-worker.js'), 'utf8');
const files = ['/assets/index-11111111.js', '/assets/index-22222222.css', '/assets/users-page-33333333.js'];
const page = '<script src="/assets/index-11111111.js"></script><link href="/assets/index-22222222.css">';

type Asked = { path: string; cache: string | undefined };
type Given = {
  answers?: Record<string, number>;
  inBrowser?: string[];
  shell?: string;
  /** A request to it is never answered, until it is aborted. */
  hangs?: (path: string) => boolean;
  navigator?: object;
};
type Init = { cache?: string; signal?: AbortSignal };

const waits = timeouts();
afterEach(() => {
  vi.useRealTimers();
});

/** A worker with one cache, and a server that answers 200 unless `answers` says otherwise. */
function startWorker({ answers = {}, inBrowser = [], shell = page, hangs = () => false, navigator = {} }: Given) {
  const kept = new Map<string, Response>();
  const asked: Asked[] = [];
  const preload = { enable: vi.fn(), disable: vi.fn() };
  const heard = new Map<string, (event: unknown) => void>();
  const match = async (address: string) => kept.get(address)?.clone();
  const cache = {
    keys: async () => [...kept.keys()].map((address) => ({ url: `http://localhost${address}` })),
    put: async (address: string, response: Response) => void kept.set(address, response),
    match,
  };
  async function fetch(what: string | { url: string }, { cache: how, signal }: Init = {}): Promise<Response> {
    const address = typeof what === 'string' ? what : new URL(what.url).pathname;
    if (hangs(address))
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    if (how === 'only-if-cached' && !inBrowser.includes(address)) throw new TypeError('Failed to fetch');
    if (how !== 'only-if-cached') asked.push({ path: address, cache: how });
    const text = address === '/offline' ? shell : address;
    return new Response(text, { status: answers[address] ?? 200 });
  }
  const self = {
    location: { origin: 'http://localhost' },
    addEventListener: (name: string, listener: (event: unknown) => void) => heard.set(name, listener),
    navigator,
    registration: { navigationPreload: preload },
    clients: { claim: async () => undefined },
  };
  const blank = "const build = { version: '', files: [], silentMs: 0, deadMs: 0 };";
  const built = source.replace(blank, `const build = ${JSON.stringify({ version: 'one', files, ...waits })};`);
  const caches = { open: async () => cache, match, keys: async () => [] };
  const timers: object = {
    setTimeout: (...given: Parameters<typeof setTimeout>) => setTimeout(...given),
    clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
  };
  vm.runInNewContext(built, { self, fetch, URL, AbortController, caches, ...timers });
  async function hear(name: string, event: object = {}): Promise<void> {
    let done: Promise<unknown> | undefined;
    heard.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) });
    await done;
  }
  /** The response for a page or one of its files. */
  async function open(path: string, preloadResponse?: Promise<Response>): Promise<string> {
    let answer: Promise<Response> | undefined;
    const mode = path.startsWith('/assets/') ? 'cors' : 'navigate';
    const request = { method: 'GET', url: `http://localhost${path}`, mode, headers: new Headers() };
    const respondWith = (promise: Promise<Response>) => (answer = promise);
    heard.get('fetch')?.({ request, preloadResponse, respondWith, waitUntil: () => undefined });
    return (await answer)?.text() ?? 'not answered here';
  }
  const say = (data: string) => hear('message', { data });
  return {
    answers,
    kept: () => [...kept.keys()],
    asked: () => asked.map((each) => each.path),
    say,
    open,
    activate: () => hear('activate'),
    preload,
  };
}

test('all files are kept, then the page without a person', async () => {
  const worker = startWorker({});
  await worker.say('keep');
  expect(worker.kept()).toEqual([...files, '/offline']);
  await worker.say('keep');
  expect(worker.asked()).toEqual([...files, '/offline']);
});

test('a file that the server does not give now is fetched the next time, and the page that names it is kept no earlier', async () => {
  const answers: Record<string, number> = { '/assets/index-11111111.js': 503 };
  const worker = startWorker({ answers });
  await worker.say('keep');
  expect(worker.kept()).toEqual(files.slice(1));
  answers['/assets/index-11111111.js'] = 200;
  await worker.say('keep');
  expect(worker.kept().toSorted()).toEqual([...files, '/offline'].toSorted());
});

test('a page of another version is not kept with the files of this one', async () => {
  const worker = startWorker({ shell: '<script src="/assets/index-99999999.js"></script>' });
  await worker.say('keep');
  expect(worker.kept()).toEqual(files);
});

test('where data are saved only the page comes over the line, once what it names was fetched for other pages', async () => {
  const inBrowser = ['/assets/index-11111111.js'];
  const worker = startWorker({ inBrowser });
  await worker.say('keep what is here');
  expect(worker.kept()).toEqual(inBrowser);
  inBrowser.push('/assets/index-22222222.css');
  await worker.say('keep what is here');
  expect(worker.kept()).toEqual([...inBrowser, '/offline']);
  expect(worker.asked()).toEqual(['/offline', '/offline']);
});

test('a page comes from the server as long as it answers; where the line hangs the kept one comes after three seconds', async () => {
  let isHanging = false;
  const worker = startWorker({ hangs: () => isHanging });
  await worker.say('keep');
  expect(await worker.open('/projects')).toBe('/projects');
  isHanging = true;
  vi.useFakeTimers();
  let came = '';
  void worker.open('/projects').then((text) => (came = text));
  // A browser may have requested while the worker started.
  const preloaded = worker.open('/sessions', new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(2999);
  expect(came).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  expect(came).toBe(page);
  expect(await preloaded).toBe(page);
});

/** A page of which half arrived, and the rest as `end` says. */
function halfOf(text: string, end: Promise<void>): Promise<Response> {
  const bytes = new TextEncoder();
  const body = new ReadableStream({
    async start(stream) {
      stream.enqueue(bytes.encode(text.slice(0, 4)));
      await end.then(
        () => stream.enqueue(bytes.encode(text.slice(4))),
        (error: unknown) => stream.error(error),
      );
      stream.close();
    },
  });
  return Promise.resolve(new Response(body));
}

test('a page that stops midway is not shown: the kept one comes after three seconds without a byte', async () => {
  const worker = startWorker({});
  await worker.say('keep');
  vi.useFakeTimers();
  const slow = worker.open('/projects', halfOf('/projects', new Promise((whole) => setTimeout(whole, 2500))));
  await vi.advanceTimersByTimeAsync(2500);
  expect(await slow).toBe('/projects');
  let came = '';
  void worker.open('/projects', halfOf('/projects', new Promise(() => undefined))).then((text) => (came = text));
  await vi.advanceTimersByTimeAsync(2999);
  expect(came).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  expect(came).toBe(page);
  const broken = worker.open('/projects', halfOf('/projects', Promise.reject(new Error('The line is cut'))));
  expect(await broken).toBe(page);
});

test('where nothing is kept yet a page is shown as it comes, however slowly', async () => {
  const worker = startWorker({});
  vi.useFakeTimers();
  const slow = worker.open('/projects', halfOf('/projects', new Promise((whole) => setTimeout(whole, 60_000))));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await slow).toBe('/projects');
});

test('where nothing is kept yet a page that hangs is waited for as long as the browser does', async () => {
  const worker = startWorker({ hangs: () => true });
  vi.useFakeTimers();
  let came = '';
  void worker.open('/projects').then((text) => (came = text));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(came).toBe('');
});

test('a file on which nothing comes fails in the end, so that the page says so', async () => {
  const worker = startWorker({ hangs: (path) => path.startsWith('/assets/') });
  vi.useFakeTimers();
  const failed = worker.open('/assets/map-44444444.js').catch(() => 'failed');
  await vi.advanceTimersByTimeAsync(waits.deadMs);
  expect(await failed).toBe('failed');
});

test('only Chromium asks for pages ahead of the worker: in Firefox a refused one ends the navigation', async () => {
  const firefox = startWorker({});
  await firefox.activate();
  expect(firefox.preload.enable).not.toHaveBeenCalled();
  expect(firefox.preload.disable).toHaveBeenCalledTimes(1);
  const chromium = startWorker({ navigator: { userAgentData: {} } });
  await chromium.activate();
  expect(chromium.preload.enable).toHaveBeenCalledTimes(1);
});
