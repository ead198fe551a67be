// The claims about ZIPs that are made while they are taken.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readZip } from '#server/test-support/files/read-zip.ts';
import { createZip, partOf, type ZipEntry, type ZippedEntry } from './zip-archive.ts';

const time = new Date('2026-03-04T12:00:00Z');
const text = (length: number, sign = 'a') => Buffer.alloc(length, sign);

function entry(name: string, content: Buffer, more: Partial<ZipEntry> = {}): ZipEntry {
  return { name, time, bytes: content.length, open: async (from) => Readable.from([content.subarray(from)]), ...more };
}

/** Breaks off at this byte, each time it is opened. */
function breaking(name: string, content: Buffer, at: number): ZipEntry {
  async function* part(from: number) {
    if (from < at) yield content.subarray(from, at);
    throw new Error('The line is lost');
  }
  return {
    ...entry(name, content),
    bytes: content.length,
    open: async (from) => Readable.from(part(from)),
  };
}

const sums = (zipped: readonly ZippedEntry[]) =>
  zipped.map(({ entry: { name }, bytes, sha256, problem }) => ({ name, bytes, sha256, problem }));

async function make(entries: ZipEntry[]) {
  let seen: readonly ZippedEntry[] = [];
  const manifest = {
    name: 'manifest.csv',
    time,
    bytes: 4,
    write(zipped: readonly ZippedEntry[]) {
      seen = zipped;
      return Buffer.from('list');
    },
  };
  const { body, bytes } = await createZip({ entries, manifest });
  const made = await buffer(body);
  return { made, bytes, files: readZip(made), zipped: sums(seen) };
}

const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe('an archive', () => {
  test('holds what went in, with the sums of all, and is as long as it said', async () => {
    const { made, bytes, files, zipped } = await make([
      entry('Ọlá/1.jpg', text(70_000)),
      entry('2.jpg', text(5, 'b')),
      entry('empty', text(0)),
    ]);
    expect(bytes).toBe(made.length);
    expect([...files.keys()]).toEqual(['Ọlá/1.jpg', '2.jpg', 'empty', 'manifest.csv']);
    expect(files.get('Ọlá/1.jpg')).toEqual(text(70_000));
    expect(zipped[0]).toEqual({ name: 'Ọlá/1.jpg', bytes: 70_000, sha256: sha(text(70_000)), problem: null });
  });

  test('is the same byte by byte when it is made again', async () => {
    const entries = () => [entry('1.jpg', text(70_000)), entry('2.jpg', text(9))];
    expect((await make(entries())).made).toEqual((await make(entries())).made);
  });

  test('is whole also where a source breaks off for good, which its manifest names', async () => {
    const { made, bytes, files, zipped } = await make([
      breaking('1.jpg', text(1000), 400),
      entry('2.jpg', text(5, 'b')),
    ]);
    expect(bytes).toBe(made.length);
    expect(files.get('1.jpg')).toHaveLength(1000);
    expect(files.get('2.jpg')).toEqual(text(5, 'b'));
    expect(zipped).toMatchObject([
      { name: '1.jpg', problem: 'incomplete', sha256: null },
      { name: '2.jpg', problem: null },
    ]);
  });

  test('goes on where a source broke off once', async () => {
    let opened = 0;
    const content = text(1000);
    const once = breaking('1.jpg', content, 400);
    const again = entry('1.jpg', content);
    const { zipped } = await make([{ ...once, open: (from) => (opened++ === 0 ? once.open(from) : again.open(from)) }]);
    expect(opened).toBe(2);
    expect(zipped).toEqual([{ name: '1.jpg', bytes: 1000, sha256: sha(content), problem: null }]);
  });

  test('of unknown lengths leaves out what cannot be opened, and names it', async () => {
    const gone = { ...entry('1.jpg', text(9)), bytes: null, open: () => Promise.reject(new Error('gone')) };
    const { bytes, files, zipped } = await make([
      gone,
      { ...entry('2.jpg', text(7)), bytes: null },
      { ...breaking('3.jpg', text(9), 4), bytes: null },
    ]);
    expect(bytes).toBeNull();
    expect([...files.keys()]).toEqual(['2.jpg', '3.jpg', 'manifest.csv']);
    expect(zipped).toMatchObject([
      { name: '1.jpg', problem: 'missing' },
      { name: '2.jpg', problem: null, sha256: sha(text(7)) },
      { name: '3.jpg', problem: 'incomplete', bytes: 4 },
    ]);
  });

  test('reads nothing more when nobody takes it any more', async () => {
    let opened = 0;
    let closed = 0;
    const endless = () => {
      opened++;
      const source = new Readable({ read: () => source.push(text(60_000)) });
      source.once('close', () => closed++);
      return Promise.resolve(source);
    };
    const entries = [1, 2].map((n) => ({ name: `${n}`, time, bytes: 1e9, open: endless }));
    const { body } = await createZip({
      entries,
      manifest: { name: 'm', time, bytes: 0, write: () => Buffer.alloc(0) },
    });
    for await (const chunk of body) if (chunk.length > 0) break;
    await expect.poll(() => closed).toBe(1);
    await wait(50);
    expect(opened).toBe(1);
  });

  test('is cut to the part that somebody still lacks', async () => {
    const { made } = await make([entry('1.jpg', text(70_000)), entry('2.jpg', text(9))]);
    const part = await buffer(
      Readable.from(partOf(Readable.from([made.subarray(0, 10), made.subarray(10)]), { first: 5, last: 20 })),
    );
    expect(part).toEqual(made.subarray(5, 21));
  });
});
