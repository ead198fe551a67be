// How the live channel reconnects, and what it does with its messages.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectWebSocket, parseMessage, retryDelay, type WebSocketHandlers } from './websocket-client.ts';

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: string[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  readonly address: string;
  closed = false;

  constructor(address: string) {
    this.address = address;
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
  hear(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const last = () => FakeSocket.all.at(-1)!;
let page: EventTarget & { visibilityState: string };
let heard: { [K in keyof WebSocketHandlers]: ReturnType<typeof vi.fn<WebSocketHandlers[K]>> };

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  const windowEvents = new EventTarget();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'https:', host: 'topout.example' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents));
  vi.stubGlobal('removeEventListener', windowEvents.removeEventListener.bind(windowEvents));
  vi.stubGlobal('dispatchEvent', windowEvents.dispatchEvent.bind(windowEvents));
  heard = {
    onReady: vi.fn(),
    onPush: vi.fn(),
    onRestored: vi.fn(),
    onEnded: vi.fn(),
    onRefused: vi.fn(),
    onState: vi.fn(),
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the delay doubles from 1 s, is capped at 30 s, and ends after ten attempts', () => {
  const delays = Array.from({ length: 11 }, (_, at) => retryDelay(at + 1));
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000, 30000, 30000, null]);
});

it('what is no message of ours is passed by', () => {
  expect(parseMessage('{')).toBeUndefined();
  expect(parseMessage('null')).toBeUndefined();
  expect(parseMessage('{"type":"newer"}')).toBeUndefined();
  expect(parseMessage('{"type":"changed","topics":["sessions"]}')).toEqual({ type: 'changed', topics: ['sessions'] });
});

describe('the socket', () => {
  it('is secure where the page is, and says who we are when it opens', () => {
    connectWebSocket(7, heard);
    last().onopen?.();
    expect(last().address).toBe('wss://topout.example/ws');
    expect(last().sent).toEqual(['{"type":"auth","userId":7}']);
  });

  it('passes on what it receives', () => {
    connectWebSocket(7, heard);
    last().hear({ type: 'ready' });
    last().hear({ type: 'changed', topics: ['users'] });
    expect(heard.onReady).toHaveBeenCalledTimes(1);
    expect(heard.onPush).toHaveBeenCalledExactlyOnceWith({ type: 'changed', topics: ['users'] });
  });

  it('distinguishes a lost connection from one that was never there: behind that the login may have ended', () => {
    connectWebSocket(7, heard);
    last().onclose?.({ code: 1006 });
    expect(heard.onRefused).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    last().hear({ type: 'ready' });
    last().onclose?.({ code: 1006 });
    expect(heard.onRefused).toHaveBeenCalledTimes(1);
    expect(heard.onEnded).not.toHaveBeenCalled();
  });

  it('comes back ten times and then rests', () => {
    connectWebSocket(7, heard);
    for (let round = 0; round < 12; round += 1) {
      last().onclose?.({ code: 1006 });
      vi.advanceTimersByTime(30_000);
    }
    expect(FakeSocket.all).toHaveLength(11);
  });

  it('starts its attempts again once the server has let it in', () => {
    connectWebSocket(7, heard);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      last().onclose?.({ code: 1006 });
      vi.advanceTimersByTime(retryDelay(attempt) ?? 0);
    }
    last().hear({ type: 'ready' });
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(999);
    expect(FakeSocket.all).toHaveLength(6);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(7);
  });

  it('tries again at once when the browser comes online or the tab becomes visible', () => {
    connectWebSocket(7, heard);
    last().onclose?.({ code: 1006 });
    dispatchEvent(new Event('online'));
    expect(FakeSocket.all).toHaveLength(2);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(FakeSocket.all).toHaveLength(2);
    last().onclose?.({ code: 1006 });
    page.dispatchEvent(new Event('visibilitychange'));
    expect(FakeSocket.all).toHaveLength(3);
    last().hear({ type: 'ready' });
    vi.advanceTimersByTime(40_000);
    expect(FakeSocket.all).toHaveLength(3);
  });

  it('says whether the connection is up, and rests after ten attempts until somebody begins again', () => {
    const { tryAgain } = connectWebSocket(7, heard);
    last().hear({ type: 'ready' });
    for (let round = 0; round < 11; round += 1) {
      last().onclose?.({ code: 1006 });
      vi.advanceTimersByTime(30_000);
    }
    expect(heard.onState.mock.calls.map(([state]) => state)).toEqual(['up', ...Array(10).fill('reconnecting'), 'lost']);
    const before = FakeSocket.all.length;
    tryAgain();
    expect(FakeSocket.all).toHaveLength(before + 1);
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(before + 2);
    last().hear({ type: 'ready' });
    expect(heard.onState).toHaveBeenLastCalledWith('up');
  });

  it('takes a connection on which nothing is heard for lost within a minute, though it never closes', () => {
    connectWebSocket(7, heard);
    last().hear({ type: 'ready' });
    vi.advanceTimersByTime(30_000);
    last().hear({ type: 'alive' });
    vi.advanceTimersByTime(49_000);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(3_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.all[0]?.closed).toBe(true);
    expect(heard.onState).toHaveBeenLastCalledWith('reconnecting');
    expect(heard.onPush).not.toHaveBeenCalled();
  });

  it('counts as refused where it does not open within eight seconds: a hanging connection never says no', () => {
    connectWebSocket(7, heard);
    vi.advanceTimersByTime(7999);
    expect(heard.onRefused).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(heard.onRefused).toHaveBeenCalledTimes(1);
    expect(last().closed).toBe(true);
    expect(heard.onState).toHaveBeenLastCalledWith('reconnecting');
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('says when the login ended', () => {
    connectWebSocket(7, heard);
    last().onclose?.({ code: 4401 });
    expect(heard.onEnded).toHaveBeenCalledTimes(1);
  });

  it('pushed out by newer tabs it waits until somebody looks at it again', () => {
    connectWebSocket(7, heard);
    last().onclose?.({ code: 4429 });
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(FakeSocket.all).toHaveLength(2);
    expect(heard.onEnded).not.toHaveBeenCalled();
  });

  it('comes back by itself when its login was renewed', () => {
    connectWebSocket(7, heard);
    last().onclose?.({ code: 4409 });
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(heard.onEnded).not.toHaveBeenCalled();
  });

  it('once left, neither comes back nor speaks', () => {
    const { disconnect } = connectWebSocket(7, heard);
    const socket = last();
    disconnect();
    socket.onclose?.({ code: 1006 });
    dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(60_000);
    expect(socket.closed).toBe(true);
    expect(FakeSocket.all).toHaveLength(1);
    expect(heard.onEnded).not.toHaveBeenCalled();
  });

  it('goes when the page is put aside for going back to it, and comes back at once when it is shown again', () => {
    connectWebSocket(7, heard);
    const socket = last();
    dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
    expect(socket.closed).toBe(true);
    socket.onclose?.({ code: 1005 });
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(FakeSocket.all).toHaveLength(2);
    expect(heard.onRestored).toHaveBeenCalledTimes(1);
  });

  it('stays when a page is shown for the first time', () => {
    connectWebSocket(7, heard);
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(FakeSocket.all).toHaveLength(1);
    expect(heard.onRestored).not.toHaveBeenCalled();
  });
});
