// Labels for what an item of the checklist is for, and who fills it in.

import { sessionFields } from '#contract/core/session-fields.ts';
import { fieldOfKind, type MediaKind } from '#contract/media/endpoints.ts';
import type { CheckName } from '#contract/sessions/checks.ts';
import { checkLabels } from '#contract/sessions/checks.ts';

export function kindWords(kind: MediaKind | null): string {
  return kind === null ? 'Every visit' : sessionFields[fieldOfKind[kind]].label;
}

/** Null: nothing but a person can tell. */
export function checkWords(check: CheckName | null): string {
  return check === null ? 'Checked by a person' : `Filled in: ${checkLabels[check]}`;
}
