// A line to a store that fails as a test says: away, slow, or refusing whatever is written.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type Fault = 'none' | 'away' | 'slow' | 'full';

const slowMilliseconds = 300;
const fullAnswer = '<?xml version="1.0"?><Error><Code>InsufficientStorage</Code><Message>No room</Message></Error>';

/** To a server on this machine. */
export async function openFaultyLine(toPort: number) {
  let fault: Fault = 'none';
  async function pass(from: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (fault === 'away') return void from.socket.destroy();
    if (fault === 'slow') await delay(slowMilliseconds);
    if (fault === 'full' && (from.method === 'PUT' || from.method === 'POST')) {
      from.resume();
      return void answer.writeHead(507, { 'content-type': 'application/xml' }).end(fullAnswer);
    }
    const { method, url, headers } = from;
    const on = request({ host: '127.0.0.1', port: toPort, method, path: url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    on.on('error', () => answer.destroy());
    from.pipe(on);
  }
  const server = createServer((from, answer) => void pass(from, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    fail(how: Fault): void {
      fault = how;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
