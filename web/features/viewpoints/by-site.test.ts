// The groups of viewpoints.
import { expect, it } from 'vitest';
import { bySite } from './project-viewpoints.tsx';

const of = (siteId: number | null, position: number) => ({
  site: siteId === null ? null : { id: siteId, name: `Block ${siteId}` },
  position,
});

it('viewpoints stand under their site in their order, sites as they come', () => {
  const groups = bySite([of(2, 2), of(1, 1), of(2, 1), of(null, 1)]);
  expect(groups.map(({ site, viewpoints }) => [site?.name, viewpoints.map(({ position }) => position)])).toEqual([
    ['Block 2', [1, 2]],
    ['Block 1', [1]],
    [undefined, [1]],
  ]);
});
