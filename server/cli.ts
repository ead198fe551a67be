// The operator's commands: create-admin, backup FILE, restore FILE, storage copy and verify. They also work while the server runs.

import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type Answers, createAdmin, type Field, fields, problemOf } from './cli/create-admin.ts';
import { moveStorage, readWay, storageUsage } from './cli/storage.ts';
import { InvalidSetting } from './config/read-setting.ts';
import { processStore } from './config.ts';
import { backup } from './db/backup.ts';
import { joinEmbedded } from './db/embedded.ts';
import { createDatabase, type Database } from './db/open.ts';
import { restore } from './db/restore.ts';
import { failureSentence, StartupError } from './db/startup-error.ts';
import { makePrivateFiles } from './lib/private-folder.ts';

// Prompts for what is missing at the terminal; a password is not shown.
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
async function promptMissing(input: Answers): Promise<Answers> {
  for (const field of fields) {
    const problem = input[field] === undefined ? null : problemOf(field, input[field]);
    if (problem) throw new StartupError(`${problem}.`);
  }
  if (process.stdin.isTTY) return promptAtTerminal(input);
  const missing = fields.flatMap((field) => (field === 'password' || input[field] !== undefined ? [] : [flags[field]]));
  if (missing.length > 0) throw new StartupError(`Missing: ${missing.join(', ')}. There is no terminal to ask in.`);
  const password = input.password ?? (await text(process.stdin)).split(/\r?\n/)[0];
  if (!password)
    throw new StartupError('Missing: the password. Set TOPOUT_ADMIN_PASSWORD or pass it on standard input.');
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

const USAGE = `Use one of
  npm run create-admin [-- --username NAME --email ADDRESS --first-name NAME --last-name NAME]
      asks for what is missing; the password comes from TOPOUT_ADMIN_PASSWORD or standard input where there is no terminal
  npm run backup FILE
  npm run restore FILE
  ${storageUsage}`;

function print(sentence: string): void {
  console.log(sentence);
}

async function runCreateAdmin(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      username: { type: 'string' },
      email: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
    },
  });
  const { 'first-name': firstName, 'last-name': lastName, ...rest } = values;
  const { adminPassword: password, passwordMin } = processStore();
  const input = {
    ...rest,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(password && { password }),
  };
  // Before connecting, so that no database waits for somebody who thinks about a password.
  const answers = await promptMissing(input);
  const { username } = await withDatabase((database) => createAdmin(database, answers, { passwordMin }));
  print(`The admin ${username} can log in now.`);
}

async function runBackup([file]: string[]): Promise<void> {
  if (!file) throw new StartupError(USAGE);
  await withDatabase((database) => backup(database, resolve(file)));
  print(`The backup is in ${resolve(file)}. Keep it where only you can read it.`);
  const { uploadRoot, bucket } = processStore();
  const where =
    bucket === null ? `copy the folder ${uploadRoot}` : `copy uploads/content of the bucket ${bucket.bucket}`;
  print(`It contains no media. Back up the uploads after it: ${where}.`);
}

async function runRestore([file]: string[]): Promise<void> {
  if (!file) throw new StartupError(USAGE);
  await withDatabase((database) => restore(database, resolve(file)));
  print('Everything is restored. Everyone has to log in again.');
}

/** How far it is, in one line that is written over; only where somebody looks. */
function sayProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${line}`);
}

async function runStorage(args: string[]): Promise<void> {
  const way = readWay(args);
  const { summary, faults } = await withDatabase((database) =>
    moveStorage(database, processStore(), { ...way, say: sayProgress }),
  );
  sayProgress('');
  for (const fault of faults) console.error(fault);
  print(summary);
  if (faults.length > 0) process.exitCode = 1;
}

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  makePrivateFiles();
  const { databaseUrl, databaseDirectUrl, dataDir } = processStore();
  const embedded = databaseUrl === null ? await joinEmbedded({ dataDir, log: print }) : null;
  const database = createDatabase(embedded?.connection ?? databaseDirectUrl ?? databaseUrl ?? '', { max: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

/** One sentence for an error that an operator can solve; any other keeps its stack. */
function sentenceOf(error: unknown): unknown {
  if (error instanceof InvalidSetting) return error.message;
  const sentence = failureSentence(error);
  if (sentence !== null) return sentence;
  const { message, code } = error as NodeJS.ErrnoException;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message}\n${USAGE}`;
  if (['ENOENT', 'EACCES', 'EISDIR', 'EROFS'].includes(code ?? '')) return `The file cannot be written: ${message}.`;
  return error;
}

const commands: Record<string, (args: string[]) => Promise<void>> = {
  'create-admin': runCreateAdmin,
  backup: runBackup,
  restore: runRestore,
  storage: runStorage,
};

// Without this Node would exit without stopping the database that a command started.
for (const [name, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(name, () => process.exit(code));

try {
  const [command = '', ...args] = process.argv.slice(2);
  const run = commands[command];
  if (!run) throw new StartupError(USAGE);
  await run(args);
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
