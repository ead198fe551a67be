// Views of visits: what counts as one, and that it is reported once.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isInView, watchView } from './watch-view.ts';

const box = (width: number, height: number) => ({ width, height }) as DOMRect;
let show: (isOnScreen: boolean) => void;
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
      constructor(on: (entries: object[]) => void) {
        const [boundingClientRect, rootBounds] = [box(300, 200), box(360, 760)];
        show = (isOnScreen) =>
          on([{ intersectionRect: box(isOnScreen ? 300 : 0, 200), boundingClientRect, rootBounds }]);
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

const watch = (...ids: number[]) => watchView({} as Element, ids);

test('a visit that stays on the screen for a second is reported, once', () => {
  watch(7);
  show(true);
  vi.advanceTimersByTime(999);
  expect(sent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  show(true);
  vi.advanceTimersByTime(5000);
  expect(sent.mock.calls).toEqual([['/api/sessions/7/seen', expect.objectContaining({ method: 'PUT' })]]);
});

test('of two visits that are compared both are reported', () => {
  watch(7, 8);
  show(true);
  vi.advanceTimersByTime(1000);
  expect(sent.mock.calls.map(([path]: unknown[]) => path)).toEqual(['/api/sessions/7/seen', '/api/sessions/8/seen']);
});

test('what is scrolled past, or left before, is not reported', () => {
  const end = watch(7);
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

test.each([
  { name: 'a viewer of 1,000 on a screen of 360 pixels', whole: 1000, seen: 300, counts: true },
  { name: 'a folder of 20,000 pixels', whole: 20_000, seen: 200, counts: true },
  { name: 'its edge alone', whole: 20_000, seen: 100, counts: false },
  { name: 'half of what fits whole', whole: 200, seen: 100, counts: true },
  { name: 'a third of what fits whole', whole: 200, seen: 66, counts: false },
  { name: 'nothing', whole: 0, seen: 0, counts: false },
])('as much as the screen has room for is held against: $name', ({ whole, seen, counts }) => {
  const rects = { intersectionRect: box(700, seen), boundingClientRect: box(700, whole), rootBounds: box(740, 360) };
  expect(isInView(rects)).toBe(counts);
});

test('in a tab in the background it waits until the tab is in front', () => {
  page.hidden = true;
  watch(7);
  show(true);
  vi.advanceTimersByTime(60_000);
  expect(sent).not.toHaveBeenCalled();
  page.hidden = false;
  vi.advanceTimersByTime(1000);
  expect(sent).toHaveBeenCalledOnce();
});

test('one that could not be reported is no failure of the page', async () => {
  sent.mockRejectedValueOnce(new TypeError('away'));
  watch(7);
  show(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toHaveBeenCalledOnce();
});
