// Claims about when the places of buttons over pins are read.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchControls } from './pin-layer.tsx';

type ObserverCallback = (records: { target: unknown }[]) => void;
const tell: Record<'size' | 'change' | 'end', ObserverCallback> = { size: vi.fn(), change: vi.fn(), end: vi.fn() };
const observed: unknown[] = [];

class Observer {
  observe(each: unknown) {
    observed.push(each);
  }
  disconnect() {
    observed.length = 0;
  }
}

beforeEach(() => {
  const as = (name: 'size' | 'change') =>
    class extends Observer {
      constructor(callback: ObserverCallback) {
        super();
        tell[name] = callback;
      }
    };
  vi.stubGlobal('ResizeObserver', as('size'));
  vi.stubGlobal('MutationObserver', as('change'));
});
afterEach(() => void vi.unstubAllGlobals());

const part = (left: number, width: number) => ({ getBoundingClientRect: () => ({ left, top: 0, width, height: 10 }) });

test('where buttons lie is read once, and again only when something about them may have changed', () => {
  const buttons = [part(50, 20), part(0, 0)];
  const querySelectorAll = vi.fn(() => buttons);
  const around = {
    querySelectorAll,
    addEventListener: (_: string, callback: ObserverCallback) => (tell.end = callback),
    removeEventListener: vi.fn(),
  };
  const pin = {};
  const layer = { ...part(10, 300), closest: () => around, contains: (each: unknown) => each === pin };
  let time = 0;
  const { read, stop } = watchControls(layer as unknown as Element, () => time);
  const reads = () => {
    const before = querySelectorAll.mock.calls.length;
    expect(read()).toEqual([{ left: 40, top: 0, width: 20, height: 10 }]);
    return querySelectorAll.mock.calls.length - before;
  };
  expect([reads(), reads(), reads()]).toEqual([1, 0, 0]);
  tell.size([]);
  expect([reads(), reads()]).toEqual([1, 0]);
  expect(observed.filter((each) => each === layer)).toHaveLength(1);
  tell.change([{ target: pin }]);
  expect(reads(), 'a pin moved').toBe(0);
  tell.change([{ target: pin }, { target: buttons[0] }]);
  expect(reads()).toBe(1);
  tell.end([]);
  expect(reads()).toBe(1);
  time = 600;
  expect([reads(), reads()], 'what no observer tells').toEqual([1, 0]);
  stop();
  expect(observed).toEqual([]);
});
