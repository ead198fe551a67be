// The demo's media beside its database: a copy, in which one visit's pictures carry what a drone writes into them.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Viewpoint } from './media-manifest.ts';
import { camera, lagosHours, type Shot, stamp } from './picture-stamp.ts';
import type { Visit } from './visits.ts';

/** `from`: the pictures as they were rendered; `to`: the folder that the demo serves. */
export type DemoFolders = { from: string; to: string };

export async function copyMedia({ from, to }: DemoFolders): Promise<void> {
  if (existsSync(from)) await cp(from, to, { recursive: true });
}

const released = ['approved', 'completed', 'revised'];

/** The newest visit that clients see, with every kind of media, whose place is known. */
export function stampedVisit(visits: readonly Visit[]): Visit | undefined {
  return visits.findLast(
    ({ project, path, links }) =>
      project.position && released.includes(path) && Object.values(links).every((link) => link !== null),
  );
}

/** As the camera's clock and name have it (picture-stamp.ts). */
function whatItSays({ at, latitude, longitude, above, ground }: Shot): TakenPicture {
  const captured_at = new Date(at + lagosHours * 3_600_000).toISOString().slice(0, 19);
  return { captured_at, latitude, longitude, altitude: ground + above, camera: `${camera.make} ${camera.model}` };
}

const metresPerDegree = 111_320;
const prefix = '/media/folders/demo/';

/** What a stamped picture says of itself, as the product keeps it. */
export type TakenPicture = {
  captured_at: string;
  latitude: number;
  longitude: number;
  altitude: number;
  camera: string;
};

/** Gives the visit its own drone pictures, one taken 40 seconds after the other from 8:14 UTC on; answers their link, and what they say, by file. */
export async function stampPictures(
  to: string,
  visit: { link: string; date: string; position: { latitude: number; longitude: number; ground: number } },
  viewpoints: readonly Viewpoint[],
): Promise<{ link: string; taken: Map<string, TakenPicture> }> {
  const stage = dirname(visit.link.slice(prefix.length));
  const own = `${dirname(stage)}/${visit.date}/drone`;
  await mkdir(join(to, own), { recursive: true });
  const { latitude, longitude, ground } = visit.position;
  const taken = new Map<string, TakenPicture>();
  for (const [nth, name] of (await readdir(join(to, stage, 'drone'))).sort().entries()) {
    const { east, north, above } = viewpoints[Number.parseInt(basename(name), 10) - 1] ?? {
      east: 0,
      north: 0,
      above: 60,
    };
    const picture = await readFile(join(to, stage, 'drone', name));
    const shot = {
      at: Date.parse(`${visit.date}T08:14:00Z`) + nth * 40_000,
      latitude: latitude + north / metresPerDegree,
      longitude: longitude + east / (metresPerDegree * Math.cos((latitude * Math.PI) / 180)),
      above,
      ground,
    };
    await writeFile(join(to, own, name), await stamp(picture, shot));
    taken.set(`local:demo/${own}/${name}`, whatItSays(shot));
  }
  return { link: prefix + own, taken };
}
