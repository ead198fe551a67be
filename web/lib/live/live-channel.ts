// The live channel: a socket, or as long as no socket gets through an event stream or polling (behaviour §5.4).
import { liveVersions } from '#contract/notifications/endpoints.ts';
import { closeCodes, liveStreamPath } from '#contract/notifications/websocket-messages.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call, openEventStream } from '#web/lib/api/http-client.ts';
import { formMs } from '#web/lib/device/timeouts.ts';
import {
  connectWebSocket,
  type LineState,
  maxSilence,
  parseMessage,
  type WebSocketHandlers,
} from './websocket-client.ts';

// How changes arrive where no socket gets through: an event stream, or polling if that is held back. Only while the page is visible.
type OtherWayHandlers = Pick<WebSocketHandlers, 'onReady' | 'onPush' | 'onEnded'> & { onUp: (isUp: boolean) => void };

const askEveryMs = 20_000;
const comeBackMs = 1000;

/**
 * Only a visible page holds a stream: over HTTP/1.1 a browser has six connections to a server, and hidden tabs would use them all. A proxy
 * that buffers responses delivers nothing of a stream: then the versions of the topics are polled (contract/core/preloaded-state.ts).
 */
export function connectFallback(userId: number, { onReady, onPush, onEnded, onUp }: OtherWayHandlers): () => void {
  let stream: ReturnType<typeof openEventStream> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeldBack = false;
  let isIn = false;
  let isLeft = false;
  /** Counts what was begun: an answer to what was asked before that begins nothing more. */
  let turn = 0;

  function rest() {
    turn += 1;
    clearTimeout(timer);
    stream?.close();
    stream = undefined;
    isIn = false;
  }
  function begin() {
    rest();
    if (isLeft || document.visibilityState !== 'visible') return;
    if (isHeldBack) void ask();
    else listen();
  }

  function listen() {
    const opened = openEventStream(`${liveStreamPath}?userId=${userId}`);
    stream = opened;
    timer = setTimeout(lose, formMs);
    opened.onmessage = ({ data }) => {
      clearTimeout(timer);
      timer = setTimeout(lose, maxSilence);
      take(data);
    };
    opened.addEventListener('close', ({ data }) => end(Number(data)));
    opened.onerror = () => opened === stream && lose();
  }
  function take(text: unknown) {
    const message = parseMessage(text);
    if (message === undefined || message.type === 'alive') return;
    if (message.type !== 'ready') return onPush(message);
    isIn = true;
    onUp(true);
    onReady(message.versions);
  }
  /** A stream that never sent anything is held back. */
  function lose() {
    if (isIn) onUp(false);
    else isHeldBack = true;
    const pause = isIn ? comeBackMs : 0;
    rest();
    timer = setTimeout(begin, pause);
  }
  function end(code: number) {
    const isOver = code === closeCodes.ended || code === closeCodes.notYou;
    rest();
    onUp(false);
    if (isOver) return onEnded();
    // Pushed out by other pages, it waits until it is visible again.
    if (code !== closeCodes.tooMany) timer = setTimeout(begin, comeBackMs);
  }

  async function ask() {
    const own = turn;
    const answer = await call(liveVersions, {}, { signal: AbortSignal.timeout(formMs) }).catch((error: unknown) => {
      const isOver = error instanceof ApiError && error.status === 401;
      return isOver ? null : undefined;
    });
    if (own !== turn) return;
    timer = setTimeout(ask, askEveryMs);
    onUp(Boolean(answer));
    if (answer?.userId === userId) onReady(answer.versions);
    else if (answer !== undefined) end(closeCodes.ended);
  }

  addEventListener('online', begin);
  document.addEventListener('visibilitychange', begin);
  begin();
  return () => {
    isLeft = true;
    rest();
    removeEventListener('online', begin);
    document.removeEventListener('visibilitychange', begin);
  };
}

export type LiveHandlers = Omit<WebSocketHandlers, 'onRefused'> & {
  /** The socket was refused, or the server is down: resolves with whether calls are answered, for the person whom the page shows. */
  onRefused: () => Promise<boolean>;
};

/** A first refusal may have any reason. */
const refusalsBefore = 2;
/** How often the socket is tried while changes arrive another way. */
const trySocketMs = 3 * 60_000;

/** Connects as this person until `disconnect` is called; `tryAgain` starts a new round of attempts if it is not connected. */
export function connectLive(userId: number, handlers: LiveHandlers) {
  let refusals = 0;
  let socketState: LineState = 'reconnecting';
  let isOtherUp = false;
  let leaveOther: (() => void) | undefined;
  let isLeft = false;

  const tell = () => handlers.onState(isOtherUp ? 'up' : socketState);
  function takeOther() {
    leaveOther ??= connectFallback(userId, {
      ...handlers,
      onUp(isUp) {
        isOtherUp = isUp;
        tell();
      },
    });
  }
  function endOther() {
    leaveOther?.();
    leaveOther = undefined;
    isOtherUp = false;
  }
  const socketHandlers: WebSocketHandlers = {
    ...handlers,
    onReady(versions) {
      refusals = 0;
      endOther();
      handlers.onReady(versions);
    },
    onState(state) {
      socketState = state;
      tell();
    },
    onRefused() {
      refusals += 1;
      void handlers.onRefused().then((isKnown) => {
        if (isKnown && !isLeft && refusals >= refusalsBefore) takeOther();
      });
    },
  };
  const socket = connectWebSocket(userId, socketHandlers, () => (isOtherUp ? trySocketMs : undefined));
  return {
    tryAgain: socket.tryAgain,
    disconnect() {
      isLeft = true;
      endOther();
      socket.disconnect();
    },
  };
}
