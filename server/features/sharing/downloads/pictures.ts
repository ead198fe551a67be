// The pictures of a session that a person or a guest may take away: those released, or of a session that never was its present ones.
import { createHash } from 'node:crypto';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { Actor } from '#contract/policy.ts';
import { type DetailsByFile, readDetails } from '#server/features/media/picture-details.ts';
import { type LinkDependencies, listVisibleFiles, loadSessionLink } from '#server/features/media/session-link.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';

export type PictureReader = LinkDependencies & { source: MediaSource; actor: Actor };

export type TakenPicture = { kind: MediaKind; file: SourceFile; key: string; capturedAt: string | null };

export type TakenPictures = {
  pictures: TakenPicture[];
  /** The reader may have the originals, with their position. */
  originals: boolean;
  released: boolean;
  recordId: number;
  shownKey: string;
  /** A folder that cannot be listed now. */
  error: MediaError | null;
};

/** Short enough for an address that names hundreds; the same as long as the file is the same. */
function keyOf(kind: MediaKind, { id }: SourceFile): string {
  return createHash('sha256').update(`${kind} ${id}`).digest('base64url').slice(0, 10);
}

type Listed = { files: SourceFile[]; error: MediaError | null };

async function listImages(reader: PictureReader, tab: Parameters<typeof loadSessionLink>[2]): Promise<Listed> {
  const linked = await loadSessionLink(reader, reader.actor, tab);
  try {
    const files = await listVisibleFiles(reader.source, linked);
    return { files: files?.filter(({ kind }) => kind === 'image') ?? [], error: null };
  } catch (error) {
    if (error instanceof MediaError) return { files: [], error };
    throw error;
  }
}

/** 404 for a session that this person does not see. */
export async function listTakenPictures(reader: PictureReader, id: number): Promise<TakenPictures> {
  const { facts, originals, recordId, shownKey } = await loadSessionLink(reader, reader.actor, { id, kind: 'drone' });
  const as = facts.released ? ({ asReleased: true } as const) : {};
  const found: Omit<TakenPicture, 'capturedAt'>[] = [];
  let error: MediaError | null = null;
  for (const kind of mediaKinds) {
    const listed = await listImages(reader, { id, kind, ...as });
    error ??= listed.error;
    found.push(...listed.files.map((file) => ({ kind, file, key: keyOf(kind, file) })));
  }
  const details: DetailsByFile = await readDetails(
    reader.db,
    found.map(({ file }) => file),
  );
  const pictures = found.map((one) => ({ ...one, capturedAt: details.get(one.file.id)?.capturedAt ?? null }));
  return { pictures, originals, released: facts.released, recordId, shownKey, error };
}
