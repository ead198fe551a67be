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
  if (code === '25006')
    return 'The database takes no writes: it is a standby, or was set to read-only. Let DATABASE_URL lead to the primary.';
  if (isDatabaseAway(error)) return `The database cannot be reached: ${message || code}.`;
  if (isDiskFull(error)) return 'The disk is full: nothing was changed.';
  if (code === '28P01' || code === '28000' || code === '3D000') return `The PostgreSQL server refuses: ${message}.`;
  return null;
}

/** PostgreSQL's output when it does not start as a sentence that says what to do. @param output everything that initdb, postgres or the system wrote, in English. */
export function startupErrorMessage(output: string, home: string): StartupError {
  if (/No space left on device|ENOSPC|Disk quota exceeded/i.test(output)) {
    return new StartupError(
      `The disk that holds ${home} is full: the database cannot start. Free some space and start again.`,
    );
  }
  const library = /error while loading shared libraries: ([^:\s]+)/.exec(output);
  if (library) {
    return new StartupError(`The database needs the system library ${library[1]}: install it, or set DATABASE_URL.`);
  }
  if (/spawn \S.* ENOENT/.test(output) && process.platform === 'linux') {
    return new StartupError(
      'The database that comes with Topout does not run on this Linux (it needs glibc 2.27 or newer, so not Alpine). Set DATABASE_URL to a PostgreSQL server.',
    );
  }
  if (/Permission denied|EACCES|EPERM|wrong ownership|invalid permissions/.test(output)) {
    return new StartupError(`The database may not use its folder ${home}: ${lastLine(output)}`);
  }
  return new StartupError(`The database in ${home} did not start: ${lastLine(output)}`);
}

function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim());
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it said nothing';
  return telling.replace(/^.*?(FATAL|PANIC|error): */, '').trim();
}
