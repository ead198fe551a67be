// Where a WebM video says by whom and where it was made: its tags, title and attachments are blanked in place.

import type { ReadAt } from '#server/media/formats/read-at.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { Blank } from './blanks.ts';

/** Of EBML (RFC 8794) and Matroska (RFC 9559), by the bytes of their ids. */
const ids = { ebml: 0x1a45dfa3, segment: 0x18538067, info: 0x1549a966, cluster: 0x1f43b675 };
/** Of a segment: SeekHead, Info, Tracks, Cluster, Cues, what holds nothing, and the parts of a cluster that does not say where it ends. */
const needed: Record<'segment' | 'info', readonly number[]> = {
  segment: [0x114d9b74, ids.info, 0x1654ae6b, ids.cluster, 0x1c53bb6b, 0xec, 0xbf, 0xe7, 0xa3, 0xa0, 0xab, 0xa7],
  // TimestampScale, Duration, and the two names of programs.
  info: [0x2ad7b1, 0x4489, 0x4d80, 0x5741, 0xec, 0xbf],
};
/** A video of a day has some ten thousand clusters, one of an hour without their lengths as many parts. */
const maxElements = 300_000;

type Element = { id: number; body: number; end: number; isUnknown: boolean };
type Walk = { read: ReadAt; bytes: number; blanks: Blank[]; elements: number };

const cannot = () =>
  new MediaError('no_picture', 'This video is not whole, or made in a way that its position cannot be removed');

/** How many bytes a number has, by its first. */
const widthOf = (first: number) => Math.clz32(first) - 23;

/** The element at an offset; one without a length reaches to the end. */
async function elementAt({ read, bytes }: Walk, at: number): Promise<Element> {
  const head = await read(at, 12);
  const idWidth = widthOf(head[0] ?? 0);
  const sizeWidth = widthOf(head[idWidth] ?? 0);
  const body = idWidth + sizeWidth;
  if (idWidth > 4 || sizeWidth > 8 || head.length < body) throw cannot();
  const first = (head[idWidth] ?? 0) & (0xff >> sizeWidth);
  const rest = [...head.subarray(idWidth + 1, body)];
  const isUnknown = first === 0xff >> sizeWidth && rest.every((byte) => byte === 0xff);
  const size = rest.reduce((sum, byte) => sum * 256 + byte, first);
  const end = isUnknown ? bytes : at + body + size;
  return { id: head.readUIntBE(0, idWidth), body: at + body, end, isUnknown };
}

/** An element that holds nothing in the place of another: its head needs two bytes at least. */
function blank({ blanks }: Walk, { from, to }: { from: number; to: number }): void {
  const length = to - from;
  if (length < 2) throw cannot();
  const width = Math.min(8, length - 1);
  const head = Buffer.alloc(1 + width);
  head[0] = 0xec;
  head.writeUIntBE(length - 1 - width, Math.max(1, width - 5), Math.min(6, width));
  head[1] = (head[1] ?? 0) | (0x80 >> (width - 1));
  blanks.push({ from, to: from + head.length, as: head }, { from: from + head.length, to, as: 'zeros' });
}

async function walkInside(walk: Walk, place: 'segment' | 'info', { body, end }: Element): Promise<void> {
  const until = Math.min(end, walk.bytes);
  for (let at = body; at < until; ) {
    walk.elements += 1;
    if (walk.elements > maxElements) throw cannot();
    const element = await elementAt(walk, at);
    if (!needed[place].includes(element.id)) blank(walk, { from: at, to: Math.min(element.end, until) });
    else if (element.id === ids.info) await walkInside(walk, 'info', element);
    at = element.id === ids.cluster && element.isUnknown ? element.body : element.end;
  }
}

/** null if it is no WebM video; throws a MediaError if it is one that cannot be read through. */
export async function findWebmBlanks(read: ReadAt, bytes: number): Promise<Blank[] | null> {
  const first = await read(0, 4);
  if (first.length < 4 || first.readUInt32BE(0) !== ids.ebml) return null;
  const walk: Walk = { read, bytes, blanks: [], elements: 0 };
  const head = await elementAt(walk, 0);
  const segment = await elementAt(walk, head.end);
  if (segment.id !== ids.segment) throw cannot();
  await walkInside(walk, 'segment', segment);
  if (segment.end < bytes) walk.blanks.push({ from: segment.end, to: bytes, as: 'zeros' });
  return walk.blanks.filter(({ from, to }) => from < to);
}
