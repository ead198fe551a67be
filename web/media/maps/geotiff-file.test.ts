// Opening a map whose host responds, trickles or falls silent.
import { fromArrayBuffer, writeArrayBuffer } from 'geotiff';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFileParts } from '#web/media/frame/file-parts.ts';
import { MapProblem, openGeoTiff } from './geotiff-file.ts';

const side = 200;
const shades = Uint8Array.from({ length: side * side }, (_, index) => index % 251);
const map = new Uint8Array(writeArrayBuffer(shades, { height: side, width: side }) as ArrayBuffer);
/** Fake timers do not wait for the parts of the library that are loaded on demand. */
beforeAll(async () => {
  await (await (await fromArrayBuffer(map.buffer)).getImage()).readRasters();
});

/** Milliseconds between two kilobytes of a response; null if it never comes. */
let pauseOf: (answer: number) => number | null;
let asked = 0;

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  pauseOf = () => 0;
  vi.stubGlobal('fetch', (_url: string, { headers, signal }: { headers: { Range: string }; signal: AbortSignal }) => {
    const [from = 0, to = 0] = headers.Range.slice('bytes='.length).split('-').map(Number);
    const bytes = map.slice(from, to + 1);
    asked += 1;
    const pause = pauseOf(asked);
    let sent = 0;
    const body = new ReadableStream({
      start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
      async pull(controller) {
        await new Promise((resolve) => pause !== null && setTimeout(resolve, pause));
        if (sent >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(sent, sent + 1024));
        sent += 1024;
      },
    });
    const range = `bytes ${from}-${from + bytes.length - 1}/${map.length}`;
    return Promise.resolve(new Response(body, { status: 206, headers: { 'content-range': range } }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function opened() {
  const started = Date.now();
  const outcome = openGeoTiff('/map', createFileParts()).then(
    (facts) => ({ kind: facts.kind, ranges: facts.ranges, ms: Date.now() - started }),
    (error: unknown) => ({ error, ms: Date.now() - started }),
  );
  await vi.advanceTimersByTimeAsync(300_000);
  return outcome;
}

test('a map is read in parts, and what it holds is known', async () => {
  expect(await opened()).toMatchObject({ kind: 'picture', ranges: [[0, 250]] });
  expect(asked, 'its first part and the rest').toBe(2);
});

test.each([
  ['answers nothing', () => null],
  ['answers the first part of a map and then stalls', (answer: number) => (answer === 1 ? 0 : null)],
])('a host that %s is out of reach after five seconds', async (_what, pause) => {
  pauseOf = pause;
  const { error, ms } = (await opened()) as { error: MapProblem; ms: number };
  expect(error).toBeInstanceOf(MapProblem);
  expect(error.message).toContain('could not be reached');
  expect(ms).toBeGreaterThanOrEqual(5000);
  expect(ms).toBeLessThan(5100);
});

test('a map whose bytes trickle in over a minute is read anyway', async () => {
  pauseOf = () => 2000;
  const { kind, ms } = (await opened()) as { kind: string; ms: number };
  expect(kind).toBe('picture');
  expect(ms).toBeGreaterThan(60_000);
});
