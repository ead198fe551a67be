// A small PMTiles archive (version 3) for tests: a few tiles in one directory, nothing compressed.

type Tile = { z: number; x: number; y: number; data: Buffer };

/** Of a tile in the order of a Hilbert curve through each level, as the format counts them. */
export function tileId({ z, x, y }: Omit<Tile, 'data'>): number {
  let [id, tx, ty] = [(4 ** z - 1) / 3, x, y];
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const [rx, ry] = [tx & side ? 1 : 0, ty & side ? 1 : 0];
    id += side * side * ((3 * rx) ^ ry);
    if (ry === 0) {
      if (rx === 1) [tx, ty] = [side - 1 - tx, side - 1 - ty];
      [tx, ty] = [ty, tx];
    }
  }
  return id;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/** Ids as differences, then runs, lengths and places, each as a column. */
function directory(entries: readonly { id: number; length: number; offset: number }[]): Buffer {
  const gaps = entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0));
  const columns = [gaps, entries.map(() => 1), entries.map((one) => one.length), entries.map((one) => one.offset + 1)];
  return Buffer.from([entries.length, ...columns.flat()].flatMap(varint));
}

export const tileKinds = { vector: 1, png: 2 } as const;

/** `kind`: what the tiles hold. Zoom levels are those of the tiles; it covers the whole earth. */
export function mapArchive(tiles: readonly Tile[], kind: keyof typeof tileKinds): Buffer {
  const sorted = tiles.map((tile) => ({ ...tile, id: tileId(tile) })).sort((a, b) => a.id - b.id);
  let offset = 0;
  const entries = sorted.map(({ id, data }) => {
    const entry = { id, length: data.length, offset };
    offset += data.length;
    return entry;
  });
  const [root, metadata] = [directory(entries), Buffer.from('{}')];
  const data = Buffer.concat(sorted.map((tile) => tile.data));
  const header = Buffer.alloc(127);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  const tilesAt = header.length + root.length + metadata.length;
  const places = [
    header.length,
    root.length,
    header.length + root.length,
    metadata.length,
    tilesAt,
    0,
    tilesAt,
    data.length,
  ];
  const counts = [entries.length, entries.length, entries.length];
  for (const [at, value] of [...places, ...counts].entries()) header.writeBigUInt64LE(BigInt(value), 8 + at * 8);
  const levels = sorted.map(({ z }) => z);
  header.set([1, 1, 1, tileKinds[kind], Math.min(...levels), Math.max(...levels)], 96);
  const degrees = [-180, -85, 180, 85].map((one) => one * 10_000_000);
  for (const [at, value] of degrees.entries()) header.writeInt32LE(value, 102 + at * 4);
  return Buffer.concat([header, root, metadata, data]);
}
