// The content of an unsent thing, as rows that its author recognises, and how each of them is edited.

import { formatDate } from '#contract/core/day-words.ts';
import { mapSessionFields, sessionFields } from '#contract/core/session-fields.ts';
import { maxLine, type ReasonCode, reasonLabels } from '#contract/sessions/rejection.ts';
import { capitalised, phaseLabel } from '#web/lib/format/format.ts';
import type { OfflineCall } from '#web/lib/offline/offline-calls.ts';
import type { Unsent } from '#web/lib/offline/outbox-store.ts';
import { mediaLabels } from '#web/media/frame/media-view.ts';

const kinds: Record<OfflineCall, string> = {
  createSession: 'New session',
  editSession: 'Changes to a session',
  resubmitSession: 'Resubmission',
  approveSession: 'Approval',
  rejectSession: 'Rejection',
  commentDispute: 'Answer',
  createDispute: 'Concern',
};

const labels: Record<string, string> = {
  ...mapSessionFields((name) => sessionFields[name].label),
  message: 'Message',
  anchor: 'Place',
  reason: 'Concern',
  priority: 'Priority',
  reasons: 'What is wrong',
  rejectionReason: 'Reason',
  flags: 'Flagged pictures',
  reviewNotes: 'Review notes',
  note: 'Note to the reviewer',
  answers: 'Answers on flagged pictures',
};

type Body = Record<string, unknown>;
type Flag = { mediaKind: keyof typeof mediaLabels; note: string | null };
type Answer = { flagId: number; answer: string };
/** A list of a body; other things are none. */
const listOf = <Row>(value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

const wordsOfFlag = ({ mediaKind, note }: Flag) =>
  note ? `${mediaLabels[mediaKind]}: ${note}` : mediaLabels[mediaKind];

/** As it is read elsewhere; other text is shown as it was typed. */
const inWords: Record<string, (value: never) => string> = {
  captureDate: formatDate,
  scheduledDate: formatDate,
  phase: phaseLabel,
  priority: capitalised,
  anchor: () => 'Pointed at in the media',
  reasons: (codes: ReasonCode[]) => codes.map((code) => reasonLabels[code]).join(', '),
  flags: (flags: Flag[]) => flags.map(wordsOfFlag).join('\n'),
  answers: (answers: Answer[]) => answers.map(({ answer }) => answer).join('\n'),
};

/** The fields of each kind that are one text. */
const texts: Partial<Record<OfflineCall, readonly string[]>> = {
  resubmitSession: ['note'],
  approveSession: ['reviewNotes'],
  rejectSession: ['rejectionReason', 'reviewNotes'],
  commentDispute: ['message'],
  createDispute: ['reason'],
};

export const kindOf = ({ call }: Pick<Unsent, 'call'>): string => kinds[call];

/** Name and words of each field that holds something. */
export function contentOf({ input }: Pick<Unsent, 'input'>): [label: string, words: string][] {
  return Object.entries(input.body ?? {}).flatMap(([name, value]) => {
    const label = labels[name];
    if (!label) return [];
    const words = value == null || value === '' ? '' : (inWords[name]?.(value as never) ?? value);
    return typeof words === 'string' && words !== '' ? [[label, words] as [string, string]] : [];
  });
}

export type EditableText = { name: string; label: string; value: string; max?: number | undefined };
/** Something that goes along while it is ticked. */
export type EditableChoice = { name: string; label: string };
type About = Pick<Unsent, 'call' | 'input'>;

const nameOf = (list: string, at: number) => `${list} ${at}`;

/** What is edited as text, with what it holds: fields of its kind, and the answers on flagged pictures. */
export function textsOf({ call, input: { body = {} } }: About): EditableText[] {
  const fields = (texts[call] ?? []).map((name) => ({
    name,
    label: labels[name] ?? name,
    value: String(body[name] ?? ''),
    max: name === 'note' ? maxLine : undefined,
  }));
  const answers = listOf<Answer>(body.answers).map(({ answer }, at) => {
    return { name: nameOf('answers', at), label: `Answer on flagged picture ${at + 1}`, value: answer, max: maxLine };
  });
  return [...answers, ...fields];
}

/** What can be left out: coded reasons and flagged pictures. */
export function choicesOf({ input: { body = {} } }: Pick<Unsent, 'input'>): EditableChoice[] {
  return [
    ...listOf<ReasonCode>(body.reasons).map((code, at) => ({ name: nameOf('reasons', at), label: reasonLabels[code] })),
    ...listOf<Flag>(body.flags).map((flag, at) => ({
      name: nameOf('flags', at),
      label: `Flagged picture ${at + 1}, ${wordsOfFlag(flag)}`,
    })),
  ];
}

export type EditedTexts = { texts: Record<string, string>; left: readonly string[] };

/** The body as it was edited; `left`: the names of what is left out. */
export function bodyOf({ call, input: { body = {} } }: About, { texts: edited, left }: EditedTexts): Body {
  const kept = (list: string) => (_: unknown, at: number) => !left.includes(nameOf(list, at));
  const lists: Body = {};
  for (const list of ['reasons', 'flags'])
    if (Array.isArray(body[list])) lists[list] = listOf(body[list]).filter(kept(list));
  if (Array.isArray(body.answers)) {
    const answers = listOf<Answer>(body.answers).map(({ flagId, answer }, at) => {
      return { flagId, answer: (edited[nameOf('answers', at)] ?? answer).trim() };
    });
    lists.answers = answers.filter(({ answer }) => answer !== '');
  }
  const fields = (texts[call] ?? []).map((name) => [name, (edited[name] ?? String(body[name] ?? '')).trim() || null]);
  return { ...body, ...lists, ...Object.fromEntries(fields) };
}

/** Whether it says enough to be sent: "Other" is no reason by itself. */
export function isComplete({ call }: Pick<Unsent, 'call'>, body: Body): boolean {
  if (call === 'commentDispute') return body.message !== null;
  if (call === 'createDispute') return body.reason !== null;
  if (call !== 'rejectSession') return true;
  return body.rejectionReason !== null || listOf<ReasonCode>(body.reasons).some((code) => code !== 'other');
}

export function isOfSessionForm({ call }: Pick<Unsent, 'call'>): boolean {
  return call === 'createSession' || call === 'editSession';
}
