// What the supervisor does with programs that say nonsense, write rubbish, grow, fail or are not wanted any more, and what they do without it.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programPath, startProgram } from './start-program.ts';
import { type Fault, failureBy, runProgram, supervise } from './supervisor.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'topout-supervisor-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Counting = {
  request: { say: string };
  answer: { said: string };
  progress: number;
  want: string;
  given: string;
};

/** A program that does this with each message, which it may `answer`. */
function program(does: string): () => ChildProcess {
  const path = join(folder, `${Math.random()}.mjs`);
  writeFileSync(
    path,
    `process.on('message', async (message) => {
       const { id, request } = message;
       const answer = (said, memory = 1) => process.send({ id, answer: { said, memory } });
       ${does}
     });
     process.on('disconnect', () => process.exit());`,
  );
  return () => startProgram(path, {});
}

const failure = (fault: Fault) => Object.assign(new Error(fault.kind), { fault });

test('what a program writes on its output is nobody’s, and its answer arrives', async () => {
  const start = program(`process.stdout.write('{"id":1,"answer":{}}\\n\\0rubbish'); answer(request.say);`);
  expect(await runProgram<Counting>({ start, failure }, { say: 'yes' }, {})).toEqual({ said: 'yes', memory: 1 });
});

test.each([
  ['nothing', 'null'],
  ['a word', '"hello"'],
  ['an answer to something else', '{ id: id + 1, answer: { said: "no", memory: 1 } }'],
  ['no answer', '{ id }'],
  ['an answer without its memory', '{ id, answer: { said: "no" } }'],
])(
  'a program that answers %s is ended and what it was asked has failed; the next is asked again',
  async (...[, said]) => {
    let count = 0;
    const [mad, sane] = [program(`process.send(${said})`), program('answer("sane")')];
    const one = supervise<Counting>({ start: () => (count++ === 0 ? mad() : sane()), failure });
    await expect(one.ask({ say: '' })).rejects.toMatchObject({ fault: { kind: 'failed' } });
    expect(await one.ask({ say: '' })).toMatchObject({ said: 'sane' });
    one.close();
  },
);

test('a program that is killed says by which signal, and all that waited for it have failed', async () => {
  const start = program(`if (request.say === 'die') process.kill(process.pid, 'SIGKILL');`);
  const one = supervise<Counting>({ start, failure, turns: (work) => work() });
  const fault = { kind: 'ended', code: null, signal: 'SIGKILL' };
  const both = await Promise.allSettled([one.ask({ say: 'wait' }), one.ask({ say: 'die' })]);
  expect(both).toMatchObject([{ reason: { fault } }, { reason: { fault } }]);
  one.close();
});

test('one that has grown is replaced only when it has ended', async () => {
  const one = supervise<Counting>({ start: program('answer(String(process.pid), 1000)'), failure, mostMemory: 999 });
  const [first, second] = [await one.ask({ say: '' }), await one.ask({ say: '' })];
  expect(second.said).not.toBe(first.said);
  expect(() => process.kill(Number(first.said), 0)).toThrow('ESRCH');
  one.close();
});

test('each sign of life gives it more time, where silence is what counts', async () => {
  const start = program(`
    for (let share = 1; share <= 8; share++) {
      await new Promise((after) => setTimeout(after, 500));
      process.send({ id, progress: share });
    }
    if (request.say === 'end') answer('done');`);
  const seen: number[] = [];
  const asked = { onProgress: (share: number) => void seen.push(share) };
  const made = await runProgram<Counting>({ start, failure, silence: 3_000 }, { say: 'end' }, asked);
  expect([made.said, seen]).toEqual(['done', [1, 2, 3, 4, 5, 6, 7, 8]]);
  const silent = runProgram<Counting>({ start, failure, timeout: 2_000 }, { say: '' }, asked);
  await expect(silent).rejects.toMatchObject({ fault: { kind: 'late' } });
});

test('a program that says how far it is in a way that nobody understands has failed', async () => {
  const onProgress = ({ toFixed }: number) => void toFixed;
  const start = program('process.send({ id, progress: null })');
  const made = runProgram<Counting>({ start, failure }, { say: '' }, { onProgress });
  await expect(made).rejects.toMatchObject({ fault: { kind: 'failed', reason: expect.stringContaining('null') } });
});

test('what it wants for its work it is given', async () => {
  const start = program(`
    if (message.turn) return answerLast(message.given);
    globalThis.answerLast = answer;
    process.send({ id, want: request.say, turn: 1 });`);
  const give = async (want: string) => `${want}, here`;
  expect(await runProgram<Counting>({ start, failure }, { say: 'a picture' }, { give })).toMatchObject({
    said: 'a picture, here',
  });
});

test('a program that wants what it cannot be given has failed', async () => {
  const give = async () => Promise.reject(new Error('no such picture'));
  const made = runProgram<Counting>(
    { start: program('process.send({ id, want: 0, turn: 1 })'), failure },
    { say: '' },
    { give },
  );
  await expect(made).rejects.toMatchObject({ fault: { kind: 'failed', reason: 'Error: no such picture' } });
});

test('one that is not wanted any more is ended at once, and has ended when that is known', async () => {
  const children: ChildProcess[] = [];
  const start = () => {
    const child = program('')();
    children.push(child);
    return child;
  };
  const gone = new AbortController();
  const made = runProgram<Counting>({ start, failure }, { say: '' }, { signal: gone.signal });
  await expect.poll(() => children.length).toBe(1);
  gone.abort(new Error('not wanted'));
  await expect(made).rejects.toThrow('not wanted');
  expect(children[0]?.signalCode).toBe('SIGKILL');
});

test('a program that cannot be started is a failure', async () => {
  const start = () => fork('nothing', { execPath: join(folder, 'no such program') });
  await expect(runProgram<Counting>({ start, failure }, { say: '' }, {})).rejects.toMatchObject({
    fault: { kind: 'ended', code: 1 },
  });
});

test('a failure is put into words; the end of the server is none', () => {
  const toFailure = failureBy((reason) => new TypeError(reason));
  const ended = { kind: 'ended', code: 1, signal: null } as const;
  const faults: Fault[] = [{ kind: 'late' }, ended, { kind: 'failed', reason: 'why' }];
  expect(faults.map(toFailure)).toEqual(
    ['it took too long', 'its process ended', 'why'].map((reason) => new TypeError(reason)),
  );
  expect(toFailure({ kind: 'closed' })).not.toBeInstanceOf(TypeError);
});

test.runIf(process.platform === 'linux').each(['decoder', 'aligner', 'analyzer', 'report-maker', 'map-maker'])(
  'when the server is killed, its %s ends',
  async (name) => {
    // Stands for the server: it starts the program as the product does, says its number, and is killed.
    const path = join(folder, `${name}-server.mjs`);
    const starting = new URL('./start-program.ts', import.meta.url).href;
    writeFileSync(
      path,
      `const { startProgram } = await import(${JSON.stringify(starting)});
       console.log(startProgram(${JSON.stringify(programPath(import.meta.dirname, name))}, {}).pid);
       setTimeout(() => undefined, 600_000);`,
    );
    const server = spawn(process.execPath, ['--import=tsx', path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = (await once(server.stdout, 'data')) as [Buffer];
    const pid = Number(said.toString());
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    server.kill('SIGKILL');
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 30_000 }).toBe(false);
  },
);
