// The first bytes of a picture, where its header stands: from a file on this machine, or as one part of a file elsewhere.
import { withFile } from './read-at.ts';
import { readPart } from './remote-parts.ts';
import type { SourceFile } from './source.ts';

/** Cameras write their EXIF and XMP into the first one or two segments of at most 64 KiB. */
const localBytes = 262_144;
const remoteBytes = 131_072;

/** Throws a MediaError where the source gives no parts. */
export function readHead({ path, open, bytes }: Pick<SourceFile, 'path' | 'open' | 'bytes'>): Promise<Buffer> {
  if (path !== undefined) return withFile(path, (read) => read(0, localBytes));
  return readPart(open, 0, Math.min(remoteBytes, bytes ?? remoteBytes));
}
