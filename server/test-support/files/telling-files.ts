// Files that say by whom, with which camera and where they were made, of every kind that can be stored, and how to find that in bytes.
import exifr from 'exifr';
import sharp from 'sharp';
import { heicWith, placedVideo, tiffDirectory, tiffHeader, videoPlaces } from './made-files.ts';
import { docxWith, pdfWith, unpackedIn, zipOf } from './telling-documents.ts';
import { commentedOffice, dxf, gifWithMetadata, glbWith, gltfWith, ifc, kml } from './telling-models.ts';
import { jpegWithTexts, pngWithTexts } from './telling-texts.ts';

/** What the files of `filesWithMetadata` say; of a position its minutes, as number and as text. */
const secrets = ['SN-4711-XK', 'Adaeze Owner', 'Chidi Artist', '27.182818', ...videoPlaces];
const minutes = 271_828_182;

type Tag = Parameters<typeof tiffDirectory>[0]['tags'][number];

const long = (tag: number, ...values: number[]): Tag => ({ tag, type: 4, values });
const short = (tag: number, ...values: number[]): Tag => ({ tag, type: 3, values });
const double = (tag: number, ...values: number[]): Tag => ({ tag, type: 12, values });
const text = (tag: number, value: string): Tag => ({ tag, type: 2, values: [...Buffer.from(`${value}\0`)] });

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
  xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  exif:GPSLatitude="6,27.182818N" aux:SerialNumber="SN-4711-XK" aux:OwnerName="Adaeze Owner" dc:creator="Chidi Artist"/></rdf:RDF></x:xmpmeta>`;
const gdalMetadata = `<GDALMetadata>
  <Item name="EXIF_Artist">Chidi Artist</Item>
  <Item name="EXIF_GPSLatitude">(6) (27.182818) (0)</Item>
  <Item name="OFFSET" sample="0" role="offset">12.5</Item>
