// Details of pictures from their headers, read once for each version of their bytes, and stored.
import { type Kysely, sql } from 'kysely';
import pLimit from 'p-limit';
import type { Tables } from '#server/db/schema.ts';
import { type PictureHeader, readPictureHeader } from '#server/media/formats/picture-header.ts';
import { readHead } from '#server/media/sources/picture-head.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { detailColumns, type PictureDetails } from './items.ts';

/** Each is a request if the file is on another host. */
const concurrency = 4;
/** Longer file names do not belong in an index. */
const maxIdBytes = 1_000;

type Named = Pick<SourceFile, 'id' | 'version'>;
export type DetailsByFile = ReadonlyMap<string, PictureDetails & { pitch: number | null }>;

/** Stored details of these files in their present versions, by id. */
export async function readDetails(db: Kysely<Tables>, files: readonly Named[]): Promise<DetailsByFile> {
  if (files.length === 0) return new Map();
  const ids = files.map(({ id }) => id);
  const versions = files.map(({ version }) => version);
  const found = await sql<
    PictureDetails & { file: string; pitch: number | null }
  >`select d.file, d.pitch, ${detailColumns('d')}
    from picture_details d join unnest(${ids}::text[], ${versions}::text[]) as f (file, version)
      on f.file = d.file and f.version = d.version`.execute(db);
  return new Map(found.rows.map((row) => [row.file, row]));
}

async function headerOf(file: SourceFile): Promise<PictureHeader | null> {
  try {
    return await readPictureHeader(await readHead(file));
  } catch {
    // Its header cannot be read now: the next listing tries again.
    return null;
  }
}

async function keep(db: Kysely<Tables>, file: SourceFile): Promise<void> {
  const header = await headerOf(file);
  if (!header) return;
  const metadata = await file.metadata?.();
  const { capturedAt, editedWith, ...said } = header;
  const crop = metadata?.crop ? JSON.stringify(metadata.crop) : null;
  await db
    .insertInto('picture_details')
    .values({
      ...said,
      file: file.id,
      version: file.version,
      captured_at: capturedAt,
      edited_with: editedWith,
      width: metadata?.width ?? file.width ?? said.width,
      height: metadata?.height ?? file.height ?? said.height,
      panorama: metadata?.panorama ?? null,
      crop,
    })
    .onConflict((conflict) => conflict.columns(['file', 'version']).doNothing())
    .execute();
}

/** Reads the headers not known yet; videos and texts have none to read here. */
export async function keepDetails(db: Kysely<Tables>, files: readonly SourceFile[]): Promise<void> {
  const pictures = files.filter(({ id, kind }) => kind === 'image' && Buffer.byteLength(id) <= maxIdBytes);
  const known = await readDetails(db, pictures);
  const queue = pLimit(concurrency);
  await Promise.all(pictures.filter(({ id }) => !known.has(id)).map((file) => queue(() => keep(db, file))));
}
