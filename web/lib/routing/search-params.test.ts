// The state in the address: what a link restores, and that no link breaks a page.
import { describe, expect, it } from 'vitest';
import { formatSearch, param, parseSearch } from './search-params.ts';

const shape = {
  q: param.text(),
  tab: param.oneOf(['overview', 'sessions'], 'overview'),
  status: param.maybe(['pending', 'approved']),
  project: param.id(),
  compare: param.ids(2),
  from: param.day(),
  new: param.flag(),
};

describe('reading', () => {
  it('an empty address means the missing values', () => {
    expect(parseSearch(shape, '')).toEqual({
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
    expect(parseSearch(shape, search)).toEqual({
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
    const read = parseSearch(shape, '?tab=nowhere&status=%00&project=-3&compare=1,x&from=soon&q=kept');
    expect(read).toMatchObject({ tab: 'overview', status: undefined, project: undefined, compare: [], q: 'kept' });
    expect(read.from).toBeUndefined();
    expect(parseSearch(shape, '?from=2026-02-30').from).toBeUndefined();
  });

  it('a selection holds each id once and never more than allowed', () => {
    expect(parseSearch(shape, '?compare=5,5,6,7').compare).toEqual([5, 6]);
  });
});

describe('writing', () => {
  it('missing values leave the address, the others stay', () => {
    expect(formatSearch(shape, '?tab=sessions&project=7&utm=x', { tab: 'overview', q: 'a b' })).toBe(
      'project=7&utm=x&q=a+b',
    );
    expect(formatSearch(shape, '?project=7', { project: undefined })).toBe('');
  });

  it('lists are written with commas and flags as true', () => {
    expect(formatSearch(shape, '', { compare: [12, 15], new: true })).toBe('compare=12,15&new=true');
    expect(formatSearch(shape, '?compare=12,15&new=true', { compare: [], new: false })).toBe('');
  });
});
