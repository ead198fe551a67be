// Passes on a response of another host: its status, length and range, but not its type.
import { mediaType } from '#server/media/formats/media-types.ts';
import type { FileBytes } from '#server/media/formats/range.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { FetchResponse } from './safe-fetch.ts';

/** A Range that names one part; several would be answered as multipart, so then the whole file is requested. */
export function singleRange(range: string | null): string | null {
  return range !== null && /^bytes=(\d+-\d*|-\d+)$/.test(range) ? range : null;
}

/** A page in place of the file is an error: hosts refuse that way (behaviour §6.8). */
export function proxyResponse({ status, headers, host, body }: FetchResponse): FileBytes {
  const range = headers.get('content-range');
  const isCompressed = headers.has('content-encoding');
  const isBroken = status === 206 && (isCompressed || range === null);
  if (isBroken || mediaType(headers.get('content-type')) === 'text/html') {
    body.destroy();
    if (isBroken) throw new MediaError('unreachable', `${host} does not answer parts of a file properly.`);
    throw new MediaError('not_shared', `${host} returns a page instead of the file: check that it is shared.`);
  }
  const length = headers.get('content-length');
  return {
    status: status === 206 ? 206 : 200,
    bytes: length === null || isCompressed ? null : Number(length),
    range: status === 206 ? range : null,
    body,
  };
}
