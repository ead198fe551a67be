// Writes a TIFF of tiles in several levels, each tile as it comes; tiles that are alike are stored once.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

export const tileSide = 256;

/** SHORT, LONG, LONG8 and ASCII values of a tag by its number (TIFF 6.0, BigTIFF). */
export type WrittenTag = { tag: number; type: 2 | 3 | 4 | 16; values: number[] };
type Level = { width: number; height: number; places: number[]; lengths: number[] };

const bytesOf = { 2: 1, 3: 2, 4: 4, 16: 8 };

function valuesOf({ type, values }: WrittenTag): Buffer {
  const size = bytesOf[type];
  const bytes = Buffer.alloc(values.length * size);
  for (const [index, value] of values.entries())
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), index * 8);
    else bytes.writeUIntLE(value, index * size, size);
  return bytes;
}

/** One directory at an offset; lists of values lie right behind it. */
function directoryOf(tags: WrittenTag[], offset: number, isLast: boolean): Buffer {
  const table = Buffer.alloc(8 + tags.length * 20 + 8);
  table.writeBigUInt64LE(BigInt(tags.length), 0);
  const behind: Buffer[] = [];
  let at = offset + table.length;
  for (const [index, written] of tags.sort((a, b) => a.tag - b.tag).entries()) {
    const entry = 8 + index * 20;
    const values = valuesOf(written);
    table.writeUInt16LE(written.tag, entry);
    table.writeUInt16LE(written.type, entry + 2);
    table.writeBigUInt64LE(BigInt(written.values.length), entry + 4);
    if (values.length <= 8) values.copy(table, entry + 12);
    else {
      table.writeBigUInt64LE(BigInt(at), entry + 12);
      behind.push(values, Buffer.alloc(-values.length & 7));
      at += values.length + (-values.length & 7);
    }
  }
  table.writeBigUInt64LE(BigInt(isLast ? 0 : at), table.length - 8);
  return Buffer.concat([table, ...behind]);
}

/** Of so many tiles is known whether one like it was written. */
const maxKnown = 50_000;

export function createTiledTiff(file: FileHandle, { width, height }: { width: number; height: number }) {
  const levels: Level[] = [];
  for (let [across, down] = [width, height]; ; [across, down] = [Math.ceil(across / 2), Math.ceil(down / 2)]) {
    levels.push({ width: across, height: down, places: [], lengths: [] });
    if (across <= tileSide && down <= tileSide) break;
  }
  const written = new Map<string, { place: number; length: number }>();
  let end = 16;

  async function append(bytes: Buffer): Promise<number> {
    const place = end;
    end += bytes.length;
    await file.write(bytes, 0, bytes.length, place);
    return place;
  }

  return {
    levels: levels as readonly Pick<Level, 'width' | 'height'>[],
    size: () => end,
    /** `raw`: its pixels, by which it is known again; `encode` makes of them what is stored. */
    async addTile(
      level: number,
      index: number,
      { raw, encode }: { raw: Buffer; encode: () => Promise<Buffer> },
    ): Promise<void> {
      const key = createHash('sha1').update(raw).digest('base64');
      let stored = written.get(key);
      if (!stored) {
        const bytes = await encode();
        stored = { place: await append(bytes), length: bytes.length };
        if (written.size < maxKnown) written.set(key, stored);
      }
      const { places, lengths } = levels[level] ?? { places: [], lengths: [] };
      places[index] = stored.place;
      lengths[index] = stored.length;
    },
    /** `common`: the tags of every level besides its size and the places of its tiles. */
    async finish(common: WrittenTag[]): Promise<void> {
      end += -end & 15;
      const head = Buffer.from('49492b0008000000', 'hex');
      const first = Buffer.alloc(8);
      first.writeBigUInt64LE(BigInt(end));
      for (const [index, { width: across, height: down, places, lengths }] of levels.entries()) {
        const own: WrittenTag[] = [
          { tag: 254, type: 4, values: [index === 0 ? 0 : 1] },
          { tag: 256, type: 4, values: [across] },
          { tag: 257, type: 4, values: [down] },
          { tag: 322, type: 4, values: [tileSide] },
          { tag: 323, type: 4, values: [tileSide] },
          { tag: 324, type: 16, values: places },
          { tag: 325, type: 4, values: lengths },
        ];
        await append(directoryOf([...own, ...common], end, index === levels.length - 1));
      }
      await file.write(Buffer.concat([head, first]), 0, 16, 0);
    },
  };
}
