// A comparison, as it stands in the address.
import { expect, it } from 'vitest';
import { formatSearch, parseSearch } from '#web/lib/routing/search-params.ts';
import { comparisonParams } from './comparison-params.ts';

const read = (search: string) => parseSearch(comparisonParams, search);

it('a plain address shows both side by side, locked, whole, with nothing chosen', () => {
  expect(read('')).toEqual({
    mode: 'side',
    left: undefined,
    right: undefined,
    leftItem: '',
    rightItem: '',
    unlocked: false,
    unaligned: false,
    at: 50,
    fade: 50,
    shown: 'left',
    view: [],
    shift: [],
  });
});

it('what is written is read again as it was', () => {
  const seen = {
    mode: 'swipe',
    left: 'drone',
    right: 'indoor',
    leftItem: 'local:demo/stage 1/drone/01.jpg',
    rightItem: 'drive:1a,b',
    unlocked: true,
    unaligned: true,
    at: 12.5,
    fade: 0,
    shown: 'right',
    view: [0.25, 0.5, 3],
    shift: [-0.01, 0.02, 1.1],
  } as const;
  expect(read(`?${formatSearch(comparisonParams, '', seen)}`)).toEqual(seen);
});

it('a number beyond its limits or no number at all counts as missing', () => {
  expect(read('?at=101&fade=x&view=1,2,NaN&shift=1,2,3,4')).toMatchObject({ at: 50, fade: 50, view: [], shift: [] });
});
