// Which pictures a visit's own is compared with.
import { expect, test } from 'vitest';
import { beforeOf } from './last-visit.tsx';

test("before a visit's own picture come those of earlier visits, the newest as many as can be asked for", () => {
  const pictures = Array.from({ length: 60 }, (_, sessionId) => ({ sessionId }));
  expect(beforeOf(pictures, 2)).toEqual([{ sessionId: 0 }, { sessionId: 1 }]);
  expect(beforeOf(pictures, 59)).toHaveLength(50);
  expect(beforeOf(pictures, 59)[0]).toEqual({ sessionId: 9 });
  expect(beforeOf(pictures, 0)).toEqual([]);
  expect(beforeOf(pictures, 99)).toEqual([]);
});
