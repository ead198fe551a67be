// Text compressed for browsers that accept it: brotli, or gzip, which is all that they accept without HTTPS.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
/** Shorter texts gain nothing. */
export const minCompressedBytes = 1024;

export const brotli = (body: Buffer): Promise<Buffer> =>
  compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

/** Whether a list such as 'gzip;q=1.0, br;q=0' names it, and does not refuse it. */
function accepts(header: string, encoding: string): boolean {
  const named = header.split(',').find((one) => one.split(';')[0]?.trim().toLowerCase() === encoding);
  return named !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(named);
}

type Encoded = { body: Buffer; encoding: 'br' | 'gzip' | null };

/** `accepted`: the header in which the browser says what it accepts. */
export async function encodeText(text: string, accepted: string | string[] | undefined): Promise<Encoded> {
  const body = Buffer.from(text);
  const header = String(accepted ?? '');
  if (body.length < minCompressedBytes) return { body, encoding: null };
  if (accepts(header, 'br')) return { body: await brotli(body), encoding: 'br' };
  if (accepts(header, 'gzip')) return { body: await compressGzip(body, { level: 6 }), encoding: 'gzip' };
  return { body, encoding: null };
}
