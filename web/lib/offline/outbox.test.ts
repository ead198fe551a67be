// The outbox over a real store: a server, connection and browser that fail at every point.
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { ApiError, networkError } from '#web/lib/api/api-error.ts';
import { createOutbox } from './outbox.ts';
import { createOutboxStore, type OutboxStore, type Unsent, type Written } from './outbox-store.ts';

const day = 24 * 60 * 60 * 1000;

/** Follows the rules of the server's keys: the same key never writes twice, and with another body it is 422. */
function createServer() {
  const answered = new Map<string, { body: string; reply: unknown }>();
  const arrived: string[] = [];
  const state = { line: true, losesAnswer: false, refusal: undefined as ApiError | undefined };
  async function send({ key, input }: Pick<Unsent, 'call' | 'key' | 'input'>): Promise<unknown> {
    if (!state.line) throw networkError('no line');
    if (state.refusal) throw state.refusal;
    const body = JSON.stringify(input);
    const known = answered.get(key);
    if (known && known.body !== body)
      throw new ApiError({ status: 422, code: 'idempotency_key_reused', message: '422' });
    if (!known) {
      arrived.push(String(input.body?.message));
      answered.set(key, { body, reply: { id: arrived.length } });
    }
    if (state.losesAnswer) throw networkError('the answer was lost');
    return answered.get(key)?.reply;
  }
  return { arrived, state, send };
}

type Server = ReturnType<typeof createServer>;
type Extra = {
  store?: OutboxStore;
  now?: () => number;
  onEnded?: () => void;
  letGo?: () => void;
  answerMs?: number;
  person?: number;
};

/** A browser that was just started, over whatever the device holds. */
function start(server: Server, { store, now, onEnded = () => undefined, letGo, answerMs, person = 7 }: Extra = {}) {
  const sent: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const outbox = createOutbox({
    store: store ?? createOutboxStore(person),
    send: server.send,
    exclusive<T>(work: () => Promise<T>) {
      const next = last.then(work, work);
      last = next.catch(() => undefined);
      return next;
    },
    onSent: async (item) => void sent.push(item.words),
    onEnded,
    ...(letGo ? { letGo } : {}),
    // What a test leaves unanswered is not reported in a later one.
    answerMs: answerMs ?? 600_000,
    ...(now ? { now } : {}),
  });
  return { outbox, sent };
}

let pressed = 0;
const comment = (message: string): Written => ({
  key: `press-${++pressed}`,
  call: 'commentDispute',
  input: { params: { id: 3 }, body: { message } },
  words: message,
});
const change = (notes: string, { id = 5, recordId = 10 } = {}): Written => ({
  key: `press-${++pressed}`,
  call: 'editSession',
  input: { params: { id }, body: { notes, recordId } },
  words: notes,
});
const resubmission = (note: string): Written => ({ ...change(note), call: 'resubmitSession' });
const creation = (notes: string): Written => ({
  key: `press-${++pressed}`,
  call: 'createSession',
  input: { body: { notes } },
  words: notes,
});

const refused = (status: number, detail: string, code?: string) =>
  new ApiError({ status, detail, code, message: `${status}: ${detail}` });
const waiting = async (server: Server, person = 7) => {
  const { outbox } = start(server, { person });
  await outbox.refresh();
  return outbox.items();
};

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

