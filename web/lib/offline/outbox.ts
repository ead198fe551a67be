// One person's outbox: writes are stored first, then sent, once and in order; refused ones stay with the reason.
import { offlineDays, offlineKeyPrefix } from '#contract/core/endpoint.ts';
import { ApiError, messageOf, networkError } from '#web/lib/api/api-error.ts';
import { createListeners } from '#web/lib/device/listeners.ts';
import { randomKey } from '#web/lib/device/random-key.ts';
import { formMs } from '#web/lib/device/timeouts.ts';
import { createDecisions, isDecision } from './decisions.ts';
import { asApiError, createDelivery, createFormWait, type FormWait, isReused, type Send } from './deliver.ts';
import type { OutboxStore, Unsent, Written } from './outbox-store.ts';
import { before, folded, isHeld, rewritten, subjectOf } from './same-session.ts';

type OutboxOptions = {
  store: OutboxStore;
  /** Rejects with an ApiError. */
  send: Send;
  /** One at a time, in all tabs of this person. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** A waiting item, or a decision, was sent; a decision shows as sent when this has settled. */
  onSent(item: Omit<Unsent, 'id'>, reply: unknown): unknown;
  /** The server no longer recognises this person. */
  onEnded(): void;
  /** Other tabs read it again. */
  onChange?(): void;
  /** Stops waiting for whatever is being sent: its person leaves, or has edited it. It may have arrived anyway. */
  letGo?(): void;
  now?(): number;
  /** How long a form waits for the response, in milliseconds. */
  answerMs?: number;
};

const lifetime = offlineDays * 24 * 60 * 60 * 1000;
/** No response, or one that says nothing about the item: later ones would fare the same. */
const noLine = new Set([0, 401, 408, 425, 429, 502, 503, 504]);

const changedSince =
  'An earlier version of this has already arrived. Check it there; what you wrote since stays here until you discard it.';

/** It waits on the device. */
const kept = (cause: unknown) => new ApiError({ status: 0, code: 'kept', message: '0: not sent yet', cause });
/** It was not sent, because a lost connection would lose it; somebody who sends it again knows that. */
const notKept = (cause: unknown) =>
  new ApiError({
    status: 0,
    code: 'not_kept',
    message: '0: cannot be kept',
    detail: "This device can't save drafts. Send it again, and keep this page open until it's sent.",
    cause,
  });

