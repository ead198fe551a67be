// What a line of the checklist is for, in words.
import { fieldOfKind, type MediaKind } from '#contract/media.ts';
import { sessionFields } from '#contract/session-fields.ts';

export function kindWords(kind: MediaKind | null): string {
  return kind === null ? 'Every visit' : sessionFields[fieldOfKind[kind]].label;
}