describe('online', () => {
  it('is sent at once, and nothing stays on the device', async () => {
    const server = createServer();
    expect(await start(server).outbox.submit(comment('one'))).toEqual({ id: 1 });
    expect(await waiting(server)).toEqual([]);
  });

  it('says when it has it, before anything is sent: from then on a draft would be a second one', async () => {
    const server = createServer();
    const { outbox } = start(server);
    const onTaken = vi.fn(() => expect(server.arrived).toEqual([]));
    await outbox.submit(comment('one'), onTaken);
    expect(onTaken).toHaveBeenCalledOnce();
  });

  it('a round that begins before the form has sent it leaves it to the form, which reads the answer', async () => {
    const server = createServer();
    const { outbox, sent } = start(server);
    const taken = () => void outbox.drain();
    await expect(outbox.submit(comment('one'), taken)).resolves.toEqual({ id: 1 });
    await outbox.drain();
    expect([sent, server.arrived.length, await waiting(server)]).toEqual([[], 1, []]);
  });

  it('what waits is the same list for as long as nothing does, so that a page which shows it is not drawn again', async () => {
    const { outbox } = start(createServer());
    const before = outbox.items();
    await outbox.submit(comment('one'));
    expect(outbox.items()).toBe(before);
  });

  it.each([
    [400, 'Message is required'],
    [403, 'Only the project’s people may answer'],
    [409, 'This concern is closed'],
    [422, 'Nothing can be pinned there'],
    [500, 'Something went wrong on our side.'],
    [503, 'The database is not available at the moment.'],
  ])('an answer of %i goes to the form, which still holds what was written', async (status, detail) => {
    const server = createServer();
    server.state.refusal = refused(status, detail);
    await expect(start(server).outbox.submit(comment('one'))).rejects.toMatchObject({ status, detail });
    expect(await waiting(server)).toEqual([]);
  });

  it('a login that has ended keeps it for the next login of that person, whom nobody else sees', async () => {
    const server = createServer();
    server.state.refusal = refused(401, 'Not logged in');
    const onEnded = vi.fn();
    // The form is done with it: otherwise it would offer the same words after that login.
    await expect(start(server, { onEnded }).outbox.submit(comment('one'))).rejects.toMatchObject({ code: 'kept' });
    expect(onEnded).toHaveBeenCalledOnce();
    expect(await waiting(server, 8)).toEqual([]);
    expect(await waiting(server)).toMatchObject([{ words: 'one' }]);
    server.state.refusal = undefined;
    await start(server).outbox.drain();
    expect(server.arrived).toEqual(['one']);
  });
});

describe('offline', () => {
  it('waits, and is sent in the order of writing when the connection is back', async () => {
    const server = createServer();
    server.state.line = false;
    const { outbox, sent } = start(server);
    for (const words of ['one', 'two', 'three'])
      await expect(outbox.submit(comment(words))).rejects.toMatchObject({ code: 'kept' });
    expect(outbox.items().map(({ words }) => words)).toEqual(['one', 'two', 'three']);
    server.state.line = true;
    await outbox.drain();
    expect(server.arrived).toEqual(['one', 'two', 'three']);
    expect(sent).toEqual(['one', 'two', 'three']);
    expect(outbox.items()).toEqual([]);
  });

  it('what is written next goes after what waits', async () => {
    const server = createServer();
    server.state.line = false;
    const { outbox } = start(server);
    await expect(outbox.submit(comment('one'))).rejects.toMatchObject({ code: 'kept' });
    server.state.line = true;
    expect(await outbox.submit(comment('two'))).toEqual({ id: 2 });
    expect(server.arrived).toEqual(['one', 'two']);
  });

  it('an answer that is lost after the server has it makes no second one', async () => {
    const server = createServer();
    server.state.losesAnswer = true;
    const { outbox } = start(server);
    await expect(outbox.submit(comment('one'))).rejects.toMatchObject({ code: 'kept' });
    server.state.losesAnswer = false;
    await outbox.drain();
    expect(server.arrived).toEqual(['one']);
    expect(outbox.items()).toEqual([]);
  });

  it('two tabs that send at once make no second one', async () => {
    const server = createServer();
    server.state.line = false;
    const one = start(server).outbox;
    await expect(one.submit(comment('one'))).rejects.toMatchObject({ code: 'kept' });
    server.state.line = true;
    await Promise.all([one.drain(), start(server).outbox.drain(), one.drain()]);
    expect(server.arrived).toEqual(['one']);
    expect(await waiting(server)).toEqual([]);
  });
});

