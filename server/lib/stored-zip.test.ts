// The claims about ZIPs whose every byte is known beforehand.
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readZip } from '#server/test-support/files/read-zip.ts';
import { ChangedEntry, layoutZip, type OpenEntry, type StoredEntry, type StoredZip, zipBytes } from './stored-zip.ts';

const at = new Date('2026-03-04T12:00:00Z');
const gigabyte = 1024 ** 3;

function entryOf(name: string, content: Buffer): StoredEntry {
  return { name, bytes: content.length, crc: crc32(content), at };
}

/** In chunks of seven bytes, so that borders of chunks lie anywhere. */
function giving(contents: readonly Buffer[]): OpenEntry {
  return async function* open(nth, from) {
    const content = contents[nth] ?? Buffer.alloc(0);
    for (let byte = from; byte < content.length; byte += 7) yield content.subarray(byte, byte + 7);
  };
}

async function take(zip: StoredZip, open: OpenEntry, part = { first: 0, last: zip.bytes - 1 }): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of zipBytes(zip, part, open)) parts.push(chunk);
  return Buffer.concat(parts);
}

const contents: Buffer[] = [Buffer.from('first'), Buffer.alloc(0), Buffer.alloc(300, 'b'), Buffer.from('Ọmọ')];
const names = ['a.txt', 'none.txt', 'folder/b.jpg', 'folder/Ọ̀ṣun & café.txt'];
const zip = layoutZip(contents.map((content, nth) => entryOf(names[nth] ?? '', content)));

function run(command: string, args: readonly string[]): string | null {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const readByPython = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    print(len(z.namelist()), z.testzip() if len(sys.argv) < 3 else z.read(sys.argv[2]).decode())`;

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'topout-zip-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('an archive', () => {
  test('has the length that was said, and is read by others', async () => {
    const bytes = await take(zip, giving(contents));
    expect(bytes.length).toBe(zip.bytes);
    expect([...readZip(bytes)]).toEqual(names.map((name, nth) => [name, contents[nth]]));
    inFolder((folder) => {
      const file = join(folder, 'a.zip');
      writeFileSync(file, bytes);
      expect([null, '4 None\n']).toContain(run('python3', ['-c', readByPython, file]));
      expect(run('unzip', ['-tq', file]) ?? 'No errors').toContain('No errors');
    });
  });

  test('goes on from any byte with the same bytes', async () => {
    const whole = await take(zip, giving(contents));
    const cut = fc
      .tuple(fc.nat(zip.bytes - 1), fc.nat(zip.bytes - 1))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
    await fc.assert(
      fc.asyncProperty(cut, async ([first = 0, last = 0]) => {
        expect(await take(zip, giving(contents), { first, last })).toEqual(whole.subarray(first, last + 1));
      }),
      { numRuns: 300 },
    );
  });

  test('reads nothing of the entries before the part', async () => {
    const opened: [number, number][] = [];
    const last = zip.entries.at(-1);
    const open: OpenEntry = (nth, from) => {
      opened.push([nth, from]);
      return giving(contents)(nth, from);
    };
    await take(zip, open, { first: (last?.offset ?? 0) + 60, last: zip.bytes - 1 });
    expect(opened).toEqual([[3, expect.any(Number)]]);
    opened.length = 0;
    await take(zip, open, { first: zip.directoryAt, last: zip.bytes - 1 });
    expect(opened).toEqual([]);
  });

  test('of nothing is an archive', async () => {
    const bytes = await take(layoutZip([]), giving([]));
    expect(bytes).toHaveLength(22);
    expect(readZip(bytes).size).toBe(0);
  });
});

describe('a source that gives other bytes', () => {
  const others: [string, Buffer][] = [
    ['fewer', Buffer.alloc(299, 'b')],
    ['more', Buffer.alloc(301, 'b')],
    ['as many others', Buffer.alloc(300, 'c')],
  ];
  test.each(others)('ends the archive before that entry is whole: %s', async (_, other) => {
    const begun: Buffer[] = [];
    const changed = contents.with(2, other);
    const all = async () => {
      for await (const chunk of zipBytes(zip, { first: 0, last: zip.bytes - 1 }, giving(changed))) begun.push(chunk);
    };
    await expect(all()).rejects.toThrow(ChangedEntry);
    expect(Buffer.concat(begun).length).toBeLessThan(zip.entries[3]?.offset ?? 0);
  });
});

/** The archive as a file with holes: of what is large nothing is written. */
function writeSparse(file: string, large: StoredZip, pieces: readonly { at: number; bytes: Buffer }[]): void {
  const handle = openSync(file, 'w');
  ftruncateSync(handle, large.bytes);
  for (const { at: offset, bytes } of pieces) writeSync(handle, bytes, 0, bytes.length, offset);
  closeSync(handle);
}

describe('ZIP64', () => {
  test('an entry above 4 GiB, and one behind it, are found', async () => {
    const small = Buffer.from('behind 5 GiB');
    const large = layoutZip([{ name: 'film.mp4', bytes: 5 * gigabyte, crc: 1, at }, entryOf('after.txt', small)]);
    const [first, second] = large.entries;
    const headerBytes = 30 + 8 + 20;
    const open = giving([Buffer.alloc(0), small]);
    const head = await take(large, open, { first: 0, last: headerBytes - 1 });
    expect([head.readUInt16LE(4), head.readUInt32LE(18), head.readUInt32LE(22)]).toEqual([45, 0xffffffff, 0xffffffff]);
    expect(head.readBigUInt64LE(30 + 8 + 4)).toBe(BigInt(5 * gigabyte));
    const tail = await take(large, open, { first: second?.offset ?? 0, last: large.bytes - 1 });
    expect(tail.indexOf(Buffer.from([0x50, 0x4b, 6, 6]))).toBeGreaterThan(0);
    expect(first?.offset).toBe(0);
    inFolder((folder) => {
      const file = join(folder, 'large.zip');
      writeSparse(file, large, [
        { at: 0, bytes: head },
        { at: second?.offset ?? 0, bytes: tail },
      ]);
      expect([null, '2 behind 5 GiB\n']).toContain(run('python3', ['-c', readByPython, file, 'after.txt']));
      expect(run('unzip', ['-p', file, 'after.txt']) ?? 'behind 5 GiB').toBe('behind 5 GiB');
    });
  });

  test('more than 65,535 entries are all found', async () => {
    const many = layoutZip(
      Array.from({ length: 65_600 }, (_, nth) => entryOf(`${nth}.txt`, Buffer.from(String(nth % 10)))),
    );
    const bytes = await take(many, async function* digit(nth) {
      yield Buffer.from(String(nth % 10));
    });
    expect(bytes.length).toBe(many.bytes);
    inFolder((folder) => {
      const file = join(folder, 'many.zip');
      writeFileSync(file, bytes);
      expect([null, '65600 9\n']).toContain(run('python3', ['-c', readByPython, file, '65599.txt']));
      expect(run('unzip', ['-p', file, '65598.txt']) ?? '8').toBe('8');
    });
  });
});
