// Which stages the form of a new session offers to claim.
import { expect, it } from 'vitest';
import type { Stage } from '#contract/stages/endpoints.ts';
import { claimable } from './claim-choice.tsx';

const stage = (id: number, more: Partial<Stage> = {}) =>
  ({ id, site: null, dropped: false, claimed: null, refused: null, ...more }) as Stage;
const claimed = (lost: boolean) => ({ lost }) as Stage['claimed'];
const site = (id: number) => ({ id, name: `Block ${id}` });

it('a visit of a site is offered the unclaimed stages of the project and of that site, in their order', () => {
  const rows = [
    stage(1, { claimed: claimed(false) }),
    stage(2, { refused: claimed(false) }),
    stage(3, { dropped: true }),
    stage(4, { site: site(7) }),
    stage(5, { site: site(8) }),
    stage(6, { claimed: claimed(true) }),
  ];
  expect(claimable(rows, '7').map(({ id }) => id)).toEqual([2, 4, 6]);
  expect(claimable(rows, '').map(({ id }) => id)).toEqual([2, 6]);
});
