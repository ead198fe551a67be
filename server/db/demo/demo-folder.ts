// The demo's media beside its database: a copy, in which one visit's pictures say when they were taken.
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cameraClock, stamp } from './picture-stamp.ts';
import type { Visit } from './visits.ts';

/** `from`: the pictures as they were rendered; `to`: the folder that the demo serves. */
export type DemoFolders = { from: string; to: string };

export async function copyMedia({ from, to }: DemoFolders): Promise<void> {
  if (!existsSync(from)) return;
  await cp(from, to, { recursive: true });
  // A copy has the rights of what it was copied from.
  await chmod(to, 0o700);
}

const released = ['approved', 'completed', 'revised'];

/** The newest visit that clients see, with every kind of media, whose drone had its clock set. */
export function stampedVisit(visits: readonly Visit[]): Visit | undefined {
  return visits.findLast(
    ({ project, path, links }) =>
      project.clockWasSet && released.includes(path) && Object.values(links).every((link) => link !== null),
  );
}

const prefix = '/media/folders/demo/';

/** Gives the visit its own drone pictures, one taken 40 seconds after the other from 8:14 UTC on; answers their link, and when each was taken, by file. */
export async function stampPictures(
  to: string,
  visit: { link: string; date: string },
): Promise<{ link: string; taken: Map<string, string> }> {
  const stage = dirname(visit.link.slice(prefix.length));
  const own = `${dirname(stage)}/${visit.date}/drone`;
  await mkdir(join(to, own), { recursive: true });
  const taken = new Map<string, string>();
  for (const [nth, name] of (await readdir(join(to, stage, 'drone'))).sort().entries()) {
    const at = Date.parse(`${visit.date}T08:14:00Z`) + nth * 40_000;
    await writeFile(join(to, own, name), stamp(await readFile(join(to, stage, 'drone', name)), at));
    taken.set(`local:demo/${own}/${name}`, cameraClock(at));
  }
  return { link: prefix + own, taken };
}
