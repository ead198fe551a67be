// Plans, models, documents and videos that name who made them, in the terms of their formats.
import sharp from 'sharp';
import { zipOf } from './telling-documents.ts';

const [by, owner, serial] = ['Chidi Artist', 'Adaeze Owner', 'SN-4711-XK'];

const padded = (bytes: Buffer, filling: number) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3, filling)]);

function chunk(type: string, bytes: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(bytes.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, bytes]);
}

const gltf = (more: object) =>
  JSON.stringify({
    asset: { version: '2.0', copyright: `© ${owner} "1"`, generator: 'Blender', extras: { author: by } },
    ...more,
  });

/** A model of one picture. */
export function glbWith(picture: Buffer): Buffer {
  const json = gltf({
    images: [{ bufferView: 0, mimeType: 'image/jpeg' }],
    bufferViews: [{ buffer: 0, byteOffset: 4, byteLength: picture.length }],
    buffers: [{ byteLength: picture.length + 4 }],
  });
  const chunks = [
    chunk('JSON', padded(Buffer.from(json), 32)),
    chunk('BIN\0', padded(Buffer.concat([Buffer.from('mesh'), picture]), 0)),
  ];
  const head = Buffer.from('glTF\x02\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(12 + chunks.reduce((sum, { length }) => sum + length, 0), 8);
  return Buffer.concat([head, ...chunks]);
}

export const gltfWith = (picture: Buffer): Buffer =>
  Buffer.from(gltf({ images: [{ uri: `data:image/jpeg;base64,${picture.toString('base64')}` }] }));

export const ifc = Buffer.from(`ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');
FILE_NAME('tower; north.ifc','2026-03-04T10:11:12',('${by}','O''${owner}'),('${owner}; Ltd'),'EDM','Revit','${by}');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCPERSON($,'Artist','${by}',$,$,$,$,$);
#2=IFCTELECOMADDRESS($,$,$,('+234'),$,$,('${owner}'),$);
#3=IFCWALL('2O2Fr$t4X7Zf8NOew3FLOH',#1,'Wall of the north',$,$,$,$,$);
ENDSEC;
END-ISO-10303-21;
`);

export const dxf = Buffer.from(
  `  0\nSECTION\n  2\nHEADER\n  9\n$LASTSAVEDBY\n  1\n${by}\n  9\n$INSUNITS\n 70\n     6\n`,
);

export const kml = Buffer.from(
  `<kml xmlns:atom="a"><Document><atom:author><atom:name>${by}</atom:name></atom:author><name>Site</name></Document></kml>`,
);

/** A moving picture with a comment and XMP, and how often it is played. */
export async function gifWithMetadata(xmp: string): Promise<Buffer> {
  const frames = Buffer.concat([Buffer.alloc(30 * 20 * 3, 90), Buffer.alloc(30 * 20 * 3, 200)]);
  const gif = await sharp(frames, { raw: { width: 30, height: 40, channels: 3, pageHeight: 20 } })
    .gif({ loop: 3 })
    .toBuffer();
  const flags = gif[10] ?? 0;
  const at = 13 + ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, by.length]), Buffer.from(`${by}\0`)]);
  // As Adobe writes it: lengths lead into a trailer that counts down to the end.
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, nth) => 255 - nth), 0]);
  const xmpBlock = Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('XMP DataXMP'),
    Buffer.from(xmp),
    trailer,
  ]);
  return Buffer.concat([gif.subarray(0, at), comment, xmpBlock, gif.subarray(at), Buffer.from(serial)]);
}

const people = `<w15:people xmlns:w15="x"><w15:person w15:author="${by}"><w15:presenceInfo w15:providerId="AD" w15:userId="${owner}"/></w15:person></w15:people>`;
const changed = `<w:document xmlns:w="w"><w:ins w:id="1" w:author="${by}" w:date="2026-03-04T10:11:12Z"><w:t>The wall is up</w:t></w:ins>${Array.from({ length: 30 }, (_, nth) => `<w:p w:rsidR="00${(nth * 7_654_321 + 1_234_567).toString(16).toUpperCase().padStart(6, '0').slice(-6)}"><w:t>Row ${nth}</w:t></w:p>`).join('')}</w:document>`;

/** A document with a comment and a tracked change, a table and slides with comments. */
export const commentedOffice = (): Promise<Buffer> =>
  zipOf(
    [
      ['[Content_Types].xml', '<Types/>'],
      ['word/document.xml', changed],
      ['word/comments.xml', `<w:comment w:author="${by}" w:initials="${owner}"><w:t>Too dark</w:t></w:comment>`],
      ['word/people.xml', people],
      ['xl/comments1.xml', `<comments><authors><author>${by}</author></authors><text>Ten bags</text></comments>`],
      ['xl/persons/person.xml', `<person displayName="${by}" id="{1}" userId="${owner}" providerId="AD"/>`],
      ['xl/workbook.xml', `<workbook><x15ac:absPath xmlns:x15ac="x" url="C:\\Users\\${owner}\\"/></workbook>`],
      ['ppt/commentAuthors.xml', `<p:cmAuthor id="1" name="${by}" initials="CA" lastIdx="1"/>`],
      ['content.xml', `<office:annotation><dc:creator>${by}</dc:creator><text:p>Higher</text:p></office:annotation>`],
    ].map(([name = '', text = '']) => ({ name, bytes: Buffer.from(text), isPacked: true })),
  );
