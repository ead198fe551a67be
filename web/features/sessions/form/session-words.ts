// A session in a few words, for whoever finds it among what was not sent.
import type { Session } from '#contract/sessions/endpoints.ts';
import { formatDate } from '#web/lib/format/format.ts';

export function wordsOf({ id, captureDate, project }: Pick<Session, 'id' | 'captureDate'> & Partial<Session>): string {
  return [`Session #${id}`, formatDate(captureDate), project?.name].filter(Boolean).join(', ');
}
