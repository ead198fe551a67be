// A real HTTP server on this machine that webhooks and push are sent to in tests; it records requests and answers as configured.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type Received = { url: string; headers: IncomingMessage['headers']; body: Buffer };
export type Answer = number | ((response: ServerResponse) => void);
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

function answerWith(response: ServerResponse, answer: Answer): void {
  if (typeof answer === 'function') answer(response);
  else response.writeHead(answer).end('ok');
}

/** `answers` are given one after the other, the last one for good: `[500, 200]` fails once. */
export async function startReceiver() {
  const received: Received[] = [];
  let answers: Answer[] = [200];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ url: request.url ?? '', headers: request.headers, body });
      answerWith(response, (answers.length > 1 ? answers.shift() : answers[0]) ?? 200);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith(...next: Answer[]): void {
      answers = next;
    },
    /** Forgets what came. */
    clear(): void {
      received.length = 0;
      answers = [200];
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
