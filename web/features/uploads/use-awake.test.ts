// The screen stays awake during uploads.
import { afterEach, expect, test, vi } from 'vitest';
import { keepAwake } from './upload-bar.tsx';

afterEach(() => vi.unstubAllGlobals());

function device(request?: () => Promise<unknown>) {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', request ? { wakeLock: { request } } : {});
  return {
    show(visibilityState: 'visible' | 'hidden') {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

test('while files travel the screen is kept awake, again after the page was away, and let go at the end', async () => {
  const release = vi.fn(() => Promise.resolve());
  const request = vi.fn(() => Promise.resolve({ release }));
  const { show } = device(request);
  const stop = keepAwake();
  show('hidden');
  expect(request).toHaveBeenCalledTimes(1);
  show('visible');
  expect(request).toHaveBeenCalledTimes(2);
  await new Promise(setImmediate);
  stop();
  expect(release).toHaveBeenCalledTimes(1);
  show('visible');
  expect(request).toHaveBeenCalledTimes(2);
});

test('a lock that comes when the upload has ended is let go at once', async () => {
  const release = vi.fn(() => Promise.resolve());
  device(() => Promise.resolve({ release }));
  keepAwake()();
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(1));
});

test('where the browser knows no such lock, or a low battery refuses it, the upload goes on anyway', async () => {
  device();
  keepAwake()();
  device(() => Promise.reject(new Error('low battery')));
  keepAwake()();
  await new Promise(setImmediate);
});
