// One-click decisions: they wait, can be undone, are sent once, and are never lost or sent unseen.
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, networkError } from '#web/lib/api/api-error.ts';
import { formerDecisions, type Outcome, underWay } from './decisions.ts';
import { createOutbox } from './outbox.ts';
import { createOutboxStore, type Unsent, type Written } from './outbox-store.ts';

const approval = (id: number): Written => ({
  call: 'approveSession',
  input: { params: { id }, body: { recordId: id * 10 } },
  words: 'Lekki Towers, Block A',
  key: `press-${id}`,
});
const waits = { undoMs: 8000, onOutcome: () => undefined };
const refusal = new ApiError({ status: 409, message: '409', detail: 'Session 3 was already rejected by Ada Obi' });

const send = vi.fn<(item: Pick<Unsent, 'key' | 'input' | 'call'>) => Promise<unknown>>();
const sentIds = () => send.mock.calls.map(([{ input }]) => input.params?.id);

/** A page that is opened on the same device, with the outbox of this person. */
async function open({ person = 7, store = createOutboxStore(person) } = {}) {
  const sent: string[] = [];
  const outbox = createOutbox({
    store,
    send,
    exclusive: (work) => work(),
    onSent: (item) => void sent.push(item.words),
    onEnded: () => undefined,
  });
  await outbox.refresh();
  const { decisions } = outbox;
  const states = () => decisions.all().map(({ input, state }) => [input.params?.id, state]);
  return { outbox, decisions, states, store, sent };
}
type Page = Awaited<ReturnType<typeof open>>;

const isStored = ({ store }: Page) => vi.waitFor(async () => expect(await store.all()).not.toEqual([]));
const isEmpty = ({ store }: Page) => vi.waitFor(async () => expect(await store.all()).toEqual([]));
const isShown = (page: Page, states: unknown[]) => vi.waitFor(() => expect(page.states()).toEqual(states));
/** The page is gone, as in a crash: nothing of it runs any more. */
const crash = () => vi.clearAllTimers();

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  send.mockReset().mockResolvedValue({ id: 3 });
});
afterEach(() => vi.useRealTimers());

test('a decision is kept on the device, waits 8 seconds and is sent once', async () => {
  const page = await open();
  page.decisions.decide(approval(3), waits);
  expect(page.states()).toEqual([[3, 'waiting']]);
  await isStored(page);
  vi.advanceTimersByTime(7900);
  await page.outbox.drain();
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(sentIds()).toEqual([3]);
  await isEmpty(page);
  await isShown(page, []);
  vi.advanceTimersByTime(60_000);
  await page.outbox.drain();
  expect(sentIds()).toEqual([3]);
});

test('a decision that is undone is never sent', async () => {
  const page = await open();
  page.decisions.decide(approval(3), waits);
  const [made] = page.decisions.all();
  const undone = page.decisions.forget(made as NonNullable<typeof made>);
  expect(page.states()).toEqual([]);
  await undone;
  vi.advanceTimersByTime(60_000);
  expect(send).not.toHaveBeenCalled();
  expect(await page.store.all()).toEqual([]);
  expect((await open()).states()).toEqual([]);
});

test('the next decision, and leaving the page, send the one that waits at once', async () => {
  const page = await open();
  page.decisions.decide(approval(3), waits);
  page.decisions.decide(approval(4), waits);
  expect(sentIds()).toEqual([3]);
  await page.decisions.release();
  expect(sentIds()).toEqual([3, 4]);
  vi.advanceTimersByTime(60_000);
  expect(send).toHaveBeenCalledTimes(2);
});

test('one that was confirmed in a dialog is sent at once, and the one that waited before it goes first', async () => {
  const page = await open();
  page.decisions.decide(approval(3), waits);
  page.decisions.decide(approval(4), { ...waits, undoMs: 0 });
  expect(sentIds()).toEqual([3, 4]);
  await isShown(page, []);
  await isEmpty(page);
});

test('a decision whose answer never came is not sent, and is not sent again by itself', async () => {
  send.mockRejectedValue(networkError('the answer was lost'));
  const page = await open();
  const outcomes: Outcome[] = [];
  page.decisions.decide(approval(3), { undoMs: 8000, onOutcome: (outcome) => void outcomes.push(outcome) });
  await page.decisions.release();
  expect(outcomes).toMatchObject([{ refusal: undefined }]);
  expect(page.states()).toEqual([[3, 'unsent']]);
  vi.advanceTimersByTime(600_000);
  await page.outbox.drain();
  expect(send).toHaveBeenCalledTimes(1);
  const anew = await open();
  await isShown(anew, [[3, 'unsent']]);
  expect(anew.outbox.items()).toEqual([]);
  send.mockResolvedValue({ id: 3 });
  const [found] = anew.decisions.all();
  anew.decisions.sendAgain(found as NonNullable<typeof found>, waits);
  await isShown(anew, []);
  expect(new Set(send.mock.calls.map(([{ key }]) => key)).size).toBe(1);
});

