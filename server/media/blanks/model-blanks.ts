// Which bytes of a plan or model may say by whom it was made: its authors, and what the pictures within it say of themselves.

import { buffer } from 'node:stream/consumers';
import { sniffMedia } from '#contract/media/media-bytes.ts';
import { inMemory, partOf, type ReadAt } from '#server/media/formats/read-at.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { type Blank, placesAt, readBlanked, shifted, spacesAt } from './blanks.ts';
import { findPictureBlanks } from './picture-blanks.ts';

/** In a plan the revealing parts are near the beginning; a model in JSON is read whole. */
const maxHead = 4 * 1024 * 1024;
const maxJson = 64 * 1024 * 1024;
const [glbHead, chunkHead, jsonChunk] = [12, 8, 0x4e_4f_53_4a];

type Model = { bytes: number; name: string };

const cannot = (why: string) => new MediaError('no_picture', why);

const blanksWithin = async (read: ReadAt, bytes: number): Promise<Blank[]> =>
  (await findPictureBlanks(read, bytes, sniffMedia(await read(0, 64)))) ?? [];

/** Strings of JSON by these names (glTF 2.0, `asset` and KHR_xmp_json_ld); of numbers and lists nothing. */
const nameFields =
  /"(?:copyright|generator|author|artist|creator|owner|(?:dc|xmp|xmpRights|photoshop|exif|aux):\w+)"\s*:\s*"(?<words>(?:[^"\\]|\\.)*)"/dgi;
const pictureInText = /"data:image\/[a-z]+;base64,(?<words>[A-Za-z0-9+/=]+)"/dg;

async function blanksOfGltf(text: string): Promise<Blank[]> {
  const blanks = spacesAt(text, nameFields);
  for (const [from, to] of placesAt(text, pictureInText)) {
    const picture = Buffer.from(text.slice(from, to), 'base64');
    const within = await blanksWithin(inMemory(picture), picture.length);
    if (within.length === 0) continue;
    const clean = (await buffer(readBlanked(inMemory(picture), picture.length, within))).toString('base64');
    blanks.push({ from, to, as: Buffer.from(clean.slice(0, to - from).padEnd(to - from, '=')) });
  }
  return blanks;
}

type Gltf = {
  images?: { bufferView?: number }[];
  bufferViews?: { buffer?: number; byteOffset?: number; byteLength?: number }[];
};

function parsed(text: string): Gltf {
  try {
    return JSON.parse(text) as Gltf;
  } catch {
    return {};
  }
}

/** Its JSON, then what that points to (glTF 2.0, GLB). */
async function blanksOfGlb(read: ReadAt, { bytes, name }: Model): Promise<Blank[]> {
  const head = await read(glbHead, chunkHead);
  const length = head.length < chunkHead ? 0 : head.readUInt32LE(0);
  const from = glbHead + chunkHead;
  if (length === 0 || head.readUInt32LE(4) !== jsonChunk || from + length > bytes) throw cannot(`${name} is broken`);
  if (length > maxJson) throw cannot(`${name} is too large to be checked`);
  const json = await read(from, length);
  const blanks = shifted(await blanksOfGltf(json.toString('latin1')), from);
  const { images = [], bufferViews = [] } = parsed(json.toString());
  for (const { bufferView } of images) {
    const view = bufferView === undefined ? undefined : bufferViews[bufferView];
    if (!view || (view.buffer ?? 0) !== 0) continue;
    const start = from + length + chunkHead + (view.byteOffset ?? 0);
    const end = Math.min(bytes, start + (view.byteLength ?? 0));
    blanks.push(...shifted(await blanksWithin(partOf(read, { from: start, to: end }), end - start), start));
  }
  return blanks;
}

/** Author, organization and who authorized it, of the head (ISO 10303-21); persons and where they are reached (IFC). */
const namesInStep = /\bFILE_NAME\s*\(|=\s*IFC(?:PERSON|TELECOMADDRESS|POSTALADDRESS)\s*\(/;
/** Its first two strings are the file's name and the time. */
const headOfStep = /\bFILE_NAME\s*\(/;
/** Two apostrophes within a string are one. */
const stringInStep = /'(?<words>(?:[^']|'')*)'/dg;

/** Each ends with a semicolon that stands in no string. */
function statementsOf(text: string): { from: number; statement: string }[] {
  const found: { from: number; statement: string }[] = [];
  let [from, isInString] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "'") isInString = !isInString;
    if (sign !== ';' || isInString) continue;
    found.push({ from, statement: text.slice(from, at) });
    from = at + 1;
  }
  return [...found, { from, statement: text.slice(from) }];
}

const blanksOfStep = (text: string): Blank[] =>
  statementsOf(text)
    .filter(({ statement }) => namesInStep.test(statement))
    .flatMap(({ from, statement }) => {
      const strings = spacesAt(statement, stringInStep);
      return shifted(headOfStep.test(statement) ? strings.slice(2) : strings, from);
    });

/** Who saved a drawing last. */
const lastSavedBy = /\$LASTSAVEDBY\s+1\r?\n(?<words>[^\r\n]*)/dg;
/** Of a model in COLLADA, a place in KML, or a page. */
const authorsOfText =
  /<(?:\w+:)?(?:author|authoring_tool|copyright)>\s*(?:<(?:\w+:)?(?:name|email)>)?(?<words>[^<]*)|<meta\s+name="(?:author|creator|owner|copyright)"\s+content="(?<content>[^"]*)/dgi;

/** null for what is none of them. Throws a MediaError where it cannot be cleaned. */
export async function findModelBlanks(read: ReadAt, model: Model): Promise<Blank[] | null> {
  const { bytes, name } = model;
  const head = (await read(0, 16)).toString('latin1');
  if (head.startsWith('glTF')) return blanksOfGlb(read, model);
  if (/\.gltf$/i.test(name)) {
    if (bytes > maxJson) throw cannot(`${name} is too large to be checked: save it as GLB`);
    return blanksOfGltf((await read(0, bytes)).toString('latin1'));
  }
  const text = async () => (await read(0, Math.min(bytes, maxHead))).toString('latin1');
  if (head.startsWith('ISO-10303-21')) return blanksOfStep(await text());
  if (/\.dxf$/i.test(name)) return spacesAt(await text(), lastSavedBy);
  return /\.(?:dae|kml|html?)$/i.test(name) ? spacesAt(await text(), authorsOfText) : null;
}
