// What each unsent thing says and how it is edited: of every call that may wait, nothing that was written is left out.
import { expect, test } from 'vitest';
import { type OfflineCall, offlineCalls } from '#web/lib/offline/offline-calls.ts';
import { bodyOf, choicesOf, contentOf, isComplete, isOfSessionForm, textsOf } from './unsent-content.ts';

type Sample = { body: Record<string, unknown>; said: [string, string][]; edited: string[] };

const visit = { projectId: 1, siteId: 2, captureDate: '2026-02-09', phase: 'framing', notes: 'Slab poured.' };
const visitSaid: [string, string][] = [
  ['Date', 'February 9, 2026'],
  ['Phase', 'Framing'],
  ['Notes', 'Slab poured.'],
];
const rejection = {
  rejectionReason: 'Too dark.',
  reasons: ['blurred', 'other'],
  flags: [
    { mediaKind: 'drone', item: 'local:7', note: 'The crane.' },
    { mediaKind: 'indoor', item: 'local:8', note: null },
  ],
  reviewNotes: 'Called him.',
  recordId: 4,
};

const samples: Record<OfflineCall, Sample> = {
  createSession: { body: visit, said: visitSaid, edited: [] },
  editSession: { body: { ...visit, recordId: 4 }, said: visitSaid, edited: [] },
  resubmitSession: {
    body: { answers: [{ flagId: 3, answer: 'Taken again.' }], note: 'The gate is open now.', recordId: 4 },
    said: [
      ['Answers on flagged pictures', 'Taken again.'],
      ['Note to the reviewer', 'The gate is open now.'],
    ],
    edited: ['Answer on flagged picture 1', 'Note to the reviewer'],
  },
  approveSession: {
    body: { reviewNotes: 'Good light.', recordId: 4 },
    said: [['Review notes', 'Good light.']],
    edited: ['Review notes'],
  },
  rejectSession: {
    body: rejection,
    said: [
      ['Reason', 'Too dark.'],
      ['What is wrong', 'Blurred, Other'],
      ['Flagged pictures', 'Drone Photos: The crane.\nIndoor'],
      ['Review notes', 'Called him.'],
    ],
    edited: ['Reason', 'Review notes'],
  },
  commentDispute: { body: { message: 'On Monday.' }, said: [['Message', 'On Monday.']], edited: ['Message'] },
  createDispute: {
    body: { sessionId: 5, reason: 'A crack.', priority: 'high', anchor: { mediaKind: 'drone' } },
    said: [
      ['Concern', 'A crack.'],
      ['Priority', 'High'],
      ['Place', 'Pointed at in the media'],
    ],
    edited: ['Concern'],
  },
};

const about = (call: OfflineCall, body = samples[call].body) => ({ call, input: { params: { id: 5 }, body } });

test.each(Object.keys(offlineCalls) as OfflineCall[])('%s shows all that was written, and can be edited', (call) => {
  const { said, edited, body } = samples[call];
  const item = about(call);
  expect(contentOf(item)).toEqual(said);
  expect(textsOf(item).map(({ label }) => label)).toEqual(edited);
  expect(isOfSessionForm(item)).toBe(edited.length === 0);
  expect(bodyOf(item, { texts: {}, left: [] })).toEqual(body);
});

test('a resubmission that was refused for want of a word is given one, and answers can be changed', () => {
  const bare = about('resubmitSession', { answers: [], note: null, recordId: 4 });
  expect(contentOf(bare)).toEqual([]);
  expect(bodyOf(bare, { texts: { note: ' All shot again. ' }, left: [] })).toEqual({
    answers: [],
    note: 'All shot again.',
    recordId: 4,
  });
  const answered = bodyOf(about('resubmitSession'), { texts: { 'answers 0': '', note: '' }, left: [] });
  expect(answered).toEqual({ answers: [], note: null, recordId: 4 });
});

test('of a rejection without words, reasons and flagged pictures are shown, and each can be left out', () => {
  const coded = about('rejectSession', { ...rejection, rejectionReason: null, reviewNotes: null });
  expect(contentOf(coded).map(([label]) => label)).toEqual(['What is wrong', 'Flagged pictures']);
  expect(choicesOf(coded).map(({ label }) => label)).toEqual([
    'Blurred',
    'Other',
    'Flagged picture 1, Drone Photos: The crane.',
    'Flagged picture 2, Indoor',
  ]);
  const all = bodyOf(coded, { texts: {}, left: [] });
  expect(isComplete(coded, all)).toBe(true);
  const less = bodyOf(coded, { texts: {}, left: ['reasons 0', 'flags 0'] });
  expect(less).toMatchObject({ reasons: ['other'], flags: [{ item: 'local:8' }] });
  expect(isComplete(coded, less)).toBe(false);
  expect(isComplete(coded, { ...less, rejectionReason: 'Words.' })).toBe(true);
});

test.each([
  ['commentDispute', 'message', false],
  ['createDispute', 'reason', false],
  ['approveSession', 'reviewNotes', true],
  ['resubmitSession', 'note', true],
] as const)('%s without its %s can be sent: %s', (call, field, can) => {
  const item = about(call);
  expect(isComplete(item, bodyOf(item, { texts: { [field]: '  ' }, left: [] }))).toBe(can);
});
