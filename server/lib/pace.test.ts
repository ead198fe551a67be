// Background work goes on at once where nothing else is done, and rests where people are served.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** When each of three pieces began that take 100 ms each, with so much else to do. */
async function beginnings(load: number): Promise<number[]> {
  const pace = createPace(() => () => load);
  const began: number[] = [];
  const work = () => {
    began.push(performance.now());
    return new Promise<void>((done) => setTimeout(done, 100));
  };
  const start = performance.now();
  const all = Promise.all([pace(work), pace(work), pace(work)]);
  await vi.runAllTimersAsync();
  await all;
  return began.map((at) => at - start);
}

test('what nothing waits beside follows at once', async () => {
  expect(await beginnings(0)).toEqual([0, 100, 200]);
});

test('what is done beside other work rests, the longer the more of it there is, but never for long', async () => {
  expect(await beginnings(0.25)).toEqual([0, 500, 1000]);
  expect(await beginnings(0.5)).toEqual([0, 900, 1800]);
  expect(await beginnings(100)).toEqual([0, 4100, 8200]);
});

test('a process that waits for its next piece of work does not end before it', async () => {
  vi.useRealTimers();
  const program = `
    const { createPace } = await import(${JSON.stringify(new URL('./pace.ts', import.meta.url).href)});
    const pace = createPace(() => () => 1);
    const work = async () => { const until = Date.now() + 5; while (Date.now() < until); };
    await Promise.all([pace(work), pace(work)]);
    process.stdout.write('done');
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    program,
  ]);
  expect(stdout).toBe('done');
});

test('what fails is rested after as well, and says why', async () => {
  const pace = createPace(() => () => 0.5);
  const failed = pace(async () => {
    vi.advanceTimersByTime(100);
    throw new Error('no picture');
  });
  await expect(failed).rejects.toThrow('no picture');
  const next = vi.fn(async () => undefined);
  void pace(next);
  await vi.advanceTimersByTimeAsync(799);
  expect(next).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(next).toHaveBeenCalledOnce();
});
