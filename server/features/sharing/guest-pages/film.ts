// What guests make a video of: the pictures of one viewpoint, and how each lies on the newest one as far as that is known already.
import { alignToNewest } from '#contract/geometry/align-to-newest.ts';
import type { Homography } from '#contract/geometry/homography.ts';
import { type GuestFilm, minFilmedPictures } from '#contract/viewpoints/time-lapse.ts';
import { spread } from '#server/features/sharing/reports/words.ts';
import { loadAmong } from '#server/features/viewpoints/alignments/stored.ts';
import { type SpanPicture, widestSpan } from '#server/features/viewpoints/widest-span.ts';
import { type OpenLink, picturePath } from './link.ts';
import type { Reading } from './view-parts.ts';
import { readViewpoint } from './visits.ts';

/** Each is some hundred kilobytes to load, on a guest's phone. */
export const maxFilmed = 100;

type Filmed = { place: string[]; pictures: readonly SpanPicture[] };

/** The address of what a video is made of; null where the link allows no downloads, or there is too little to see. */
export function filmPath({ base, downloads }: OpenLink, pictures: readonly unknown[]): string | null {
  return downloads && pictures.length >= minFilmedPictures ? `${base}/film.json` : null;
}

async function filmedBy({ reader, guest, link }: Reading): Promise<Filmed | null> {
  if (link.scope === 'project') {
    const span = await widestSpan(reader.db, guest, link.projectId);
    return span && { place: [link.projectName, span.name], pictures: span.pictures };
  }
  const viewpoint = link.scope === 'viewpoint' ? await readViewpoint(reader.db, guest) : null;
  if (viewpoint?.kind !== 'photo') return null;
  return { place: [link.projectName, viewpoint.site ?? '', viewpoint.name], pictures: viewpoint.pictures };
}

/** So many are asked for at a time: those of neighbours in time, which are aligned in advance, the newest first. */
const maxAsked = 12;

/** From visit to visit, by what is stored; what is missing is there for whoever makes the next video. */
async function placesOf({ reader }: Reading, pictures: readonly SpanPicture[]): Promise<(Homography | null)[]> {
  const row = pictures.map(({ item: file, version }) => ({ file, version }));
  const known = new Map(
    (await loadAmong(reader.db, row)).map(({ from, to, matrix }) => [`${from} ${to}`, matrix] as const),
  );
  const missing = pictures.flatMap((newer, at) => {
    const older = pictures[at - 1];
    return older && !known.has(`${at - 1} ${at}`) ? [{ older, newer, asks: true }] : [];
  });
  for (const pair of missing.slice(-maxAsked)) await reader.pairs.alignment(pair);
  return alignToNewest([...row.keys()], async (older, newer) => {
    const matrix = known.get(`${older} ${newer}`) ?? null;
    return { state: matrix ? 'aligned' : 'refused', matrix };
  });
}

const rounded = (matrix: Homography) => matrix.map((value) => Number(value.toPrecision(9)));

/** Null where the page offers none. */
export async function readFilm(reading: Reading): Promise<GuestFilm | null> {
  const filmed = await filmedBy(reading);
  if (!filmed || filmPath(reading.link, filmed.pictures) === null) return null;
  const places = await placesOf(reading, filmed.pictures);
  const pictures = filmed.pictures.map((picture, at) => ({
    captureDate: picture.captureDate,
    path: picturePath(reading.link, picture),
    matrix: places[at] ? rounded(places[at]) : null,
  }));
  return { place: filmed.place, pictures: spread(pictures, maxFilmed) };
}
