// One-click decisions: each can be undone for some seconds, and is stored on the device until the server has answered (behaviour §2.8).
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { ReasonCode } from '#contract/sessions/rejection.ts';
import { beforeLogout } from '#web/lib/api/login-redirect.ts';
import { createListeners } from '#web/lib/device/listeners.ts';
import { decisionsOf, readLocalStorage, writeLocalStorage } from '#web/lib/device/local-storage.ts';

type Rejection = {
  rejectionReason: string | null;
  reasons: ReasonCode[];
  flags: { mediaKind: MediaKind; item: string; note: string | null }[];
};
export type Decision = {
  sessionId: number;
  /** The record that the reviewer viewed. */
  recordId: number;
  move: 'approve' | 'accept' | 'complete' | 'reject';
  /** For a rejection: what the photographer reads and views. */
  rejection?: Rejection;
  /** A description, for when it is found again. */
  words: string;
};
/** `until`: before that another tab, or this one before a reload, may still be about to send it. */
type Kept = Decision & { until: number; refusal?: string };

/** `unsent`: found again, or without a response; it is sent only on request. `refused`: shown until it is dismissed. */
export type DecisionState = 'waiting' | 'sending' | 'unsent' | 'refused';
export type PendingDecision = Decision & { state: DecisionState; refusal?: string };

/** True: it is done. A refusal has the server's sentence. False: unknown. */
export type Outcome = boolean | { refusal: string };
type Send = (decision: Decision) => Promise<Outcome>;

export const undoMilliseconds = 8000;
/** How long a response may take before a decision counts as not sent. */
const graceMilliseconds = 10_000;

const listeners = createListeners();
/** Used until the device can be read. */
export const noDecisions: readonly PendingDecision[] = [];
let waiting: { personId: number; decision: Decision; send: Send; timer: ReturnType<typeof setTimeout> } | undefined;
const sending = new Set<number>();
let snapshot: { text: string; key: string; all: readonly PendingDecision[] } | undefined;

function readKept(personId: number): Kept[] {
  try {
    const kept: unknown = JSON.parse(readLocalStorage(decisionsOf(personId)) ?? '[]');
    return Array.isArray(kept) ? (kept as Kept[]) : [];
  } catch {
    return [];
  }
}

/** If the browser refuses to store it, what waits here is still shown. */
function readAll(personId: number): Kept[] {
  const kept = readKept(personId);
  const own = waiting?.personId === personId ? waiting.decision : undefined;
  const isKept = !own || kept.some(({ sessionId }) => sessionId === own.sessionId);
  return isKept ? kept : [...kept, { ...own, until: 0 }];
}

function stateOf({ sessionId, until, refusal }: Kept): DecisionState {
  if (refusal !== undefined) return 'refused';
  if (waiting?.decision.sessionId === sessionId) return 'waiting';
  return sending.has(sessionId) || Date.now() < until ? 'sending' : 'unsent';
}

/** Those that can be undone or are being sent. */
export const underWay = (all: readonly PendingDecision[]) =>
  all.filter(({ state }) => state === 'waiting' || state === 'sending');

function keep(personId: number, decision: Omit<Kept, 'until'>, until: number): void {
  const others = readAll(personId).filter(({ sessionId }) => sessionId !== decision.sessionId);
  writeLocalStorage(decisionsOf(personId), JSON.stringify([...others, { ...decision, until }]));
  listeners.notify();
}

/** It was answered, undone or discarded. */
export function forgetDecision(personId: number, sessionId: number): void {
  if (waiting?.decision.sessionId === sessionId) {
    clearTimeout(waiting.timer);
    waiting = undefined;
  }
  const others = readAll(personId).filter((one) => one.sessionId !== sessionId);
  writeLocalStorage(decisionsOf(personId), others.length > 0 ? JSON.stringify(others) : null);
  listeners.notify();
}

/** Stored first, then counted down; one that still waits is sent, because the next one comes. */
export function beginDecision(personId: number, decision: Decision, send: Send): void {
  void sendWaiting();
  const timer = setTimeout(() => void sendWaiting(), undoMilliseconds);
  waiting = { personId, decision, send, timer };
  keep(personId, decision, Date.now() + undoMilliseconds + graceMilliseconds);
}

/** Sends at once what still waits: the page is left, or the next decision was made. */
export async function sendWaiting(): Promise<void> {
  if (!waiting) return;
  const { personId, decision, send, timer } = waiting;
  clearTimeout(timer);
  waiting = undefined;
  await sendDecision(personId, decision, send);
}

/** Confirmed in a dialog: it does not wait, and an earlier decision goes first. */
export function decideAtOnce(personId: number, decision: Decision, send: Send): void {
  void sendWaiting();
  void sendDecision(personId, decision, send);
}

export async function sendDecision(personId: number, decision: Decision, send: Send): Promise<void> {
  sending.add(decision.sessionId);
  keep(personId, decision, Date.now() + graceMilliseconds);
  const outcome = await send(decision);
  sending.delete(decision.sessionId);
  if (outcome === true) return forgetDecision(personId, decision.sessionId);
  // Discarded meanwhile, as by a logout: nothing of it comes back.
  if (!readKept(personId).some(({ sessionId }) => sessionId === decision.sessionId)) return;
  keep(personId, outcome === false ? decision : { ...decision, ...outcome }, 0);
}

/** The same array until something changes. */
export function pendingDecisions(personId: number): readonly PendingDecision[] {
  const kept = readAll(personId);
  if (kept.length === 0) return noDecisions;
  const all = kept.map(({ until, ...one }) => ({ ...one, state: stateOf({ ...one, until }) }));
  const text = JSON.stringify(all);
  const key = decisionsOf(personId);
  if (snapshot?.key !== key || snapshot.text !== text) snapshot = { key, text, all };
  return snapshot.all;
}

/** Also reports what other tabs do, and when a decision held by another tab counts as not sent. */
export function onDecisionsChange(personId: number, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function changed() {
    clearTimeout(timer);
    const ends = readAll(personId).map(({ until }) => until - Date.now());
    const next = Math.min(...ends.filter((end) => end > 0));
    if (Number.isFinite(next)) timer = setTimeout(changed, next + 50);
    listener();
  }
  const remove = listeners.add(changed);
  addEventListener('storage', changed);
  changed();
  return () => {
    remove();
    removeEventListener('storage', changed);
    clearTimeout(timer);
  };
}

beforeLogout.send = sendWaiting;
if (typeof document !== 'undefined') addEventListener('pagehide', () => void sendWaiting());
