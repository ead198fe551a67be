// One-click decisions: they wait, can be undone, are sent once, and are never lost or sent unseen.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Decision } from './pending-decisions.ts';

const me = 7;
const decision: Decision = { sessionId: 3, recordId: 30, move: 'approve', words: 'Lekki Towers, Block A' };
const other: Decision = { ...decision, sessionId: 4, recordId: 40 };
let kept: Map<string, string>;
let lib: typeof import('./pending-decisions.ts');

/** A page that is opened again on the same device. */
async function open(): Promise<typeof import('./pending-decisions.ts')> {
  vi.resetModules();
  return import('./pending-decisions.ts');
}

beforeEach(async () => {
  vi.useFakeTimers();
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  lib = await open();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const states = (page: typeof lib = lib) => page.pendingDecisions(me).map(({ sessionId, state }) => [sessionId, state]);

test('a decision is kept on the device, waits 8 seconds and is sent once', async () => {
  const send = vi.fn(async () => true);
  lib.beginDecision(me, decision, send);
  expect(kept.get('topout-decisions-7')).toContain('Lekki Towers');
  expect(states()).toEqual([[3, 'waiting']]);
  await vi.advanceTimersByTimeAsync(7900);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(send).toHaveBeenCalledExactlyOnceWith(decision);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).toHaveBeenCalledTimes(1);
  expect(kept.size).toBe(0);
  expect(states()).toEqual([]);
});

test('a decision that is undone is never sent', async () => {
  const send = vi.fn(async () => true);
  lib.beginDecision(me, decision, send);
  lib.forgetDecision(me, decision.sessionId);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).not.toHaveBeenCalled();
  expect(kept.size).toBe(0);
});

test('the next decision, and leaving the page, send the one that waits at once', async () => {
  const send = vi.fn(async () => true);
  lib.beginDecision(me, decision, send);
  lib.beginDecision(me, other, send);
  expect(send).toHaveBeenCalledExactlyOnceWith(decision);
  await lib.sendWaiting();
  expect(send).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).toHaveBeenCalledTimes(2);
});

test('one that was confirmed in a dialog is sent at once, and the one that waited before it goes first', () => {
  const send = vi.fn(async () => true);
  lib.beginDecision(me, decision, send);
  lib.decideAtOnce(me, other, send);
  expect(send.mock.calls).toEqual([[decision], [other]]);
});

test('a decision whose answer never came is not sent, and is not sent again by itself', async () => {
  const send = vi.fn(async () => false);
  lib.beginDecision(me, decision, send);
  await lib.sendWaiting();
  expect(states()).toEqual([[3, 'unsent']]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(send).toHaveBeenCalledTimes(1);
  await lib.sendDecision(me, decision, async () => true);
  expect(states()).toEqual([]);
});

test('a decision that was discarded while it was sent, as by a logout, is not kept again', async () => {
  let answer: (answered: boolean) => void = () => undefined;
  const send = () =>
    new Promise<boolean>((resolve) => {
      answer = resolve;
    });
  lib.beginDecision(me, decision, send);
  const sent = lib.sendWaiting();
  kept.delete('topout-decisions-7');
  answer(false);
  await sent;
  expect(kept.size).toBe(0);
  expect(states()).toEqual([]);
});

test('after a crash a decision is found again as not sent, by the same person only', async () => {
  lib.beginDecision(me, decision, async () => true);
  vi.clearAllTimers();
  const anew = await open();
  expect(states(anew)).toEqual([[3, 'sending']]);
  const heard = vi.fn();
  const stop = anew.onDecisionsChange(me, heard);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(states(anew)).toEqual([[3, 'unsent']]);
  expect(anew.pendingDecisions(8)).toEqual([]);
  stop();
});

test('what was kept unreadably counts as nothing', () => {
  for (const text of ['{', '{}', 'null']) {
    kept.set('topout-decisions-7', text);
    expect(states()).toEqual([]);
  }
});

test('a decision that was refused is shown until it is dismissed, and neither sent again nor in the way of another', async () => {
  lib.beginDecision(me, decision, async () => ({ refusal: 'Session 3 was already rejected by Ada Obi' }));
  await lib.sendWaiting();
  const told = { state: 'refused', refusal: 'Session 3 was already rejected by Ada Obi' };
  expect(lib.pendingDecisions(me)).toMatchObject([told]);
  expect(lib.underWay(lib.pendingDecisions(me))).toEqual([]);
  const anew = await open();
  expect(anew.pendingDecisions(me)).toMatchObject([told]);
  anew.beginDecision(me, decision, async () => true);
  expect(states(anew)).toEqual([[3, 'waiting']]);
  await anew.sendWaiting();
  expect(kept.size).toBe(0);
});
