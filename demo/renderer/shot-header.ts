// Writes into a JPEG what a drone writes: which camera, where it stood and how it was held. Its pixels stay as they are.
import sharp from 'sharp';
import type { Shot } from './shot.ts';

const CAMERA = { make: 'Topout', model: 'Demo drone' };

/** EXIF’s way of saying that a moment is not known: the demo’s seed sets the clock (server/db/demo/demo-folder.ts). */
const NO_MOMENT = '    :  :     :  :  ';

/** Degrees, minutes and seconds as EXIF's fractions, to three millimetres. */
function degrees(value: number): string {
  const parts = Math.round(Math.abs(value) * 36_000_000);
  return `${Math.floor(parts / 36_000_000)}/1 ${Math.floor(parts / 600_000) % 60}/1 ${parts % 600_000}/10000`;
}

/** From a blank picture of the same size, so that the block names its true size. */
async function exifOf(jpeg: Buffer, { latitude, longitude, altitude, heading }: Shot): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  const blank = sharp({ create: { width, height, channels: 3, background: '#000' } });
  const carrier = await blank
    .withExif({
      IFD0: { Make: CAMERA.make, Model: CAMERA.model, Software: 'demo-renderer', DateTime: NO_MOMENT },
      IFD2: { DateTimeOriginal: NO_MOMENT, DateTimeDigitized: NO_MOMENT, OffsetTimeOriginal: '+01:00' },
      IFD3: {
        GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
        GPSLatitude: degrees(latitude),
        GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
        GPSLongitude: degrees(longitude),
        GPSAltitudeRef: '0',
        GPSAltitude: `${Math.round(altitude * 10)}/10`,
        GPSImgDirectionRef: 'T',
        GPSImgDirection: `${Math.round(heading * 10)}/10`,
      },
    })
    .jpeg({ quality: 1 })
    .toBuffer();
  const { exif } = await sharp(carrier).metadata();
  if (!exif) throw new Error('No EXIF was written');
  return exif;
}

const signed = (value: number, digits = 1) => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`;

/** Drones count their yaw from -180 to 180. */
function xmpOf({ above, heading, pitch, roll }: Shot): Buffer {
  const fields = {
    RelativeAltitude: signed(above, 2),
    GimbalRollDegree: signed(roll),
    GimbalYawDegree: signed(heading > 180 ? heading - 360 : heading),
    GimbalPitchDegree: signed(pitch),
  };
  const tags = Object.entries(fields).map(([name, value]) => `drone-dji:${name}="${value}"`);
  const text = [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" ${tags.join(' ')}/>`,
    '</rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join('');
  return Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1'), Buffer.from(text, 'utf8')]);
}

function segment(content: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** `jpeg` with both blocks right after its first marker, where readers look for them. */
export async function withShot(jpeg: Buffer, shot: Shot): Promise<Buffer> {
  const blocks = [segment(await exifOf(jpeg, shot)), segment(xmpOf(shot))];
  return Buffer.concat([jpeg.subarray(0, 2), ...blocks, jpeg.subarray(2)]);
}
