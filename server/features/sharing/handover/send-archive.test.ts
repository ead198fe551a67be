// The claims about sources that break off or hang while an archive is sent.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { MediaError } from '#server/media/source-errors.ts';
import { fileBytes } from './send-archive.ts';

const content = Buffer.from('0123456789');
const stays = () => new AbortController().signal;

/** Breaks off after three bytes, each time. */
async function* breaking(from: number) {
  yield content.subarray(from, from + 3);
  if (from + 3 < content.length) throw new Error('The connection is lost');
}

async function take(bytes: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of bytes) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

test('a source that breaks off is opened again where it stopped', async () => {
  const opened: number[] = [];
  const open = async (from: number) => {
    opened.push(from);
    return { body: Readable.from(breaking(from), { objectMode: false }) };
  };
  expect(await take(fileBytes(open, { from: 2, left: stays() }))).toBe('23456789');
  expect(opened).toEqual([2, 5, 8]);
});

test('one that breaks off each time ends the archive with its error', async () => {
  const open = async () => ({ body: Readable.from(breaking(0), { objectMode: false }) });
  await expect(take(fileBytes(open, { from: 0, left: stays() }))).rejects.toThrow('The connection is lost');
});

test('a source that is gone is looked for once more, because lists may be old', async () => {
  let asked = 0;
  const open = async () => {
    asked++;
    if (asked === 1) throw new MediaError('not_found', 'It is gone');
    return { body: Readable.from([content], { objectMode: false }) };
  };
  expect(await take(fileBytes(open, { from: 0, left: stays() }))).toBe('0123456789');
  expect(asked).toBe(2);
});

test('a source that hangs is let go of when its reader leaves', async () => {
  const leaving = new AbortController();
  const body = new Readable({ read: () => undefined });
  const taking = take(fileBytes(async () => ({ body }), { from: 0, left: leaving.signal }));
  const closed = once(body, 'close').catch(() => undefined);
  setTimeout(() => leaving.abort(), 20);
  await expect(taking).rejects.toThrow();
  await closed;
  expect(body.destroyed).toBe(true);
});
