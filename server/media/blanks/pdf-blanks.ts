// Which bytes of a PDF may say by whom, with what or where it or its pictures were made. They are blanked in place: its tables hold.

import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inflate as inflateBytes } from 'node:zlib';
import { inMemory, partOf, type Range, type ReadAt } from '#server/media/formats/read-at.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { type Blank, inOrder, readBlanked, shifted } from './blanks.ts';
import { findJpegBlanks } from './jpeg-blanks.ts';
import { namesIn, objectsOf, type PdfDictionary, type PdfObject, readDictionary, wordsIn } from './pdf-objects.ts';
import { deflateTo } from './zip-blanks.ts';

const inflate = promisify(inflateBytes);

/** Of a document's own description; what nobody else has beside a type (ISO 32000-2, 14.3.3). */
const described = ['Author', 'Creator', 'Producer', 'Keywords', 'Subject', 'CreationDate', 'ModDate'];
const maxUnpacked = 64 * 1024 * 1024;
const emptyXmp = Buffer.from('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>');
/** Boxes of a JPEG 2000 that hold words, among its first bytes. */
const telling = /uuid|xml /;
const headBytes = 65_536;

/** What a file is, to stand behind its name. */
const cannot = (why: string) => new MediaError('no_picture', why);

const isDescription = ({ values }: PdfDictionary) =>
  described.some((key) => values.has(key)) && !values.has('Type') && !values.has('Subtype');

/** Its words, dates and the title among them; hexadecimal ones become spaces too. */
function blanksOfDescription(text: string, { values, end }: PdfDictionary): Blank[] {
  const all = [...values.values()];
  const from = Math.min(...all.map((range) => range.from));
  return wordsIn(text, { from, to: end }).map(({ isHex, ...range }) => ({
    ...range,
    as: isHex ? Buffer.alloc(range.to - range.from, '20') : 'spaces',
  }));
}

/** How its bytes are packed. */
const waysOf = ({ text, dictionary: { values } }: PdfObject): string[] => namesIn(text, values.get('Filter'));

/** Throws where it is packed otherwise than plainly. */
function isDeflated(object: PdfObject, ways: string[]): boolean {
  const [way, second] = ways;
  if (
    second !== undefined ||
    (way !== undefined && way !== 'FlateDecode') ||
    object.dictionary.values.has('DecodeParms')
  )
    throw cannot('is packed in a way that cannot be read here');
  return way !== undefined;
}

type Packed = Range & { isDeflated: boolean };

async function contentOf(read: ReadAt, { from, to, isDeflated }: Packed): Promise<Buffer> {
  if (to - from > maxUnpacked) throw cannot('is too large in one of its parts');
  const bytes = await read(from, to - from);
  if (!isDeflated) return bytes;
  const content = await inflate(bytes, { maxOutputLength: maxUnpacked }).catch(() => null);
  if (!content) throw cannot('is encrypted or broken');
  return content;
}

/** What zlib writes behind its bytes to know that they are whole (RFC 1950). */
function sumOf(content: Buffer): Buffer {
  let [low, high] = [1, 0];
  for (const byte of content) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(high * 65_536 + low);
  return sum;
}

const zlibHead = Buffer.from([0x78, 0xda]);

async function packedAs(content: Buffer, { from, to, isDeflated }: Packed): Promise<Blank[]> {
  if (!isDeflated) return [{ from, to, as: content }];
  const packed = await deflateTo(content, to - from - 6);
  if (!packed) throw cannot('is packed too tightly to be cleaned in its place: save it again');
  return [{ from, to, as: Buffer.concat([zlibHead, packed, sumOf(content)]) }];
}

async function repacked(content: Buffer, blanks: Blank[], packed: Packed): Promise<Blank[]> {
  if (blanks.length === 0) return [];
  return packedAs(await buffer(readBlanked(inMemory(content), content.length, blanks)), packed);
}

/** XMP, of the document or of a picture in it. */
async function blanksOfXmp(read: ReadAt, packed: Packed): Promise<Blank[]> {
  const { length } = await contentOf(read, packed);
  const empty = Buffer.alloc(length, ' ');
  if (length >= emptyXmp.length) emptyXmp.copy(empty);
  return packedAs(empty, packed);
}

