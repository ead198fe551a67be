// Pictures as alignment looks at them: small, upright and grey.
import { sharp } from '#server/lib/sharp.ts';

export type Grey = { data: Uint8Array; width: number; height: number };

/** Longest side in pixels. */
const longest = 900;
/** What looking at a picture takes of memory goes with its pixels. */
const maxPixels = 500_000;
/** A panorama's whole turn, of which only what lies around the horizon is looked at. */
const turnPixels = 1440;
const stripShare = 0.4;

/** Upright and grey, as alignment looks at it. */
export async function readGrey(bytes: Uint8Array): Promise<Grey> {
  const image = sharp(bytes).autoOrient();
  const { width, height } = (await image.metadata()).autoOrient;
  const scale = Math.min(1, longest / Math.max(width, height), Math.sqrt(maxPixels / (width * height)));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const { data, info } = await image
    .resize({ ...size, fit: 'fill' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The strip around the horizon of an equirectangular panorama. */
export async function readHorizon(bytes: Uint8Array): Promise<Grey> {
  const whole = turnPixels / 2;
  const height = Math.round(whole * stripShare);
  const { data } = await sharp(bytes)
    .resize(turnPixels, whole, { fit: 'fill' })
    .extract({ left: 0, top: Math.round((whole - height) / 2), width: turnPixels, height })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: turnPixels, height };
}
