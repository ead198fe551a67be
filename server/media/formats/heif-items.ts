// The items of a HEIF file (ISO/IEC 23008-12) that are no pictures of its own codec: a JPEG preview, and Exif.
import type { ReadAt } from './read-at.ts';

type Box = { type: string; body: Buffer };
export type HeifItem = { type: string; bytes: Buffer };

const maxMetaBytes = 4 * 1024 * 1024;
const maxItems = 4_096;

/** The boxes one after the other in these bytes. */
function* boxesIn(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) };
    at += size;
  }
}

/** The body of the first box `meta`; null where there is none. */
async function readMeta(read: ReadAt): Promise<Buffer | null> {
  for (let at = 0, boxes = 0; boxes < 32; boxes++) {
    const head = await read(at, 16);
    if (head.length < 8) return null;
    const short = head.readUInt32BE(0);
    if (short === 1 && head.length < 16) return null;
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (size < 8) return null;
    if (head.toString('latin1', 4, 8) === 'meta')
      return size > maxMetaBytes ? null : (await read(at + 8, size - 8)).subarray(4);
    at += size;
  }
  return null;
}

/** By the item's number its type, of a box `iinf`. */
function readTypes(body: Buffer): Map<number, string> {
  const types = new Map<number, string>();
  const list = body.subarray(body[0] === 0 ? 6 : 8);
  for (const { type, body: info } of boxesIn(list)) {
    const version = info[0] ?? 0;
    if (type !== 'infe' || version < 2) continue;
    const wide = version > 2;
    types.set(
      wide ? info.readUInt32BE(4) : info.readUInt16BE(4),
      info.toString('latin1', wide ? 10 : 8, wide ? 14 : 12),
    );
  }
  return types;
}

type Place = { inData: boolean; parts: { offset: number; length: number }[] };

/** By the item's number where its bytes lie, of a box `iloc`. */
function readPlaces(body: Buffer): Map<number, Place> {
  const version = body[0] ?? 0;
  const places = new Map<number, Place>();
  let at = 6;
  const take = (size: number): number => {
    at += size;
    if (size === 0) return 0;
    return size === 8 ? Number(body.readBigUInt64BE(at - size)) : body.readUIntBE(at - size, size);
  };
  const [sizes, more] = [body[4] ?? 0, body[5] ?? 0];
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 4,
    sizes & 15,
    more >> 4,
    version > 0 ? more & 15 : 0,
  ];
  const count = Math.min(take(version === 2 ? 4 : 2), maxItems);
  for (let item = 0; item < count; item++) {
    const id = take(version === 2 ? 4 : 2);
    const method = version > 0 ? take(2) & 15 : 0;
    take(2);
    const base = take(baseSize);
    const parts = Array.from({ length: Math.min(take(2), 64) }, () => {
      take(indexSize);
      return { offset: base + take(offsetSize), length: take(lengthSize) };
    });
    if (method < 2) places.set(id, { inData: method === 1, parts });
  }
  return places;
}

/** The items of these types, at most `maxBytes` each. Throws a RangeError for a file that is cut short or makes no sense. */
export async function readHeifItems(
  read: ReadAt,
  { types, maxBytes }: { types: readonly string[]; maxBytes: number },
): Promise<HeifItem[]> {
  const meta = await readMeta(read);
  const boxes = new Map(Array.from(meta ? boxesIn(meta) : [], ({ type, body }) => [type, body]));
  const [iinf, iloc, idat] = [boxes.get('iinf'), boxes.get('iloc'), boxes.get('idat')];
  if (!iinf || !iloc) return [];
  const places = readPlaces(iloc);
  const items: HeifItem[] = [];
  for (const [id, type] of readTypes(iinf)) {
    const place = places.get(id);
    if (!types.includes(type) || !place) continue;
    if (place.parts.reduce((sum, { length }) => sum + length, 0) > maxBytes) continue;
    const from: ReadAt = place.inData
      ? async (offset, length) => idat?.subarray(offset, offset + length) ?? Buffer.alloc(0)
      : read;
    items.push({
      type,
      bytes: Buffer.concat(await Promise.all(place.parts.map(({ offset, length }) => from(offset, length)))),
    });
  }
  return items;
}
