// The claims about text that is compressed as the browser accepts it.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeText } from './compress-text.ts';

const page = '<p>Roof carcass</p>'.repeat(200);

test('text is sent as the browser accepts it: brotli before gzip, and whole to one that accepts neither', async () => {
  const brotli = await encodeText(page, 'gzip, deflate, br');
  expect([brotli.encoding, brotliDecompressSync(brotli.body).toString()]).toEqual(['br', page]);
  const gzip = await encodeText(page, 'GZIP;q=0.5, br;q=0');
  expect([gzip.encoding, gunzipSync(gzip.body).toString()]).toEqual(['gzip', page]);
  expect(brotli.body.length).toBeLessThan(page.length / 20);
  for (const accepted of [undefined, '', 'identity', 'br;q=0.0, gzip;q=0', 'brr'])
    expect(await encodeText(page, accepted)).toEqual({ body: Buffer.from(page), encoding: null });
});

test('what is too short to gain from it stays as it is', async () => {
  expect(await encodeText('short', 'br')).toEqual({ body: Buffer.from('short'), encoding: null });
});
