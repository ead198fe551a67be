// A company's proxy before the product: it lets no WebSocket through, and may give nothing of an answer before its end.
import http from 'node:http';
import type net from 'node:net';

export type StrictProxy = { url: string; stop(): Promise<void> };

/** `gathers`: whole answers only, so that of a stream nothing ever comes. */
export async function strictProxyTo(productUrl: string, { gathers = false } = {}): Promise<StrictProxy> {
  const { hostname, port } = new URL(productUrl);
  const server = http.createServer((request, response) => {
    const { method, url, headers } = request;
    const asked = http.request({ hostname, port, method, path: url, headers }, (answer) => {
      const begin = () => response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (!gathers) return answer.pipe(begin());
      const end = (parts: Buffer[]) => begin().end(Buffer.concat(parts));
      return void answer.toArray().then(end, () => response.destroy());
    });
    asked.on('error', () => response.destroy());
    response.on('close', () => asked.destroy());
    request.pipe(asked);
  });
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
