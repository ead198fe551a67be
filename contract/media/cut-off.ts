// Whether a picture or video is truncated, by its format: checked in the browser before an upload, and by the server for what it shows.

/** Reads so many bytes from an offset; fewer at the end of the file. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>;
type File = { read: ReadBytes; bytes: number };

const tailBytes = 65_536;
const stepBytes = 1_048_576;
const maxParts = 5_000;
/** Boxes whose bytes are seen or heard, or say where these lie (ISO/IEC 14496-12). */
const boxes = ['mdat', 'moov', 'moof', 'meta'];

const numberAt = (bytes: Uint8Array, at: number) =>
  (((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)) * 256 + (bytes[at + 2] ?? 0)) * 256 + (bytes[at + 3] ?? 0);
const textAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

/** Where the first scan of a JPEG begins; the preview in its header has an end of its own. Null where it has none. */
async function scanOf({ read, bytes }: File): Promise<number | null> {
  let at = 2;
  for (let parts = 0; parts < maxParts && at + 4 <= bytes; parts++) {
    const head = await read(at, 4);
    if (head[0] !== 0xff) return null;
    if (head[1] === 0xff) at += 1;
    else if (head[1] === 0xda) return at;
    else at += 2 + (head[2] ?? 0) * 256 + (head[3] ?? 0);
  }
  return null;
}

function holdsEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) if (bytes[at + 1] === 0xd9) return true;
  return false;
}

/** Its end is among its last bytes, unless a video or another picture is appended. */
async function isCutJpeg(file: File): Promise<boolean> {
  const { read, bytes } = file;
  const scan = await scanOf(file);
  if (scan === null) return true;
  const tail = Math.max(scan, bytes - tailBytes);
  if (holdsEnd(await read(tail, bytes - tail))) return false;
  for (let at = scan; at < tail; at += stepBytes) if (holdsEnd(await read(at, stepBytes + 1))) return false;
  return true;
}

async function isCutPng({ read, bytes }: File): Promise<boolean> {
  let at = 8;
  for (let parts = 0; parts < maxParts; parts++) {
    const head = await read(at, 8);
    if (head.length < 8) return true;
    at += 12 + numberAt(head, 0);
    if (at > bytes) return true;
    if (textAt(head, 4) === 'IEND') return false;
  }
  return false;
}

async function isCutWebp({ read, bytes }: File): Promise<boolean> {
  const size = (await read(4, 4)).toReversed();
  return numberAt(size, 0) + 8 > bytes;
}

async function isCutBoxed({ read, bytes }: File): Promise<boolean> {
  let at = 0;
  for (let parts = 0; parts < maxParts && at + 8 <= bytes; parts++) {
    const head = await read(at, 16);
    const short = numberAt(head, 0);
    const size = short === 1 ? numberAt(head, 8) * 2 ** 32 + numberAt(head, 12) : short;
    if (size < 8) return false;
    if (at + size > bytes) return boxes.includes(textAt(head, 4));
    at += size;
  }
  return false;
}

/** `type`: as its first bytes say. What is of another kind is not called cut off. */
export async function isCutOff(
  read: ReadBytes,
  { bytes, type }: { bytes: number; type: string | null },
): Promise<boolean> {
  const file = { read, bytes };
  if (type === 'image/jpeg') return isCutJpeg(file);
  if (type === 'image/png') return isCutPng(file);
  if (type === 'image/webp') return isCutWebp(file);
  const isBoxed = type === 'image/avif' || type === 'image/heic' || type?.startsWith('video/') === true;
  return isBoxed && isCutBoxed(file);
}
