// How changes come where no socket gets through, and that the socket is taken again once it does.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CacheVersions } from '#contract/core/preloaded-state.ts';
import { deadMs, formMs } from '#web/lib/device/timeouts.ts';
import { connectLive, type LiveHandlers } from './live-channel.ts';

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  constructor() {
    FakeSocket.all.push(this);
    // A proxy that lets no upgrade through.
    if (FakeSocket.isRefused) setTimeout(() => this.onclose?.({ code: 1006 }));
  }
  static isRefused = true;
  send = () => undefined;
  close = () => undefined;
}

class FakeStream {
  static all: FakeStream[] = [];
  onmessage?: (event: { data: string }) => void;
  onerror?: () => void;
  isClosed = false;
  readonly address: string;
  private closing?: (event: { data: string }) => void;
  constructor(address: string) {
    this.address = address;
    FakeStream.all.push(this);
  }
  addEventListener(_: 'close', listener: (event: { data: string }) => void) {
    this.closing = listener;
  }
  close() {
    this.isClosed = true;
  }
  hear(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  end(code: number) {
    this.closing?.({ data: String(code) });
  }
}

const versions = { sessions: 'a.1' } as NonNullable<CacheVersions>;
const stream = () => FakeStream.all.at(-1)!;
let page: EventTarget & { visibilityState: string };
let asked: ReturnType<typeof vi.fn<typeof fetch>>;
let heard: { [K in keyof LiveHandlers]: ReturnType<typeof vi.fn<LiveHandlers[K]>> };
let channel: ReturnType<typeof connectLive>;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  FakeSocket.isRefused = true;
  FakeStream.all = [];
  const windowEvents = new EventTarget();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  asked = vi.fn<typeof fetch>(async () => Response.json({ userId: 7, versions }));
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('location', { protocol: 'https:', host: 'topout.example' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents));
  vi.stubGlobal('removeEventListener', windowEvents.removeEventListener.bind(windowEvents));
  heard = {
    onReady: vi.fn(),
    onPush: vi.fn(),
    onRestored: vi.fn(),
    onEnded: vi.fn(),
    onRefused: vi.fn(async () => true),
    onState: vi.fn(),
  };
  channel = connectLive(7, heard);
});
afterEach(() => {
  channel.disconnect();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const state = () => heard.onState.mock.lastCall?.[0];

it('after two refused sockets the same messages come over an event stream, and the connection is up', async () => {
  await pass(900);
  expect(FakeStream.all).toHaveLength(0);
  await pass(200);
  expect(FakeSocket.all).toHaveLength(2);
  expect(stream().address).toBe('/api/live?userId=7');
  stream().hear({ type: 'ready', versions });
  stream().hear({ type: 'alive' });
  stream().hear({ type: 'changed', topics: ['sessions'] });
  expect(heard.onReady).toHaveBeenCalledExactlyOnceWith(versions);
  expect(heard.onPush).toHaveBeenCalledExactlyOnceWith({ type: 'changed', topics: ['sessions'] });
  expect(state()).toBe('up');
});

it('meanwhile the socket is tried every few minutes, and once it gets through the other way ends', async () => {
  await pass(1100);
  stream().hear({ type: 'ready', versions });
  await pass(10_000);
  stream().hear({ type: 'alive' });
  const tried = FakeSocket.all.length;
  await pass(45_000);
  stream().hear({ type: 'alive' });
  await pass(45_000);
  stream().hear({ type: 'alive' });
  await pass(45_000);
  stream().hear({ type: 'alive' });
  expect(FakeSocket.all).toHaveLength(tried);
  FakeSocket.isRefused = false;
  await pass(45_000);
  stream().hear({ type: 'alive' });
  await pass(5_000);
  expect(FakeSocket.all).toHaveLength(tried + 1);
  expect(state()).toBe('up');
  FakeSocket.all.at(-1)!.onmessage?.({ data: JSON.stringify({ type: 'ready', versions }) });
  expect(stream().isClosed).toBe(true);
  expect(state()).toBe('up');
  expect(heard.onReady).toHaveBeenCalledTimes(2);
});

it('where nobody answers at all no other way is tried, and the connection is down', async () => {
  heard.onRefused.mockResolvedValue(false);
  await pass(60_000);
  expect(FakeStream.all).toHaveLength(0);
  expect(state()).toBe('reconnecting');
});

it('a stream that is held back is given up, and what has changed is asked every 20 s while the page is seen', async () => {
  await pass(1100);
  await pass(formMs);
  expect(stream().isClosed).toBe(true);
  expect(asked.mock.calls.map(([address]) => address)).toEqual(['/api/live/versions']);
  expect(heard.onReady).toHaveBeenCalledExactlyOnceWith(versions);
  expect(state()).toBe('up');
  await pass(20_000);
  expect(asked).toHaveBeenCalledTimes(2);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await pass(120_000);
  expect(asked).toHaveBeenCalledTimes(2);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(asked).toHaveBeenCalledTimes(3);
  expect(FakeStream.all).toHaveLength(1);
});

it('what is asked fails where the connection goes: it is said, and asked on until it is back', async () => {
  await pass(1100 + formMs);
  expect(state()).toBe('up');
  asked.mockImplementation(
    (_, options) =>
      new Promise((_resolve, reject) => options?.signal?.addEventListener('abort', () => reject(new Error('dead')))),
  );
  await pass(20_000 + deadMs);
  expect(state()).not.toBe('up');
  asked.mockImplementation(async () => Response.json({ userId: 7, versions }));
  await pass(30_000);
  expect(state()).toBe('up');
});

it('a stream that breaks off is opened again', async () => {
  await pass(1100);
  stream().hear({ type: 'ready', versions });
  stream().onerror?.();
  expect(state()).not.toBe('up');
  await pass(1000);
  expect(FakeStream.all).toHaveLength(2);
  stream().hear({ type: 'ready', versions });
  expect(state()).toBe('up');
  expect(asked).not.toHaveBeenCalled();
});

it('a page that is not seen holds no stream', async () => {
  await pass(1100);
  stream().hear({ type: 'ready', versions });
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(stream().isClosed).toBe(true);
  await pass(60_000);
  expect(FakeStream.all).toHaveLength(1);
});

it('it ends with the login, over a stream as by asking, also where somebody else has logged in', async () => {
  await pass(1100);
  stream().hear({ type: 'ready', versions });
  stream().end(4401);
  expect(heard.onEnded).toHaveBeenCalledTimes(1);
  asked.mockImplementation(async () => Response.json({ userId: 8, versions }));
  channel.disconnect();
  channel = connectLive(7, heard);
  await pass(1100 + formMs);
  expect(heard.onEnded).toHaveBeenCalledTimes(2);
  expect(heard.onReady).toHaveBeenCalledTimes(1);
});
