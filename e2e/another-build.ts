// Stands before the product and can hand out another build of it: every file of the pages under another name, the former ones gone.
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';

const assets = path.resolve(import.meta.dirname, '../build/web/assets');
const hash = /-([\w-]{8})(\.\w+)$/;

/** The same name with its hash read backwards; twice, it is the first one again. */
const renamed = (name: string) => name.replace(hash, (_, letters, end) => `-${[...letters].reverse().join('')}${end}`);

export type OtherBuild = {
  url: string;
  /** From now on it is the other build that is served. */
  deploy(): void;
  /** The neutral page is not served, as when the connection breaks at the wrong moment. */
  holdShell(isHeld: boolean): void;
  stop(): Promise<void>;
};

/** All names of files in it, and the worker's word for its version. */
function otherWords(text: string, names: ReadonlySet<string>): string {
  return text
    .replace(/[\w.-]+-[\w-]{8}\.\w+/g, (name) => (names.has(name) ? renamed(name) : name))
    .replace(/"version":"([\w-]{12})"/, (_, version) => `"version":"${[...version].reverse().join('')}"`);
}

export async function anotherBuildOf(productUrl: string): Promise<OtherBuild> {
  const { hostname, port } = new URL(productUrl);
  const names = new Set(fs.readdirSync(assets).filter((name) => hash.test(name)));
  let isOther = false;
  let holdsShell = false;

  /** Undefined for a file that this build does not have. */
  function sourceOf(address: string): string | undefined {
    const name = address.startsWith('/assets/') ? address.slice('/assets/'.length) : '';
    if (!isOther || !hash.test(name)) return address;
    return names.has(renamed(name)) ? `/assets/${renamed(name)}` : undefined;
  }

  const server = http.createServer((request, response) => {
    const address = request.url ?? '/';
    const source = sourceOf(address);
    const status = source === undefined ? 404 : holdsShell && address === '/offline' && 503;
    if (source === undefined || status) return response.writeHead(status || 404).end();
    const headers: http.OutgoingHttpHeaders = { ...request.headers, 'accept-encoding': 'identity' };
    // It is another content under the same address.
    if (isOther) for (const name of ['if-none-match', 'if-modified-since']) delete headers[name];
    const { method } = request;
    const asked = http.request({ hostname, port, method, path: source, headers }, (answer) => {
      const isText = /javascript|html|css/.test(answer.headers['content-type'] ?? '');
      if (!isOther || !isText) return answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const body = Buffer.from(otherWords(Buffer.concat(parts).toString(), names));
        const { 'content-length': _, 'transfer-encoding': __, link, ...rest } = answer.headers;
        const links = link ? { link: otherWords(String(link), names) } : {};
        response.writeHead(answer.statusCode ?? 500, { ...rest, ...links, 'content-length': body.length }).end(body);
      });
      return undefined;
    });
    asked.on('error', () => response.destroy());
    return request.pipe(asked);
  });
  // The server itself does not end those of the live channel.
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // The live channel passes as it is.
  server.on('upgrade', (request, socket, head) => {
    const behind = net.connect(Number(port), hostname, () => {
      const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
      behind.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    behind.on('error', () => socket.destroy());
    socket.on('error', () => behind.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    deploy: () => {
      isOther = true;
    },
    holdShell: (isHeld) => {
      holdsShell = isHeld;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
