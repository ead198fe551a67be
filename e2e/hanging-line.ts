// A line between the browser and the product that can hang, as on one bar of signal, when it takes every byte and answers none, or be cut.
import net from 'node:net';

export type Line = {
  url: string;
  /** From now on nothing passes in either direction, on open connections and new ones. */
  hang(): void;
  /** What was held passes, and all that comes. */
  resume(): void;
  /** Ends every connection and refuses new ones; `after`: once so many bytes more have gone to the product. */
  cut(after?: number): void;
  mend(): void;
  stop(): Promise<void>;
};

export async function lineTo(productUrl: string): Promise<Line> {
  const { hostname, port } = new URL(productUrl);
  const sockets = new Set<net.Socket>();
  let hangs = false;
  let isCut = false;
  let left = Number.POSITIVE_INFINITY;
  let held: (() => void)[] = [];
  const pass = (step: () => void) => void (hangs ? held.push(step) : step());
  function forward(from: net.Socket, to: net.Socket) {
    sockets.add(from);
    from.on('data', (part) => pass(() => to.write(part)));
    from.on('end', () => pass(() => to.end()));
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
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    hang: () => {
      hangs = true;
    },
    resume() {
      hangs = false;
      for (const step of held.splice(0)) step();
      held = [];
    },
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
