// The claims about waiting for reports: queued, cancelled, abandoned, failed, and cached.
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultSettings } from '#contract/settings/endpoints.ts';
import { makeReport, ReportFailure, type ReportRequest } from '#server/media/reports/supervised-report-maker.ts';
import { emptyReport } from '#server/test-support/files/empty-report.ts';
import { createReportDesk } from './desk.ts';
import { PictureList } from './pairs.ts';

const thumbnails = { get: () => Promise.reject(new Error('no picture')) };

let folder: string;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'topout-desk-'));
  now = Date.parse('2026-03-04T10:00:00Z');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A maker whose reports the test finishes, one for each call. */
function byHand() {
  const calls: { request: ReportRequest; finish: () => void; fail: (error: Error) => void }[] = [];
  const make = (request: ReportRequest) =>
    new Promise<{ bytes: number; memory: number }>((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
      const finish = () => {
        writeFileSync(request.to, 'a report');
        resolve({ bytes: 8, memory: 0 });
      };
      calls.push({ request, finish, fail: reject });
    });
  return { calls, make };
}

function openDesk(make: typeof makeReport = byHand().make) {
  const log = { warn: vi.fn() };
  return { log, desk: createReportDesk({ folder, settings, log, now: () => now, make }) };
}

/** An hour ahead of UTC. */
const settings = async () => ({ ...defaultSettings, timeZone: 'Africa/Lagos' });

const picture = { picture: 0, caption: '', alt: '' };

const orderOf = (title: string, person = 1) => ({
  person,
  name: `${title}.pdf`,
  subject: { kind: 'session', id: 1, projectId: 1, takenBack: 0 } as const,
  pictures: new PictureList(thumbnails, person),
  report: { ...emptyReport, title },
  pendingPairs: null,
});

