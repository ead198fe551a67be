// A stand-in for Google Drive, for tests and journeys: the published API over real HTTP, with its refusals and its moods.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileAnswer, listAnswer, mediaAnswer } from './fake-drive/files.ts';
import {
  createVisibleItems,
  type FakeDriveItem,
  type FakeDriveRequest,
  type VisibleItems,
} from './fake-drive/items.ts';
import { renditionAnswer, thumbnailLinks } from './fake-drive/renditions.ts';
import { type Reply, refusalReply } from './fake-drive/reply.ts';
import { createTokens } from './fake-drive/tokens.ts';

export type { FakeDriveItem } from './fake-drive/items.ts';

/** The next so many requests whose path and query hold `url` are refused like this. */
type Mood = { times: number; status: number; reason: string; url: string };

export type FakeDrive = Awaited<ReturnType<typeof createFakeDrive>>;

/**
 * Serves `files` under `base`, which is what GOOGLE_DRIVE_API_BASE takes; `key` opens what everybody may see, `credentials`
 * (the JSON of GOOGLE_DRIVE_CREDENTIALS) also what is shared with the account. `pageSize` is the most that a page holds.
 */
export async function createFakeDrive(options: { files: FakeDriveItem[]; pageSize?: number; port?: number }) {
  const { pageSize = 1000, port = 0 } = options;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = 'stand-in-key';
  const moods: Mood[] = [];
  const requests: FakeDriveRequest[] = [];
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const tokens = createTokens({ publicKey, audience: `${base}token` });
  const links = thumbnailLinks(base);
  const testApp = { files: options.files, key, tokens, links, pageSize };

  function refusedByMood(url: string): Reply | null {
    const mood = moods.find((one) => one.times > 0 && url.includes(one.url));
    if (!mood) return null;
    mood.times--;
    return refusalReply(mood.status, mood.reason);
  }

  function apiAnswer({ path, query, headers }: FakeDriveRequest, sight: VisibleItems): Reply {
    const [, id] = /^\/drive\/v3\/files\/([\w-]+)$/.exec(path) ?? [];
    if (sight.refused) return sight.refused;
    if (path === '/drive/v3/files') return listAnswer(testApp, sight, query);
    if (id === undefined) return refusalReply(404, 'notFound');
    if (query.get('alt') === 'media') return mediaAnswer(sight, id, headers.range ?? null);
    return fileAnswer(testApp, sight, { id, fields: query.get('fields') });
  }

  async function answer(request: FakeDriveRequest, body: string): Promise<Reply> {
    const { path, query } = request;
    if (path === '/token') return tokens.give(body);
    const sight = createVisibleItems(testApp, request);
    if (path.startsWith('/drive/v3/')) return apiAnswer(request, sight);
    return renditionAnswer(testApp, sight, { path, query });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', base);
    const asked = { method: request.method ?? 'GET', path, query, headers: request.headers };
    requests.push(asked);
    const reply = refusedByMood(request.url ?? '') ?? (await answer(asked, Buffer.concat(chunks).toString()));
    response.writeHead(reply.status, { ...reply.headers, 'content-length': reply.body.length });
    response.end(request.method === 'HEAD' ? undefined : reply.body);
  }

  return {
    base,
    key,
    requests,
    credentials: JSON.stringify({
      type: 'service_account',
      client_email: 'stand-in@topout.example',
      private_key_id: 'stand-in-key-1',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${base}token`,
    }),
    /** Refuses the next requests as Google does when it is in a hurry, ill or spent. */
    refuse(mood: Partial<Mood> & Pick<Mood, 'status' | 'reason'>): void {
      moods.push({ times: 1, url: '/drive/v3/', ...mood });
    },
    /** Every thumbnail link given out so far stops working. */
    expireThumbnails: links.expire,
    /** Every token given out so far stops working. */
    expireTokens: tokens.expire,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
