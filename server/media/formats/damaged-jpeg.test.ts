// What a damaged JPEG says of itself: what its decoder notices, and zeros where its picture should be.
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { ground } from '#server/test-support/files/ground.ts';
import { holdsHole, isDamage } from './damaged-jpeg.ts';
import { inMemory, type ReadAt } from './read-at.ts';

let plain: Buffer;
let inPasses: Buffer;
beforeAll(async () => {
  const picture = await ground(3, 800);
  plain = await sharp(picture).jpeg({ optimiseCoding: false }).toBuffer();
  inPasses = await sharp(picture).jpeg({ progressive: true }).toBuffer();
});

const isReported = async (bytes: Buffer): Promise<boolean> => {
  const message = await sharp(bytes, { failOn: 'warning' })
    .raw()
    .toBuffer()
    .then(
      () => null,
      (error: Error) => error.message,
    );
  return (message !== null && isDamage(message)) || holdsHole(inMemory(bytes));
};

const random = (nth: number) => (Math.imul(nth + 1, 2_654_435_761) >>> 13) & 0xff;
const damages: Record<string, (bytes: Buffer, at: number) => Buffer> = {
  'a part that is cut off': (bytes, at) => bytes.subarray(0, at),
  'a part that is missing before its end': (bytes, at) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from('ffd9', 'hex')]),
  'bytes of another file': (bytes, at) =>
    Buffer.from(bytes.map((byte, nth) => (nth >= at && nth < at + 4096 ? random(nth) : byte))),
  'a lost block': (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 4096)]),
  'a block of ones': (bytes, at) => Buffer.from(bytes).fill(0xff, at, at + 4096),
  // As one byte 0xff is written: a decoder skips all others before it.
  'a block of ones before a zero': (bytes, at) =>
    Buffer.from(bytes)
      .fill(0xff, at, at + 4096)
      .fill(0, at + 4096, at + 4097),
  'a block of zeros': (bytes, at) => Buffer.from(bytes).fill(0, at, at + 4096),
};
/** Among the finest details, which a JPEG of several passes has at its end, bits may be any. */
const isFine = /^a (?:lost block|block of zeros)$/;

test.each(Object.keys(damages))('%s is noticed in a JPEG', async (kind) => {
  const damage = damages[kind] as (typeof damages)[string];
  const noticed = (whole: Buffer, share: number) => isReported(damage(whole, Math.floor(whole.length * share)));
  const found: string[] = [];
  const shares = [0.3, 0.6, 0.8];
  for (const share of shares) if (await noticed(plain, share)) found.push(`plain ${share}`);
  const sure = isFine.test(kind) ? [0.3] : shares;
  for (const share of sure) if (await noticed(inPasses, share)) found.push(`in passes ${share}`);
  expect(found).toEqual([...shares.map((share) => `plain ${share}`), ...sure.map((share) => `in passes ${share}`)]);
});

test('nothing is said of whole ones', async () => {
  expect([await isReported(plain), await isReported(inPasses)]).toEqual([false, false]);
});

test('zeros are found wherever they lie, and no more is held than a step', async () => {
  const photo = await sharp(await ground(4, 3000))
    .jpeg({ optimiseCoding: false, quality: 98 })
    .toBuffer();
  expect(photo.length).toBeGreaterThan(1_000_000);
  let longest = 0;
  const asked =
    (bytes: Buffer): ReadAt =>
    async (offset, length) => {
      longest = Math.max(longest, length);
      return bytes.subarray(offset, offset + length);
    };
  const scan = photo.indexOf(Buffer.from('ffda', 'hex'));
  for (const at of [20_000, scan + 262_144 - 300, scan + 524_288 - 511, photo.length - 2000])
    expect(await holdsHole(asked(Buffer.from(photo).fill(0, at, at + 1023)))).toBe(true);
  expect(await holdsHole(asked(photo))).toBe(false);
  expect(await holdsHole(asked(Buffer.concat([photo, Buffer.alloc(4096)])))).toBe(false);
  expect(longest).toBe(262_144);
});
