// Fetching a part of the program: once, kept, and again only when somebody asks for it.
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { isLoadError, type LazyComponent, lazyComponent, retryFailedLoads } from './lazy-component.tsx';

afterEach(retryFailedLoads);

const Page = () => 'the page';

/** Fails where it would have to wait. */
function shown(page: LazyComponent<object>): string {
  return renderToString(createElement(() => createElement(page.use())));
}

it('is fetched once, however often it is wanted', async () => {
  const load = vi.fn(async () => ({ Page }));
  const page = lazyComponent(load, 'Page');
  void page.preload();
  void page.preload();
  await vi.waitFor(() => expect(shown(page)).toBe('the page'));
  expect(load).toHaveBeenCalledTimes(1);
});

it('a failure is fetched again only after ‘Try again’', async () => {
  const load = vi.fn(async () => ({ Page }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /x.js'));
  const page = lazyComponent(load, 'Page');
  void page.preload();
  await vi.waitFor(() => expect(load.mock.results[0]?.value).rejects.toThrow());
  void page.preload();
  void page.preload();
  expect(load).toHaveBeenCalledTimes(1);
  retryFailedLoads();
  void page.preload();
  await vi.waitFor(() => expect(shown(page)).toBe('the page'));
  expect(load).toHaveBeenCalledTimes(2);
});

it('missing code is distinguished from a broken page, in the words of each browser', () => {
  expect(isLoadError(new TypeError('Failed to fetch dynamically imported module: https://x/a.js'))).toBe(true);
  expect(isLoadError(new TypeError('error loading dynamically imported module: https://x/a.js'))).toBe(true);
  expect(isLoadError(new TypeError('Importing a module script failed.'))).toBe(true);
  expect(isLoadError(new Error('Unable to preload CSS for /assets/a.css'))).toBe(true);
  expect(isLoadError(new TypeError('x is undefined'))).toBe(false);
});
