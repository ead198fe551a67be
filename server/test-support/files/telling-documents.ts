// Documents and archives that say by whom they were made, and hold pictures that say where; and how to unpack all that is in one.
import { buffer } from 'node:stream/consumers';
import { deflateSync, inflateSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { readZip } from './read-zip.ts';

type Entry = { name: string; bytes: Buffer; isPacked?: boolean };

export async function zipOf(entries: Entry[], comment = ''): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes, isPacked = false } of entries) zip.addBuffer(bytes, name, { compress: isPacked });
  zip.end({ comment, forceZip64Format: false });
  return buffer(zip.outputStream);
}

const properties = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<cp:coreProperties xmlns:cp="core" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Chidi Artist</dc:creator><cp:lastModifiedBy>Adaeze Owner</cp:lastModifiedBy></cp:coreProperties>`;
export const words = '<w:document xmlns:w="w"><w:body><w:p>What was built in March</w:p></w:body></w:document>';

/** A document with a picture in it, as word processors pack it. */
export const docxWith = (picture: Buffer): Promise<Buffer> =>
  zipOf([
    { name: '[Content_Types].xml', bytes: Buffer.from('<Types/>'), isPacked: true },
    { name: 'docProps/core.xml', bytes: Buffer.from(properties), isPacked: true },
    { name: 'word/document.xml', bytes: Buffer.from(words), isPacked: true },
    { name: 'word/media/image1.jpeg', bytes: picture },
    { name: 'word/media/image2.jpeg', bytes: picture, isPacked: true },
  ]);

const description = (by: string, owner: string) =>
  `<< /Title (Visit (3)) /Author (${by}) /Producer <${Buffer.from(owner).toString('hex')}> >>`;

type PdfLayout = { jpeg: Buffer; width: number; height: number; xmp: string; isLocked?: boolean };

/** One page with a photo, XMP plain and packed, a description in an object of its own and, of a later version, one packed with others. */
export function pdfWith({ jpeg, width, height, xmp, isLocked = false }: PdfLayout): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places = new Map<number, number>();
  const end = () => parts.reduce((sum, { length }) => sum + length, 0);
  const add = (number: number, dictionary: string, stream?: Buffer) => {
    places.set(number, end());
    parts.push(Buffer.from(`${number} 0 obj\n${dictionary}\n`, 'latin1'));
    if (stream) parts.push(Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n'));
    parts.push(Buffer.from('endobj\n'));
  };
  const flate = (bytes: Buffer | string) => deflateSync(bytes);
  const paint = flate(`q 200 0 0 150 0 0 cm /Photo Do Q`);
  const packedXmp = flate(xmp);
  const packed = `9 0 ${description('Chidi Artist', 'Adaeze Owner')}`;
  const first = packed.indexOf('<<');
  const object = flate(packed);
  add(1, '<< /Type /Catalog /Pages 2 0 R /Metadata 6 0 R >>');
  add(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  add(
    3,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 150] /Contents 4 0 R /Resources << /XObject << /Photo 5 0 R >> >> >>',
  );
  add(4, `<< /Length ${paint.length} /Filter /FlateDecode >>`, paint);
  add(
    5,
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} /Metadata 7 0 R >>`,
    jpeg,
  );
  add(6, `<< /Type /Metadata /Subtype /XML /Length ${xmp.length} >>`, Buffer.from(xmp));
  add(7, `<< /Type /Metadata /Subtype /XML /Length ${packedXmp.length} /Filter /FlateDecode >>`, packedXmp);
  add(8, description('Chidi Artist', 'Adaeze Owner'));
  add(10, `<< /Type /ObjStm /N 1 /First ${first} /Length ${object.length} /Filter /FlateDecode >>`, object);
  const table = Buffer.alloc(12 * 6);
  const rows = [
    [0, 0, 65_535],
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => [1, places.get(number) ?? 0, 0]),
    [2, 10, 0],
    [1, places.get(10) ?? 0, 0],
    [1, end(), 0],
  ];
  for (const [nth, [kind = 0, place = 0, more = 0]] of rows.entries()) {
    table[nth * 6] = kind;
    table.writeUIntBE(place, nth * 6 + 1, 3);
    table.writeUInt16BE(more, nth * 6 + 4);
  }
  const at = end();
  const locked = isLocked ? ' /Encrypt << /Filter /Standard >>' : '';
  add(11, `<< /Type /XRef /Size 12 /W [1 3 2] /Root 1 0 R /Info 9 0 R /Length ${table.length}${locked} >>`, table);
  return Buffer.concat([
    ...parts,
    Buffer.from(`startxref\n${at}\n%%EOF\n`),
    Buffer.from('Chidi Artist wrote this behind its end'),
  ]);
}

/** Every stream of a PDF that unpacks. */
function streamsIn(pdf: Buffer): Buffer[] {
  return [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, body = '']) => {
    try {
      return [inflateSync(Buffer.from(body, 'latin1'))];
    } catch {
      return [];
    }
  });
}

function unpackedOnce(bytes: Buffer): Buffer[] {
  const isZip = bytes.subarray(0, 2).toString() === 'PK' && bytes.includes('PK\x05\x06', 0, 'latin1');
  if (isZip) return [...readZip(bytes, { unpacks: true }).values()];
  return bytes.subarray(0, 5).toString() === '%PDF-' ? streamsIn(bytes) : [];
}

/** What is packed in an archive or a document, and in what is packed there. */
export function unpackedIn(bytes: Buffer): Buffer[] {
  return unpackedOnce(bytes).flatMap((one) => [one, ...unpackedIn(one)]);
}