describe('a browser that is killed', () => {
  /** Steps of a submission after which the browser is gone: nothing after them happens. */
  test.each(['the write', 'the request', 'the answer'])(
    'after %s loses nothing and sends nothing twice',
    async (after) => {
      const server = createServer();
      const store = createOutboxStore(7);
      const never = new Promise<never>(() => undefined);
      const killed = { ...store, update: () => never };
      const send = after === 'the write' ? () => never : server.send;
      server.state.losesAnswer = after === 'the request';
      const { outbox } = start({ ...server, send } as Server, { store: killed });
      void outbox.submit(comment('one')).catch(() => undefined);
      await vi.waitFor(async () => expect(await store.all()).toHaveLength(1));
      if (after !== 'the write') await vi.waitFor(() => expect(server.arrived).toEqual(['one']));
      server.state.losesAnswer = false;
      await start(server).outbox.drain();
      expect(server.arrived).toEqual(['one']);
      expect(await waiting(server)).toEqual([]);
    },
  );

  it('with two things that wait still has both, in their order', async () => {
    const server = createServer();
    server.state.line = false;
    const { outbox } = start(server);
    for (const words of ['one', 'two']) await outbox.submit(comment(words)).catch(() => undefined);
    server.state.line = true;
    await start(server).outbox.drain();
    expect(server.arrived).toEqual(['one', 'two']);
  });
});

describe('what waited and is refused', () => {
  const refusedItem = async (refusal: ApiError) => {
    const server = createServer();
    server.state.line = false;
    const { outbox } = start(server);
    for (const words of ['one', 'two']) await outbox.submit(comment(words)).catch(() => undefined);
    server.state.line = true;
    server.state.refusal = refusal;
    await outbox.drain();
    server.state.refusal = undefined;
    return { server, outbox };
  };

  it('keeps its content and says why, also after a restart, and is not sent again by itself', async () => {
    const { server } = await refusedItem(refused(409, 'This concern is closed'));
    const next = start(server).outbox;
    await next.drain();
    await next.refresh();
    expect(server.arrived).toEqual([]);
    expect(next.items()).toMatchObject([
      { input: comment('one').input, refusal: { message: 'This concern is closed' } },
      { input: comment('two').input, refusal: { message: 'This concern is closed' } },
    ]);
  });

  it('is sent once it was edited, and gone once it was discarded', async () => {
    const { server, outbox } = await refusedItem(refused(400, 'Message is too long'));
    const [one, two] = outbox.items() as [Unsent, Unsent];
    await outbox.change(one, comment('short').input);
    await outbox.remove(two.id);
    await outbox.drain();
    expect(server.arrived).toEqual(['short']);
    expect(outbox.items()).toEqual([]);
  });

  it('knows which record an edit has to be merged into', async () => {
    const stale = new ApiError({ status: 409, code: 'stale', message: '409', present: { recordId: 44 } });
    const { outbox } = await refusedItem(stale);
    expect(outbox.items()[0]?.refusal).toMatchObject({ recordId: 44 });
  });

  it.each([
    ['a fault of the server', 500],
    ['a server that is away', 503],
    ['too much at once', 429],
    ['no answer', 0],
  ])('is not refused by %s: it waits on', async (_, status) => {
    const { server, outbox } = await refusedItem(refused(status, 'later'));
    expect(outbox.items().map(({ refusal }) => refusal)).toEqual([undefined, undefined]);
    await outbox.drain();
    expect(server.arrived).toEqual(['one', 'two']);
  });

  it('is overtaken by nothing about the same concern while the server cannot take it, but by other things', async () => {
    const server = createServer();
    server.state.line = false;
    const { outbox } = start({
      ...server,
      send: async (item) =>
        item.input.body?.message === fails ? Promise.reject(refused(500, 'later')) : server.send(item),
    });
    let fails = '';
    const elsewhere = { ...comment('elsewhere'), input: { params: { id: 4 }, body: { message: 'elsewhere' } } };
    for (const written of [comment('one'), comment('two'), elsewhere])
      await outbox.submit(written).catch(() => undefined);
    server.state.line = true;
    fails = 'one';
    await outbox.drain();
    expect(server.arrived).toEqual(['elsewhere']);
    expect(outbox.items()).toMatchObject([{ words: 'one', fault: true }, { words: 'two' }]);
    await expect(outbox.submit(comment('three'))).rejects.toMatchObject({ code: 'kept' });
    fails = '';
    await outbox.drain();
    expect(server.arrived).toEqual(['elsewhere', 'one', 'two', 'three']);
  });

  it.each([
    ['the server, where that answered', 500, true],
    ['the server, where that is away', 503, true],
    ['a line, where there is none', 0, false],
  ])('says that it waits for %s', async (_, status, fault) => {
    const { outbox } = await refusedItem(refused(status, 'later'));
    expect(Boolean(outbox.items()[0]?.fault)).toBe(fault);
    await outbox.drain();
    expect(outbox.items()).toEqual([]);
  });

  it('waits for a connection again where that is lost after the server had failed', async () => {
    const { outbox, server } = await refusedItem(refused(503, 'later'));
    server.state.line = false;
    await outbox.drain();
    expect(outbox.items().map(({ fault }) => Boolean(fault))).toEqual([false, false]);
  });

  it('a login that has ended is reported, and everything waits on', async () => {
    const server = createServer();
    server.state.line = false;
    const onEnded = vi.fn();
    const { outbox } = start(server, { onEnded });
    await outbox.submit(comment('one')).catch(() => undefined);
    server.state.line = true;
    server.state.refusal = refused(401, 'Not logged in');
    await outbox.drain();
    expect(onEnded).toHaveBeenCalledOnce();
    expect(await waiting(server)).toHaveLength(1);
  });
});

