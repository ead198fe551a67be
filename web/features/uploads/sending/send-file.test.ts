// What an answer to a part means for its file.
import { expect, test } from 'vitest';
import { outcomeOfPart } from './rest.ts';

test('a connection or a server that was too slow or away is no refusal: the file goes on', () => {
  for (const status of [0, 408, 409, 423, 429, 500, 502, 503, 504]) expect(outcomeOfPart(status)).toBe('again');
  for (const status of [400, 403, 404, 410, 413, 415]) expect(outcomeOfPart(status)).toBe('refused');
  expect(outcomeOfPart(401)).toBe('login');
});
