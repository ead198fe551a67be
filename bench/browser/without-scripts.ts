// The floor of a first load: a server in front of the product that serves the same pages, styles and pictures, and no script.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';

/** Scripts with their data, and what announces them. */
const scripts = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\brel="?(?:modulepreload|manifest)"?[^>]*>/g;
/** The product's own quality (server/lib/response-cache.ts). */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

async function sendStripped(from: IncomingMessage, to: ServerResponse): Promise<void> {
  const page = (await text(from)).replace(scripts, '');
  const body = brotliCompressSync(page, quality);
  // Early hints and Link headers announce scripts too.
  const { 'content-length': _, 'transfer-encoding': __, link: ___, ...headers } = from.headers;
  to.writeHead(from.statusCode ?? 200, { ...headers, 'content-encoding': 'br', 'content-length': body.length });
  to.end(body);
}

function forward(product: URL, asked: IncomingMessage, answer: ServerResponse): void {
  // A page is asked for as it is, to be read; whatever else passes through compressed.
  const wantsPage = asked.headers.accept?.includes('text/html');
  const headers = wantsPage ? { ...asked.headers, 'accept-encoding': 'identity' } : asked.headers;
  const { hostname, port } = product;
  const onward = request({ hostname, port, path: asked.url, method: asked.method, headers }, (from) => {
    if (from.headers['content-type']?.startsWith('text/html')) return void sendStripped(from, answer);
    answer.writeHead(from.statusCode ?? 502, from.headers);
    return from.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}

/** Its address, and how it ends. */
export async function serveWithoutScripts(productUrl: string): Promise<{ url: string; close(): void }> {
  const product = new URL(productUrl);
  const server = createServer((asked, answer) => forward(product, asked, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
