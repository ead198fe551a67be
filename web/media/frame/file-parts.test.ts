// A host that answers, falls silent or is slow, and what the reader of a file in parts makes of it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFileParts, Silence } from './file-parts.ts';

/** What the host does with each request: null is no answer at all; else its bytes, each after so many milliseconds. */
type Answer = { status?: number; afterMs: readonly number[] } | null;
let answers: Answer[] = [];
const asked = vi.fn<typeof fetch>();

function bodyOf(afterMs: readonly number[], signal: AbortSignal): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream<Uint8Array>({
    start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
    async pull(controller) {
      const wait = afterMs[next];
      if (wait === undefined) return controller.close();
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (signal.aborted) return;
      next += 1;
      controller.enqueue(Uint8Array.of(next));
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  asked.mockReset();
  asked.mockImplementation((_url, init) => {
    const signal = init?.signal as AbortSignal;
    const answer = answers.shift() ?? null;
    if (!answer) {
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }
    const { status = 206, afterMs } = answer;
    return Promise.resolve(
      new Response(bodyOf(afterMs, signal), { status, headers: { 'content-range': 'bytes 0-1/9' } }),
    );
  });
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What came of it, and after how long. */
async function outcomeOf(work: Promise<Response>) {
  const started = Date.now();
  return work.then(
    async (response) => ({
      status: response.status,
      bytes: [...new Uint8Array(await response.arrayBuffer())],
      ms: Date.now() - started,
    }),
    (error: unknown) => ({ error, ms: Date.now() - started }),
  );
}

const never = Number.MAX_SAFE_INTEGER / 1e9;

test('a host that never answers is silent after five seconds', async () => {
  const outcome = outcomeOf(createFileParts().load('/map', {}));
  await vi.advanceTimersByTimeAsync(4_900);
  const early = await Promise.race([outcome, 'still waited for']);
  expect(early).toBe('still waited for');
  await vi.advanceTimersByTimeAsync(100);
  expect(await outcome).toEqual({ error: expect.any(Silence), ms: 5_000 });
});

test('one that answers its first part and then stalls is silent five seconds after its last byte', async () => {
  answers = [{ afterMs: [10, 10] }, { afterMs: [1_000, never] }];
  const parts = createFileParts();
  const first = outcomeOf(parts.load('/map', { Range: 'bytes=0-1' }));
  await vi.advanceTimersByTimeAsync(100);
  expect(await first).toMatchObject({ status: 206, bytes: [1, 2] });
  const second = outcomeOf(parts.load('/map', { Range: 'bytes=2-3' }));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await second).toEqual({ error: expect.any(Silence), ms: 6_000 });
  expect(parts.isSilent(), 'which is said of the file').toBe(true);
  const third = outcomeOf(parts.load('/map', { Range: 'bytes=4-5' }));
  await vi.advanceTimersByTimeAsync(1);
  expect(await third, 'and what is asked of it later is not waited for').toMatchObject({ error: expect.any(Silence) });
});

test('one whose bytes trickle is read to its end, however long it takes', async () => {
  answers = [{ afterMs: [4_000, 4_000, 4_000, 4_000, 4_000, 4_000] }];
  const outcome = outcomeOf(createFileParts().load('/map', {}));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toEqual({ status: 206, bytes: [1, 2, 3, 4, 5, 6], ms: 24_000 });
});

test('a byte of any part counts for all that are asked for: a browser asks for six at a time', async () => {
  answers = [{ afterMs: [4_000, 4_000, 4_000] }, { afterMs: [11_000] }];
  const parts = createFileParts();
  const both = [outcomeOf(parts.load('/map', {})), outcomeOf(parts.load('/map', {}))];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await Promise.all(both)).toMatchObject([{ bytes: [1, 2, 3] }, { bytes: [1] }]);
});

test('while nothing is asked for nothing is silent: unpacking a part may take its time', async () => {
  answers = [{ afterMs: [10] }, { afterMs: [10] }];
  const parts = createFileParts();
  const first = outcomeOf(parts.load('/map', {}));
  await vi.advanceTimersByTimeAsync(30_000);
  const second = outcomeOf(parts.load('/map', {}));
  await vi.advanceTimersByTimeAsync(30_000);
  expect([await first, await second]).toMatchObject([{ bytes: [1] }, { bytes: [1] }]);
});

test('a map that is seen waits for its further parts as long as they take', async () => {
  answers = [{ afterMs: [10] }, { afterMs: [50_000] }];
  const parts = createFileParts();
  const first = outcomeOf(parts.load('/map', {}));
  await vi.advanceTimersByTimeAsync(100);
  await first;
  parts.bePatient();
  const second = outcomeOf(parts.load('/map', {}));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await second).toMatchObject({ bytes: [1], ms: 50_000 });
});

test('who asked may leave a part, and the others go on', async () => {
  answers = [{ afterMs: [2_000] }, { afterMs: [1_000, 1_000, 1_000] }];
  const parts = createFileParts();
  const leaving = new AbortController();
  const left = outcomeOf(parts.load('/map', {}, leaving.signal));
  const other = outcomeOf(parts.load('/map', {}));
  leaving.abort(new Error('no longer shown'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await left).toMatchObject({ error: { message: 'no longer shown' } });
  expect(await other).toMatchObject({ bytes: [1, 2, 3] });
});

test('a host that sends all of a file in place of a part is not listened to', async () => {
  answers = [{ status: 200, afterMs: [10, 10] }];
  const outcome = outcomeOf(createFileParts().load('/map', {}));
  await vi.advanceTimersByTimeAsync(100);
  expect(await outcome).toMatchObject({ status: 200, bytes: [], ms: 0 });
});

test('a file without sense, of which nothing more is asked for, is given up after so long without a byte', async () => {
  answers = [{ afterMs: [3_000, 3_000] }];
  const parts = createFileParts();
  void parts.load('/map', {});
  const started = Date.now();
  const quiet = parts.quietFor(5_000).then(() => Date.now() - started);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await quiet).toBe(11_000);
});
