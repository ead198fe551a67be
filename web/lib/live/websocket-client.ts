// The socket of the live channel: one to /ws that reconnects by itself, and its messages.
import type { CacheVersions } from '#contract/core/preloaded-state.ts';
import { type AuthMessage, closeCodes, type ServerMessage } from '#contract/notifications/websocket-messages.ts';
import { formMs } from '#web/lib/device/timeouts.ts';

/** All messages except `ready` and `alive`. */
export type LiveMessage = Exclude<ServerMessage, { type: 'ready' | 'alive' }>;

/** `reconnecting`: also before it was first up. `lost`: no attempts until somebody or something starts again. */
export type LineState = 'up' | 'reconnecting' | 'lost';

export type WebSocketHandlers = {
  /** The server has identified us; sent after every connect, so that what was missed in between can be refetched. */
  onReady: (versions: CacheVersions) => void;
  onPush: (push: LiveMessage) => void;
  /** The page is shown again from the browser's back/forward cache; `onReady` follows if the server can be reached. */
  onRestored: () => void;
  /** This login ended, here or elsewhere. */
  onEnded: () => void;
  /** The server refused us, or is down: browsers do not say which. */
  onRefused: () => void;
  onState: (state: LineState) => void;
};

const maxAttempts = 10;
const maxDelay = 30_000;
/** The server sends something every 30 s; a connection cut without notice shows only by silence (behaviour §5.4). */
export const maxSilence = 50_000;

/** Milliseconds before attempt 1, 2, 3…: 1 s doubling, at most 30 s; null after ten (behaviour §5.4). */
export function retryDelay(attempt: number): number | null {
  return attempt > maxAttempts ? null : Math.min(1000 * 2 ** (attempt - 1), maxDelay);
}

/** Undefined for unknown messages: a newer server may send more than this page knows. */
export function parseMessage(text: unknown): ServerMessage | undefined {
  try {
    const message = JSON.parse(String(text)) as ServerMessage;
    return ['ready', 'alive', 'notification', 'changed'].includes(message.type) ? message : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Connects as this person until `disconnect` is called; `tryAgain` starts a new round of attempts if it is not connected. `restsFor`:
 * milliseconds until the next attempt while changes arrive another way, undefined if they do not.
 */
export function connectWebSocket(
  userId: number,
  handlers: WebSocketHandlers,
  restsFor: () => number | undefined = () => undefined,
) {
  let socket: WebSocket | undefined;
  let attempt = 0;
  let isIn = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    clearTimeout(timer);
    const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    socket = opened;
    isIn = false;
    opened.onopen = () => opened.send(JSON.stringify({ type: 'auth', userId } satisfies AuthMessage));
    opened.onmessage = ({ data }) => {
      listen(opened);
      take(parseMessage(data));
    };
    opened.onclose = ({ code }) => {
      if (opened === socket) lose(code);
    };
    listen(opened, formMs);
  }

  /** A dead connection takes minutes to close, a hanging one never opens: both count as lost. */
  function listen(opened: WebSocket, limitMs = maxSilence) {
    if (opened !== socket) return;
    clearTimeout(silence);
    silence = setTimeout(() => {
      opened.close();
      if (opened === socket) lose(closeCodes.tooSlow);
    }, limitMs);
  }

  function take(message: ServerMessage | undefined) {
    if (message === undefined || message.type === 'alive') return;
    if (message.type !== 'ready') return handlers.onPush(message);
    // Only here: a server that accepts the socket and drops it again has not let us in.
    attempt = 0;
    isIn = true;
    handlers.onState('up');
    handlers.onReady(message.versions);
  }

  function lose(code: number) {
    socket = undefined;
    clearTimeout(silence);
    if (code === closeCodes.ended || code === closeCodes.notYou) handlers.onEnded();
    else if (!isIn) handlers.onRefused();
    // Reconnecting at once would push out the next tab: it waits until somebody looks at this one again.
    if (code === closeCodes.tooMany) return handlers.onState('lost');
    attempt += 1;
    const delay = restsFor() ?? retryDelay(attempt);
    handlers.onState(delay === null ? 'lost' : 'reconnecting');
    if (delay !== null) timer = setTimeout(connect, delay);
  }

  /** Restarts the ten attempts (behaviour §5.4). */
  function tryAgain() {
    attempt = 0;
    if (socket) return;
    handlers.onState('reconnecting');
    connect();
  }
  function disconnect() {
    clearTimeout(timer);
    clearTimeout(silence);
    const last = socket;
    socket = undefined;
    last?.close();
  }
  const onVisible = () => document.visibilityState === 'visible' && tryAgain();
  // Browsers do not keep a page with an open socket in the back/forward cache.
  const onHide = (event: PageTransitionEvent) => event.persisted && disconnect();
  function onShow(event: PageTransitionEvent) {
    if (!event.persisted) return;
    disconnect();
    tryAgain();
    handlers.onRestored();
  }

  addEventListener('online', tryAgain);
  addEventListener('pagehide', onHide);
  addEventListener('pageshow', onShow);
  document.addEventListener('visibilitychange', onVisible);
  connect();
  const leave = () => {
    removeEventListener('online', tryAgain);
    removeEventListener('pagehide', onHide);
    removeEventListener('pageshow', onShow);
    document.removeEventListener('visibilitychange', onVisible);
    disconnect();
  };
  return { disconnect: leave, tryAgain };
}
