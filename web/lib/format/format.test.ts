// What a reader sees of ages, counts and sizes.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { count, formatNumber, formatSize, listed, phaseLabel, sizeNote } from './format.ts';
import { formatRelative } from './relative-time.ts';

describe('how long ago', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('uses the words about, over and almost', () => {
    expect(formatRelative('2026-11-20T10:00:00Z')).toBe('about 2 hours ago');
    expect(formatRelative('2025-08-01T12:00:00Z')).toBe('over 1 year ago');
    expect(formatRelative('2024-12-10T12:00:00Z')).toBe('almost 2 years ago');
  });

  it('a device whose clock is slow never reads about the future', () => {
    expect(formatRelative('2026-11-20T12:09:00Z')).toBe('less than a minute ago');
  });
});

describe('names, counts, phases and sizes', () => {
  it('names are listed as the language lists them', () => {
    const list = new Intl.ListFormat('en');
    for (const names of [[], ['Ada Obi'], ['Ada Obi', 'Zé'], ['Ada Obi', 'Tunde Bakare', 'Zé'], ['a', 'b', 'c', 'd']])
      expect(listed(names)).toBe(list.format(names));
  });

  it('one is singular, none and many are plural, thousands are grouped', () => {
    expect(count(0, 'session')).toBe('0 sessions');
    expect(count(1, 'session')).toBe('1 session');
    expect(count(12480, 'session')).toBe('12,480 sessions');
    for (const value of [0, 999, 1000, 999_999, 1_000_000, 2_147_483_647])
      expect(formatNumber(value)).toBe(value.toLocaleString('en-US'));
    expect(count(2, 'person', 'people')).toBe('2 people');
  });

  it('a phase begins with a capital and a missing one says nothing', () => {
    expect(phaseLabel('foundation')).toBe('Foundation');
    expect(phaseLabel(null)).toBe('');
  });

  it('sizes are written in the units of a data plan', () => {
    expect(formatSize(200)).toBe('1 kB');
    expect(formatSize(840_200)).toBe('840 kB');
    expect(formatSize(12_440_000)).toBe('12.4 MB');
    expect(formatSize(412_000_000)).toBe('412 MB');
    expect(formatSize(1_310_000_000)).toBe('1.3 GB');
    expect([12_440_000, 1_000_000, null].map(sizeNote)).toEqual([' · 12.4 MB', '', '']);
  });
});
