// Prompts for what is missing at the terminal; a password is not shown.
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
 * Completes the answers: at the terminal where there is one; else only the password may be missing, and comes from standard input.
 *
 * @throws StartupError that names what is missing or invalid.
 */
export async function promptMissing(input: Answers): Promise<Answers> {
  for (const field of fields) {
    const problem = input[field] === undefined ? null : problemOf(field, input[field]);
    if (problem) throw new StartupError(`${problem}.`);
  }
  if (process.stdin.isTTY) return promptAtTerminal(input);
  const missing = fields.flatMap((field) => (field === 'password' || input[field] !== undefined ? [] : [flags[field]]));
  if (missing.length > 0)
    throw new StartupError(`Missing: ${missing.join(', ')}. Without a terminal nobody can be asked.`);
  const password = input.password ?? (await text(process.stdin)).split(/\r?\n/)[0];
  if (!password)
    throw new StartupError('Missing: the password. Set TOPOUT_ADMIN_PASSWORD or hand it in on standard input.');
  return { ...input, password };
}

async function promptAtTerminal(input: Answers): Promise<Answers> {
  const answers = { ...input };
  let silent = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!silent) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  // In this mode Ctrl-C does not raise a signal by itself.
  terminal.once('SIGINT', () => process.exit(130));
  for (const field of fields) {
    while (answers[field] === undefined) {
      const question = terminal.question(`${labels[field]}: `);
      silent = field === 'password';
      const answer = await question;
      if (silent) process.stdout.write('\n');
      silent = false;
      const problem = problemOf(field, answer);
      if (problem) process.stdout.write(`${problem}.\n`);
      else answers[field] = answer;
    }
  }
  terminal.close();
  return answers;
}
