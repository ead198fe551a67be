// Pictures with much to recognise, the same for the same seed: ground for a camera to fly over.
import sharp from 'sharp';

export type Rect = { left: number; top: number; width: number; height: number };

/** Of a small generator that always says the same: no two seeds look alike. */
function noise(seed: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = (seed * 2_654_435_761) >>> 0;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

async function ground(seed: number, width: number, height: number): Promise<Buffer> {
  const [w, h] = [Math.ceil(width / 12), Math.ceil(height / 12)];
  return sharp(noise(seed, w * h), { raw: { width: w, height: h, channels: 1 } })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .png()
    .toBuffer();
}

/** What a camera sees of the ground of this seed. */
export async function scene(seed: number, rect: Rect): Promise<Buffer> {
  return sharp(await ground(seed, 1200, 900))
    .extract(rect)
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Half of the one and half of the other, in fields like those of a chessboard. */
export async function patchwork(one: Buffer, other: Buffer, field = 75): Promise<Buffer> {
  const { width, height } = await sharp(one).metadata();
  const places = Array.from({ length: Math.ceil(width / field) * Math.ceil(height / field) }, (_, at) => at);
  const columns = Math.ceil(width / field);
  const chosen = places
    .map((at) => ({ left: (at % columns) * field, top: Math.floor(at / columns) * field }))
    .filter(({ left, top }) => ((left + top) / field) % 2 === 0);
  const pieces = await Promise.all(
    chosen.map(async ({ left, top }) => {
      const size = { width: Math.min(field, width - left), height: Math.min(field, height - top) };
      return {
        left,
        top,
        input: await sharp(other)
          .extract({ left, top, ...size })
          .toBuffer(),
      };
    }),
  );
  return sharp(one).composite(pieces).jpeg({ quality: 90 }).toBuffer();
}

/** A whole sphere of this seed, turned to the right by so many degrees. */
export async function panorama(seed: number, degrees: number): Promise<Buffer> {
  const width = 1440;
  const whole = await ground(seed, width, width / 2);
  const shift = Math.round(((((degrees % 360) + 360) % 360) / 360) * width);
  if (shift === 0) return sharp(whole).jpeg().toBuffer();
  const parts = [
    { left: 0, from: shift, width: width - shift },
    { left: width - shift, from: 0, width: shift },
  ];
  const pieces = await Promise.all(
    parts.map(async ({ left, from, width: wide }) => ({
      left,
      top: 0,
      input: await sharp(whole)
        .extract({ left: from, top: 0, width: wide, height: width / 2 })
        .toBuffer(),
    })),
  );
  return sharp(whole).composite(pieces).jpeg().toBuffer();
}
