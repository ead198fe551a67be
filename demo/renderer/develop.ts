// Turns light into a photograph: exposure, film curve, fall-off towards the corners, a breath of grain.
import { cell } from './noise.ts';

/** Film curve: straight in the shadows, rolling off before white. */
function curve(x: number): number {
  const v = Math.max(0, x);
  return Math.min(1, (v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14));
}

function encoded(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}

/** A lens darkens its corners; maps and spheres must not, they join. */
interface Development {
  width: number;
  height: number;
  exposure: number;
  lens: boolean;
}

/** Linear light (3 floats per pixel) to sRGB bytes. */
export function develop(light: Float32Array, { width, height, exposure, lens }: Development): Buffer {
  const out = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 3;
      const dx = x / width - 0.5;
      const dy = y / height - 0.5;
      const open = lens ? 1 - 0.42 * (dx * dx + dy * dy) : 1;
      const grain = (cell(x >> 1, y >> 1, 9) + cell(x, y, 5) - 1) * 1.1;
      const grey = light[i]! * 0.22 + light[i + 1]! * 0.7 + light[i + 2]! * 0.08;
      for (let c = 0; c < 3; c++) {
        const vivid = grey + (light[i + c]! - grey) * 0.94;
        const value = encoded(curve(vivid * 0.62 * exposure * open)) * 255 + grain;
        out[i + c] = Math.min(255, Math.max(0, Math.round(value)));
      }
    }
  }
  return out;
}
