// The files of one tab or deliverable of a released visit, and as what somebody who takes the project along gets each of them.
import type { Kysely } from 'kysely';
import { deliverableFields } from '#contract/core/session-fields.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { findDeliverables } from '#server/features/media/deliverables.ts';
import type { MediaDependencies } from '#server/features/media/image-routes.ts';
import { listVisibleFiles, loadSessionLink, type SessionLink } from '#server/features/media/session-link.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import type { FilePart, VisitField } from './rows.ts';

/** What it takes to read and to make the files of an archive. */
export type HandedMedia = Pick<MediaDependencies, 'hosts' | 'source' | 'fileCleaner'> & {
  thumbnails: Pick<MediaDependencies['thumbnails'], 'get'>;
};

/** `reader`: a client, as whom the visit is read. `originals`: what they read is given out as it was taken. */
export type VisitReader = HandedMedia & { db: Kysely<Tables>; reader: Person; originals: boolean };
export type FieldOf = { sessionId: number; field: VisitField };

/** `part` is null of a file that is not given out. */
export type GivenFile = { file: SourceFile; part: FilePart | null };
/** `elsewhere`: the link of what another host shows; '' where clients do not read it. Null where nothing is linked. */
export type ListedField = { files: GivenFile[] } | { elsewhere: string } | null;

const isDeliverable = (field: VisitField) => (deliverableFields as readonly string[]).includes(field);

function partOf({ kind, bytes }: SourceFile, originals: boolean): FilePart | null {
  if (originals)
    return kind === 'image' || kind === 'video' || kind === 'geotiff' || bytes !== null ? 'original' : null;
  if (kind === 'image') return 'full';
  return kind === 'video' || kind === 'geotiff' ? 'clean' : null;
}

/** Links into the product's own folders name folders of the crew, and hosts show files that were taken back. */
function elsewhereOf({ link, text, withheld }: SessionLink): { elsewhere: string } {
  const isShown = link?.provider !== 'local' && !withheld && /^https?:/i.test(text ?? '');
  return { elsewhere: isShown ? (text ?? '') : '' };
}

async function listDeliverable(reader: VisitReader, { sessionId, field }: FieldOf, linked: SessionLink) {
  const asked = { id: sessionId, field: field as (typeof deliverableFields)[number] };
  const found = await findDeliverables({ ...reader, actor: reader.reader }, asked, linked);
  const asIs = linked.originals ? 'original' : 'clean';
  return found.taken.map(({ file, isMadeAnew }): GivenFile => ({ file, part: isMadeAnew ? 'full' : asIs }));
}

/** 404 for a visit that is not shown any more. Throws a MediaError where the folder cannot be listed. */
export async function listField(reader: VisitReader, of: FieldOf): Promise<ListedField> {
  const { sessionId: id, field: kind } = of;
  const found = await loadSessionLink(reader, reader.reader, { id, kind, asReleased: true });
  const linked = { ...found, originals: reader.originals };
  if (linked.link === null) return null;
  if (isDeliverable(kind))
    return linked.link.provider === 'local'
      ? { files: await listDeliverable(reader, of, linked) }
      : elsewhereOf(linked);
  const files = await listVisibleFiles(reader.source, linked);
  if (files === null) return elsewhereOf(linked);
  return { files: files.map((file) => ({ file, part: partOf(file, reader.originals) })) };
}

export const goneOrChanged = new MediaError(
  'not_found',
  'The file was changed or removed after the archive was prepared.',
);