/** Objects that are packed together: their numbers and places come first. */
async function blanksOfPacked(read: ReadAt, { text, dictionary }: PdfObject, packed: Packed): Promise<Blank[]> {
  const content = await contentOf(read, packed);
  const words = content.toString('latin1');
  if (!described.some((key) => words.includes(`/${key}`))) return [];
  const first = dictionary.values.get('First');
  const start = Number(first && text.slice(first.from, first.to));
  const numbers = words.slice(0, start).trim().split(/\s+/).map(Number);
  const places = numbers.filter((_, nth) => nth % 2 === 1);
  const blanks = places.flatMap((place) => {
    const found = readDictionary(words, start + place);
    return found && isDescription(found) ? blanksOfDescription(words, found) : [];
  });
  return repacked(content, blanks, packed);
}

/** JPEGs lie in a PDF as they were taken, or packed once more. */
async function blanksOfPicture(read: ReadAt, ways: string[], stream: Range): Promise<Blank[]> {
  const { from, to } = stream;
  const within = partOf(read, stream);
  if (ways.includes('JPXDecode') && telling.test((await within(0, headBytes)).toString('latin1')))
    throw cannot('holds a JPEG 2000 with words in it');
  if (!ways.includes('DCTDecode')) return [];
  if (ways.length === 1) return shifted(await findJpegBlanks(within, to - from), from);
  if (ways.join() !== 'FlateDecode,DCTDecode') throw cannot('holds a picture that is packed in an old way');
  const packed = { ...stream, isDeflated: true };
  const content = await contentOf(read, packed);
  return repacked(content, await findJpegBlanks(inMemory(content), content.length), packed);
}

async function blanksOfStream(read: ReadAt, object: PdfObject, stream: Range): Promise<Blank[]> {
  const { text, dictionary } = object;
  const types = ['Type', 'Subtype'].flatMap((key) => namesIn(text, dictionary.values.get(key)));
  const ways = waysOf(object);
  const packed = () => ({ ...stream, isDeflated: isDeflated(object, ways) });
  if (types.includes('EmbeddedFile')) throw cannot('has another file attached');
  if (types.includes('Metadata') || types.includes('XML')) return blanksOfXmp(read, packed());
  if (types.includes('ObjStm')) return blanksOfPacked(read, object, packed());
  return types.includes('Image') ? blanksOfPicture(read, ways, stream) : [];
}

async function blanksOf(read: ReadAt, object: PdfObject): Promise<Blank[]> {
  const { at, text, dictionary, kind, stream } = object;
  const { values } = dictionary;
  if (kind === 'trailer' || namesIn(text, values.get('Type')).includes('XRef')) {
    if (values.has('Encrypt')) throw cannot('is encrypted');
    const info = values.get('Info');
    const own = info && readDictionary(text, info.from);
    return own ? shifted(blanksOfDescription(text, own), at) : [];
  }
  if (values.has('ByteRange')) throw cannot('is signed, and no byte of it can change');
  const blanks = isDescription(dictionary) ? shifted(blanksOfDescription(text, dictionary), at) : [];
  return stream ? [...blanks, ...(await blanksOfStream(read, object, stream))] : blanks;
}

async function findAll(read: ReadAt, bytes: number): Promise<Blank[]> {
  const blanks: Blank[] = [];
  const objects = objectsOf(read, bytes);
  for (;;) {
    const { value, done } = await objects.next();
    if (done) return inOrder([...blanks, { from: value, to: bytes, as: 'spaces' }]);
    blanks.push(...(await blanksOf(read, value)));
  }
}

/** Throws a MediaError where they cannot be taken out. What stands behind its end goes too. */
export function findPdfBlanks(read: ReadAt, { bytes, name }: { bytes: number; name: string }): Promise<Blank[]> {
  return findAll(read, bytes).catch((error: unknown) => {
    throw error instanceof MediaError ? new MediaError(error.code, `${name} ${error.message}`) : error;
  });
}
