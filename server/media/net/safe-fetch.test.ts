// The guarded fetch under attack: inward addresses in every notation, rebinding, redirects, slowness, endless and lying answers.
import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MediaError, MediaErrorCode } from '#server/media/source-errors.ts';
import { isPublicAddress, publicLookup } from './public-address.ts';
import { createSafeFetch, type FetchRequest, type SafeFetch } from './safe-fetch.ts';

const mebibyte = 1024 * 1024;
let jpeg: Buffer;
let server: Server;
let inside: Server;
let origin: string;
let insideOrigin: string;
let insideAsked = 0;
let serve: RequestListener;
let seen: IncomingMessage[] = [];
const opened: SafeFetch[] = [];

async function listen(listener: RequestListener): Promise<{ server: Server; origin: string }> {
  const made = createServer(listener);
  await new Promise<void>((ready) => made.listen(0, '127.0.0.1', ready));
  return { server: made, origin: `http://127.0.0.1:${(made.address() as AddressInfo).port}` };
}

beforeAll(async () => {
  jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a86b42' } })
    .jpeg()
    .toBuffer();
  ({ server, origin } = await listen((request, response) => {
    seen.push(request);
    serve(request, response);
  }));
  ({ server: inside, origin: insideOrigin } = await listen((_request, response) => {
    insideAsked++;
    response.end('secret');
  }));
});

