// A slow connection between a browser and the product: limited bits a second upwards, and cut again and again, losing what is in transit.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type SlowLine = {
  url: string;
  /** From now on it is slow and breaks; returns a function for the bytes transferred since. */
  begin(): () => { bytes: number; cuts: number };
  close(): Promise<void>;
};

type Conditions = { bitsPerSecond: number; cutEverySeconds: number; awaySeconds: number };

/** What a connection may buffer: less than this is lost when it breaks. */
const burst = 64 * 1024;

/** Only transferred bytes count: what a browser still holds when the connection breaks has cost nothing. */
export async function openSlowLine(
  to: string,
  { bitsPerSecond, cutEverySeconds, awaySeconds }: Conditions,
): Promise<SlowLine> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const counted = { bytes: 0, cuts: 0 };
  let isSlow = false;
  let isAway = false;
  let freeAt = 0;

  /** All requests share one queue. */
  async function pass(bytes: number): Promise<void> {
    if (!isSlow) return;
    freeAt = Math.max(freeAt, performance.now()) + (bytes * 8_000) / bitsPerSecond;
    await delay(Math.max(0, freeAt - performance.now()));
  }

  async function carryPart(part: Buffer, there: Socket): Promise<void> {
    await pass(part.length);
    if (there.destroyed) throw new Error('The line was cut');
    if (isSlow) counted.bytes += part.length;
    if (!there.write(part)) await once(there, 'drain');
  }

  async function carry(from: Socket, there: Socket): Promise<void> {
    for await (const data of from as AsyncIterable<Buffer>)
      for (let at = 0; at < data.length; at += burst) await carryPart(data.subarray(at, at + burst), there);
    there.end();
  }

  const server = createServer({ highWaterMark: burst }, (near) => {
    if (isAway) {
      near.destroy();
      return;
    }
    const far = connect({ host: hostname, port: Number(port) });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
    }
    far.pipe(near);
    carry(near, far).catch(() => far.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function cut(): Promise<void> {
    counted.cuts++;
    isAway = true;
    for (const socket of sockets) socket.resetAndDestroy();
    await delay(awaySeconds * 1000);
    isAway = false;
  }
  let timer: NodeJS.Timeout | undefined;

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin() {
      isSlow = true;
      timer = setInterval(() => void cut(), cutEverySeconds * 1000);
      return () => ({ ...counted });
    },
    async close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
