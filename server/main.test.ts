// The claims about a start that cannot go on: the program as an operator starts it says one sentence and leaves with status 1.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { builtProgram } from './test-support/built-programs.ts';
import { freshDatabase, type TestDatabase } from './test-support/test-database.ts';

/** Each start is a process that has to load the server first. */
vi.setConfig({ testTimeout: 90_000 });

let home: TestDatabase;

beforeAll(async () => {
  home = await freshDatabase();
});
afterAll(() => home.drop());

async function start(env: Record<string, string>): Promise<{ code: number; out: string; err: string }> {
  const { PATH = '' } = process.env;
  const given = { PATH, SESSION_SECRET: 'c0ncrete-and-steel-and-glass-and-wood', PORT: '0', ...env };
  const child = spawn(process.execPath, [builtProgram('main')], { env: given });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, out, err };
}

test('a database that cannot be reached, or an address that is not ours, is said in one sentence', async () => {
  const wrongPassword = home.url.replace(/:[^:@/]+@/, ':wrong@');
  const [away, unknown, refused, foreign] = await Promise.all([
    start({ DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c' }),
    start({ DATABASE_URL: 'postgresql://a:b@nowhere.invalid/c' }),
    start({ DATABASE_URL: wrongPassword }),
    start({ DATABASE_URL: home.url, HOST: 'nowhere.invalid' }),
  ]);
  expect(away).toMatchObject({ code: 1, err: expect.stringMatching(/^The database cannot be reached: .*\.\n$/) });
  expect(unknown).toMatchObject({ code: 1, err: expect.stringMatching(/^The database cannot be reached: .*\.\n$/) });
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^The PostgreSQL server refuses: .*\.\n$/) });
  expect(foreign).toMatchObject({ code: 1, err: expect.stringMatching(/^HOST is 'nowhere.invalid', but .*\.\n$/) });
});
