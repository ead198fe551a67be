// Films as guests get them: without the position that cameras write into them, or not at all.
import { setTimeout as delay } from 'node:timers/promises';
import { mediaErrorMessage } from '#server/features/media/media-errors.ts';
import type { FilmCleaner } from '#server/media/blanks/film-cleaner.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { SourceFile } from '#server/media/sources/source.ts';

/** A film of a slow host gets its player; the page says it when the film does not come. */
const patience = 1_000;
const guests = { canRepair: false, seesSettings: false };

/** As clients read it; also where a film does not come when it is played. */
export const notShown = mediaErrorMessage(new MediaError('not_found', ''), guests);

/** The sentence that stands in its place where it would be refused; null where it would be sent, as far as is known by then. */
export async function whyNoFilm(films: FilmCleaner, film: SourceFile): Promise<string | null> {
  const asked = films.clean(film).then(
    () => null,
    (error: unknown) => (error instanceof MediaError ? mediaErrorMessage(error, guests) : notShown),
  );
  return Promise.race([asked, delay(patience, null, { ref: false })]);
}
