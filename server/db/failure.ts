// What an operator is told when the database does not play along.
import { isDatabaseAway, isDiskFull } from './open.ts';
import { StartupError } from './startup-error.ts';

/** One sentence for whatever can be done something about: an unreachable or refusing server, a full disk. Null for anything else. */
export function failureSentence(error: unknown): string | null {
  if (error instanceof StartupError) return error.message;
  const { message, code } = error as NodeJS.ErrnoException;
  if (isDatabaseAway(error)) return `The database cannot be reached: ${message || code}.`;
  if (isDiskFull(error)) return 'The disk is full: nothing was changed.';
  if (code === '28P01' || code === '28000' || code === '3D000') return `The PostgreSQL server refuses: ${message}.`;
  return null;
}