describe('edited while it waits', () => {
  it('only the edited version arrives', async () => {
    const server = createServer();
    server.state.line = false;
    const { outbox } = start(server);
    await outbox.submit(comment('one')).catch(() => undefined);
    await outbox.change(outbox.items()[0] as Unsent, comment('better').input);
    server.state.line = true;
    await outbox.drain();
    expect(server.arrived).toEqual(['better']);
  });

  it('of what had arrived unnoticed no second one is made, and what was written since stays', async () => {
    const server = createServer();
    server.state.losesAnswer = true;
    const { outbox } = start(server);
    await outbox.submit(comment('one')).catch(() => undefined);
    await outbox.change(outbox.items()[0] as Unsent, comment('better').input);
    server.state.losesAnswer = false;
    await outbox.drain();
    expect(server.arrived).toEqual(['one']);
    expect(outbox.items()).toMatchObject([
      {
        input: comment('better').input,
        refusal: { message: expect.stringMatching(/has already arrived.* until you discard it/) },
      },
    ]);
  });
});

/** One session, whose record is 10 at first: an edit of another than the present one is refused. */
function createSessionServer() {
  const server = createServer();
  const records: { id: number; call: string; notes: unknown }[] = [];
  const replies = new Map<string, unknown>();
  const recordId = () => 10 + records.length;
  async function send(item: Pick<Unsent, 'call' | 'key' | 'input'>): Promise<unknown> {
    if (!server.state.line || server.state.refusal || item.call === 'commentDispute') return server.send(item);
    const isNew = !replies.has(item.key);
    const { body = {}, params } = item.input;
    if (isNew && body.recordId !== undefined && body.recordId !== recordId())
      throw new ApiError({ status: 409, code: 'stale', message: '409', present: { recordId: recordId() } });
    const loses = server.state.losesAnswer;
    server.state.losesAnswer = false;
    await server.send(item).finally(() => {
      server.state.losesAnswer = loses;
    });
    if (isNew) {
      records.push({ id: params?.id ?? 5, call: item.call, notes: body.notes });
      replies.set(item.key, { id: params?.id ?? 5, recordId: recordId() });
    }
    if (loses) throw networkError('the answer was lost');
    return replies.get(item.key);
  }
  const said = () => records.map(({ call, notes }) => `${call}: ${notes}`);
  return { ...server, send, said };
}

