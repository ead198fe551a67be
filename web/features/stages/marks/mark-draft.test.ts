// What a dialog of a mark sends, and what it asks for first.
import { expect, it } from 'vitest';
import { type ChosenPicture, faultsOf, hasFaults, newDraft, tickOf, toBody, togglePicture } from './mark-draft.ts';

const [lintels, columns] = [
  { id: 1, text: 'Lintels are cast' },
  { id: 2, text: 'Columns are cast' },
];
const stage = { criteria: [lintels, columns], lastMark: 12 };
const seen = { kind: 'seen', act: 'given' } as const;
const empty = newDraft(seen, undefined);
const picture = (item: string, criterion = 1, sessionId = 7): ChosenPicture => ({
  criterion,
  sessionId,
  mediaKind: 'drone',
  item,
});

it('a look begins with the visit of the claim, other marks with none', () => {
  expect(newDraft(seen, 7).sessionId).toBe('7');
  expect(newDraft({ kind: 'confirmed', act: 'given' }, 7).sessionId).toBe('');
});

it('a look asks for a visit, every tick and one picture', () => {
  expect(faultsOf(empty, { ...seen, stage })).toEqual({
    sessionId: 'Choose the session that shows it',
    pictures: 'Choose at least one picture that shows it',
    ticks: new Set(['1 Lintels are cast', '2 Columns are cast']),
  });
  const draft = { ...empty, sessionId: '7', ticked: [lintels, columns].map(tickOf), pictures: [picture('a')] };
  expect(hasFaults(faultsOf(draft, { ...seen, stage }))).toBe(false);
});

it('a confirmation asks for ticks alone, a refusal and taking back for a reason, an acknowledgement for nothing', () => {
  const fault = (kind: 'confirmed' | 'acknowledged', act: 'given' | 'refused' | 'taken_back', draft = empty) =>
    faultsOf(draft, { kind, act, stage });
  expect(fault('confirmed', 'given').ticks.size).toBe(2);
  expect(fault('confirmed', 'given').sessionId).toBeUndefined();
  expect(fault('confirmed', 'refused').note).toBe('Say why');
  expect(fault('acknowledged', 'taken_back', { ...empty, note: '  ' }).note).toBe('Say why');
  expect(hasFaults(fault('acknowledged', 'given'))).toBe(false);
});

it('a criterion that is reworded is not ticked', () => {
  const draft = { ...empty, sessionId: '7', ticked: [lintels, columns].map(tickOf), pictures: [picture('a')] };
  const reworded = { ...stage, criteria: [{ id: 1, text: 'Lintels are cast on all sides' }, columns] };
  expect(faultsOf(draft, { ...seen, stage: reworded }).ticks).toEqual(new Set(['1 Lintels are cast on all sides']));
});

it('pictures of another visit wait until it is chosen again, and are not sent', () => {
  const draft = { ...empty, sessionId: '8', pictures: [picture('a'), picture('b', 2, 8)] };
  const { criteria, lastMark } = toBody(draft, { ...seen, stage });
  expect(lastMark).toBe(12);
  expect(criteria?.map(({ pictures }) => pictures)).toEqual([[], [{ sessionId: 8, mediaKind: 'drone', item: 'b' }]]);
});

it('a criterion has six pictures at most, and one that is chosen twice is taken out', () => {
  let draft = { ...empty, sessionId: '7' };
  for (const item of 'abcdefg') draft = { ...draft, pictures: togglePicture(draft, picture(item)) };
  expect(draft.pictures.map(({ item }) => item).join('')).toBe('abcdef');
  expect(
    togglePicture(draft, picture('c'))
      .map(({ item }) => item)
      .join(''),
  ).toBe('abdef');
});

it('a reason is sent without criteria and without a visit', () => {
  const draft = { ...empty, sessionId: '7', note: ' Reinforcement is missing. ', onSite: true };
  expect(toBody(draft, { kind: 'confirmed', act: 'refused', stage })).toEqual({
    kind: 'confirmed',
    act: 'refused',
    sessionId: null,
    onSite: false,
    note: 'Reinforcement is missing.',
    lastMark: 12,
  });
});
