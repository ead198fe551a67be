// Aligns the pictures of two files: each is scaled down by the decoder, as for a page, and never held whole by the server.

import type { Thumbnails } from '#server/media/images/thumbnails.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { type Aligned, type Aligner, AlignerFailure, type AlignRequest, type PictureBytes } from './aligner-process.ts';

/** What aligning needs to know of a file. */
export type AlignableFile = Pick<SourceFile, 'id' | 'version' | 'picture'>;
export type FilePair = { kind: AlignRequest['kind']; older: AlignableFile; newer: AlignableFile };

type Dependencies = { aligner: Pick<Aligner, 'align'>; thumbnails: Pick<Thumbnails, 'get'> };

/** The size and format that pages request most: it is likely to be cached. */
async function bytesOf(thumbnails: Dependencies['thumbnails'], file: AlignableFile): Promise<PictureBytes> {
  const { id, version } = file;
  const asked = { id, version, picture: (side: number) => file.picture(side) };
  const { bytes } = await thumbnails.get(asked, 's1600', 'webp');
  return { key: `${id}\0${version}`, bytes };
}

/** `alignFiles` throws a MediaError for a picture that cannot be read now, an AlignerFailure if the aligning itself fails. */
export function createFileAligner({ aligner, thumbnails }: Dependencies) {
  async function alignFiles({ kind, older, newer }: FilePair): Promise<Aligned> {
    const [from, to] = [await bytesOf(thumbnails, older), await bytesOf(thumbnails, newer)];
    return aligner.align({ kind, older: from, newer: to });
  }
  return {
    alignFiles,
    /** On how many points two photos agree: many if both show the same place from the same position, 0 if they do not match. */
    async likeness(one: AlignableFile, other: AlignableFile): Promise<number> {
      const found = await alignFiles({ kind: 'photo', older: one, newer: other }).catch((error: unknown) => {
        if (error instanceof AlignerFailure) return null;
        throw error;
      });
      return found?.matrix ? found.inliers : 0;
    },
  };
}
export type FileAligner = ReturnType<typeof createFileAligner>;