afterEach(async () => {
  seen = [];
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

afterAll(() => {
  for (const one of [server, inside]) {
    one.closeAllConnections();
    one.close();
  }
});

function open(options: Parameters<typeof createSafeFetch>[0] = {}): SafeFetch {
  const made = createSafeFetch(options);
  opened.push(made);
  return made;
}

/** Asks the test's own server, as an operator's setting would allow. */
const own = (ask: FetchRequest = {}): FetchRequest => ({ exempt: [origin], ...ask });

async function codeOf(work: Promise<unknown>): Promise<MediaErrorCode | 'fine'> {
  return work.then(
    () => 'fine' as const,
    (fault: MediaError) => fault.code,
  );
}

const resolveTo =
  (...addresses: string[]) =>
  (_host: string, answer: (error: null, found: LookupAddress[]) => void) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('an address that leads inward', () => {
  const literals = [
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '0.0.0.0',
    '0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '2852039166',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::a9fe:a9fe]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fec0::1]',
    '[100::1]',
    '[2001:db8::1]',
  ];
  it.each(literals)('is refused as https://%s/', async (host) => {
    const resolve = () => expect.unreachable('a literal is never looked up');
    expect(await codeOf(open({ resolve }).read(`https://${host}/latest/meta-data`, { maxBytes: 1000 }))).toBe(
      'forbidden_address',
    );
  });

  it.each(['localhost', 'localhost.', 'intranet', 'metadata.google.internal', 'site.example.'])(
    'is refused behind the name %s',
    async (host) => {
      const fetch = open({ resolve: resolveTo('127.0.0.1') });
      expect(await codeOf(fetch.read(`https://${host}/`, { maxBytes: 1000 }))).toBe('forbidden_address');
    },
  );

  it('is refused where a name has a public address beside it', async () => {
    for (const addresses of [
      ['93.184.215.14', '10.0.0.1'],
      ['2606:4700::1111', '::1'],
    ]) {
      const fetch = open({ resolve: resolveTo(...addresses) });
      expect(await codeOf(fetch.read('https://both.example/', { maxBytes: 1000 }))).toBe('forbidden_address');
    }
  });

  it('is refused when the name changes its mind: each connection goes to the addresses that were judged', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    let asked = 0;
    const lookup = publicLookup((host, answer) => resolveTo(...(answers[asked++] ?? []))(host, answer));
    const look = () =>
      new Promise((done) => lookup('rebind.example', { all: true }, (error, found) => done(error ?? found)));
    expect(await look()).toEqual([{ address: '93.184.215.14', family: 4 }]);
    expect(asked).toBe(1);
    expect(await look()).toMatchObject({ code: 'forbidden_address' });
  });

  it('is distinguished from public ones', () => {
    expect(['8.8.8.8', '93.184.215.14', '2606:4700::1111', '::ffff:8.8.8.8'].map(isPublicAddress)).toEqual(
      Array(4).fill(true),
    );
    expect(['', 'localhost', '1.2.3', '8.8.8.8.', '::1', '0x8.8.8.8'].map(isPublicAddress)).toEqual(
      Array(6).fill(false),
    );
  });
});

describe('an address of another kind', () => {
  it.each([
    'http://example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'gopher://example.org/',
    'https://user@example.org/',
    'https://user:secret@example.org/',
    'https://:secret@example.org/',
    'https://example.org:8443/',
    'https://example.org:22/',
    'https://example.org:80/',
  ])('is refused: %s', async (url) => {
    const resolve = () => expect.unreachable('nothing is looked up');
    expect(await codeOf(open({ resolve }).read(url, { maxBytes: 1000 }))).toBe('forbidden_address');
  });

  it('is refused with a password even where the origin is exempt', async () => {
    const url = `${origin.replace('//', '//user:secret@')}/`;
    expect(await codeOf(open().read(url, { ...own(), maxBytes: 1000 }))).toBe('forbidden_address');
  });

  it('is a fault of its own when it is none', async () => {
    expect(await codeOf(open().read('not an address', { maxBytes: 1000 }))).toBe('unreachable');
  });

  it('is fetched without https only where the operator named it, and only by the call that names it', async () => {
    serve = (_request, response) => response.end('fine');
    const fetch = open();
    expect((await fetch.read(`${origin}/`, { ...own(), maxBytes: 1000 })).bytes.toString()).toBe('fine');
    expect(await codeOf(fetch.read(`${origin}/`, { maxBytes: 1000 }))).toBe('forbidden_address');
  });
});

describe('a redirect', () => {
  const sending = (location: string) => {
    serve = (_request, response) => {
      response.writeHead(302, { location });
      response.end();
    };
  };

  it.each([
    'http://INSIDE/',
    '//INSIDE/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://user:secret@example.org/',
    'https://example.org:8443/',
    'file:///etc/passwd',
  ])('to %s is not followed', async (location) => {
    sending(location.replace('INSIDE', new URL(insideOrigin).host));
    const before = insideAsked;
    expect(await codeOf(open().read(`${origin}/`, { ...own(), maxBytes: 1000 }))).toBe('forbidden_address');
    expect(insideAsked).toBe(before);
  });

  it('to a name that resolves inward is not followed', async () => {
    sending('https://inward.example/');
    const fetch = open({ resolve: resolveTo('127.0.0.1') });
    expect(await codeOf(fetch.read(`${origin}/`, { ...own(), maxBytes: 1000 }))).toBe('forbidden_address');
  });

  it('is followed three times and no further', async () => {
    serve = ({ url = '' }, response) => {
      const left = Number(url.slice(1));
      if (left > 0) response.writeHead(307, { location: `/${left - 1}` });
      response.end('arrived');
    };
    expect((await open().read(`${origin}/3`, { ...own(), maxBytes: 1000 })).bytes.toString()).toBe('arrived');
    expect(await codeOf(open().read(`${origin}/4`, { ...own(), maxBytes: 1000 }))).toBe('unreachable');
  });

  it('to another origin carries no keys, tokens and cookies', async () => {
    const other = await listen((request, response) => {
      seen.push(request);
      response.end('fine');
    });
    sending(`${other.origin}/there`);
    const secrets = { authorization: 'Bearer token', 'x-goog-api-key': 'key', cookie: 'a=b' };
    await open().read(`${origin}/`, {
      exempt: [origin, other.origin],
      headers: { range: 'bytes=0-1' },
      secrets,
      maxBytes: 9,
    });
    other.server.close();
    expect(seen[0]?.headers).toMatchObject(secrets);
    expect(seen[1]?.headers).toMatchObject({ range: 'bytes=0-1' });
    for (const name of Object.keys(secrets)) expect(seen[1]?.headers).not.toHaveProperty(name);
  });

  it('is not followed with a body', async () => {
    sending('/there');
    expect(await codeOf(open().read(`${origin}/`, { ...own({ method: 'POST', body: 'x' }), maxBytes: 9 }))).toBe(
      'unreachable',
    );
    expect(seen).toHaveLength(1);
  });
});

describe('an answer', () => {
  it('that does not begin in time is given up', async () => {
    serve = () => undefined;
    const fetch = open({ limits: { headersMs: 100, totalMs: 2_000 } });
    expect(await codeOf(fetch.read(`${origin}/`, { ...own(), maxBytes: 1000 }))).toBe('unreachable');
  });

  it('over which a host has to think is waited for longer', async () => {
    serve = (_request, response) => void setTimeout(() => response.end('thought'), 900);
    const fetch = open({ limits: { headersMs: 100, slowHeadersMs: 30_000 } });
    const { bytes } = await fetch.read(`${origin}/`, { ...own(), maxBytes: 1000, isSlow: true });
    expect(bytes.toString()).toBe('thought');
  });

  it('that drips is given up as a whole, and while streamed when it pauses', async () => {
    serve = (_request, response) => {
      response.writeHead(200);
      response.write('x');
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    };
    const whole = open({ limits: { totalMs: 200 } });
    expect(await codeOf(whole.read(`${origin}/`, { ...own(), maxBytes: 1000 }))).toBe('unreachable');

    serve = (_request, response) => {
      response.writeHead(200);
      response.write('x');
    };
    const streamed = await open({ limits: { idleMs: 300 } }).open(`${origin}/`, own());
    await expect(streamed.body.toArray()).rejects.toThrow();
  });

  it('that is streamed may last longer than a whole one', async () => {
    serve = (_request, response) => {
      response.writeHead(200);
      let left = 30;
      const timer = setInterval(() => {
        if (left-- > 0) return void response.write('x');
        clearInterval(timer);
        response.end();
      }, 100);
    };
    const { body } = await open({ limits: { totalMs: 2_000 } }).open(`${origin}/`, own());
    expect(Buffer.concat(await body.toArray()).toString()).toBe('x'.repeat(30));
  });

  it('that is streamed ends at its host when the reader leaves', async () => {
    let closed = false;
    serve = (_request, response) => {
      response.writeHead(200);
      response.write('x');
      response.on('close', () => {
        closed = true;
      });
    };
    const { body } = await open().open(`${origin}/`, own());
    body.destroy();
    await expect.poll(() => closed).toBe(true);
  });

  it('that is streamed waits for a reader who pauses longer than its host may', async () => {
    const film = Buffer.alloc(8 * mebibyte, 7);
    serve = (_request, response) => response.end(film);
    const { body } = await open({ limits: { idleMs: 300 } }).open(`${origin}/`, own());
    await new Promise((done) => setTimeout(done, 1_500));
    expect(Buffer.concat(await body.toArray()).length).toBe(film.length);
  });

  it('that breaks off before anybody reads it is a fault of the reader, not of the process', async () => {
    serve = (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('x');
      setTimeout(() => response.destroy(), 20);
    };
    const { body } = await open().open(`${origin}/`, own());
    await new Promise((done) => setTimeout(done, 300));
    await expect(body.toArray()).rejects.toThrow();
  });

  it('that never ends is given up at its limit, and its connection with it', async () => {
    let closed = false;
    serve = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      response.on('close', () => {
        closed = true;
      });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 0xff)));
      };
      response.on('drain', more);
      more();
    };
    expect(await codeOf(open().image(`${origin}/`, { ...own(), maxBytes: mebibyte }))).toBe('too_large');
    await expect.poll(() => closed).toBe(true);
  });

  it('that announces too much is not read at all', async () => {
    serve = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': 30 * mebibyte });
      response.write('x');
    };
    expect(await codeOf(open().image(`${origin}/`, own()))).toBe('too_large');
  });

  it.each(['1000', '99999'])('that announces %s bytes and sends others is no picture', async (length) => {
    serve = (request) => {
      request.socket.end(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 200 OK\r\ncontent-type: image/jpeg\r\ncontent-length: ${length}\r\n\r\n`),
          jpeg,
        ]),
      );
    };
    const fetched = await codeOf(open().image(`${origin}/`, own()));
    expect(fetched).toBe('unreachable');
  });

  it.each(['gzip', 'gzip, gzip'])('that unpacks to more than its limit is given up: %s', async (encoding) => {
    const once = gzipSync(Buffer.concat([jpeg, Buffer.alloc(40 * mebibyte)]));
    const body = encoding === 'gzip' ? once : gzipSync(once);
    serve = (_request, response) => {
      response.writeHead(200, {
        'content-type': 'image/jpeg',
        'content-encoding': encoding,
        'content-length': body.length,
      });
      response.end(body);
    };
    expect(body.length).toBeLessThan(mebibyte);
    expect(await codeOf(open().image(`${origin}/`, own()))).toBe('too_large');
    expect(seen[0]?.headers['accept-encoding']).toBe('identity');
  });

  it.each([
    [401, 'not_shared'],
    [403, 'not_shared'],
    [404, 'not_found'],
    [429, 'busy'],
    [500, 'unreachable'],
    [503, 'busy'],
  ])('of status %d is the fault %s', async (status, code) => {
    serve = (_request, response) => {
      response.writeHead(status, { 'content-type': 'image/jpeg' });
      response.end(jpeg);
    };
    expect(await codeOf(open().image(`${origin}/`, own()))).toBe(code);
  });

  it('of a host that is not there is a sentence with its name and no more of the address', async () => {
    const resolve = (_host: string, answer: (error: NodeJS.ErrnoException, found: LookupAddress[]) => void) =>
      answer(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []);
    await expect(open({ resolve }).image('https://gone.example/photo.jpg?rlkey=secret')).rejects.toThrow(
      /^There is no host named gone\.example\.$/,
    );
  });
});

describe('a picture', () => {
  const sending = (type: string | null, body: Buffer | string) => {
    serve = (_request, response) => {
      response.writeHead(200, type === null ? {} : { 'content-type': type });
      response.end(body);
    };
  };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  it('comes in five formats', async () => {
    const picture = sharp(jpeg);
    for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
      const bytes = await picture.clone().toFormat(format).toBuffer();
      sending(`image/${format}; charset=binary`, bytes);
      expect((await open().image(`${origin}/`, own())).equals(bytes), format).toBe(true);
    }
  });

  const refused: [string, string | null, () => Buffer | string][] = [
    ['SVG', 'image/svg+xml', () => svg],
    ['SVG that claims to be a JPEG', 'image/jpeg', () => svg],
    ['a page', 'text/html', () => '<!doctype html>'],
    ['a page that claims to be a PNG', 'image/png', () => '<!doctype html>'],
    ['a JPEG that claims to be a page', 'text/html', () => jpeg],
    ['a TIFF', 'image/tiff', () => Buffer.from('II*\0')],
    ['a BMP that claims to be a GIF', 'image/gif', () => Buffer.from('BM......')],
    ['an HEIC that claims to be an AVIF', 'image/avif', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    ['a JPEG of no declared type', null, () => jpeg],
    ['nothing', 'image/jpeg', () => ''],
  ];
  it.each(refused)('is not %s', async (_what, type, body) => {
    sending(type, body());
    expect(await codeOf(open().image(`${origin}/`, own()))).toBe('no_picture');
  });

  it('is fetched with at most three others from the same host', async () => {
    let running = 0;
    let most = 0;
    serve = (_request, response) => {
      most = Math.max(most, ++running);
      setTimeout(() => {
        running--;
        response.writeHead(200, { 'content-type': 'image/jpeg' });
        response.end(jpeg);
      }, 20);
    };
    const fetch = open();
    await Promise.all(Array.from({ length: 20 }, (_one, n) => fetch.image(`${origin}/${n}`, own())));
    expect(most).toBe(4);
  });

  it('that fails does not keep its place', async () => {
    serve = (_request, response) => response.writeHead(404).end();
    const fetch = open();
    const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(fetch.image(`${origin}/`, own()))));
    expect(new Set(codes)).toEqual(new Set(['not_found']));
  });
});
