// What people read when media cannot be loaded: those who can repair it what to do, clients that it is not their fault.
import { notFound, Problem, unavailable } from '#server/lib/problem.ts';
import { isTransient, MediaError, messageForCrew } from '#server/media/source-errors.ts';

const forClients = {
  transient: 'The storage of this media is not responding at the moment. Please try again in a few minutes.',
  permanent: 'This media cannot be shown at the moment. Please ask your project team about it.',
};

/** The sentence that stands in place of the media. */
export function mediaErrorMessage(error: MediaError, reader: { canRepair: boolean; seesSettings: boolean }): string {
  if (reader.canRepair) return reader.seesSettings ? error.message : messageForCrew(error);
  return isTransient(error) ? forClients.transient : forClients.permanent;
}

/** The answer where a picture or file was asked for; anything but a MediaError stays what it is. */
export function mediaProblem(error: unknown, what: 'Picture' | 'File' | 'Folder'): unknown {
  if (!(error instanceof MediaError)) return error;
  const { code } = error;
  if (code === 'bad_range') return new Problem({ status: 416, code, message: error.message });
  if (code === 'not_configured')
    return new Problem({ status: 503, code: 'drive_not_configured', message: messageForCrew(error) });
  if (code === 'too_large' || code === 'no_picture') return new Problem({ status: 422, code, message: error.message });
  return isTransient(error) ? unavailable(forClients.transient) : notFound(what);
}
