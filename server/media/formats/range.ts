// Byte ranges: the part of a file that a Range header asks for (RFC 9110 §14).
import type { Readable } from 'node:stream';

/** Bytes of a file, whole (200) or the requested part (206); `range` is the Content-Range of a part. */
export type FileBytes = { status: 200 | 206; bytes: number | null; range: string | null; body: Readable };

/** First and last byte, both included. */
export type ByteRange = { first: number; last: number };

/**
 * The part of a file with this size. null: the whole file, because the header is missing, invalid, or names several parts, which a
 * server may answer with the whole; 'unsatisfiable': the part lies outside the file (416).
 */
export function parseRange(header: string | null | undefined, bytes: number): ByteRange | null | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '')
    return to.match(/^0+$/) || bytes === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, bytes - Number(to)), last: bytes - 1 };
  const first = Number(from);
  if (to !== '' && Number(to) < first) return null;
  if (first >= bytes) return 'unsatisfiable';
  return { first, last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}

/** As a request's Range header. */
export function toRange({ first, last }: ByteRange): string {
  return `bytes=${first}-${last}`;
}

/** As a response's Content-Range header. */
export function toContentRange({ first, last }: ByteRange, bytes: number): string {
  return `bytes ${first}-${last}/${bytes}`;
}
