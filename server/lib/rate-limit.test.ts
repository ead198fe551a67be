// The claims about rate limits.
import { expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

test('after a while one may ask again', () => {
  let now = 0;
  const mayAsk = createRateLimit({ max: 2, milliseconds: 1000, sentence: 'Please wait' }, () => now);
  mayAsk(1);
  mayAsk(1);
  expect(() => mayAsk(1)).toThrow('Please wait');
  mayAsk(2);
  now = 1001;
  expect(() => mayAsk(1)).not.toThrow();
});
