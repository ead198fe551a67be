// The claims about what is hashed on the device: whatever somebody drops on /verify.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import yazl from 'yazl';
import { canonicalJson } from '#contract/evidence/canonical-json.ts';
import { codeOfHash } from '#contract/evidence/seal-code.ts';
import { type Hashed, hashFiles, type Unread } from './hash-files.ts';
import { readSeal } from './read-seal.ts';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

async function check(...files: File[]) {
  const found: (Hashed | Unread)[] = [];
  let read = 0;
  await hashFiles(files, {
    read: (bytes) => {
      read += bytes;
    },
    found: (file) => void found.push(file),
  });
  return { found, read };
}

async function zipOf(entries: Record<string, string>, compress = true): Promise<Buffer<ArrayBuffer>> {
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name, { compress });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

test('a file is hashed as it is, whatever its size, and all of it counts as read', async () => {
  const large = Buffer.alloc(9 * 1024 * 1024 + 17, 'film');
  const { found, read } = await check(new File([large], 'film.mp4'), new File([], 'empty.jpg'));
  expect(found).toEqual([
    { name: 'film.mp4', sha256: sha256(large) },
    { name: 'empty.jpg', sha256: sha256('') },
  ]);
  expect(read).toBe(large.length);
});

test('a film of 9 GB is read in pieces without a gap, of which one at a time is in memory', async () => {
  const size = 9_000_000_000;
  let [alive, next] = [0, 0];
  const slice = (from: number, to: number) => ({
    async arrayBuffer() {
      // Whether it is a ZIP.
      if (to === 4) return new ArrayBuffer(4);
      expect([from, to - from, ++alive]).toEqual([next, 4 * 1024 * 1024, 1]);
      next = to;
      await Promise.resolve();
      alive--;
      // As if a piece were one byte: hashing the whole film would take a minute.
      return new ArrayBuffer(1);
    },
  });
  const { found } = await check({ name: 'film.mp4', size, slice } as unknown as File);
  expect(found).toEqual([{ name: 'film.mp4', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect(next).toBeGreaterThanOrEqual(size);
});

test.each(['deflated', 'stored'])(
  'each file of a ZIP is hashed (%s), and names that lead out of it are only shown',
  async (how) => {
    const zip = await zipOf({ 'a/1.jpg': 'one', 'a/2.jpg': 'two' }, how === 'deflated');
    const evil = Buffer.from(zip.toString('latin1').replaceAll('a/1.jpg', '../1.js'), 'latin1');
    const { found } = await check(new File([evil], 'visit.zip'));
    expect(found).toEqual([
      { name: 'visit.zip: ../1.js', sha256: sha256('one') },
      { name: 'visit.zip: a/2.jpg', sha256: sha256('two') },
    ]);
  },
);

/** Stored files '<nth>.txt' that hold their number, more than the short records at the end of a ZIP can count. */
function largeZip(files: number): Buffer<ArrayBuffer> {
  const bytes = (size: number, ...fields: [at: number, value: number, width: number][]) => {
    const made = Buffer.alloc(size);
    for (const [at, value, width] of fields) made.writeUIntLE(value, at, width);
    return made;
  };
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (let nth = 0; nth < files; nth++) {
    const [name, data] = [Buffer.from(`${nth}.txt`), Buffer.from(`${nth}`)];
    const size = data.length;
    parts.push(bytes(30, [0, 0x04034b50, 4], [18, size, 4], [22, size, 4], [26, name.length, 2]), name, data);
    directory.push(
      bytes(46, [0, 0x02014b50, 4], [20, size, 4], [24, size, 4], [28, name.length, 2], [42, offset, 4]),
      name,
    );
    offset += 30 + name.length + size;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end64 = bytes(
    56,
    [0, 0x06064b50, 4],
    [4, 44, 4],
    [24, files, 4],
    [32, files, 4],
    [40, length, 4],
    [48, offset, 4],
  );
  const locator = bytes(20, [0, 0x07064b50, 4], [8, offset + length, 4], [16, 1, 4]);
  const end = bytes(22, [0, 0x06054b50, 4], [8, 0xffff, 2], [10, 0xffff, 2], [12, length, 4], [16, offset, 4]);
  return Buffer.concat([...parts, ...directory, end64, locator, end]);
}

test('a ZIP of 70,000 files is read to its end', async () => {
  const { found } = await check(new File([largeZip(70_000)], 'many.zip'));
  expect(found).toHaveLength(70_000);
  expect(found[54_321]).toEqual({ name: 'many.zip: 54321.txt', sha256: sha256('54321') });
}, 240_000);

test('what cannot be read is named, and the others are checked', async () => {
  const zip = await zipOf({ '1.jpg': 'one '.repeat(2000), '2.jpg': 'two' });
  const broken = Buffer.from(zip);
  broken.fill(0xff, 40, 60);
  const gone = new File(['x'], 'gone.jpg');
  gone.slice = () => {
    throw new DOMException('The file was moved', 'NotReadableError');
  };
  const cut = new File([zip.subarray(0, 50)], 'cut.zip');
  const { found } = await check(new File([broken], 'broken.zip'), gone, cut, new File(['y'], 'y.jpg'));
  expect(found).toEqual([
    { name: 'broken.zip: 1.jpg', problem: 'The ZIP is damaged here.' },
    { name: 'broken.zip: 2.jpg', sha256: sha256('two') },
    { name: 'gone.jpg', problem: 'It could not be read.' },
    { name: 'cut.zip', problem: 'It could not be read.' },
    { name: 'y.jpg', sha256: sha256('y') },
  ]);
});

const manifest = { files: [{ sha256: 'a1', copies: [{ of: 'full', sha256: 'b1' }] }], format: 'topout-manifest-1' };
const statement = { chain: 'project 1', manifest: sha256(canonicalJson(manifest)), number: 1 };

test('a seal is read by its code, which its every word goes into', async () => {
  const text = (facts: object) => JSON.stringify({ statement, manifest, signature: 's', publicKey: 'k', ...facts });
  const code = codeOfHash(sha256(canonicalJson(statement)));
  expect(await readSeal(text({}))).toEqual({ code, originals: ['a1'], copies: ['b1'] });
  // Signed by a foreign key, or sent again for another place in the chain: the code on paper is not that of what it says.
  const replayed = await readSeal(text({ statement: { ...statement, number: 2 } }));
  expect([replayed === null, replayed?.code === code]).toEqual([false, false]);
  expect(await readSeal(text({ manifest: { ...manifest, files: [] } }))).toBeNull();
  for (const none of ['', '[]', 'null', '{"statement":1}', '{"statement":{"manifest":"x"}}'])
    expect(await readSeal(none)).toBeNull();
  const { found } = await check(new File([text({})], 'seal.json'), new File(['{}'], 'other.json'));
  expect(found).toEqual([
    { name: 'seal.json', sha256: sha256(text({})), seal: code },
    { name: 'other.json', sha256: sha256('{}') },
  ]);
});
