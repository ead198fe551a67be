// Cursors: what comes back is what was given, and nothing made up is taken.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paginate, parseCursor } from './pagination.ts';

const mark = { by: 'createdAt', at: '2026-11-20T10:31:00.123456Z', id: 7 };

describe('a page', () => {
  it('gives the mark of its last row as the next cursor', () => {
    const page = paginate([1, 2, 3], 2, () => mark);
    expect(page.rows).toEqual([1, 2]);
    expect(parseCursor(page.next ?? '', 'createdAt', 'instant')).toEqual(mark);
  });

  it('has no cursor when nothing follows', () => {
    expect(paginate([1, 2], 2, () => mark).next).toBeNull();
    expect(parseCursor(undefined, 'createdAt', 'instant')).toBeNull();
  });

  it('refuses a cursor of another order', () => {
    const { next } = paginate([1, 2], 1, () => mark);
    expect(() => parseCursor(next ?? '', 'captureDate', 'day')).toThrow('not one of ours');
  });

  it('refuses whatever was made up', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json()), (text) => {
        expect(() => parseCursor(text, 'createdAt', 'instant')).toThrow('not one of ours');
      }),
    );
    const wrong = [
      ['createdAt', "' or 1=1", 7],
      ['createdAt', mark.at, 0],
      ['createdAt', mark.at, 1.5],
      ['createdAt', '2026-99-99T00:00:00Z', 1],
      ['createdAt', '2026-02-31T00:00:00Z', 1],
      ['createdAt', '0000-01-01T00:00:00Z', 1],
    ];
    for (const made of wrong) {
      const cursor = Buffer.from(JSON.stringify(made)).toString('base64url');
      expect(() => parseCursor(cursor, 'createdAt', 'instant')).toThrow('not one of ours');
    }
  });
});
