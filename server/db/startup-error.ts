// A start or an operator's command that cannot go on, with the sentence that says why and what to do.
import { isDatabaseAway, isDiskFull } from './open.ts';

/** Its message is for the person at the terminal: print it alone, without a stack, and leave with status 1. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** One sentence for what an operator can do something about: an unreachable or refusing server, a full disk. Else null. */
export function failureSentence(error: unknown): string | null {
  if (error instanceof StartupError) return error.message;
  const { message, code } = error as NodeJS.ErrnoException;
  if (isDatabaseAway(error)) return `The database cannot be reached: ${message || code}.`;
  if (isDiskFull(error)) return 'The disk is full: nothing was changed.';
  if (code === '28P01' || code === '28000' || code === '3D000') return `The PostgreSQL server refuses: ${message}.`;
  return null;
}
