// Pictures of ground with light and shade and fine detail, as a sharp camera takes them; no two seeds look alike.
import sharp from 'sharp';

/** Numbers from 0 to 1 that are the same for the same seed. */
function numbers(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

export async function ground(seed: number, width = 1200): Promise<Buffer> {
  const height = Math.round((width * 3) / 4);
  const next = numbers(seed);
  const fields = Array.from({ length: 12 * 9 }, () => 50 + next() * 130);
  const grains = Buffer.alloc(width * height);
  for (let at = 0; at < grains.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const field = fields[Math.floor((y * 9) / height) * 12 + Math.floor((x * 12) / width)] as number;
    grains[at] = field + next() * 70;
  }
  return sharp(grains, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}
