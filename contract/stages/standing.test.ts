// Claims about which marks of a stage stand, and which may come next.
import { describe, expect, test } from 'vitest';
import type { MarkGiver, MarkKind } from './endpoints.ts';
import { type MarkFacts, standingOf, whyNot } from './standing.ts';

let count = 0;
const givers = { claimed: 'crew', seen: 'admin', confirmed: 'checker', acknowledged: 'client' } as const;

function mark(kind: MarkKind, more: Partial<MarkFacts> = {}): MarkFacts {
  const as: MarkGiver = givers[kind];
  return { id: ++count, kind, act: 'given', as, by: as, onSite: false, lost: false, ...more };
}

const kindsOf = (marks: readonly MarkFacts[]) => {
  const { claimed, seen, confirmed, acknowledged, refused } = standingOf(marks);
  return [claimed && 'claimed', seen && 'seen', confirmed && 'confirmed', acknowledged.length, refused && 'refused'];
};
const whole = [mark('claimed'), mark('seen'), mark('confirmed'), mark('acknowledged')];
const next = (kind: MarkKind, more: Partial<MarkFacts> = {}) => mark(kind, more);

describe('what stands', () => {
  test('each mark stands beside those before it', () => {
    expect(kindsOf([])).toEqual([null, null, null, 0, null]);
    expect(kindsOf(whole)).toEqual(['claimed', 'seen', 'confirmed', 1, null]);
  });

  test('a refusal ends the claim and what was seen, until somebody claims again', () => {
    const refused = [mark('claimed'), mark('seen'), mark('confirmed', { act: 'refused' })];
    expect(kindsOf(refused)).toEqual([null, null, null, 0, 'refused']);
    expect(kindsOf([...refused, mark('claimed')])).toEqual(['claimed', null, null, 0, null]);
  });

  test('what rests on a mark that is taken back no longer stands either', () => {
    expect(kindsOf([...whole, mark('confirmed', { act: 'taken_back' })])).toEqual(['claimed', 'seen', null, 0, null]);
    expect(kindsOf([...whole, mark('seen', { act: 'taken_back' })])).toEqual(['claimed', null, null, 0, null]);
    expect(kindsOf([...whole, mark('claimed', { act: 'taken_back' })])).toEqual([null, null, null, 0, null]);
  });

  test('a confirmation on site does not rest on what was seen', () => {
    const onSite = [mark('claimed'), mark('seen'), mark('confirmed', { onSite: true }), mark('acknowledged')];
    expect(kindsOf([...onSite, mark('seen', { act: 'taken_back' })])).toEqual(['claimed', null, 'confirmed', 1, null]);
  });

  test('everybody acknowledges for themselves, and takes back their own', () => {
    const both = [...whole, mark('acknowledged', { by: 'link 1', as: 'guest' })];
    expect(kindsOf(both)).toEqual(['claimed', 'seen', 'confirmed', 2, null]);
    expect(kindsOf([...both, mark('acknowledged', { act: 'taken_back', by: 'link 1' })])[3]).toBe(1);
  });
});

describe('what may come next', () => {
  test('each needs the one before', () => {
    expect(whyNot(standingOf([]), next('seen'))).toBe('Nobody has claimed this stage');
    expect(whyNot(standingOf(whole.slice(0, 1)), next('confirmed'))).toMatch('No admin has seen');
    expect(whyNot(standingOf(whole.slice(0, 2)), next('acknowledged'))).toBe('This stage is not confirmed');
    for (const [at, kind] of (['claimed', 'seen', 'confirmed', 'acknowledged'] as const).entries())
      expect(whyNot(standingOf(whole.slice(0, at)), next(kind))).toBeNull();
  });

  test('a checker confirms on site what nobody has seen in a visit, an admin does not', () => {
    const claimed = standingOf([mark('claimed')]);
    expect(whyNot(claimed, next('confirmed', { onSite: true }))).toBeNull();
    expect(whyNot(claimed, next('confirmed', { onSite: true, as: 'admin' }))).toMatch('No admin has seen');
    expect(whyNot(standingOf([]), next('confirmed', { onSite: true }))).toBe('Nobody has claimed this stage');
  });

  test('none is given twice, unless the visit it rests on was lost', () => {
    expect(whyNot(standingOf(whole), next('confirmed'))).toBe('This stage is already confirmed');
    expect(whyNot(standingOf(whole), next('acknowledged'))).toBe('You have already acknowledged this stage');
    const lost = [mark('claimed'), mark('seen', { lost: true })];
    expect(whyNot(standingOf(lost), next('seen'))).toBeNull();
  });

  test('only a claim that is not confirmed is refused', () => {
    const refusal = next('confirmed', { act: 'refused' });
    expect(whyNot(standingOf([]), refusal)).toBe('Nobody has claimed this stage');
    expect(whyNot(standingOf(whole.slice(0, 1)), refusal)).toBeNull();
    expect(whyNot(standingOf(whole), refusal)).toMatch('take the confirmation back first');
    expect(whyNot(standingOf(whole), next('seen', { act: 'refused' }))).toBe('Only a confirmation can be refused');
  });

  test('only what stands is taken back, of acknowledgements one’s own', () => {
    const taking = { act: 'taken_back' } as const;
    expect(whyNot(standingOf(whole), next('seen', taking))).toBeNull();
    expect(whyNot(standingOf([]), next('seen', taking))).toBe('There is no such mark to take back');
    expect(whyNot(standingOf(whole), next('acknowledged', { ...taking, by: 'another' }))).toMatch('no such mark');
  });
});
