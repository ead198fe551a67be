// How the files of a tab are shown on guest pages: photos flat, panoramas from within, maps and videos as far as they can be.
import { setTimeout as delay } from 'node:timers/promises';
import type { MediaKind } from '#contract/media/endpoints.ts';
import { mayBePanorama } from '#contract/media/panorama-shape.ts';
import { mediaErrorMessage } from '#server/features/media/media-errors.ts';
import type { FilmCleaner } from '#server/media/blanks/film-cleaner.ts';
import type { PanoramaCrop } from '#server/media/formats/image-metadata.ts';
import { type MapDrawing, openMap } from '#server/media/maps/map-pictures.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import type { Tab } from './visits.ts';

// Videos as guests get them: without the position that cameras write into them, or not at all.

/** A slow host's video gets its player; the page shows an error if the video does not load. */
const patience = 1_000;
const guests = { canRepair: false, seesSettings: false };

/** As clients read it; also if a video does not load when played. */
export const notShown = mediaErrorMessage(new MediaError('not_found', ''), guests);

/** The sentence that replaces it if it would be refused; null if it would be sent, as far as is known by then. */
async function whyNoFilm(films: FilmCleaner, film: SourceFile): Promise<string | null> {
  const asked = films.clean(film).then(
    () => null,
    (error: unknown) => (error instanceof MediaError ? mediaErrorMessage(error, guests) : notShown),
  );
  return Promise.race([asked, delay(patience, null, { ref: false })]);
}

/** By file id: which are panoramas, and the sentence for a map or a video that is not shown. */
export type Looks = { spheres: ReadonlySet<string>; instead: ReadonlyMap<string, string> };
export type Looking = MapDrawing & { films: FilmCleaner };

const wholeSphere: PanoramaCrop = { left: 0, top: 0, width: 1, height: 1 };

/** The part of the sphere that a panorama covers; null for a flat picture. */
export async function sphereOf(file: SourceFile, kind: MediaKind): Promise<PanoramaCrop | null> {
  if (file.kind !== 'image') return null;
  const { width, height } = file;
  const shape = (await file.metadata?.()) ?? { width, height, panorama: null };
  if (!mayBePanorama(shape, kind)) return null;
  return ('crop' in shape && shape.crop) || wholeSphere;
}

const preparing = 'The map is being prepared. It is shown here when it is ready.';
const elsewhere = 'The map of this visit is shown to people with a login.';

async function whyNoMap(drawing: MapDrawing, file: SourceFile): Promise<string | null> {
  const { preparing: share, problem } = await drawing.maps.stateOf(file);
  if (share !== undefined) return preparing;
  return problem ?? ((await openMap(drawing, file)) === null ? elsewhere : null);
}

async function insteadOf({ films, ...drawing }: Looking, file: SourceFile): Promise<string | null> {
  if (file.kind === 'video') return whyNoFilm(films, file);
  return file.kind === 'geotiff' ? whyNoMap(drawing, file) : null;
}

export async function looksOf({ files, kind }: Tab, looking: Looking): Promise<Looks> {
  const spheres = await Promise.all(files.map(async (file) => ((await sphereOf(file, kind)) ? [file.id] : [])));
  const instead = await Promise.all(
    files.map(async (file): Promise<[string, string][]> => {
      const sentence = await insteadOf(looking, file);
      return sentence === null ? [] : [[file.id, sentence]];
    }),
  );
  return { spheres: new Set(spheres.flat()), instead: new Map(instead.flat()) };
}