describe('a session that was edited and waits', () => {
  const kept = async (outbox: ReturnType<typeof start>['outbox'], ...all: Written[]) => {
    for (const written of all) await expect(outbox.submit(written)).rejects.toMatchObject({ code: 'kept' });
  };

  it('is edited once more: one thing waits, with the newest content and the record of the first', async () => {
    const server = createSessionServer();
    server.state.line = false;
    const { outbox } = start(server);
    await kept(outbox, change('one'), change('two'), comment('between'), change('three'));
    await outbox.drain();
    expect(outbox.items()).toMatchObject([
      { call: 'commentDispute' },
      { words: 'three', input: { params: { id: 5 }, body: { notes: 'three', recordId: 10 } } },
    ]);
    server.state.line = true;
    await outbox.drain();
    expect(server.said()).toEqual(['editSession: three']);
    expect(outbox.items()).toEqual([]);
  });

  it('is edited once more while online: the newest content arrives, and the form hears of it', async () => {
    const server = createSessionServer();
    server.state.line = false;
    const { outbox } = start(server);
    await kept(outbox, change('one'));
    server.state.line = true;
    expect(await outbox.submit(change('two'))).toEqual({ id: 5, recordId: 11 });
    expect(server.said()).toEqual(['editSession: two']);
    expect(outbox.items()).toEqual([]);
  });

  it('may have arrived unnoticed: what was written since is an edit of what it made', async () => {
    const server = createSessionServer();
    server.state.losesAnswer = true;
    const { outbox } = start(server);
    await kept(outbox, change('one'));
    server.state.line = false;
    await kept(outbox, change('two'), change('three'));
    Object.assign(server.state, { line: true, losesAnswer: false });
    await outbox.drain();
    expect(server.said()).toEqual(['editSession: one', 'editSession: three']);
    expect(outbox.items()).toEqual([]);
  });

  it('may be a new one that arrived unnoticed: what was written since is an edit of it', async () => {
    const server = createSessionServer();
    server.state.losesAnswer = true;
    const { outbox } = start(server);
    await kept(outbox, creation('one'));
    server.state.losesAnswer = false;
    await outbox.change(outbox.items()[0] as Unsent, { body: { notes: 'two' } });
    await outbox.drain();
    expect(server.said()).toEqual(['createSession: one', 'editSession: two']);
    expect(outbox.items()).toEqual([]);
  });

  it('is resubmitted after that, with the record that the edit makes', async () => {
    const server = createSessionServer();
    server.state.line = false;
    const { outbox } = start(server);
    await kept(outbox, change('one'), resubmission('better now'), change('other', { id: 6 }));
    server.state.line = true;
    await outbox.drain();
    expect(server.said().slice(0, 2)).toEqual(['editSession: one', 'resubmitSession: better now']);
    expect(outbox.items()).toMatchObject([{ words: 'other', refusal: { recordId: 12 } }]);
  });

  it('holds back what comes after it while it is refused, until it was edited or discarded', async () => {
    const server = createSessionServer();
    server.state.line = false;
    const { outbox } = start(server);
    await kept(outbox, change('one'), resubmission('better now'));
    Object.assign(server.state, { line: true, refusal: refused(400, 'Notes are too long') });
    await outbox.drain();
    server.state.refusal = undefined;
    await outbox.drain();
    expect(server.said()).toEqual([]);
    await outbox.change(outbox.items()[0] as Unsent, change('short').input);
    await outbox.drain();
    expect(server.said()).toEqual(['editSession: short', 'resubmitSession: better now']);
    expect(outbox.items()).toEqual([]);
  });

  it('stays two things where the browser is killed in between, and becomes one after', async () => {
    const server = createSessionServer();
    server.state.line = false;
    const store = createOutboxStore(7);
    await kept(start(server).outbox, change('one'));
    const never = new Promise<never>(() => undefined);
    void start(server, { store: { ...store, update: () => never } }).outbox.submit(change('two'));
    await vi.waitFor(async () => expect(await store.all()).toHaveLength(2));
    server.state.line = true;
    await start(server).outbox.drain();
    expect(server.said()).toEqual(['editSession: two']);
    expect(await store.all()).toEqual([]);
  });
});

