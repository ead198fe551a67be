// Which of two pictures is the older one, and which pairs can be aligned at all.
import { expect, it } from 'vitest';
import type { MediaItem } from '#contract/media/endpoints.ts';
import type { Side } from '#web/media/linked/sides.ts';
import { alignedPair, olderSide } from './use-alignment.ts';

function side(id: number, captureDate: string, is: 'photo' | 'panorama' | 'map' = 'photo'): Side {
  const item = { id: `local:${id}.jpg`, name: '1.jpg' } as MediaItem;
  const visit = { id, captureDate } as Side['visit'];
  return { visit, kind: 'drone', items: [item], item, content: { is, item }, failure: undefined, title: '', label: '' };
}

it('the older picture is that of the earlier visit, on whichever side it stands', () => {
  expect(olderSide({ left: { captureDate: '2026-01-02' }, right: { captureDate: '2026-03-01' } })).toBe('left');
  expect(olderSide({ left: { captureDate: '2026-03-01' }, right: { captureDate: '2026-01-02' } })).toBe('right');
  const pair = alignedPair({ left: side(2, '2026-03-01'), right: side(1, '2026-01-02') });
  expect([pair?.older, pair?.refs.older.sessionId, pair?.refs.newer.sessionId]).toEqual(['right', 1, 2]);
});

it('two photos and two panoramas are a pair, all else is none', () => {
  const [one, other] = [side(1, '2026-01-02'), side(2, '2026-03-01')];
  expect(alignedPair({ left: one, right: other })?.kind).toBe('photo');
  expect(alignedPair({ left: side(1, '2026-01-02', 'panorama'), right: side(2, '2026-03-01', 'panorama') })?.kind).toBe(
    'panorama',
  );
  expect(alignedPair({ left: one, right: side(2, '2026-03-01', 'panorama') })).toBeUndefined();
  expect(alignedPair({ left: side(1, '2026-01-02', 'map'), right: side(2, '2026-03-01', 'map') })).toBeUndefined();
  expect(alignedPair({ left: one, right: one })).toBeUndefined();
});
