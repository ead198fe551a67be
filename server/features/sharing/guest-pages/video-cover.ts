// What opens a page where no picture can: that of the newest video, if it was made already.
import { setTimeout as delay } from 'node:timers/promises';
import type { PictureOf } from './link.ts';
import { videoWithPicture } from './tab-content.ts';
import type { Reading } from './view-parts.ts';
import { readTab, type Visit } from './visits.ts';

/** Each is listed when a page is opened. */
const maxVisits = 5;
/** Its storage may be slow: then the page opens with a plain ground. */
const slowMs = 1_200;

type Filmed = Pick<Visit, 'id' | 'captureDate' | 'tabs'>;
type VideoCover<Of> = { visit: Of; picture: PictureOf };

async function find<Of extends Filmed>({ reader, guest, link }: Reading, visits: readonly Of[]) {
  for (const visit of visits.filter(({ tabs }) => tabs.includes('videos')).slice(0, maxVisits)) {
    const tab = await readTab(reader, guest, { id: visit.id, kind: 'videos' });
    const picture = await videoWithPicture(tab, { link, sessionId: visit.id, looking: reader });
    if (picture) return { visit, picture };
  }
  return null;
}

/** `visits`: newest first. Null where no video has a picture that this guest may see. */
export async function videoCover<Of extends Filmed>(
  reading: Reading,
  visits: readonly Of[],
): Promise<VideoCover<Of> | null> {
  return Promise.race([find(reading, visits), delay(slowMs, null, { ref: false })]);
}
