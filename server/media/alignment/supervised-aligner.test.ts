// The aligner process: it finds a known change, has the lowest priority, ends when idle, and dies without harm.
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyHomography, type Point } from '#contract/geometry/homography.ts';
import { panorama, type Rect, scene } from '#server/test-support/files/scenes.ts';
import { type Aligner, AlignerFailure, createAligner } from './supervised-aligner.ts';

let folder: string;
const started: Aligner[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'topout-aligner-'));
});
afterAll(() => {
  for (const aligner of started) aligner.close();
  rmSync(folder, { recursive: true });
});

/** The product's own, started once: loading its library takes longer than a pair. */
let real: Aligner;
beforeAll(() => {
  real = aligner();
});

function aligner(options: Parameters<typeof createAligner>[0] = {}): Aligner {
  const made = createAligner(options);
  started.push(made);
  return made;
}

/** A fake process: it does this when it is asked, and may `answer`. */
function program(does: string): () => ChildProcess {
  const path = join(folder, `${Math.random()}.mjs`);
  writeFileSync(
    path,
    `process.on('message', ({ id }) => {
       const answer = (inliers) => process.send({ id, answer: { inliers, matrix: null, yaw: null, cpuMs: 1, memory: 1 } });
       ${does}
     });
     process.on('disconnect', () => process.exit());`,
  );
  return () => fork(path, { serialization: 'advanced' });
}

const nothing = { key: '', bytes: Buffer.from('no picture') };
const request = { kind: 'photo', older: nothing, newer: nothing } as const;

const view = (seed: number, at: Partial<Rect> = {}) =>
  scene(seed, { left: 100, top: 75, width: 900, height: 675, ...at });

describe('two pictures', () => {
  test('of one place are overlaid as the camera moved', async () => {
    const older = { key: 'a', bytes: await view(1) };
    const newer = { key: 'b', bytes: await view(1, { left: 127, top: 48, width: 855, height: 641 }) };
    const { matrix, inliers } = await real.align({ kind: 'photo', older, newer });
    expect(inliers).toBeGreaterThan(100);
    for (const [x, y] of [
      [0.1, 0.1],
      [0.5, 0.5],
      [0.9, 0.8],
    ] as Point[]) {
      const [foundX, foundY] = applyHomography(matrix ?? [], [x, y]);
      expect(foundX).toBeCloseTo((x * 900 - 27) / 855, 2);
      expect(foundY).toBeCloseTo((y * 675 + 27) / 641, 2);
    }
  });

  test('of different places are refused', async () => {
    const older = { key: 'a', bytes: await view(1) };
    const answer = await real.align({ kind: 'photo', older, newer: { key: 'c', bytes: await view(2) } });
    expect(answer).toMatchObject({ matrix: null, yaw: null });
    expect(answer.inliers).toBeLessThan(30);
  });

  test('that are panoramas are turned until both look the same way', async () => {
    const older = { key: 'd', bytes: await panorama(3, 0) };
    const { yaw } = await real.align({ kind: 'panorama', older, newer: { key: 'e', bytes: await panorama(3, 250) } });
    expect(yaw).toBeCloseTo(-110, 0);
    const other = { key: 'f', bytes: await panorama(4, 0) };
    expect((await real.align({ kind: 'panorama', older, newer: other })).yaw).toBeNull();
  });

  test('that are none are an answer, and the next pair is aligned', async () => {
    await expect(real.align(request)).rejects.toThrow(AlignerFailure);
    const picture = { key: 'a', bytes: await view(1) };
    expect((await real.align({ kind: 'photo', older: picture, newer: picture })).matrix).not.toBeNull();
  });
});

describe('the process', () => {
  test('that dies is replaced for the next pair', async () => {
    let count = 0;
    const start = () => program(count++ === 0 ? 'process.exit(1)' : 'answer(31)')();
    const one = aligner({ startProcess: start });
    await expect(one.align(request)).rejects.toThrow(AlignerFailure);
    expect((await one.align(request)).inliers).toBe(31);
  });

  test('that hangs is ended, and replaced for the next pair', async () => {
    let count = 0;
    const start = () => program(count++ === 0 ? '' : 'answer(31)')();
    const one = aligner({ startProcess: start, timeout: 2_000 });
    await expect(one.align(request)).rejects.toThrow('took too long');
    expect((await one.align(request)).inliers).toBe(31);
  });

  test('ends some time after the last pair, and its memory with it', async () => {
    const one = aligner({ startProcess: program('answer(31)'), idle: 50 });
    await one.align(request);
    await expect.poll(one.pid).toBeNull();
  });

  test('aligns one pair at a time', async () => {
    const alone = 'globalThis.busy = (globalThis.busy ?? 0) + 1; setTimeout(() => answer(globalThis.busy--), 20)';
    const one = aligner({ startProcess: program(alone) });
    const answers = await Promise.all([one.align(request), one.align(request), one.align(request)]);
    expect(answers.map(({ inliers }) => inliers)).toEqual([1, 1, 1]);
  });

  test('ends with the server, and none is started after', async () => {
    const one = aligner({ startProcess: program('') });
    const waiting = one.align(request);
    await expect.poll(one.pid).not.toBeNull();
    one.close();
    await expect(waiting).rejects.not.toBeInstanceOf(AlignerFailure);
    await expect(one.align(request)).rejects.not.toBeInstanceOf(AlignerFailure);
    expect(one.pid()).toBeNull();
  });

  test.runIf(process.platform === 'linux')('gives way to everything else', async () => {
    const picture = { key: 'a', bytes: await view(1) };
    await real.align({ kind: 'photo', older: picture, newer: picture });
    const threads = readdirSync(`/proc/${real.pid()}/task`);
    const nicenessOf = (thread: string) =>
      Number(readFileSync(`/proc/${real.pid()}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);
    expect(threads.length).toBeGreaterThan(4);
    expect(new Set(threads.map(nicenessOf)), 'of all its threads').toEqual(new Set([19]));
  });
});
