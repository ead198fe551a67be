// The state in the address: what a link restores, and that no link breaks a page.
import { describe, expect, it } from 'vitest';
import { inAddress, readAddress, writeAddress } from './search-params.ts';

const shape = {
  q: inAddress.text(),
  tab: inAddress.oneOf(['overview', 'sessions'], 'overview'),
  status: inAddress.maybe(['pending', 'approved']),
  project: inAddress.id(),
  compare: inAddress.ids(2),
  from: inAddress.day(),
  new: inAddress.flag(),
};

describe('reading', () => {
  it('an empty address means the missing values', () => {
    expect(readAddress(shape, '')).toEqual({
      q: '',
      tab: 'overview',
      status: undefined,
      project: undefined,
      compare: [],
      from: undefined,
      new: false,
    });
  });

  it('a full one is restored', () => {
    const search = '?q=lekki+tower&tab=sessions&status=approved&project=7&compare=12,15&from=2026-11-20&new=true';
    expect(readAddress(shape, search)).toEqual({
      q: 'lekki tower',
      tab: 'sessions',
      status: 'approved',
      project: 7,
      compare: [12, 15],
      from: '2026-11-20',
      new: true,
    });
  });

  it('one bad value takes no other with it', () => {
    const read = readAddress(shape, '?tab=nowhere&status=%00&project=-3&compare=1,x&from=soon&q=kept');
    expect(read).toMatchObject({ tab: 'overview', status: undefined, project: undefined, compare: [], q: 'kept' });
    expect(read.from).toBeUndefined();
    expect(readAddress(shape, '?from=2026-02-30').from).toBeUndefined();
  });

  it('a selection holds each id once and never more than allowed', () => {
    expect(readAddress(shape, '?compare=5,5,6,7').compare).toEqual([5, 6]);
  });
});

describe('writing', () => {
  it('missing values leave the address, the others stay', () => {
    expect(writeAddress(shape, '?tab=sessions&project=7&utm=x', { tab: 'overview', q: 'a b' })).toBe(
      'project=7&utm=x&q=a+b',
    );
    expect(writeAddress(shape, '?project=7', { project: undefined })).toBe('');
  });

  it('lists are written with commas and flags as true', () => {
    expect(writeAddress(shape, '', { compare: [12, 15], new: true })).toBe('compare=12,15&new=true');
    expect(writeAddress(shape, '?compare=12,15&new=true', { compare: [], new: false })).toBe('');
  });
});
