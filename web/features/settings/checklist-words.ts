// What a line of the checklist is for, and who fills it in, in words.
import { checkLabels } from '#contract/check-labels.ts';
import type { CheckName } from '#contract/checks.ts';
import { fieldOfKind, type MediaKind } from '#contract/media.ts';
import { sessionFields } from '#contract/session-fields.ts';

export function kindWords(kind: MediaKind | null): string {
  return kind === null ? 'Every visit' : sessionFields[fieldOfKind[kind]].label;
}

/** Null: nothing but a person can tell. */
export function checkWords(check: CheckName | null): string {
  return check === null ? 'Checked by a person' : `Filled in: ${checkLabels[check]}`;
}