/** The same array while nothing waits: another one would make React render its readers again, all in one go. */
const none: readonly Unsent[] = [];

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(options: OutboxOptions) {
  const { store, send, exclusive, onSent, onEnded, onChange, letGo, now = Date.now, answerMs = formMs } = options;
  const listeners = createListeners();
  /** Writers that wait to change the store: nothing more is sent before them, as it might hang. */
  let writers = 0;
  const sendUnlessAwaited: Send = async (item) => {
    if (writers > 0) throw networkError('somebody waits');
    return send(item);
  };
  const deliver = createDelivery({ store, send: sendUnlessAwaited, now });
  let items = none;
  let canKeep = true;
  /** Its person has left: a database that was deleted must not be opened again. */
  let isOver = false;
  let draining: Promise<void> | undefined;
  /** What forms of this page are about to send themselves: somebody reads the answer there. */
  const ofForms = new Set<number>();

  /** Stops waiting for what is being sent. */
  async function atOnce<T>(work: () => Promise<T>): Promise<T> {
    writers += 1;
    letGo?.();
    return exclusive(work).finally(() => {
      writers -= 1;
    });
  }

  async function refresh(): Promise<void> {
    if (isOver) return;
    const found = await store.all().catch(() => none);
    if (isOver) return;
    const waiting = found.filter((item) => !isDecision(item));
    items = waiting.length > 0 ? waiting : none;
    decisions.read(found);
  }
  async function changed(): Promise<void> {
    await refresh();
    onChange?.();
  }

  const decisions = createDecisions({ store, send, onSent, onEnded, changed, notify: listeners.notify, now });

  /** `later`: this one keeps waiting, but others may succeed; `none`: they would fare the same. */
  async function attempt(item: Unsent): Promise<'done' | 'later' | 'none'> {
    try {
      const { sent, reply } = await deliver(item);
      onSent(sent, reply);
      await changed();
      return 'done';
    } catch (error) {
      return waitOn(item, asApiError(error));
    }
  }

  async function waitOn(item: Unsent, error: ApiError): Promise<'done' | 'later' | 'none'> {
    if (error.status === 401) onEnded();
    const waitsOn = noLine.has(error.status) || error.status >= 500;
    await mark(item, waitsOn ? { fault: isFault(error) } : { refusal: refusalOf(error), fault: false });
    if (noLine.has(error.status)) return 'none';
    return waitsOn ? 'later' : 'done';
  }

  async function mark(item: Unsent, fields: Pick<Unsent, 'refusal' | 'fault'>): Promise<void> {
    if (!fields.refusal && Boolean(item.fault) === fields.fault) return;
    await store.update((here) => ({
      put: here.filter(({ id }) => id === item.id).map((each) => ({ ...each, ...fields })),
    }));
    await changed();
  }

  const waits = (item: Unsent) => !isDecision(item) && !item.refusal && !isTooOld(item, now());

  /** Sends the items before `id`, or all. Returns what has to keep waiting: nothing may overtake an item about the same thing. */
  async function sendUpTo(id = Number.POSITIVE_INFINITY): Promise<(item: Unsent) => boolean> {
    await foldAll();
    const stuck = new Set<string>();
    const isStuck = (item: Unsent) => stuck.has(subjectOf(item) ?? '');
    for (const { id: next } of (await store.all()).filter((each) => each.id < id)) {
      const item = await mayGo(next);
      const outcome = item && !isStuck(item) && (ofForms.has(next) ? 'later' : await attempt(item));
      if (outcome === 'none') return () => true;
      if (item && outcome === 'later') stuck.add(subjectOf(item) ?? `item ${next}`);
    }
    return isStuck;
  }

  /** Undefined if nothing of it can be sent now. */
  async function mayGo(id: number): Promise<Unsent | undefined> {
    const here = await store.all();
    return here.find((item) => item.id === id && waits(item) && !isHeld(item, here));
  }

  async function foldAll(): Promise<void> {
    if (!(await store.all()).some(({ after }) => after !== undefined)) return;
    await store.update(folded);
    await changed();
  }

  /** Sends the item that was just written; it may have replaced a waiting one. Once the form is gone it counts as a waiting item. */
  async function sendKept(id: number, mustWait: (item: Unsent) => boolean, form: FormWait): Promise<unknown> {
    const item = await mayGo(id);
    if (!item || mustWait(item)) throw kept(undefined);
    try {
      const { sent, reply } = await deliver(item);
      if (!form.claim()) onSent(sent, reply);
      return reply;
    } catch (error) {
      const known = asApiError(error);
      // The person is sent to the login, and the item is sent after that.
      if (known.status === 401) onEnded();
      if (known.status === 0 || known.status === 401) throw kept(known);
      await takeRefusal(item, known, form);
      throw known;
    } finally {
      await changed();
    }
  }

  /** The author still has it on screen, and reads the server's answer. */
  async function takeRefusal(item: Unsent, error: ApiError, form: FormWait): Promise<void> {
    if (!form.claim()) await waitOn(item, error);
    else await store.remove(item.id);
  }

  return {
    /**
     * Stores the item (`onTaken`), then sends it; returns the server's response. Rejects with the code `kept` if it waits, with a refusal
     * if it does not.
     */
    async submit(written: Written, onTaken?: () => void): Promise<unknown> {
      const made = { ...written, key: `${offlineKeyPrefix}${written.key}`, at: now() };
      if (!canKeep) {
        return send(made).catch((error: unknown) => {
          throw asApiError(error);
        });
      }
      const id = await store
        .add(made, (here) => before(made, here.filter(waits)))
        .catch((cause: unknown) => {
          canKeep = false;
          listeners.notify();
          throw notKept(cause);
        });
      ofForms.add(id);
      onTaken?.();
      await changed();
      const form = createFormWait(answerMs);
      const sending = exclusive(async () => {
        const mustWait = await sendUpTo(id).catch(() => () => true);
        return sendKept(id, mustWait, form);
      }).finally(() => ofForms.delete(id));
      return form.first(sending, () => kept(undefined));
    },

    /** Sends waiting items, as far as the connection allows. */
    drain(): Promise<void> {
      draining ??= exclusive(() => sendUpTo())
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => {
          draining = undefined;
        });
      return draining;
    },

    /** Keeps the key, so that it cannot arrive twice; an item that had become too old gets a new one. */
    async change(item: Unsent, input: Unsent['input']): Promise<void> {
      const anew = isTooOld(item, now())
        ? { key: `${offlineKeyPrefix}${randomKey()}`, at: now(), tried: undefined }
        : {};
      await atOnce(() => store.update((here) => ({ put: [{ ...rewritten(here, item, input), ...anew }] })));
      await changed();
    },
    async remove(id: number): Promise<void> {
      await atOnce(() => store.remove(id));
      await changed();
    },

    /** Its person leaves this device: waiting items are no longer sent or stored, and what is being sent is no longer awaited. */
    async end(): Promise<void> {
      isOver = true;
      items = none;
      decisions.end();
      await atOnce(store.end).catch(() => undefined);
    },
    decisions,
    refresh,
    /** Finds out whether this device can store anything. */
    async probe(): Promise<void> {
      canKeep = await store.probe().then(
        () => true,
        () => false,
      );
      listeners.notify();
    },
    items: () => items,
    canKeep: () => canKeep,
    subscribe: listeners.add,
  };
}

export function isTooOld({ at }: Pick<Unsent, 'at'>, now: number): boolean {
  return now - at > lifetime;
}

/** The connection works. */
const isFault = ({ status }: ApiError) => status !== 0 && status !== 401;

function refusalOf(error: ApiError): NonNullable<Unsent['refusal']> {
  if (isReused(error)) return { message: changedSince };
  const [issue] = error.issues;
  const { recordId } = Object(error.present) as { recordId?: number };
  return { message: issue?.message ?? messageOf(error), ...(recordId === undefined ? {} : { recordId }) };
}
