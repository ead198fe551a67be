// Words in pictures beside EXIF and XMP: IPTC, comments, colour profiles, and the chunks of a PNG.
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

function segment(marker: number, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

function iptc(field: number, value: string): Buffer {
  return Buffer.concat([Buffer.from([0x1c, 2, field, 0, value.length]), Buffer.from(value)]);
}

/** A profile that is one, with words behind its tables. */
async function tellingProfile(words: string): Promise<Buffer> {
  const image = sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } }).withIccProfile('srgb');
  const { icc } = await sharp(await image.jpeg().toBuffer()).metadata();
  const profile = Buffer.concat([icc ?? Buffer.alloc(0), Buffer.from(words.padEnd(16, '\0'))]);
  profile.writeUInt32BE(profile.length, 0);
  return profile;
}

type Names = { by: string; owner: string };

export async function jpegWithTexts(jpeg: Buffer, { by, owner }: Names): Promise<Buffer> {
  const records = Buffer.concat([iptc(80, by), iptc(116, owner)]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(records.length);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xed, 'Photoshop 3.0\0', '8BIM\x04\x04\0\0', size, records),
    segment(0xe2, 'ICC_PROFILE\0\x01\x01', await tellingProfile(owner)),
    segment(0xfe, `Taken by ${by}`),
    jpeg.subarray(2),
    Buffer.from(`behind its end ${owner}`),
  ]);
}

export function pngWithTexts(png: Buffer, { by, owner }: Names): Buffer {
  const chunk = (type: string, words: string) => {
    const body = Buffer.from(`${type}${words}`, 'latin1');
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length - 4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = 33;
  const texts = [chunk('tEXt', `Author\0${by}`), chunk('iTXt', `Copyright\0\0\0\0\0${owner}`)];
  return Buffer.concat([png.subarray(0, header), ...texts, png.subarray(header), Buffer.from(owner)]);
}
