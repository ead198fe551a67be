// Asks the person at the terminal, without showing what must not be seen.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartupError } from '#server/db/startup-error.ts';
import { type Answers, type Field, fields, problemOf } from './create-admin.ts';

const labels: Record<Field, string> = {
  username: 'Username',
  email: 'E-mail',
  firstName: 'First name',
  lastName: 'Last name',
  password: 'Password (at least 6 characters, not shown)',
};
const flags: Record<Exclude<Field, 'password'>, string> = {
  username: '--username',
  email: '--email',
  firstName: '--first-name',
  lastName: '--last-name',
};

/**
 * Completes the answers: from the terminal where there is one; else only the password is missing and stands on standard input.
 *
 * @throws Refusal that names what is missing, or wrong among what was given.
 */
export async function promptMissing(given: Answers): Promise<Answers> {
  for (const field of fields) {
    const fault = given[field] === undefined ? null : problemOf(field, given[field]);
    if (fault) throw new StartupError(`${fault}.`);
  }
  if (process.stdin.isTTY) return askMissing(given);
  const missing = fields.flatMap((field) => (field === 'password' || given[field] !== undefined ? [] : [flags[field]]));
  if (missing.length > 0)
    throw new StartupError(`Missing: ${missing.join(', ')}. Without a terminal nobody can be asked.`);
  const password = given.password ?? (await text(process.stdin)).split(/\r?\n/)[0];
  if (!password)
    throw new StartupError('Missing: the password. Set TOPOUT_ADMIN_PASSWORD or hand it in on standard input.');
  return { ...given, password };
}

async function askMissing(given: Answers): Promise<Answers> {
  const answers = { ...given };
  let silent = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!silent) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  // In this mode Ctrl-C is a key like any other.
  terminal.once('SIGINT', () => process.exit(130));
  for (const field of fields) {
    while (answers[field] === undefined) {
      const asked = terminal.question(`${labels[field]}: `);
      silent = field === 'password';
      const answer = await asked;
      if (silent) process.stdout.write('\n');
      silent = false;
      const fault = problemOf(field, answer);
      if (fault) process.stdout.write(`${fault}.\n`);
      else answers[field] = answer;
    }
  }
  terminal.close();
  return answers;
}
