// The claims about the operator's commands, each run as the program that an operator runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changeChannel } from './db/change-events.ts';
import { verifyPassword } from './lib/secrets/password.ts';
import { builtProgram } from './test-support/built-programs.ts';
import { freshDatabase, type TestDatabase } from './test-support/test-database.ts';

/** Each command is a process that has to load the server first. */
vi.setConfig({ testTimeout: 90_000 });

let folder: string;
let home: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout operator-'));
  chmodSync(folder, 0o755);
  home = await freshDatabase();
});
afterAll(async () => {
  await home.drop();
  rmSync(folder, { recursive: true });
});

type Run = { args: string[]; env?: Record<string, string>; input?: string };

async function operate({ args, env = {}, input = '' }: Run): Promise<{ code: number; out: string; err: string }> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [builtProgram('cli'), ...args], {
    env: { PATH, DATABASE_URL: home.url, ...env },
  });
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, out, err };
}

const ada = ['create-admin', '--username', 'ada', '--email', 'ada@x.ng', '--first-name', 'Ada', '--last-name', 'Obi'];

test('create-admin takes the password from standard input and notifies the running servers', async () => {
  const heard: string[] = [];
  let up = false;
  home.database.listen(
    changeChannel,
    (payload) => heard.push(payload),
    (state) => {
      up = state;
    },
  );
  await expect.poll(() => up).toBe(true);
  expect(await operate({ args: ada, input: ' open sesame\n' })).toEqual({
    code: 0,
    out: 'The admin ada can log in now.\n',
    err: '',
  });
  const row = await home.database.query.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ username: 'ada', email: 'ada@x.ng', role: 'admin', first_name: 'Ada', last_name: 'Obi' });
  expect(await verifyPassword(row.password, ' open sesame')).toBe(true);
  await expect.poll(() => heard.map((payload) => JSON.parse(payload).topics)).toEqual([['users', 'auditLog']]);
});

test('without a terminal, what is missing is named', async () => {
  const [names, password] = await Promise.all([operate({ args: ada.slice(0, 5) }), operate({ args: ada })]);
  expect(names).toMatchObject({ code: 1, err: expect.stringContaining('--first-name, --last-name') });
  expect(password).toMatchObject({ code: 1, err: expect.stringContaining('TOPOUT_ADMIN_PASSWORD') });
});

test('a backup of a server moves into the shipped database, which is started for that and stopped again', async () => {
  const file = join(folder, 'move.gz');
  const uploads = join(folder, 'uploads');
  const saved = await operate({ args: ['backup', file], env: { UPLOAD_ROOT: uploads } });
  expect(saved).toMatchObject({ code: 0, err: '' });
  expect(saved.out).toContain(`It contains no media. Back up the uploads after it: copy the folder ${uploads}.`);
  const env = { DATABASE_URL: '', DATA_DIR: join(folder, 'data') };
  expect(await operate({ args: ['restore', file], env })).toMatchObject({ code: 0, err: '' });
  expect(await operate({ args: ['restore', file], env })).toMatchObject({
    code: 1,
    err: expect.stringContaining('not empty'),
  });
  expect(existsSync(join(folder, 'data', 'database.lock'))).toBe(false);
  expect(existsSync(join(folder, 'data', 'pg', 'postmaster.pid'))).toBe(false);
});

test('what cannot be done is said in one sentence', async () => {
  const [away, unwritable, unknown] = await Promise.all([
    operate({ args: ['restore', join(folder, 'move.gz')], env: { DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c' } }),
    operate({ args: ['backup', '/no/such/folder/x.gz'] }),
    operate({ args: ['dance'] }),
  ]);
  expect(away).toMatchObject({ code: 1, err: expect.stringMatching(/^The database cannot be reached: .*\.\n$/) });
  expect(unwritable).toMatchObject({ code: 1, err: expect.stringMatching(/^The file cannot be written: .*\n$/) });
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('npm run backup FILE') });
});
