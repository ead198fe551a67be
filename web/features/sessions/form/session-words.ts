// A session in a few words, to recognise it among unsent things.
import type { Session } from '#contract/sessions/endpoints.ts';
import { formatDate } from '#web/lib/format/format.ts';

export function wordsOf({ id, captureDate, project }: Pick<Session, 'id' | 'captureDate'> & Partial<Session>): string {
  return [`Session #${id}`, formatDate(captureDate), project?.name].filter(Boolean).join(', ');
}
