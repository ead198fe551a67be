// What a result of the search says beside its name.
import { expect, it } from 'vitest';
import { partDay } from './search-hit.tsx';

it('a session’s day stands apart from where it was, so that it is never cut', () => {
  expect(partDay('Lekki Towers · Site 3 · 2026-11-02')).toEqual({
    words: 'Lekki Towers · Site 3',
    day: 'November 2, 2026',
  });
  expect(partDay('Tower 2020-01-01 · 2026-11-02')).toEqual({ words: 'Tower 2020-01-01', day: 'November 2, 2026' });
  expect(partDay('Nothing of the kind')).toEqual({ words: 'Nothing of the kind', day: undefined });
});