describe('time', () => {
  const later = async (days: number) => {
    const server = createServer();
    server.state.line = false;
    await start(server)
      .outbox.submit(comment('one'))
      .catch(() => undefined);
    server.state.line = true;
    const { outbox } = start(server, { now: () => Date.now() + days * day });
    await outbox.drain();
    await outbox.refresh();
    return { server, outbox };
  };

  it('what is older than 60 days is shown and not sent, until its author sends it again', async () => {
    const { server, outbox } = await later(61);
    expect(server.arrived).toEqual([]);
    const [old] = outbox.items() as [Unsent];
    await outbox.change(old, old.input);
    await outbox.drain();
    expect(server.arrived).toEqual(['one']);
  });

  it.each([
    ['a day behind', -1],
    ['a day ahead', 1],
    ['59 days ahead', 59],
  ])('a clock that is %s holds nothing back', async (_, days) => {
    expect((await later(days)).server.arrived).toEqual(['one']);
  });
});

describe('a device that can keep nothing', () => {
  const full: OutboxStore = {
    ...createOutboxStore(7),
    add: async () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
    probe: async () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
    all: async () => [],
  };

  it('says so before anything is sent, and then sends as its author wants', async () => {
    const server = createServer();
    const { outbox } = start(server, { store: full });
    await expect(outbox.submit(comment('one'))).rejects.toMatchObject({ code: 'not_kept' });
    expect(server.arrived).toEqual([]);
    expect(outbox.canKeep()).toBe(false);
    expect(await outbox.submit(comment('one'))).toEqual({ id: 1 });
  });

  it('is found out before anybody writes', async () => {
    const { outbox } = start(createServer(), { store: full });
    await outbox.probe();
    expect(outbox.canKeep()).toBe(false);
    const other = start(createServer()).outbox;
    await other.probe();
    expect(other.canKeep()).toBe(true);
    await other.refresh();
    expect(other.items()).toEqual([]);
  });
});

it('is written with strict durability, so that a power cut takes nothing away', async () => {
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await start(createServer()).outbox.submit(comment('one'));
  const writing = opened.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writing.length).toBeGreaterThan(0);
  for (const [, , options] of writing) expect(options).toEqual({ durability: 'strict' });
  opened.mockRestore();
});