describe('a report that is asked for', () => {
  test('ten at once are made one after the other, each shown how many come before', async () => {
    const { calls, make } = byHand();
    const { desk } = openDesk(make);
    const asked = [];
    for (let number = 0; number < 10; number++) asked.push(await desk.order(orderOf(`Report ${number}`, number)));
    await expect.poll(() => calls.length).toBe(1);
    expect(asked.map(({ key }, number) => desk.state(number, key).ahead)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    calls[0]?.finish();
    await expect.poll(() => calls.length).toBe(2);
    expect(desk.state(0, asked[0]?.key ?? '')).toMatchObject({ state: 'ready', bytes: 8 });
    expect(desk.state(9, asked[9]?.key ?? '')).toMatchObject({ state: 'waiting', ahead: 8 });
  });

  test('says the company’s day on which it is made, also in the hour in which the day before goes on in UTC', async () => {
    const { calls, make } = byHand();
    const { desk } = openDesk(make);
    now = Date.parse('2026-03-04T23:30:00Z');
    await desk.order(orderOf('One'));
    await expect.poll(() => calls.length).toBe(1);
    calls[0]?.finish();
    await desk.order({ ...orderOf('Pack'), madeAt: '2026-03-01T22:59:00.000Z' });
    await expect.poll(() => calls.length).toBe(2);
    expect(calls.map(({ request }) => request.report.madeOn)).toEqual(['March 5, 2026', 'March 1, 2026']);
  });

  test('by a second person is made once, and goes on when the first one cancels', async () => {
    const { calls, make } = byHand();
    const { desk } = openDesk(make);
    const { key } = await desk.order(orderOf('One', 1));
    await desk.order(orderOf('One', 2));
    await expect.poll(() => calls.length).toBe(1);
    desk.cancel(1, key);
    expect(() => desk.state(1, key)).toThrow('Report not found');
    calls[0]?.request.onProgress(3, 4);
    expect(desk.state(2, key)).toMatchObject({ state: 'making', done: 3, total: 4 });
    desk.cancel(2, key);
    expect(calls[0]?.request.signal.aborted).toBe(true);
  });

  test('by somebody whose browser was closed is not made any more', async () => {
    const { calls, make } = byHand();
    const { desk } = openDesk(make);
    await desk.order(orderOf('One'));
    const { key } = await desk.order(orderOf('Two'));
    await expect.poll(() => calls.length).toBe(1);
    now += 61_000;
    calls[0]?.request.onProgress(1, 4);
    await expect.poll(() => existsSync(folder) && calls[0]?.request.signal.aborted).toBe(true);
    // Its turn came and went: polling before would count as waiting for it.
    await wait(100);
    expect(readdirSync(folder)).toEqual([]);
    expect(calls).toHaveLength(1);
    expect(() => desk.state(1, key)).toThrow('Report not found');
  });

  test('waits until its pairs are aligned, and is the same file for whoever asks when they are', async () => {
    const { calls, make } = byHand();
    const { desk } = openDesk(make);
    let missing = 2;
    const pair = { heading: '1', after: picture, before: picture, matrix: null, note: 'as they were taken' };
    const read = async () => ({ missing, pairs: [{ ...pair, note: missing === 0 ? 'aligned' : pair.note }] });
    const { key } = await desk.order({ ...orderOf('One'), pendingPairs: { missing, read } });
    await expect.poll(() => desk.state(1, key)).toMatchObject({ state: 'aligning', done: 0, total: 2 });
    missing = 0;
    await expect.poll(() => calls.length).toBe(1);
    expect(calls[0]?.request.report.pairs).toMatchObject([{ note: 'aligned' }]);
    calls[0]?.finish();
    await expect.poll(() => desk.state(1, key).state).toBe('ready');
    expect((await buffer((await desk.file(1, key)).body)).toString()).toBe('a report');
    const aligned = { ...orderOf('One', 2), report: { ...emptyReport, title: 'One', pairs: (await read()).pairs } };
    expect(await desk.order(aligned)).toMatchObject({ state: 'ready', bytes: 8 });
  });

  test('does not wait for its pairs for ever, and not when it is cancelled', async () => {
    const { calls, make } = byHand();
    const { desk } = openDesk(make);
    const pendingPairs = { missing: 1, read: async () => ({ missing: 1, pairs: [] }) };
    const first = await desk.order({ ...orderOf('One'), pendingPairs });
    await expect.poll(() => desk.state(1, first.key).state).toBe('aligning');
    desk.cancel(1, first.key);
    const second = await desk.order({ ...orderOf('Two'), pendingPairs });
    await expect.poll(() => desk.state(1, second.key).state).toBe('aligning');
    now += 20_000;
    await expect.poll(() => calls.length).toBe(1);
    expect(calls[0]?.request.report.title).toBe('Two');
  });

  test('one too many is refused in a sentence', async () => {
    const { desk } = openDesk();
    for (let number = 0; number < 6; number++) await desk.order(orderOf(`Report ${number}`));
    await expect(desk.order(orderOf('One more'))).rejects.toMatchObject({ status: 429 });
    await expect(desk.order(orderOf('Of somebody else', 2))).resolves.toMatchObject({ state: 'waiting' });
  });

  test('is kept for those who ask for the same, until its day is over', async () => {
    const { calls, make } = byHand();
    const { desk } = openDesk(make);
    const { key } = await desk.order(orderOf('One'));
    await expect.poll(() => calls.length).toBe(1);
    calls[0]?.finish();
    await expect.poll(() => desk.state(1, key).state).toBe('ready');
    expect((await desk.order(orderOf('One', 2))).state).toBe('ready');
    const { body, name } = await desk.file(2, key);
    expect([(await buffer(body)).toString(), name]).toEqual(['a report', 'One.pdf']);
    expect(await openDesk().desk.order(orderOf('One', 3))).toMatchObject({ key, state: 'ready', bytes: 8 });
    now += 24 * 60 * 60_000;
    expect((await desk.order(orderOf('One', 2))).key).not.toBe(key);
  });

  test('one that runs out of memory says so, and is not tried again at once, so that it holds up no other', async () => {
    let tried = 0;
    const full = () =>
      fork('nothing', {
        execArgv: ['--max-old-space-size=8', '-e', 'const all = []; for (;;) all.push(new Array(1000).fill({}))'],
      });
    const { desk } = openDesk((request: ReportRequest) => {
      tried++;
      return makeReport({ ...request, startProcess: full });
    });
    const { key } = await desk.order(orderOf('One'));
    await expect.poll(() => desk.state(1, key).state, { timeout: 60_000 }).toBe('failed');
    const problem = 'The report is too large. Choose a shorter period or fewer pictures.';
    expect(desk.state(1, key).problem).toBe(problem);
    expect(await desk.order(orderOf('One'))).toMatchObject({ state: 'failed', problem });
    expect(tried).toBe(1);
    now += 600_000;
    expect((await desk.order(orderOf('One'))).state).toBe('waiting');
  });

  test('one whose process dies has failed, and is made when it is asked for again', async () => {
    let dies = true;
    const dying = () => fork('nothing', { execArgv: ['-e', 'process.exit(3)'] });
    const { desk, log } = openDesk((request: ReportRequest) =>
      makeReport(dies ? { ...request, startProcess: dying } : request),
    );
    const { key } = await desk.order(orderOf('One'));
    await expect.poll(() => desk.state(1, key).state).toBe('failed');
    expect(log.warn).toHaveBeenCalledWith(
      { reason: new ReportFailure('The process that makes reports ended').message },
      expect.any(String),
    );
    dies = false;
    expect((await desk.order(orderOf('One'))).state).toBe('waiting');
    await expect.poll(() => desk.state(1, key).state, { timeout: 60_000 }).toBe('ready');
    expect((await buffer((await desk.file(1, key)).body)).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
