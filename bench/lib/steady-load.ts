// Sends requests at a constant rate over keep-alive connections, whether or not earlier ones were answered, as many people do.
import { Caller, connect, type Given } from './load.ts';

export type Steady = Given & { perSecond: number };

/** Milliseconds between checks for requests that have become due. */
const beat = 1;

type Connection = { caller: Caller; due: number };

/**
 * Milliseconds from when each request was due to its response. `callers`: connections; while all of them wait for a response, requests
 * wait too, and that counts. Throws on a response of another status.
 */
export async function loadSteadily({
  url,
  callers,
  milliseconds,
  question,
  status,
  perSecond,
}: Steady): Promise<number[]> {
  const sockets = await Promise.all(Array.from({ length: callers }, () => connect(url)));
  const count = Math.round((milliseconds / 1000) * perSecond);
  const times: number[] = [];
  const free: Connection[] = [];
  const began = performance.now();
  let sent = 0;
  function send(): void {
    while (sent < count && began + (sent * 1000) / perSecond <= performance.now()) {
      const connection = free.pop();
      if (!connection) return;
      connection.due = began + (sent++ * 1000) / perSecond;
      connection.caller.ask(question());
    }
  }
  const timer = setInterval(send, beat);
  try {
    await new Promise<void>((resolve, reject) => {
      for (const socket of sockets) {
        const answered = (got: number, body: () => string) => {
          times.push(performance.now() - connection.due);
          free.push(connection);
          if (got !== status) reject(new Error(`answered ${got} instead of ${status}: ${body().slice(0, 2000)}`));
          else if (times.length === count) resolve();
          else send();
        };
        const connection: Connection = { caller: new Caller(socket, answered), due: began };
        free.push(connection);
        socket.once('close', () => reject(new Error('The server closed the connection')));
      }
    });
  } finally {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  }
  return times;
}
