// Writes into a JPEG what a drone writes: when and where it was taken. Its pixels stay as they are.
import sharp from 'sharp';

/** `at` in milliseconds since 1970; `above` in metres over the ground, which lies `ground` metres over the sea. */
export type Shot = { at: number; latitude: number; longitude: number; above: number; ground: number };

/** Lagos keeps one hour ahead of UTC all year. */
export const lagosHours = 1;
const offset = '+01:00';
export const camera = { make: 'Topout', model: 'Demo drone' };

const two = (value: number) => String(value).padStart(2, '0');

function dateParts(at: number): { date: string; time: string; clock: string } {
  const when = new Date(at);
  const date = `${when.getUTCFullYear()}:${two(when.getUTCMonth() + 1)}:${two(when.getUTCDate())}`;
  const [h, m, s] = [when.getUTCHours(), when.getUTCMinutes(), when.getUTCSeconds()];
  return { date, time: `${two(h)}:${two(m)}:${two(s)}`, clock: `${h}/1 ${m}/1 ${s}/1` };
}

/** Degrees, minutes and seconds as EXIF's fractions. */
function degrees(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 360_000);
  return `${Math.floor(hundredths / 360_000)}/1 ${Math.floor(hundredths / 6000) % 60}/1 ${hundredths % 6000}/100`;
}

/** The EXIF block of a shot, made by writing the picture once more and roughly, so that the block names its true size. */
async function exifOf(jpeg: Buffer, { at, latitude, longitude, above, ground }: Shot): Promise<Buffer> {
  const local = dateParts(at + lagosHours * 3_600_000);
  const utc = dateParts(at);
  const taken = `${local.date} ${local.time}`;
  const carrier = await sharp(jpeg)
    .withExif({
      IFD0: { Make: camera.make, Model: camera.model, Software: 'demo-renderer', DateTime: taken },
      IFD2: { DateTimeOriginal: taken, DateTimeDigitized: taken, OffsetTimeOriginal: offset },
      IFD3: {
        GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
        GPSLatitude: degrees(latitude),
        GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
        GPSLongitude: degrees(longitude),
        GPSAltitudeRef: '0',
        GPSAltitude: `${Math.round((ground + above) * 10)}/10`,
        GPSDateStamp: utc.date,
        GPSTimeStamp: utc.clock,
      },
    })
    .jpeg({ quality: 1 })
    .toBuffer();
  const { exif } = await sharp(carrier).metadata();
  if (!exif) throw new Error('No EXIF was written');
  return exif;
}

/** `jpeg` with the shot's EXIF right after its first marker, where readers look for it. */
export async function stamp(jpeg: Buffer, shot: Shot): Promise<Buffer> {
  const exif = await exifOf(jpeg, shot);
  const marker = Buffer.from([0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)]);
}
