// What a damaged JPEG says of itself: what its decoder notices, and zeros where its picture should be.
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { ground } from '#server/test-support/ground.ts';
import { holdsHole, isDamage } from './damaged-jpeg.ts';
import { inMemory, type ReadAt } from './read-at.ts';

let plain: Buffer;
let inPasses: Buffer;
beforeAll(async () => {
  const picture = await ground(3, 800);
  plain = await sharp(picture).jpeg({ optimiseCoding: false }).toBuffer();
  inPasses = await sharp(picture).jpeg({ progressive: true }).toBuffer();
});

const isTold = async (bytes: Buffer): Promise<boolean> => {
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
  'a lost block': (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 4096)]),
  zeros: (bytes, at) => Buffer.from(bytes).fill(0, at, at + 4096),
  'bytes of another file': (bytes, at) =>
    Buffer.from(bytes).map((byte, nth) => (nth >= at && nth < at + 4096 ? random(nth) : byte)) as Buffer,
};

test.each(Object.keys(damages))('%s is noticed in a JPEG of one pass and of several', async (kind) => {
  const damage = damages[kind] as (typeof damages)[string];
  for (const whole of [plain, inPasses]) {
    expect(await isTold(whole)).toBe(false);
    for (const share of [0.3, 0.6, 0.8])
      expect([kind, share, await isTold(damage(whole, Math.floor(whole.length * share)))]).toEqual([kind, share, true]);
  }
});

test('a flipped bit is noticed where there are several passes; of one pass it may shift colours without a word', async () => {
  const flipped = (bytes: Buffer, share: number) => {
    const other = Buffer.from(bytes);
    const at = Math.floor(bytes.length * share);
    other[at] = (other[at] ?? 0) ^ 16;
    return other;
  };
  const noticed = async (bytes: Buffer) =>
    (await Promise.all([0.2, 0.35, 0.5, 0.65, 0.8].map((share) => isTold(flipped(bytes, share))))).filter(Boolean)
      .length;
  expect(await noticed(inPasses)).toBeGreaterThan(await noticed(plain));
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
