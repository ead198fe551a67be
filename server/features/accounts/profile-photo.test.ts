// The claims about profile photos: what is refused, and what becomes of what is taken.
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDecoder } from '#server/media/images/supervised-decoder.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { preparePhoto } from './profile-photo.ts';

let testApp: TestApp;
let ada: TestPerson;

const decoder = createDecoder();
beforeAll(async () => {
  testApp = await createTestApp();
  ada = await testApp.person('photographer');
});
afterAll(() => {
  decoder.close();
  return testApp.close();
});

function square(width = 700, height = 600): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#c04000' } });
}

function toUrl(bytes: Buffer, claim = 'image/png'): string {
  return `data:${claim};base64,${bytes.toString('base64')}`;
}

function upload(profilePhotoUrl: string, person: TestPerson = ada) {
  return testApp.call(person, `POST /api/users/${person.id}/photo`, { body: { profilePhotoUrl } });
}

/** A PNG of 30,000 × 30,000 pixels in a few hundred kilobytes. */
function bomb(): Buffer {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes: Buffer) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff]! ^ (c >>> 8)) >>> 0;
    return (c ^ 0xffffffff) >>> 0;
  };
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(30_000, 0);
  head.writeUInt32BE(30_000, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(30_000 * 3_751));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('a %s becomes a square WebP of 512 pixels', async (kind) => {
  const { image } = await preparePhoto(decoder, toUrl(await square().toFormat(kind).toBuffer(), `image/${kind}`));
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
});

test('a picture is turned upright and stripped of where it was taken', async () => {
  const upper = await square(800, 400).png().toBuffer();
  const sent = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#0040c0' } })
    .composite([{ input: upper, top: 0, left: 0 }])
    .withMetadata({ orientation: 3 })
    .withExif({ IFD0: { Make: 'Spy' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect((await sharp(sent).metadata()).exif).toBeDefined();
  const { image } = await preparePhoto(decoder, toUrl(sent, 'image/jpeg'));
  const { exif, icc, xmp } = await sharp(image).metadata();
  expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
  const pixels = await sharp(image).raw().toBuffer();
  const [red, , blue] = pixels.subarray(0, 3);
  expect(Number(blue)).toBeGreaterThan(Number(red));
});

test('what calls itself a picture and is none is refused, and what is one under another name is taken', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const png = await square().png().toBuffer();
  const lies = [
    toUrl(svg, 'image/svg+xml'),
    toUrl(svg),
    toUrl(Buffer.from('<html>'), 'image/jpeg'),
    toUrl(await square().tiff().toBuffer(), 'image/tiff'),
    toUrl(png.subarray(0, 200)),
    toUrl(png, 'text/html'),
    toUrl(Buffer.alloc(0)),
    'https://example.org/me.png',
    'data:image/png,plain',
    '',
  ];
  for (const lie of lies) {
    expect(await upload(lie)).toMatchObject({
      status: 415,
      body: { message: 'Please select an image file', code: 'invalid_file_type' },
    });
  }
  expect((await upload(toUrl(png, 'image/jpeg'))).status).toBe(200);
});

test('a picture above 5 MB is refused as too large, whichever limit it meets first', async () => {
  for (const bytes of [5 * 1024 * 1024 + 1, 6_200_000]) {
    const answer = await upload(toUrl(Buffer.concat([await square().png().toBuffer(), Buffer.alloc(bytes)])));
    expect(answer).toMatchObject({
      status: 413,
      body: { message: 'Please select an image smaller than 5MB', code: 'too_large' },
    });
  }
  expect((await upload(toUrl(Buffer.alloc(9_000_000)))).status).toBe(413);
});

test('a bomb of pixels is refused in a moment', async () => {
  const bytes = bomb();
  expect(bytes.length).toBeLessThan(1_000_000);
  const begun = Date.now();
  const message = 'Please select an image of at most 25 megapixels';
  expect(await upload(toUrl(bytes))).toMatchObject({ status: 413, body: { message, code: 'too_large' } });
  expect(Date.now() - begun).toBeLessThan(5_000);
});

test('a photo has at most 25 megapixels', async () => {
  expect((await upload(toUrl(await square(5000, 5000).jpeg().toBuffer()))).status).toBe(200);
  expect((await upload(toUrl(await square(5000, 5001).jpeg().toBuffer()))).status).toBe(413);
});

test('of one person one photo is taken at a time, and photos hold up no login', async () => {
  const large = toUrl(await square(5000, 5000).png().toBuffer());
  const others = await Promise.all(['client', 'client', 'client'].map((role) => testApp.person(role as 'client')));
  const own = [upload(large), upload(large), upload(large)];
  const theirs = others.map((person) => upload(large, person));
  await testApp.login(ada.username);
  expect((await Promise.all(own)).map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  expect((await Promise.all(theirs)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await upload(large)).status).toBe(200);
});

test('a stored photo has an address of its own that never changes, for those who may see the person', async () => {
  const answer = await upload(toUrl(await square().png().toBuffer()));
  const { profilePhotoUrl: address } = answer.body as { profilePhotoUrl: string };
  expect(address).toMatch(new RegExp(`^/api/users/${ada.id}/photo/[0-9a-f]{16}$`));
  expect(await testApp.call(ada, 'GET /api/user')).toMatchObject({ body: { profilePhotoUrl: address } });

  const photo = await testApp.call(ada, `GET ${address}`);
  expect(photo.status).toBe(200);
  expect(photo.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const admin = await testApp.person('admin');
  const client = await testApp.person('client');
  const stranger = await testApp.person('client');
  const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.site({ projectId, photographerId: ada.id });
  expect((await testApp.call(admin, `GET ${address}`)).status).toBe(200);
  expect((await testApp.call(client, `GET ${address}`)).status).toBe(200);
  expect((await testApp.call(stranger, `GET ${address}`)).status).toBe(404);
  expect((await testApp.call(null, `GET ${address}`)).status).toBe(401);

  const other = await upload(toUrl(await square().negate().png().toBuffer()));
  expect((other.body as { profilePhotoUrl: string }).profilePhotoUrl).not.toBe(address);
  expect((await testApp.call(ada, `GET ${address}`)).status).toBe(404);
});
