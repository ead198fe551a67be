// The operator's commands: create-admin, backup FILE, restore FILE. They also work while the server runs.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createAdmin } from './cli/create-admin.ts';
import { promptMissing } from './cli/prompt.ts';
import { InvalidSetting, processStore } from './config.ts';
import { backup } from './db/backup.ts';
import { joinEmbedded } from './db/embedded.ts';
import { createDatabase, type Database } from './db/open.ts';
import { restore } from './db/restore.ts';
import { failureSentence, StartupError } from './db/startup-error.ts';
import { makePrivateFiles } from './lib/private-folder.ts';

const USAGE = `Use one of
  npm run create-admin [-- --username NAME --email ADDRESS --first-name NAME --last-name NAME]
      asks for what is missing; the password comes from TOPOUT_ADMIN_PASSWORD or standard input where there is no terminal
  npm run backup FILE
  npm run restore FILE`;

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
  print(`It holds no media. What was uploaded lies in ${processStore().uploadRoot}: copy that folder after this.`);
}

async function runRestore([file]: string[]): Promise<void> {
  if (!file) throw new StartupError(USAGE);
  await withDatabase((database) => restore(database, resolve(file)));
  print('Everything is restored. Everybody has to log in again.');
}

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  makePrivateFiles();
  const { databaseUrl, dataDir } = processStore();
  const embedded = databaseUrl === null ? await joinEmbedded({ dataDir, log: print }) : null;
  const database = createDatabase(embedded?.connection ?? databaseUrl ?? '', { max: 2 });
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
