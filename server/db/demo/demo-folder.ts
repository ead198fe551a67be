// The demo's media beside its database: a copy, in which one visit's pictures say when they were taken.
import { cpSync, existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Visit } from './visits.ts';

// Sets the clock of a rendered drone picture: its header says where it was taken, the demo says when. Its pixels stay as they are.

/** As the rendered pictures name the drone that took them (demo/renderer/shot-header.ts). */
export const cameraName = 'Topout Demo drone';

/** Lagos keeps one hour ahead of UTC all year. */
const lagosHours = 1;

/** EXIF's way of saying that a moment is not known. */
const noMoment = '    :  :     :  :  ';

/** What the camera's clock shows at a moment in milliseconds since 1970: yyyy-mm-ddThh:mm:ss. */
function cameraClock(at: number): string {
  return new Date(at + lagosHours * 3_600_000).toISOString().slice(0, 19);
}

/** `jpeg` as if it had been taken at that moment; every moment of its EXIF block, which comes first, is unknown before. */
export function stamp(jpeg: Buffer, at: number): Buffer {
  const [date = '', time = ''] = cameraClock(at).split('T');
  const taken = `${date.replaceAll('-', ':')} ${time}`;
  const stamped = Buffer.from(jpeg);
  const end = 4 + jpeg.readUInt16BE(4);
  let place = stamped.indexOf(noMoment);
  if (place < 0 || place > end) throw new Error('The picture has no clock to be set');
  for (; place >= 0 && place < end; place = stamped.indexOf(noMoment, place)) stamped.write(taken, place, 'latin1');
  return stamped;
}

/** `from`: the pictures as they were rendered; `to`: the folder that the demo serves. */
export type DemoFolders = { from: string; to: string };

export async function copyMedia({ from, to }: DemoFolders): Promise<void> {
  if (!existsSync(from)) return;
  // At once: nobody is served before, and file by file in the background costs twice as much.
  cpSync(from, to, { recursive: true });
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
