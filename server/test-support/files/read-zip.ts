// Reads a ZIP by its central directory, with every sum checked.
import { crc32, inflateRawSync } from 'node:zlib';

const deflated = 8;

/**
 * By name, in the order of the directory. Throws where a sum, a length or a signature is wrong, and where an entry is packed: the product's
 * own are stored as they are. `unpacks`: of a document, whose entries may be packed.
 */
export function readZip(zip: Buffer, { unpacks = false } = {}): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory is broken');
    const [sum, packed, size] = [16, 20, 24].map((offset) => zip.readUInt32LE(at + offset)) as [number, number, number];
    const isPacked = unpacks && zip.readUInt16LE(at + 10) === deflated;
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const begins = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = isPacked
      ? inflateRawSync(zip.subarray(begins, begins + packed))
      : zip.subarray(begins, begins + size);
    const title = zip.toString('utf8', at + 46, at + 46 + name);
    if (crc32(content) !== sum || files.has(title)) throw new Error(`${title} is broken`);
    files.set(title, content);
    at += 46 + name + extra + comment;
  }
  return files;
}
