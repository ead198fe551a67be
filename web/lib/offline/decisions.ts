// Decisions of one click, in the outbox: each can be undone until it is due, then goes from the page that made it, never unseen (behaviour §2.8).
import { offlineKeyPrefix } from '#contract/core/endpoint.ts';
import { type ApiError, isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts';
import { randomKey } from '#web/lib/device/random-key.ts';
import { asApiError, type Send } from './deliver.ts';
import type { OutboxStore, Unsent, Written } from './outbox-store.ts';
import { sessionOf } from './same-session.ts';

/** `unsent`: found again, or without a response; it is sent only on request. `refused`: shown until it is dismissed. */
export type DecisionState = 'waiting' | 'sending' | 'unsent' | 'refused';
type DecisionItem = Omit<Unsent, 'id'> & { notBefore: number };
export type PendingDecision = DecisionItem & { state: DecisionState };

/** Failed without a refusal: it may or may not have arrived. */
export type Outcome = { reply: unknown } | { error: ApiError; refusal: string | undefined };

/** `undoMs`: 0 for one that was confirmed. `onOutcome`: receives what became of it. */
export type Deciding = { undoMs: number; fallback?: string | undefined; onOutcome: (outcome: Outcome) => void };

export const undoMilliseconds = 8000;
/** How long a response may take before a decision that another page made counts as not sent. */
const graceMilliseconds = 10_000;

/** The same array while there is none. */
export const noDecisions: readonly PendingDecision[] = [];

/** Those that can be undone or are being sent. */
export const underWay = (all: readonly PendingDecision[]) =>
  all.filter(({ state }) => state === 'waiting' || state === 'sending');

export const isDecision = (item: Unsent): item is Unsent & DecisionItem => item.notBefore !== undefined;

/** Of this page. `stored`: false if the device keeps nothing, then it stays here when it is `over`. `timer`: until it is due. */
type Own = Omit<Deciding, 'undoMs'> & {
  item: DecisionItem;
  stored: Promise<boolean>;
  timer?: ReturnType<typeof setTimeout> | undefined;
  over?: boolean;
};

type DecisionsOptions = {
  store: OutboxStore;
  send: Send;
  onSent(item: DecisionItem, reply: unknown): unknown;
  onEnded(): void;
  /** The store has changed: it is read again, here and in other tabs. */
  changed(): Promise<void>;
  notify(): void;
  now(): number;
};

/**
 * They are sent past the queue, without its lock: whoever leaves the page waits for nothing, and what else waits about a session is none of
 * theirs, as they are about the record that was on screen.
 */
export function createDecisions({ store, send, onSent, onEnded, changed, notify, now }: DecisionsOptions) {
  const own = new Map<string, Own>();
  /** Undone or discarded: no longer shown, even if the store still has them. */
  const forgotten = new Set<string>();
  let kept: readonly DecisionItem[] = noDecisions;
  let shown = { text: '[]', all: noDecisions };
  let expiry: ReturnType<typeof setTimeout> | undefined;

  function stateOf({ key, notBefore, refusal }: DecisionItem): DecisionState {
    const mine = own.get(key);
    if (refusal) return 'refused';
    if (mine?.timer !== undefined) return 'waiting';
    // Another tab, or this one before a reload, may still be about to send it.
    return (mine && !mine.over) || now() < notBefore + graceMilliseconds ? 'sending' : 'unsent';
  }

  function show(): void {
    const added = [...own.values()].map(({ item }) => item).filter(({ key }) => !kept.some((one) => one.key === key));
    const present = [...kept, ...added].filter(({ key }) => !forgotten.has(key));
    const all = present.map((item) => ({ ...item, state: stateOf(item) }));
    const text = JSON.stringify(all);
    if (text !== shown.text) shown = { text, all: all.length > 0 ? all : noDecisions };
    clearTimeout(expiry);
    const ends = all.filter(({ key, state }) => state === 'sending' && !own.has(key));
    const next = Math.min(...ends.map(({ notBefore }) => notBefore + graceMilliseconds - now()));
    if (Number.isFinite(next)) expiry = setTimeout(show, next + 50);
    notify();
  }

  /** What the store has under this key becomes this, or goes; what is there no longer, as after a logout, does not come back. */
  async function keep(key: string, item?: DecisionItem): Promise<void> {
    await store.update((here) => {
      const found = here.filter((one) => one.key === key);
      return item ? { put: found.map(({ id }) => ({ ...item, id })) } : { remove: found.map(({ id }) => id) };
    });
    await changed();
  }

  /** In the place of an earlier decision about the same session. */
  function add(item: DecisionItem): Promise<boolean> {
    const isOfSame = aboutSameAs(item);
    const added = store.update((here) => ({
      remove: here.filter((one) => isDecision(one) && isOfSame(one)).map(({ id }) => id),
      put: [item as Unsent],
    }));
    return added.then(changed).then(yes, no);
  }

  /** Those that earlier versions kept elsewhere. Resolves to whether the store has them. */
  async function adopt(former: readonly DecisionItem[]): Promise<boolean> {
    const missing = (here: readonly Unsent[]) =>
      former.filter((item) => !here.some((one) => isDecision(one) && aboutSameAs(item)(one)));
    const stored = store.update((here) => ({ put: missing(here) as Unsent[] })).then(yes, no);
    if (!(await stored)) {
      for (const item of former) own.set(item.key, { item, stored, onOutcome: () => undefined, over: true });
      show();
    }
    return stored;
  }

  async function sendNow(one: Own): Promise<void> {
    const { key } = one.item;
    clearTimeout(one.timer);
    one.timer = undefined;
    // Before anything is waited for: the page may be on its way out.
    const sending = send(one.item);
    one.item = { ...one.item, notBefore: now(), refusal: undefined };
    const noted = one.stored.then((isStored) => (isStored && own.has(key) ? keep(key, one.item) : undefined));
    show();
    const outcome = await sending.then(
      async (reply) => {
        await onSent(one.item, reply);
        return { reply };
      },
      (error) => failureOf(asApiError(error), one.fallback),
    );
    if ('error' in outcome && outcome.error.status === 401) onEnded();
    one.onOutcome(outcome);
    await noted.catch(() => undefined);
    await settle(one, outcome);
  }

  async function settle(one: Own, outcome: Outcome): Promise<void> {
    const { key } = one.item;
    // Discarded meanwhile, as by a logout.
    if (own.get(key) !== one) return;
    const refusal = 'error' in outcome && outcome.refusal ? { message: outcome.refusal } : undefined;
    const next = 'reply' in outcome ? undefined : { ...one.item, notBefore: 0, refusal };
    const isStored = (await one.stored) && (await keep(key, next).then(yes, no));
    if (own.get(key) !== one) return;
    if (next && !isStored) Object.assign(one, { item: next, over: true });
    else own.delete(key);
    show();
  }

  function begin(item: DecisionItem, { undoMs, ...telling }: Deciding, stored: Promise<boolean>): void {
    const one: Own = { ...telling, item, stored };
    own.set(item.key, one);
    if (undoMs === 0) return void sendNow(one);
    one.timer = setTimeout(() => void sendNow(one), undoMs);
    show();
  }

  /** Sends at once what still waits: the page is left, or the next decision was made. */
  async function release(): Promise<void> {
    await Promise.all([...own.values()].filter(({ timer }) => timer !== undefined).map(sendNow));
  }

  return {
    all: () => shown.all,
    /** Those that the store holds. */
    read(items: readonly Unsent[]): void {
      kept = items.filter(isDecision).map(({ id: _, ...item }) => item);
      show();
    },
    /** Stored and counted down; one that still waits is sent, because the next one comes. */
    decide(written: Written, deciding: Deciding): void {
      void release();
      const key = `${offlineKeyPrefix}${written.key}`;
      const item = { ...written, key, at: now(), notBefore: now() + deciding.undoMs };
      const isOfSame = aboutSameAs(item);
      kept = kept.filter((one) => !isOfSame(one));
      for (const [other, one] of own) if (one.over && isOfSame(one.item)) own.delete(other);
      begin(item, deciding, add(item));
    },
    /** Of what was found again: under its key, so that it cannot arrive twice. */
    sendAgain({ state: _, ...item }: PendingDecision, deciding: Omit<Deciding, 'undoMs'>): void {
      begin(item, { ...deciding, undoMs: 0 }, own.get(item.key)?.stored ?? Promise.resolve(true));
    },
    /** It was undone, discarded or dismissed. */
    async forget({ key }: Pick<PendingDecision, 'key'>): Promise<void> {
      const one = own.get(key);
      // Found after a reload: delete it from the device first, or it would be back for somebody who leaves right away.
      if (!one) await keep(key).catch(() => undefined);
      clearTimeout(one?.timer);
      own.delete(key);
      forgotten.add(key);
      show();
      await one?.stored;
      await keep(key).catch(() => undefined);
      kept = kept.filter((item) => item.key !== key);
      forgotten.delete(key);
      show();
    },
    release,
    adopt,
    /** Its person leaves this device. */
    end(): void {
      for (const { timer } of own.values()) clearTimeout(timer);
      own.clear();
      kept = noDecisions;
      show();
    },
  };
}

const yes = () => true;
const no = () => false;

const aboutSameAs = (item: DecisionItem) => (other: Pick<Unsent, 'call' | 'input'>) =>
  sessionOf(other) === sessionOf(item);

function failureOf(error: ApiError, fallback: string | undefined): Outcome {
  const isUnknown = error.status === 401 || isOutcomeUnknown(error);
  return { error, refusal: isUnknown ? undefined : messageOf(error, fallback) };
}

/** As they were kept in the browser's local storage before the outbox held them. */
type Former = {
  sessionId: number;
  recordId: number;
  move: 'approve' | 'accept' | 'complete' | 'reject';
  rejection?: Record<string, unknown>;
  words: string;
  until: number;
  refusal?: string;
};

const callsOf: Record<Former['move'], Pick<Unsent, 'call'> & { body?: Record<string, unknown> }> = {
  approve: { call: 'approveSession' },
  reject: { call: 'rejectSession' },
  accept: { call: 'editSession', body: { status: 'approved' } },
  complete: { call: 'editSession', body: { status: 'completed' } },
};

/** Text that nobody can read holds none. */
export function formerDecisions(text: string | null, now: number): DecisionItem[] {
  try {
    const former: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(former) ? (former as Former[]).map((one) => fromFormer(one, now)) : [];
  } catch {
    return [];
  }
}

function fromFormer(
  { sessionId, recordId, move, rejection, words, until, refusal }: Former,
  now: number,
): DecisionItem {
  const { call, body } = callsOf[move];
  return {
    call,
    input: { params: { id: sessionId }, body: { ...body, ...rejection, recordId } },
    words,
    key: `${offlineKeyPrefix}${randomKey()}`,
    at: now,
    notBefore: Math.max(0, until - graceMilliseconds),
    ...(refusal === undefined ? {} : { refusal: { message: refusal } }),
  };
}
