// Claims about looks: what counts as one, and that it is told once.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchLook } from './watch-look.ts';

let show: (isIntersecting: boolean) => void;
const sent = vi.fn(async () => Response.json({ ok: true }));
const page = { hidden: false };

beforeEach(() => {
  vi.useFakeTimers();
  sent.mockClear();
  page.hidden = false;
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', sent);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(on: (entries: { isIntersecting: boolean }[]) => void) {
        show = (isIntersecting) => on([{ isIntersecting }]);
      }
      observe = vi.fn();
      disconnect() {
        show = () => undefined;
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const watch = () => watchLook({} as Element, 7);

test('a visit that stays on the screen for a second is told, once', () => {
  watch();
  show(true);
  vi.advanceTimersByTime(999);
  expect(sent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  show(true);
  vi.advanceTimersByTime(5000);
  expect(sent.mock.calls).toEqual([['/api/sessions/7/seen', expect.objectContaining({ method: 'PUT' })]]);
});

test('what is scrolled past, or left before, is not told', () => {
  const end = watch();
  show(true);
  vi.advanceTimersByTime(600);
  show(false);
  vi.advanceTimersByTime(5000);
  show(true);
  vi.advanceTimersByTime(600);
  end();
  vi.advanceTimersByTime(5000);
  expect(sent).not.toHaveBeenCalled();
});

test('in a tab in the background it waits until the tab is in front', () => {
  page.hidden = true;
  watch();
  show(true);
  vi.advanceTimersByTime(60_000);
  expect(sent).not.toHaveBeenCalled();
  page.hidden = false;
  vi.advanceTimersByTime(1000);
  expect(sent).toHaveBeenCalledOnce();
});

test('one that could not be told is no failure of the page', async () => {
  sent.mockRejectedValueOnce(new TypeError('away'));
  watch();
  show(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toHaveBeenCalledOnce();
});
