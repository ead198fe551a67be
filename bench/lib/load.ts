// Sends requests over keep-alive connections, one after the other on each, and counts the responses: as cheaply as Node can.
import net from 'node:net';

/** Responses per second, and the 99th percentile of their time in milliseconds. */
export type Load = { answers: number; rate: number; p99: number };
export type Given = {
  url: string;
  callers: number;
  milliseconds: number;
  /** The next request, whole; `status` is what its response must have. */
  question: () => Buffer;
  status: number;
};

/** The bytes of a request; made once where it is always the same. */
export function toQuestion(
  what: string,
  given: { cookie: string; headers?: Record<string, string>; body?: unknown },
): Buffer {
  const [method, path] = what.split(' ');
  const body = given.body === undefined ? '' : JSON.stringify(given.body);
  const headers = {
    host: '127.0.0.1',
    cookie: given.cookie,
    ...(body ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) } : {}),
    ...given.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** One connection. `onAnswer` gets status and body; the next request is sent when it says so. */
export class Caller {
  readonly #socket: net.Socket;
  readonly #heard: (status: number, body: () => string) => void;
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes of the current response that are still to come; below 0 before its head is read. */
  #missing = -1;
  #status = 0;

  constructor(socket: net.Socket, heard: (status: number, body: () => string) => void) {
    this.#socket = socket;
    this.#heard = heard;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
  }

  ask(question: Buffer): void {
    this.#socket.write(question);
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#missing < 0) {
      this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
      const end = this.#rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = this.#rest.toString('latin1', 0, end);
      this.#status = Number(head.slice(9, 12));
      this.#missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (this.#rest.length - end - 4);
    } else {
      this.#missing -= chunk.length;
      if (this.#status >= 400) this.#rest = Buffer.concat([this.#rest, chunk]);
    }
    if (this.#missing > 0) return;
    const whole = this.#rest;
    this.#rest = Buffer.alloc(0);
    this.#missing = -1;
    this.#heard(this.#status, () => whole.toString());
  }
}

export function connect(url: string): Promise<net.Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** @throws on a response of another status. */
export async function load({ url, callers, milliseconds, question, status }: Given): Promise<Load> {
  const sockets = await Promise.all(Array.from({ length: callers }, () => connect(url)));
  const times: number[] = [];
  const began = performance.now();
  const end = began + milliseconds;
  let last = began;
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          let asked = began;
          const caller = new Caller(socket, (got, body) => {
            last = performance.now();
            times.push(last - asked);
            if (got !== status) reject(new Error(`answered ${got} instead of ${status}: ${body().slice(0, 2000)}`));
            else if (last > end) resolve();
            else {
              asked = last;
              caller.ask(question());
            }
          });
          socket.once('close', () => reject(new Error('The server closed the connection')));
          caller.ask(question());
        }),
    ),
  ).finally(() => {
    for (const socket of sockets) socket.destroy();
  });
  times.sort((a, b) => a - b);
  return {
    answers: times.length,
    rate: (1000 * times.length) / (last - began),
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}
