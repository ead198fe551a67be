// Ways in which somebody submits a picture again, as they would treat it so that it looks new.
import sharp from 'sharp';

/** From 0 to 1. */
type Random = () => number;
type Way = (bytes: Buffer, next: Random) => Promise<Buffer>;

const jpeg = (quality: number) => ({ quality });

/** Each side by up to this share. */
async function cut(bytes: Buffer, next: Random, most: number): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const [left, right, top, bottom] = [next(), next(), next(), next()].map((share) => share * most) as [
    number,
    number,
    number,
    number,
  ];
  const rect = {
    left: Math.round(left * width),
    top: Math.round(top * height),
    width: Math.round(width * (1 - left - right)),
    height: Math.round(height * (1 - top - bottom)),
  };
  return sharp(bytes).extract(rect).jpeg(jpeg(80)).toBuffer();
}

/** Turned, and cut so that no empty corner is left. */
async function turn(bytes: Buffer, degrees: number): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const rad = (Math.abs(degrees) * Math.PI) / 180;
  const [away, down] = [Math.ceil(height * Math.sin(rad)), Math.ceil(width * Math.sin(rad))];
  const turned = await sharp(bytes).rotate(degrees).png().toBuffer({ resolveWithObject: true });
  const rect = {
    left: Math.round((turned.info.width - width) / 2) + away,
    top: Math.round((turned.info.height - height) / 2) + down,
    width: width - 2 * away,
    height: height - 2 * down,
  };
  return sharp(turned.data).extract(rect).jpeg(jpeg(80)).toBuffer();
}

async function stamp(bytes: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const [wide, high] = [Math.round(width * 0.35), Math.round(height * 0.08)];
  const box = sharp({ create: { width: wide, height: high, channels: 3, background: '#fff6c0' } });
  const at = { left: width - wide - 8, top: height - high - 8 };
  return sharp(bytes)
    .composite([{ input: await box.png().toBuffer(), ...at }])
    .jpeg(jpeg(85))
    .toBuffer();
}

const mirror = (bytes: Buffer) => sharp(bytes).flop().jpeg(jpeg(85)).toBuffer();
const messenger = (bytes: Buffer) =>
  sharp(bytes).resize(1280, 1280, { fit: 'inside', withoutEnlargement: true }).jpeg(jpeg(55)).toBuffer();

/** `far`: beyond what has to be found; its figure is shown and judged by nothing. */
export const ways: { name: string; far?: true; change: Way }[] = [
  { name: 'saved again', change: (bytes) => sharp(bytes).jpeg(jpeg(50)).toBuffer() },
  { name: 'resized', change: (bytes) => sharp(bytes).resize(900).jpeg(jpeg(80)).toBuffer() },
  { name: 'cut by up to 5 %', change: (bytes, next) => cut(bytes, next, 0.05) },
  { name: 'cut by up to 10 %', far: true, change: (bytes, next) => cut(bytes, next, 0.1) },
  { name: 'mirrored', change: (bytes) => mirror(bytes) },
  { name: 'cut by up to 5 % and mirrored', change: async (bytes, next) => mirror(await cut(bytes, next, 0.05)) },
  { name: 'turned by 2 degrees', far: true, change: (bytes, next) => turn(bytes, next() < 0.5 ? -2 : 2) },
  { name: 'stamped', change: (bytes) => stamp(bytes) },
  { name: 'brighter', change: (bytes) => sharp(bytes).linear(1.15, 12).jpeg(jpeg(85)).toBuffer() },
  { name: 'sent by a messenger', change: (bytes) => messenger(bytes) },
];
