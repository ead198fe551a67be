// Plain links as a source: one file each, its bytes relayed; nobody waits long for a slow host.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { classifyLink } from '#contract/links/link.ts';
import { createSafeFetch, type FetchRequest, type SafeFetch } from '#server/media/net/safe-fetch.ts';
import { videoBox, videoContents } from '#server/test-support/files/made-files.ts';
import { createDirectLinkSource } from './direct-link.ts';
import type { SourceFile } from './source.ts';

let jpeg: Buffer;
let server: Server;
let serve: RequestListener;
let seen: IncomingMessage[] = [];
let guarded: SafeFetch;
let fetch: SafeFetch;

beforeAll(async () => {
  jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a86b42' } })
    .jpeg()
    .toBuffer();
  server = createServer((request, response) => {
    seen.push(request);
    serve(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  guarded = createSafeFetch();
  // The hosts of the links stand on the test's own server; everything else is the guarded fetch itself.
  const moved = (url: string) => origin + new URL(url).pathname + new URL(url).search;
  const exempt = [origin];
  fetch = {
    ...guarded,
    open: (url: string, ask: FetchRequest = {}) => guarded.open(moved(url), { ...ask, exempt }),
    image: (url: string, ask: FetchRequest = {}) => guarded.image(moved(url), { ...ask, exempt }),
  };
});

beforeEach(() => {
  seen = [];
});

afterAll(async () => {
  await guarded.close();
  server.closeAllConnections();
  server.close();
});

const sending = (type: string, body: Buffer, headers: Record<string, string> = {}) => {
  serve = ({ headers: { range } }, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (first === undefined) {
      response.writeHead(200, { 'content-type': type, 'content-length': body.length, ...headers });
      return void response.end(body);
    }
    const contentRange = `bytes ${first}-${last}/${body.length}`;
    response.writeHead(206, { 'content-type': type, 'content-range': contentRange, ...headers });
    response.end(body.subarray(Number(first), Number(last) + 1));
  };
};

async function only(link: string, source = createDirectLinkSource({ fetch })): Promise<SourceFile> {
  const [file] = (await source.list(classifyLink(link), [])) ?? [];
  if (!file) throw new Error(`${link} has no file`);
  return file;
}

describe('a plain link', () => {
  it('to a picture is one file whose bytes are relayed', async () => {
    sending('image/jpeg', jpeg, { etag: '"one"' });
    const file = await only('https://cdn.example.com/site%20a/photo%201.jpeg?w=800');
    expect(file).toMatchObject({
      name: 'photo 1.jpeg',
      kind: 'image',
      bytes: jpeg.length,
      webUrl: 'https://cdn.example.com/site%20a/photo%201.jpeg?w=800',
      embedUrl: null,
    });
    expect(file.id).toMatch(/^web:[0-9a-f]{16}$/);
    expect(((await file.picture(400)) as Buffer).equals(jpeg)).toBe(true);
    expect(seen.map(({ url }) => url)).toEqual(Array(2).fill('/site%20a/photo%201.jpeg?w=800'));
  });

  it('into Dropbox asks for the bytes and keeps the key of the link', async () => {
    sending('image/tiff', Buffer.from('II*\0 and more'));
    const file = await only('https://www.dropbox.com/scl/fi/abc123def/ortho.tif?rlkey=xyz789&dl=0');
    expect([file.kind, file.name]).toEqual(['geotiff', 'ortho.tif']);
    expect(seen[0]?.url).toBe('/scl/fi/abc123def/ortho.tif?rlkey=xyz789&raw=1');
  });

  it('to a GeoTIFF passes parts through, and has no preview', async () => {
    sending('image/tiff', Buffer.from('II*\0 and more'));
    const file = await only('https://cdn.example.com/ortho_cog.tif');
    const part = await file.open('bytes=0-3');
    expect(part).toMatchObject({ status: 206, range: 'bytes 0-3/13' });
    expect(Buffer.concat(await part.body.toArray()).toString()).toBe('II*\0');
    expect(await file.open(null)).toMatchObject({ status: 200, bytes: 13, range: null });
    expect(await file.open('bytes=0-1,4-5')).toMatchObject({ status: 200, bytes: 13, range: null });
    await expect(file.picture(400)).rejects.toMatchObject({ code: 'no_picture' });
  });

  it('to a film can be relayed, and stays a film where only browsers may reach it', async () => {
    sending('video/mp4', Buffer.from('film'));
    const file = await only('https://cdn.example.com/clip.MP4?v=2');
    expect(file).toMatchObject({ kind: 'video', bytes: 4, webUrl: 'https://cdn.example.com/clip.MP4?v=2' });
    const inside = createDirectLinkSource({ fetch: guarded });
    const link = classifyLink('https://10.0.0.9/clip.mp4');
    const [own] = (await inside.list(link, [])) ?? [];
    expect(own).toMatchObject({ kind: 'video', bytes: null });
    await expect(own?.open(null)).rejects.toMatchObject({ code: 'forbidden_address' });
  });

  it.each([
    'http://cdn.example.com/photo.jpg',
    'https://127.0.0.1/photo.jpg',
    'https://169.254.169.254/photo.png',
    'https://2130706433/ortho.tif',
  ])('that must not be fetched is refused: %s', async (link) => {
    const source = createDirectLinkSource({ fetch: guarded });
    await expect(source.list(classifyLink(link), [])).rejects.toMatchObject({ code: 'forbidden_address' });
  });

  it.each(['https://vimeo.com/76979871', 'https://cdn.example.com/report.pdf', 'https://example.com/', 'not a link'])(
    'of another kind is none of its own: %s',
    async (link) => {
      expect(await createDirectLinkSource({ fetch }).list(classifyLink(link), [])).toBeNull();
      expect(seen).toEqual([]);
    },
  );

  it.each([
    [404, 'not_found'],
    [410, 'not_found'],
    [403, 'not_shared'],
  ])('that its host refuses with %d is a fault at once', async (status, code) => {
    serve = (_request, response) => response.writeHead(status).end();
    await expect(only('https://cdn.example.com/photo.jpg')).rejects.toMatchObject({ code });
  });

  it('to a film that needs another player names its packing, by a few small parts of it', async () => {
    const table = videoContents('hvc1');
    const film = Buffer.concat([
      videoBox('ftyp', Buffer.from('isom\0\0\0\0')),
      videoBox('mdat', Buffer.alloc(900_000)),
      table,
    ]);
    sending('video/mp4', film, { etag: '"one"' });
    const file = await only('https://cdn.example.com/flight.mp4');
    expect((await file.metadata?.())?.problem).toContain('HEVC (H.265)');
    expect(seen.length, 'one for its size, its beginning and its end').toBeLessThanOrEqual(4);
    sending('video/mp4', film.subarray(0, 500_000), { etag: '"two"' });
    expect((await (await only('https://cdn.example.com/cut.mp4')).metadata?.())?.problem).toContain('not whole');
    serve = (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': film.length });
      response.end(film);
    };
    expect((await (await only('https://cdn.example.com/whole.mp4')).metadata?.())?.problem).toBeUndefined();
  });

  it('to a page in place of a picture is a fault at once', async () => {
    sending('text/html; charset=utf-8', Buffer.from('<!doctype html>'));
    await expect(only('https://cdn.example.com/photo.jpg')).rejects.toMatchObject({ code: 'no_picture' });
  });

  it('never passes on a page in place of the file', async () => {
    sending('image/tiff', Buffer.from('II*\0'));
    const file = await only('https://cdn.example.com/ortho.tif');
    sending('text/html', Buffer.from('<!doctype html>'));
    await expect(file.open(null)).rejects.toMatchObject({ code: 'not_shared' });
  });
});

describe('a slow or silent host', () => {
  it('holds a list up for two seconds at most, and is known the next time', async () => {
    let answer: () => void = () => undefined;
    serve = (_request, response) => {
      answer = () => {
        response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': jpeg.length, etag: '"one"' });
        response.end(jpeg);
      };
    };
    const source = createDirectLinkSource({ fetch });
    const began = performance.now();
    const first = await only('https://cdn.example.com/photo.jpg', source);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(first.bytes).toBeNull();
    answer();
    await expect.poll(async () => (await only('https://cdn.example.com/photo.jpg', source)).bytes).toBe(jpeg.length);
    expect(seen).toHaveLength(1);
  });

  it('that is away leaves its file in the list, and is not asked again for minutes', async () => {
    serve = ({ socket }) => void socket.destroy();
    const source = createDirectLinkSource({ fetch });
    expect((await only('https://cdn.example.com/photo.jpg', source)).bytes).toBeNull();
    const before = seen.length;
    await only('https://cdn.example.com/photo.jpg', source);
    expect(seen).toHaveLength(before);
  });
});

describe('a version', () => {
  it('follows the mark of the host', async () => {
    const versions: string[] = [];
    for (const headers of [
      { etag: '"one"' },
      { etag: '"two"' },
      { 'last-modified': 'Fri, 20 Nov 2026 10:31:00 GMT' },
    ]) {
      sending('image/jpeg', jpeg, headers as Record<string, string>);
      versions.push((await only('https://cdn.example.com/photo.jpg')).version);
    }
    expect(new Set(versions).size).toBe(3);
  });

  it('is the day where the host gives none', async () => {
    sending('image/jpeg', jpeg);
    const source = createDirectLinkSource({ fetch, now: () => Date.UTC(2026, 10, 20) });
    expect((await only('https://cdn.example.com/photo.jpg', source)).version).toBe('day-2026-11-20');
  });
});
