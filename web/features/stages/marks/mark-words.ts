// The dialogs of marks in words: what each is called, what it does, and what is said once it is done.
import { type MarkAct, type MarkKind, markKindLabels } from '#contract/stages/endpoints.ts';
import type { NextMark } from './mark-draft.ts';

export type MarkWords = {
  /** The button that opens the dialog. */
  button: string;
  title: string;
  sentence: string;
  submit: string;
  pending: string;
  done: string;
};

const given: Record<MarkKind, MarkWords> = {
  claimed: {
    button: 'Claim stage',
    title: 'Claim stage',
    sentence: 'You say that a visit shows this stage. An admin checks it next.',
    submit: 'Claim stage',
    pending: 'Claiming...',
    done: 'Stage claimed',
  },
  seen: {
    button: 'Mark as seen',
    title: 'Mark as seen',
    sentence: 'Tick each criterion, with the pictures that show it. The client reads them.',
    submit: 'Mark as seen',
    pending: 'Saving...',
    done: 'Stage marked as seen',
  },
  confirmed: {
    button: 'Confirm',
    title: 'Confirm stage',
    sentence: 'You confirm under your name that every criterion is met.',
    submit: 'Confirm',
    pending: 'Confirming...',
    done: 'Stage confirmed',
  },
  acknowledged: {
    button: 'Acknowledge',
    title: 'Acknowledge stage',
    sentence: 'You say under your name that you have read the confirmation.',
    submit: 'Acknowledge',
    pending: 'Saving...',
    done: 'Stage acknowledged',
  },
};

const refused: MarkWords = {
  button: 'Refuse',
  title: 'Refuse stage',
  sentence: 'The claim ends, and the crew is notified with your reason. They can claim the stage again.',
  submit: 'Refuse',
  pending: 'Refusing...',
  done: 'Stage refused',
};

const falls: Record<MarkKind, string> = {
  claimed: 'The marks that depend on the claim end with it.',
  seen: 'A confirmation ends with it, unless it was checked on site.',
  confirmed: 'Acknowledgements end with it.',
  acknowledged: 'It stays in the history, with your reason.',
};

export function markWords({ kind, act }: NextMark): MarkWords {
  if (act === 'refused') return refused;
  if (act === 'given') return given[kind];
  const title = `Take back: ${markKindLabels[kind]}`;
  return {
    button: title,
    title,
    sentence: falls[kind],
    submit: 'Take back',
    pending: 'Saving...',
    done: 'Mark taken back',
  };
}

export const noteLabels: Record<MarkAct, string> = { given: 'Note', refused: 'Reason', taken_back: 'Reason' };
