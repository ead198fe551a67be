// An album: photos of 20 megapixels in a folder, and a released session of the product that links to it.
import { existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import type { Media } from '#contract/media/endpoints.ts';
import { demoPassword } from '#server/db/demo/cast.ts';
import type { ProductReply } from '#server/test-support/processes/product-process.ts';
import type { Gauged } from './product.ts';

const distinct = 6;
const real = resolve(process.env.REAL_DATA ?? '../shared/data', 'drone-photos');

/** Noise of eight pixels is about as hard on a codec as gravel from above. */
function madeUp(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  return sharp({ create: { width: 684, height: 456, channels: 3, background: 'black', noise } })
    .png()
    .toBuffer();
}

/** So many photos, a few of them distinct; from a real flight where one lies beside the project. */
export async function fillFolder(folder: string, photos: number): Promise<{ paths: string[]; origin: string }> {
  mkdirSync(folder, { recursive: true });
  const flight = existsSync(real) ? readdirSync(real).filter((name) => /\.jpe?g$/i.test(name)) : [];
  const paths = Array.from({ length: photos }, (_, nth) => join(folder, `DJI_${String(nth + 1).padStart(4, '0')}.jpg`));
  for (const path of paths.slice(0, distinct)) {
    const name = flight[paths.indexOf(path) % Math.max(1, flight.length)];
    const from = name === undefined ? await madeUp() : join(real, name);
    await sharp(from).resize(5472, 3648).jpeg({ quality: 88 }).toFile(path);
  }
  for (const [nth, path] of paths.entries()) if (nth >= distinct) linkSync(paths[nth % distinct] ?? path, path);
  return { paths, origin: flight.length > 0 ? 'from a real flight' : 'made up' };
}

/** Throws where a call was refused. */
export function body<T>({ status, body: got }: ProductReply): T {
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(got)}`);
  return got as T;
}

/** A project of the client with the folder bound to it and a session of it released; its photos as the client sees them. */
export async function releaseAlbum(product: Gauged, folder: string, password = demoPassword) {
  const admin = { cookie: await product.login('admin', password) };
  const client = { cookie: await product.login('client', password) };
  const me = body<{ id: number }>(await product.ask('GET /api/user', client));
  const project = { name: 'Flight', clientId: me.id };
  const made = body<{ id: number }>(await product.ask('POST /api/projects', { ...admin, body: { project } }));
  const roots = [{ provider: 'local', root: folder }];
  body(await product.ask(`PUT /api/projects/${made.id}/media-roots`, { ...admin, body: { roots } }));
  const captureDate = new Date().toISOString().slice(0, 10);
  const session = { projectId: made.id, captureDate, droneImagesUrl: `/media/folders/${folder}` };
  const { id } = body<{ id: number }>(await product.ask('POST /api/sessions', { ...admin, body: session }));
  body(await product.ask(`PUT /api/sessions/${id}/approve`, { ...admin, body: {} }));
  const what = `GET /api/sessions/${id}/media/drone`;
  const { items } = body<Media>(await product.ask(what, client));
  return { cookie: client.cookie, what, thumbnails: items.flatMap(({ thumbnailUrl }) => thumbnailUrl ?? []) };
}
