// What the keys ask for.
import { describe, expect, it } from 'vitest';
import { type Key, shortcutOf } from './shortcuts.ts';

function press(key: string, change: Partial<Key> = {}, afterG = false) {
  return shortcutOf({ key, ctrl: false, typing: false, ...change }, afterG);
}

describe('single keys', () => {
  it('/ searches, ? helps, g waits for a second one', () => {
    expect([press('/'), press('?'), press('g')]).toEqual(['search', 'help', 'wait']);
  });

  it('after g the letters d, p and s go somewhere, before it they do nothing', () => {
    expect(press('p', {}, true)).toEqual({ go: '/projects' });
    expect(press('d', {}, true)).toEqual({ go: '/dashboard' });
    expect(press('s')).toBeUndefined();
  });

  it('are letters like any other while somebody types', () => {
    for (const key of ['/', '?', 'g']) expect(press(key, { typing: true })).toBeUndefined();
    expect(press('p', { typing: true }, true)).toBeUndefined();
  });
});

it('Ctrl-K searches from anywhere; other keys with Ctrl stay the browser’s', () => {
  expect(press('k', { ctrl: true, typing: true })).toBe('search');
  expect(press('K', { ctrl: true })).toBe('search');
  expect(press('p', { ctrl: true }, true)).toBeUndefined();
});
