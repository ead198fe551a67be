// What became of a session while a decision about it was not sent.
import type { Session } from '#contract/sessions/endpoints.ts';
import { fullName } from '#web/lib/format/format.ts';

type Decided = Pick<Session, 'id' | 'status' | 'reviewer'>;

export function meanwhileWords({ id, status, reviewer }: Decided): string {
  const who = reviewer ? ` by ${fullName(reviewer)}` : '';
  switch (status) {
    case 'pending':
      return `Session #${id} waits for review again.`;
    case 'completed':
      return `Session #${id} was completed meanwhile.`;
    default:
      return `Session #${id} was ${status}${who} meanwhile.`;
  }
}
