// Programs of the system: what they are given, and that none outlives its time or the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pretended } from '#server/test-support/files/filmed.ts';
import { type Command, runCommand } from './run-command.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'topout-commands-'));
});
afterAll(() => rmSync(home, { recursive: true }));

const megabyte = 1024 * 1024;
let count = 0;
function nextPath(): string {
  count += 1;
  return join(home, String(count));
}

function command(script: string, more: Partial<Command> = {}): Command {
  const signal = new AbortController().signal;
  const limits = { memory: 200 * megabyte, timeout: 60_000, signal, onLine: () => undefined };
  return { program: pretended(nextPath(), script), args: ['a b', '$HOME'], ...limits, ...more };
}

/** It says its number, and would go on for long whoever listens. */
const endless = (mark: string) => `trap '' PIPE TERM; echo $$ >${mark}.part; mv ${mark}.part ${mark}; exec sleep 300`;
const isAlive = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
async function numberIn(mark: string): Promise<number> {
  await expect.poll(() => existsSync(mark)).toBe(true);
  return Number(readFileSync(mark, 'utf8'));
}
const isGone = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false);

test('a program gets its arguments as they are, none of the settings, the least priority, and an end to its input', async () => {
  const lines: string[] = [];
  const told = 'echo "$1|$2"; env | sort; cut -d" " -f19 /proc/$$/stat; cat; echo wrong >&2; exit 3';
  const outcome = await runCommand(command(told, { onLine: (line) => lines.push(line) }));
  expect(outcome).toEqual({ code: 3, isLate: false, words: 'wrong' });
  const [args, ...rest] = lines;
  expect(args).toBe('a b|$HOME');
  expect(rest.filter((line) => /^(?!PWD|_=|SHLVL|OLDPWD)[A-Z_]+=/.test(line))).toEqual([
    'LC_ALL=C',
    'PATH=/usr/local/bin:/usr/bin:/bin',
  ]);
  expect(rest.at(-1)).toBe(process.platform === 'linux' ? '19' : rest.at(-1));
});

test('a program that needs more memory than it is given does not get it', async () => {
  const node = `exec ${process.execPath} -e 'Buffer.alloc(900 * 1024 * 1024, 1)'`;
  const { code } = await runCommand(command(node, { memory: 500 * megabyte }));
  expect(code === 0).toBe(process.platform !== 'linux');
  expect((await runCommand(command(node, { memory: 2_000 * megabyte }))).code).toBe(0);
});

test('a program that takes too long is ended, and says so', async () => {
  const mark = nextPath();
  const running = runCommand(command(endless(mark), { timeout: 500 }));
  const pid = await numberIn(mark);
  expect(await running).toMatchObject({ code: null, isLate: true });
  await isGone(pid);
});

test('a program that nobody wants any more is ended', async () => {
  const [mark, controller] = [nextPath(), new AbortController()];
  const running = runCommand(command(endless(mark), { signal: controller.signal }));
  const pid = await numberIn(mark);
  controller.abort(new Error('not wanted'));
  await expect(running).rejects.toThrow('not wanted');
  await isGone(pid);
  await expect(runCommand(command('exit 0', { signal: controller.signal }))).rejects.toThrow('not wanted');
});

test('a program that is missing is an outcome like others', async () => {
  expect((await runCommand({ ...command(''), program: join(home, 'missing') })).code).not.toBe(0);
});

test('a program ends with a server that is killed', async () => {
  const mark = nextPath();
  const from = pathToFileURL(join(import.meta.dirname, 'run-command.ts')).href;
  const program = pretended(nextPath(), endless(mark));
  const server = join(home, 'server.mjs');
  writeFileSync(
    server,
    `import { runCommand } from ${JSON.stringify(from)};
     const { signal } = new AbortController();
     await runCommand({ program: ${JSON.stringify(program)}, args: [], memory: 2e8, timeout: 1e6, signal, onLine() {} });`,
  );
  const child = spawn(process.execPath, ['--import', 'tsx', server], { stdio: 'ignore' });
  const pid = await numberIn(mark);
  expect(isAlive(pid)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await isGone(pid);
});
