// The live channel: a socket, or another way as long as no socket gets through (behaviour §5.4).
import { connectOtherWay } from './other-way.ts';
import { connectWebSocket, type LineState, type WebSocketHandlers } from './websocket-client.ts';

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
    leaveOther ??= connectOtherWay(userId, {
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
