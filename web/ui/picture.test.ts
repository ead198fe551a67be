// The claim about the sizes that a picture comes in.
import { expect, it } from 'vitest';
import { inWidths } from './picture.tsx';

it('a drone thumbnail comes at 400, 800, 1000 and 1600, whichever its place needs', () => {
  expect(inWidths('/api/sessions/7/cover/s400?v=3')).toBe(
    [400, 800, 1000, 1600].map((width) => `/api/sessions/7/cover/s${width}?v=3 ${width}w`).join(', '),
  );
});
