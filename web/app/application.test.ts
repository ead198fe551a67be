// How the browser asks the server.
import { expect, it } from 'vitest';
import { makeClient } from './application.tsx';

it('what is read is asked once, never on a timer or on focus, and stale at once', () => {
  expect(makeClient().getDefaultOptions().queries).toEqual({
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    networkMode: 'always',
  });
});
