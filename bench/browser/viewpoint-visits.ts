// A viewpoint with many visits, each with a photo of 20 megapixels of its own, released to the demo's client.
import { linkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { body, fillFolder } from '#bench/lib/album.ts';
import type { Gauged } from '#bench/lib/product.ts';
import type { SessionViewpoints, ViewpointWithPictures } from '#contract/viewpoints/endpoints.ts';
import { demoPassword } from '#server/db/demo/cast.ts';

const weekMilliseconds = 7 * 24 * 3600 * 1000;
const distinct = 6;

export type VisitedViewpoint = { cookie: string; path: string; name: string; visits: number; origin: string };

type Made = { product: Gauged; mediaRoot: string; visits: number };

/** Folders of one photo each, whose name carries the viewpoint: the product places it by itself. */
async function fillFolders({ mediaRoot, visits }: Made): Promise<{ folders: string[]; origin: string }> {
  const { paths, origin } = await fillFolder(join(mediaRoot, 'flight'), distinct);
  const folders = Array.from({ length: visits }, (_, nth) => `visits/${String(nth + 1).padStart(3, '0')}`);
  for (const [nth, folder] of folders.entries()) {
    mkdirSync(join(mediaRoot, folder), { recursive: true });
    linkSync(paths[nth % distinct] ?? '', join(mediaRoot, folder, 'VP01.jpg'));
  }
  return { folders, origin };
}

/** A visit a week until today. */
async function releaseVisits(product: Gauged, admin: { cookie: string }, folders: readonly string[]) {
  const client = { cookie: await product.login('client', demoPassword) };
  const me = body<{ id: number }>(await product.ask('GET /api/user', client));
  const project = { name: 'One place', clientId: me.id };
  const { id: projectId } = body<{ id: number }>(
    await product.ask('POST /api/projects', { ...admin, body: { project } }),
  );
  const roots = [{ provider: 'local', root: 'visits' }];
  body(await product.ask(`PUT /api/projects/${projectId}/media-roots`, { ...admin, body: { roots } }));
  const sessions: number[] = [];
  for (const [nth, folder] of folders.entries()) {
    const day = new Date(Date.now() - (folders.length - 1 - nth) * weekMilliseconds);
    const session = {
      projectId,
      captureDate: day.toISOString().slice(0, 10),
      droneImagesUrl: `/media/folders/${folder}`,
    };
    const { id } = body<{ id: number }>(await product.ask('POST /api/sessions', { ...admin, body: session }));
    body(await product.ask(`PUT /api/sessions/${id}/approve`, { ...admin, body: {} }));
    sessions.push(id);
  }
  return { projectId, sessions, client };
}

/** Resolves when every visit has its picture. */
export async function createVisits(made: Made): Promise<VisitedViewpoint> {
  const { product, visits } = made;
  const { folders, origin } = await fillFolders(made);
  const admin = { cookie: await product.login('admin', demoPassword) };
  const { projectId, sessions, client } = await releaseVisits(product, admin, folders);
  const name = 'South gate';
  const viewpoints = [{ mediaKind: 'drone', item: `local:${folders[0]}/VP01.jpg`, name, kind: 'photo' }];
  const answer = await product.ask(`POST /api/sessions/${sessions[0]}/viewpoints`, { ...admin, body: { viewpoints } });
  const id = body<SessionViewpoints>(answer).viewpoints[0]?.id;
  const placed = async () =>
    body<ViewpointWithPictures>(await product.ask(`GET /api/viewpoints/${id}`, client)).pictures.length;
  while ((await placed()) < visits) await delay(500);
  return { cookie: client.cookie, path: `/projects/${projectId}/viewpoints/${id}`, name, visits, origin };
}
