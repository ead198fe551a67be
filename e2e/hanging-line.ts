// A connection between the browser and the product that hangs (it accepts every byte and answers none), is slow, or is cut.
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type Line = {
  url: string;
  /** From now on nothing passes in either direction, on open connections and new ones. */
  hang(): void;
  /** What was held passes, and all that comes. */
  resume(): void;
  /** Each piece takes so many milliseconds more; 0: none. */
  slow(milliseconds: number): void;
  /** Ends every connection and refuses new ones; `after`: once so many bytes more have gone to the product. */
  cut(after?: number): void;
  mend(): void;
  stop(): Promise<void>;
};

/** Everybody waits in one queue, so that no byte overtakes another. */
function createQueue() {
  let gate = Promise.resolve();
  let open = (): void => undefined;
  let last = Promise.resolve();
  let wait = 0;
  return {
    pass(step: () => void): void {
      last = last.then(async () => {
        await gate;
        if (wait > 0) await delay(wait);
        step();
      });
    },
    hang(): void {
      open();
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    resume: () => open(),
    slow(milliseconds: number): void {
      wait = milliseconds;
    },
  };
}

export async function lineTo(productUrl: string): Promise<Line> {
  const { hostname, port } = new URL(productUrl);
  const sockets = new Set<net.Socket>();
  const { pass, ...queue } = createQueue();
  let isCut = false;
  let left = Number.POSITIVE_INFINITY;
  function forward(from: net.Socket, to: net.Socket) {
    sockets.add(from);
    from.on('data', (part) => pass(() => void (to.destroyed || to.write(part))));
    from.on('end', () => pass(() => void (to.destroyed || to.end())));
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
  }
  function cut() {
    isCut = true;
    left = Number.POSITIVE_INFINITY;
    for (const socket of sockets) socket.resetAndDestroy();
  }
  const server = net.createServer({ allowHalfOpen: true }, (browser) => {
    if (isCut) return void browser.resetAndDestroy();
    const product = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    browser.on('data', ({ length }) => {
      left -= length;
      if (left < 0) cut();
    });
    forward(browser, product);
    forward(product, browser);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...queue,
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    cut(after) {
      if (after === undefined) cut();
      else left = after;
    },
    mend() {
      isCut = false;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
