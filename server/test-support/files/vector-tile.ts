// A Mapbox vector tile for tests: one layer with a square that covers all of it.

/** A field of a protocol buffer with a length: number, type 2. */
function field(number: number, content: readonly number[]): number[] {
  return [(number << 3) | 2, ...varint(content.length), ...content];
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

const extent = 4096;
/** Differences as the format writes them, so that negative ones stay short. */
const zigzag = (value: number) => (value << 1) ^ (value >> 31);
const command = (id: number, count: number) => (count << 3) | id;

export function squareTile(layer: string): Buffer {
  const corners = [
    command(1, 1),
    0,
    0,
    command(2, 3),
    zigzag(extent),
    0,
    0,
    zigzag(extent),
    zigzag(-extent),
    0,
    command(7, 1),
  ];
  const polygon = 3;
  const feature = [(3 << 3) | 0, polygon, ...field(4, corners.flatMap(varint))];
  const version = [(15 << 3) | 0, 2];
  const name = field(1, [...Buffer.from(layer)]);
  return Buffer.from(field(3, [...version, ...name, ...field(2, feature), (5 << 3) | 0, ...varint(extent)]));
}
