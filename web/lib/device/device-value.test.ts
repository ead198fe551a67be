// Facts of the device that many parts of a page read.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeviceValue } from './listeners.ts';

class Page extends EventTarget {
  visibilityState = 'visible';
  turn(state: 'visible' | 'hidden') {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}
const read = vi.fn<() => string>();
let page: Page;

beforeEach(() => {
  page = new Page();
  vi.stubGlobal('document', page);
  read.mockReset().mockReturnValueOnce('Lagos').mockReturnValue('London');
});
afterEach(() => vi.unstubAllGlobals());

test('it is read once, however often it is asked for, and again when the page is seen again', () => {
  const value = createDeviceValue(read);
  const [one, other] = [vi.fn(), vi.fn()];
  value.onChange(one);
  value.onChange(other);
  expect([value.now(), value.now()]).toEqual(['Lagos', 'Lagos']);
  page.turn('hidden');
  expect([value.now(), one.mock.calls.length]).toEqual(['Lagos', 0]);
  page.turn('visible');
  expect([value.now(), value.now()]).toEqual(['London', 'London']);
  expect([read.mock.calls.length, one.mock.calls.length, other.mock.calls.length]).toEqual([2, 1, 1]);
});

test('whoever changed it notifies all at once; who left is not notified', () => {
  const value = createDeviceValue(read);
  const [stays, leaves] = [vi.fn(), vi.fn()];
  value.onChange(stays);
  value.onChange(leaves)();
  expect(value.now()).toBe('Lagos');
  value.refresh();
  expect([value.now(), stays.mock.calls.length, leaves.mock.calls.length]).toEqual(['London', 1, 0]);
});
