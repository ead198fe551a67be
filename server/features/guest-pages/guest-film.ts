// Films as guests get them: without the position that cameras write into them, or not at all.
import { setTimeout as delay } from 'node:timers/promises';
import { mediaErrorMessage } from '#server/features/media/media-errors.ts';
import { notFound } from '#server/lib/problem.ts';
import type { FilmCleaner } from '#server/media/film-cleaner.ts';
import { typeOfName } from '#server/media/media-types.ts';
import { MediaError, type SourceFile } from '#server/media/source.ts';

/** Other films that browsers play hold no position; whatever else is called one is not sent. */
const others = ['video/webm', 'video/ogg'];

export async function withoutPosition(films: FilmCleaner, film: SourceFile): Promise<SourceFile> {
  const clean = await films.clean(film);
  if (clean) return clean;
  if (others.includes(typeOfName(film.name))) return film;
  throw notFound('File');
}

/** A film of a slow host gets its player; the page says it when the film does not come. */
const patience = 1_000;
const guests = { canRepair: false, seesSettings: false };

/** As clients read it; also where a film does not come when it is played. */
export const notShown = mediaErrorMessage(new MediaError('not_found', ''), guests);

/** The sentence that stands in its place where it would be refused; null where it would be sent, as far as is known by then. */
export async function whyNoFilm(films: FilmCleaner, film: SourceFile): Promise<string | null> {
  const asked = withoutPosition(films, film).then(
    () => null,
    (error: unknown) => (error instanceof MediaError ? mediaErrorMessage(error, guests) : notShown),
  );
  return Promise.race([asked, delay(patience, null, { ref: false })]);
}
