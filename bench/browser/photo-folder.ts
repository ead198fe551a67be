// A released session of the demo's client whose drone photos are an uploaded folder of so many.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { body } from '#bench/lib/album.ts';
import { type Upload, uploadLink } from '#contract/uploads/endpoints.ts';
import { demoPassword } from '#server/db/demo/cast.ts';
import { sendPart } from '#server/test-support/files/sent-files.ts';
import type { Product } from '#server/test-support/processes/product-process.ts';

const photo = resolve(import.meta.dirname, '../../demo/media/residential-block/stage-1/drone/01.jpg');

/** Answers the session's id. */
export async function releasePhotos(product: Product, projectId: number, photos: number): Promise<number> {
  const cookie = await product.login('admin', demoPassword);
  // Each another file: what was seen of one is not in the browser's memory for the next.
  const bytes = (nth: number) => Buffer.concat([readFileSync(photo), Buffer.from([nth])]);
  const files = Array.from({ length: photos }, (_, nth) => ({ name: `DJI_${nth + 1}.jpg`, bytes: bytes(nth).length }));
  const upload = body<Upload>(await product.ask('POST /api/uploads', { cookie, body: { projectId, files } }));
  for (const [nth, { id }] of upload.files.entries())
    await sendPart(product.url, id, { bytes: bytes(nth), offset: 0, cookie });
  const captureDate = new Date().toISOString().slice(0, 10);
  const [site] = body<{ id: number }[]>(await product.ask(`GET /api/projects/${projectId}/sites`, { cookie }));
  const session = { projectId, siteId: site?.id, captureDate, droneImagesUrl: uploadLink(upload.id) };
  const { id } = body<{ id: number }>(await product.ask('POST /api/sessions', { cookie, body: session }));
  body(await product.ask(`PUT /api/sessions/${id}/approve`, { cookie, body: {} }));
  return id;
}
