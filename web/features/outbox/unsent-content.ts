// What an unsent thing says, in lines that its author reads again, and which of it can be edited as text.

import { mapSessionFields, sessionFields } from '#contract/session-fields.ts';
import type { WaitingCall } from '#contract/waiting-calls.ts';
import { formatDate, phaseLabel } from '#web/lib/format.ts';
import type { Unsent } from '#web/lib/outbox/outbox-store.ts';

const kinds: Record<WaitingCall, string> = {
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
  reason: 'Concern',
  priority: 'Priority',
  rejectionReason: 'Reason',
  reviewNotes: 'Review notes',
};

/** The fields of each kind that are one text. */
const texts: Partial<Record<WaitingCall, readonly string[]>> = {
  approveSession: ['reviewNotes'],
  rejectSession: ['rejectionReason', 'reviewNotes'],
  commentDispute: ['message'],
  createDispute: ['reason'],
};

export const kindOf = ({ call }: Pick<Unsent, 'call'>): string => kinds[call];

/** As it is read elsewhere; everything else is shown as it was typed. */
const inWords: Record<string, (value: string) => string> = {
  captureDate: formatDate,
  scheduledDate: formatDate,
  phase: phaseLabel,
};

/** Name and words of each field that holds something. */
export function contentOf({ input }: Pick<Unsent, 'input'>): [label: string, words: string][] {
  return Object.entries(input.body ?? {}).flatMap(([name, value]) => {
    const label = labels[name];
    return label && typeof value === 'string' && value !== ''
      ? [[label, inWords[name]?.(value) ?? value] as [string, string]]
      : [];
  });
}

/** Fields to edit as text, with what they hold; none where there is another way, or nothing to edit. */
export function textsOf({
  call,
  input,
}: Pick<Unsent, 'call' | 'input'>): { name: string; label: string; value: string }[] {
  return (texts[call] ?? []).map((name) => ({
    name,
    label: labels[name] ?? name,
    value: String(input.body?.[name] ?? ''),
  }));
}

export function isOfSessionForm({ call }: Pick<Unsent, 'call'>): boolean {
  return call === 'createSession' || call === 'editSession';
}
