// The coverage of several links together.
import { expect, it } from 'vitest';
import { coveredByAny } from './session-form.tsx';

it('a viewpoint is covered where any of the links covers it', () => {
  const drone = [
    { position: 2, name: 'Hall', isCovered: false },
    { position: 1, name: 'Gate', isCovered: true },
  ];
  const tour = [
    { position: 1, name: 'Gate', isCovered: false },
    { position: 2, name: 'Hall', isCovered: true },
    { position: 3, name: 'Roof', isCovered: false },
  ];
  expect(coveredByAny([drone, tour])).toEqual([
    { position: 1, name: 'Gate', isCovered: true },
    { position: 2, name: 'Hall', isCovered: true },
    { position: 3, name: 'Roof', isCovered: false },
  ]);
  expect(coveredByAny([])).toEqual([]);
});
