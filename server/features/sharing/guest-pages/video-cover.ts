// What opens a page where no picture can: that of the newest video, if it was made already.
import type { PictureOf } from './link.ts';
import { videoWithPicture } from './tab-content.ts';
import { type Reading, unlessSlow } from './view-parts.ts';
import { readTab, type Visit } from './visits.ts';

/** Each is listed when a page is opened. */
const maxVisits = 5;

type VideoCover = { visit: Visit; picture: PictureOf };

async function find({ reader, guest, link }: Reading, visits: readonly Visit[]): Promise<VideoCover | null> {
  for (const visit of visits.filter(({ tabs }) => tabs.includes('videos')).slice(0, maxVisits)) {
    const tab = await readTab(reader, guest, { id: visit.id, kind: 'videos' });
    const picture = await videoWithPicture(tab, { link, sessionId: visit.id, looking: reader });
    if (picture) return { visit, picture };
  }
  return null;
}

/** `visits`: newest first. Null where no video has a picture that this guest may see. */
export const videoCover = (reading: Reading, visits: readonly Visit[]) => unlessSlow(find(reading, visits));