describe('a connection that takes everything and answers nothing', () => {
  /** Sent items hang until `answer` is called; a released one has arrived or has not, as it happens. */
  function hanging(server: Server, extra: Extra = {}) {
    const open = new Set<{ resolve: () => void; reject: () => void }>();
    const send = vi.fn(async (item: Parameters<Server['send']>[0]) => {
      await new Promise<void>((resolve, reject) => open.add({ resolve, reject: () => reject(networkError('let go')) }));
      return server.send(item);
    });
    const finish = (how: 'resolve' | 'reject') => {
      for (const each of open) each[how]();
      open.clear();
    };
    const started = start({ ...server, send } as Server, { answerMs: 20, letGo: () => finish('reject'), ...extra });
    return { ...started, asked: send, answer: () => finish('resolve') };
  }

  it('lets the form go after a while, and what was sent goes on from there and arrives once', async () => {
    const server = createServer();
    const { outbox, sent, asked, answer } = hanging(server);
    await expect(outbox.submit(comment('one'))).rejects.toMatchObject({ code: 'kept' });
    expect(outbox.items().map(({ words }) => words)).toEqual(['one']);
    const drained = outbox.drain();
    answer();
    await drained;
    await vi.waitFor(() => expect(outbox.items()).toEqual([]));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(server.arrived).toEqual(['one']);
    expect(sent).toEqual(['one']);
  });

  it('holds no form up that waits for another: behind the first one it is let go as soon', async () => {
    const server = createServer();
    const { outbox, asked, answer } = hanging(server);
    const codes = ['one', 'two'].map((words) => outbox.submit(comment(words)).catch((error: ApiError) => error.code));
    expect(await Promise.all(codes)).toEqual(['kept', 'kept']);
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    answer();
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
    answer();
    await vi.waitFor(() => expect(outbox.items()).toEqual([]));
    expect(server.arrived).toEqual(['one', 'two']);
  });

  it('a refusal that comes when the form is gone stays with what was written', async () => {
    const server = createServer();
    const { outbox, answer } = hanging(server);
    await expect(outbox.submit(comment('one'))).rejects.toMatchObject({ code: 'kept' });
    server.state.refusal = refused(409, 'This concern is closed');
    answer();
    await vi.waitFor(() =>
      expect(outbox.items()).toMatchObject([{ words: 'one', refusal: { message: 'This concern is closed' } }]),
    );
  });

  it('one that comes in time goes to the form, however slow the device is in taking it out of what waits', async () => {
    const server = createServer();
    const store = createOutboxStore(7);
    const slow: OutboxStore = {
      ...store,
      remove: async (id) => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        await store.remove(id);
      },
    };
    server.state.refusal = refused(409, 'This concern is closed');
    const { outbox } = start(server, { store: slow, answerMs: 40 });
    await expect(outbox.submit(comment('one'))).rejects.toMatchObject({ detail: 'This concern is closed' });
    expect(await waiting(server)).toEqual([]);
  });

  it('what is edited or discarded meanwhile does not wait for the connection', async () => {
    const server = createServer();
    const { outbox, answer, asked } = hanging(server);
    await expect(outbox.submit(comment('one'))).rejects.toMatchObject({ code: 'kept' });
    const [item] = outbox.items();
    await outbox.change(item!, { ...item!.input, body: { message: 'one, mended' } });
    const drained = outbox.drain();
    await vi.waitFor(() => expect(outbox.items()).toMatchObject([{ input: { body: { message: 'one, mended' } } }]));
    const isSent = () => expect(asked.mock.lastCall?.[0].input.body).toEqual({ message: 'one, mended' });
    await vi.waitFor(isSent, 5000);
    answer();
    await drained;
    expect(server.arrived).toEqual(['one, mended']);
    await expect(outbox.submit(comment('two'))).rejects.toMatchObject({ code: 'kept' });
    await outbox.remove(outbox.items()[0]!.id);
    expect(await waiting(server)).toEqual([]);
    expect(server.arrived).toEqual(['one, mended']);
  });
});

it('a logout waits for nothing that hangs', async () => {
  const server = createServer();
  let letGo: () => void = () => undefined;
  const hangs = new Promise<never>((_, reject) => {
    letGo = () => reject(networkError('let go'));
  });
  const send = vi.fn(() => hangs);
  const { outbox } = start({ ...server, send } as Server, { letGo: () => letGo() });
  const submitted = outbox.submit(comment('one')).catch((error: ApiError) => error.code);
  await vi.waitFor(() => expect(send).toHaveBeenCalled());
  await outbox.end();
  expect(await submitted).toBe('kept');
  expect(await indexedDB.databases()).toEqual([]);
});

it('a logout takes the whole of it away, and nothing of anybody else', async () => {
  const server = createServer();
  server.state.line = false;
  for (const person of [7, 8])
    await start(server, { person })
      .outbox.submit(comment('one'))
      .catch(() => undefined);
  await createOutboxStore(7).end();
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['topout-outbox-8']);
});