</GDALMetadata>`;

const exif = {
  IFD0: { Artist: 'Chidi Artist', Copyright: 'Adaeze Owner', DateTime: '2026:03:04 10:11:12' },
  IFD2: { BodySerialNumber: 'SN-4711-XK', CameraOwnerName: 'Adaeze Owner', DateTimeOriginal: '2026:03:04 10:11:12' },
  IFD3: {
    ...{ GPSLatitude: `6/1 ${minutes}/10000000 0/1`, GPSLatitudeRef: 'N' },
    ...{ GPSLongitude: '3/1 23/1 0/1', GPSLongitudeRef: 'E' },
  },
};

/** Tags of a TIFF beside those of its one strip of 16 × 16 grey pixels; `jpeg`: a preview; `gap`: what no tag points to, before and behind. */
type Telling = { tags?: Tag[]; photometric?: number; jpeg?: Buffer; isCr2?: boolean; gap?: Buffer };

export function tiffWithMetadata({ tags = [], photometric = 1, jpeg, isCr2 = false, gap }: Telling): Buffer {
  const parts: Buffer[] = [isCr2 ? Buffer.from('CR\x02\0\0\0\0\0', 'latin1') : Buffer.alloc(0)];
  const end = () => 8 + parts.reduce((sum, { length }) => sum + length, 0);
  const add = (part: Buffer) => {
    const at = end();
    parts.push(part);
    return at;
  };
  if (gap) add(gap);
  const pixels = add(Buffer.alloc(256, 120));
  if (gap) add(gap);
  const preview = jpeg && { at: add(jpeg), bytes: jpeg.length };
  const within = add(tiffDirectory({ tags: [text(37_500, 'SN-4711-XK'), text(42_032, 'Adaeze Owner')] }, end()));
  const position = add(tiffDirectory({ tags: [text(1, 'N'), long(2, 6, 1, minutes, 10_000_000, 0, 1)] }, end()));
  const own = [
    ...[long(256, 16), long(257, 16), short(258, 8), short(259, 1), short(262, photometric), text(270, 'Chidi Artist')],
    ...[long(273, pixels), short(277, 1), long(278, 16), long(279, 256), text(315, 'Chidi Artist'), text(700, xmp)],
    ...(preview ? [long(513, preview.at), long(514, preview.bytes)] : []),
    ...[text(33_432, 'Adaeze Owner'), long(34_665, within), long(34_853, position), text(42_112, gdalMetadata)],
    text(50_735, 'SN-4711-XK'),
    ...tags,
  ].sort((one, other) => one.tag - other.tag);
  const first = add(tiffDirectory({ tags: own }, end()));
  return Buffer.concat([tiffHeader(first), ...parts, gap ?? Buffer.alloc(0)]);
}

export const place = [
  double(33_550, 0.5, 0.5, 0),
  double(33_922, 0, 0, 0, 492_000, 4_487_000, 0),
  short(34_735, 1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32_613),
];
const dng = { tags: [long(50_706, 1)], photometric: 32_803 };

/** An EBML element of less than 16 KiB, or without a length where its parts are still to come. */
function element(id: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x40 | (body.length >> 8), body.length & 255]), body]);
}

export function webmWithMetadata(): Buffer {
  const tags = element('1254c367', element('7373', element('67c8', Buffer.from('Chidi Artist 27.182818'))));
  const info = element(
    '1549a966',
    element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40])),
    element('7ba9', Buffer.from('Adaeze Owner')),
  );
  const endless = Buffer.concat([Buffer.from('1f43b675ff', 'hex'), element('e7', Buffer.alloc(1))]);
  const frames = element('a3', Buffer.from('what is seen and heard'));
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from('webm'))),
    element('18538067', info, endless, frames, tags),
  ]);
}

const subtitles = '1\n00:00:00,000 --> 00:00:00,033\n[latitude: 6.27.182818] [longitude: 3.3947]\n';

/** By name. What is called something else than it is stands among them. */
export async function filesWithMetadata(): Promise<Record<string, Buffer>> {
  const picture = () =>
    sharp({ create: { width: 320, height: 240, channels: 3, background: '#476' } })
      .withExif(exif)
      .withXmp(xmp);
  const jpeg = await picture().jpeg().toBuffer();
  const png = await picture().png().toBuffer();
  const words = { by: 'Chidi Artist', owner: 'Adaeze Owner' };
  const photo = tiffWithMetadata({});
  const raw = tiffWithMetadata({ ...dng, jpeg });
  const map = tiffWithMetadata({ tags: place });
  const texts = await jpegWithTexts(jpeg, words);
  const paper = { jpeg: texts, width: 320, height: 240, xmp };
  const letter = await docxWith(texts);
  const everything = await zipOf(
    [
      ...[true, false].flatMap((isPacked) => [
        { name: `photos-${isPacked}/a.jpg`, bytes: texts, isPacked },
        { name: `photos-${isPacked}/b.png`, bytes: pngWithTexts(png, words), isPacked },
        { name: `photos-${isPacked}/._b.png`, bytes: Buffer.from('Adaeze Owner'), isPacked },
        { name: `films-${isPacked}/n.mp4`, bytes: placedVideo({ front: true }), isPacked },
        { name: `maps-${isPacked}/l.tif`, bytes: map, isPacked },
        { name: `papers-${isPacked}/report.pdf`, bytes: pdfWith(paper), isPacked },
        { name: `papers-${isPacked}/letter.docx`, bytes: letter, isPacked },
      ]),
      { name: 'photos/d.gif', bytes: await gifWithMetadata(xmp) },
      { name: 'models/tower.glb', bytes: glbWith(texts) },
      { name: 'photos/c.webp', bytes: await picture().webp().toBuffer() },
    ],
    'packed by Chidi Artist',
  );
  return {
    'a.jpg': jpeg,
    'a-text.jpg': texts,
    'b.png': png,
    'b-text.png': pngWithTexts(png, words),
    'c.webp': await picture().webp().toBuffer(),
    'd.avif': await picture().avif({ effort: 0 }).toBuffer(),
    'e.heic': heicWith('jpeg', jpeg),
    'f-photo.tif': photo,
    'g.dng': raw,
    'g-old.dng.tif': raw,
    'g-named.jpg': raw,
    'h.cr2': tiffWithMetadata({ jpeg, isCr2: true }),
    'i.nef': tiffWithMetadata({ ...dng, tags: [], jpeg }),
    'j.arw': tiffWithMetadata({ jpeg }),
    'k-none.dng': tiffWithMetadata(dng),
    'l-map.tif': map,
    'l-map-gap.tif': tiffWithMetadata({ tags: place, gap: Buffer.from(xmp) }),
    'm-placed.tif': photo,
    'm-placed.tfw': Buffer.from('0.5\n0\n0\n-0.5\n492000\n4487000\n'),
    'n-front.mp4': placedVideo({ front: true }),
    'n-late.mov': placedVideo({ front: false }),
    'n-plain.mp4': jpeg,
    'n-map.mov': map,
    'o.webm': webmWithMetadata(),
    'o-other.ogv': Buffer.from('OggS Chidi Artist'),
    'o-other.webm': Buffer.from('Chidi Artist'),
    'p.SRT': Buffer.from(subtitles),
    'p.vtt': Buffer.from(`WEBVTT\n\n${subtitles}`),
    'p.THM': jpeg,
    'p.LRF': placedVideo({ front: true }),
    'p.insp': jpeg,
    'p.jif': jpeg,
    'p-flight.txt': Buffer.from(`\x01\x02\x03${subtitles}`),
    'p.fit': Buffer.from(subtitles),
    'q-picture.pdf': jpeg,
    'q-raw.zip': raw,
    'q-film.docx': placedVideo({ front: true }),
    'q-report.pdf': Buffer.from('%PDF-1.7 what was seen'),
    'r-papers.pdf': pdfWith(paper),
    'r-letter.docx': letter,
    'r-all.zip': everything,
    's-locked.pdf': pdfWith({ ...paper, isLocked: true }),
    's-old.doc': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    's-beside.zip': await zipOf([{ name: 'flight.srt', bytes: Buffer.from(subtitles) }]),
    't-moving.gif': await gifWithMetadata(xmp),
    't-comments.docx': await commentedOffice(),
    't-model.glb': glbWith(texts),
    't-model.gltf': gltfWith(texts),
    't-plan.ifc': ifc,
    't-plan.dxf': dxf,
    't-place.kml': kml,
    's-plan.dwg': Buffer.from('AC1027 Chidi Artist'),
    's-packed.7z': Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'),
  };
}

/** What of it these bytes still say, and what is packed in them, and what a parser reads out of them. */
export async function metadataIn(bytes: Buffer): Promise<string[]> {
  return (await Promise.all([bytes, ...unpackedIn(bytes)].map(plainLeaks))).flat();
}

async function plainLeaks(bytes: Buffer): Promise<string[]> {
  const found = secrets.filter((secret) => bytes.includes(secret, 0, 'latin1'));
  const [little, big] = [Buffer.alloc(4), Buffer.alloc(4)];
  little.writeUInt32LE(minutes);
  big.writeUInt32BE(minutes);
  if (bytes.includes(little) || bytes.includes(big)) found.push('the minutes of a position');
  const parsed = (await exifr
    .parse(bytes, { tiff: true, gps: true, xmp: true, iptc: true })
    .catch(() => null)) as object;
  const personal = /gps|latitude|longitude|serial|owner|artist|creator|copyright/i;
  const isEmpty = (value: unknown) => /^[\0 0,]*$/.test(String(value instanceof Uint8Array ? [...value] : value));
  for (const [name, value] of Object.entries(parsed ?? {}))
    if (personal.test(name) && value !== undefined && !isEmpty(value)) found.push(`${name}: ${value}`);
  return found;
}
