// When a page adopts a new version of the app: at the next page change, and not while something runs that a reload would stop.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepOffline } from './offline-worker.ts';

let worker: EventTarget & { controller: object | null; said: string[] };
let page: EventTarget;
const reload = vi.fn();
const location = { pathname: '/sessions', reload };

beforeEach(() => {
  const said: string[] = [];
  const active = { postMessage: (words: string) => said.push(words) };
  const ready = Promise.resolve({ active });
  worker = Object.assign(new EventTarget(), { controller: active, said, ready, register: async () => ({}) });
  page = new EventTarget();
  reload.mockReset();
  location.pathname = '/sessions';
  vi.stubGlobal('navigator', { serviceWorker: worker, onLine: true });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', location);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

function goTo(pathname: string): void {
  location.pathname = pathname;
  page.dispatchEvent(new Event('pushState'));
}

test('a new version is adopted at the next change of page', () => {
  const stop = keepOffline(() => true);
  goTo('/dashboard');
  worker.dispatchEvent(new Event('controllerchange'));
  page.dispatchEvent(new Event('pushState'));
  expect(reload).not.toHaveBeenCalled();
  goTo('/sessions');
  expect(reload).toHaveBeenCalledOnce();
  stop();
});

test('not while an upload is on its way: then at the change of page after', () => {
  let isUploading = true;
  const stop = keepOffline(() => !isUploading);
  worker.dispatchEvent(new Event('controllerchange'));
  goTo('/dashboard');
  expect(reload).not.toHaveBeenCalled();
  isUploading = false;
  goTo('/sessions');
  expect(reload).toHaveBeenCalledOnce();
  stop();
});

test.each([
  ['all', 'topout_data=all', 'keep'],
  ['what its pages fetched anyway, where data are saved', 'topout_data=saved', 'keep what is here'],
])('the worker gets the message to keep %s', async (_, cookie, words) => {
  vi.stubGlobal('document', { cookie });
  const stop = keepOffline(() => true);
  await vi.waitFor(() => expect(worker.said).toEqual([words]));
  stop();
});