test('a decision that was discarded while it was sent, as by a logout, is not kept again', async () => {
  let fail: (error: Error) => void = () => undefined;
  send.mockReturnValue(
    new Promise((_, reject) => {
      fail = reject;
    }),
  );
  const page = await open();
  page.decisions.decide(approval(3), waits);
  await isStored(page);
  const released = page.decisions.release();
  await page.outbox.end();
  fail(networkError('too late'));
  await released;
  expect(page.states()).toEqual([]);
  expect(await indexedDB.databases()).toEqual([]);
});

test('after a crash a decision is found again as not sent, by the same person only', async () => {
  const page = await open();
  page.decisions.decide(approval(3), waits);
  await isStored(page);
  crash();
  const anew = await open();
  expect(anew.states()).toEqual([[3, 'sending']]);
  const heard = vi.fn();
  anew.outbox.subscribe(heard);
  vi.advanceTimersByTime(20_000);
  expect(heard).toHaveBeenCalled();
  expect(anew.states()).toEqual([[3, 'unsent']]);
  await anew.outbox.drain();
  expect(send).not.toHaveBeenCalled();
  expect((await open({ person: 8 })).states()).toEqual([]);
});

test('a decision that was refused is shown until it is dismissed, and neither sent again nor in the way of another', async () => {
  send.mockRejectedValue(refusal);
  const page = await open();
  page.decisions.decide(approval(3), waits);
  await page.decisions.release();
  const outcomes = { state: 'refused', refusal: { message: 'Session 3 was already rejected by Ada Obi' } };
  expect(page.decisions.all()).toMatchObject([outcomes]);
  expect(underWay(page.decisions.all())).toEqual([]);
  const anew = await open();
  expect(anew.decisions.all()).toMatchObject([outcomes]);
  send.mockResolvedValue({ id: 3 });
  anew.decisions.decide({ ...approval(3), key: 'another press' }, waits);
  expect(anew.states()).toEqual([[3, 'waiting']]);
  await anew.decisions.release();
  await isEmpty(anew);
  await isShown(anew, []);
});

test('a device that keeps nothing sends it anyway, and says what became of it while the page stands', async () => {
  const never = () => Promise.reject(new Error('full'));
  const store = { ...createOutboxStore(7), update: never, add: never, put: never };
  const page = await open({ store });
  send.mockRejectedValue(refusal);
  page.decisions.decide(approval(3), waits);
  expect(page.states()).toEqual([[3, 'waiting']]);
  await page.decisions.release();
  await page.outbox.refresh();
  expect(page.states()).toEqual([[3, 'refused']]);
  send.mockResolvedValue({ id: 4 });
  page.decisions.decide(approval(4), waits);
  await page.decisions.release();
  expect(page.states()).toEqual([[3, 'refused']]);
});

const former = [
  { sessionId: 3, recordId: 30, move: 'accept', words: 'Lekki Towers', until: 0 },
  { sessionId: 4, recordId: 40, move: 'reject', rejection: { rejectionReason: 'Dark' }, words: 'Ikoyi', until: 0 },
  { sessionId: 5, recordId: 50, move: 'approve', words: 'Yaba', until: 0, refusal: 'Already rejected' },
];

test('decisions that an earlier version kept are adopted once, said, and sent on request', async () => {
  const page = await open();
  const found = formerDecisions(JSON.stringify(former), Date.now());
  expect(await page.decisions.adopt(found)).toBe(true);
  // Two tabs that were opened at once.
  await page.decisions.adopt(formerDecisions(JSON.stringify(former), Date.now()));
  await page.outbox.refresh();
  expect(page.states()).toEqual([
    [3, 'unsent'],
    [4, 'unsent'],
    [5, 'refused'],
  ]);
  await page.outbox.drain();
  expect(send).not.toHaveBeenCalled();
  const [accepted, rejected] = page.decisions.all();
  expect(accepted).toMatchObject({ call: 'editSession', input: { body: { status: 'approved', recordId: 30 } } });
  page.decisions.sendAgain(rejected as NonNullable<typeof rejected>, waits);
  const input = { params: { id: 4 }, body: { rejectionReason: 'Dark', recordId: 40 } };
  expect(send.mock.calls).toMatchObject([[{ call: 'rejectSession', input }]]);
  await isShown(page, [
    [3, 'unsent'],
    [5, 'refused'],
  ]);
});

test.each(['{', '{}', 'null'])('of %s, as an earlier version may have left it, nothing is adopted', (text) => {
  expect(formerDecisions(text, Date.now())).toEqual([]);
});
