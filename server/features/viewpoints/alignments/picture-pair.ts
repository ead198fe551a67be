// The two pictures that somebody wants to overlay: both must be theirs to see.

import type * as z from 'zod/mini';
import { mayBePanorama } from '#contract/media/endpoints.ts';
import { can, type Person } from '#contract/policy.ts';
import type { PictureRef } from '#contract/viewpoints/routes.ts';
import { type LinkDependencies, listFilesForReply, loadSessionLink } from '#server/features/media/session-link.ts';
import { notFound } from '#server/lib/problem.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';

export type PictureReader = LinkDependencies & { source: MediaSource; actor: Person };
type Ref = z.output<typeof PictureRef>;

/** How a job finds a picture again: `link` is the one behind which it was found. */
export type PicturePlace = { sessionId: number; link: string; file: string };
export type AlignedKind = 'photo' | 'panorama';
export type PicturePair = {
  older: PicturePlace & { version: string };
  newer: PicturePlace & { version: string };
  /** Null: a flat picture and a panorama, which cannot be overlaid. */
  kind: AlignedKind | null;
  /** The reader may save a manual alignment for everybody. */
  mayAlign: boolean;
};

async function kindOf(file: SourceFile, mediaKind: Ref['mediaKind']): Promise<AlignedKind> {
  const { width, height } = file;
  const shape = (await file.metadata?.()) ?? { width, height, panorama: null };
  return mayBePanorama(shape, mediaKind) ? 'panorama' : 'photo';
}

async function find({ actor, source, ...deps }: PictureReader, { sessionId, mediaKind, item }: Ref) {
  const linked = await loadSessionLink(deps, actor, { id: sessionId, kind: mediaKind });
  const files = await listFilesForReply(source, linked, 'Picture');
  const file = files.find(({ id, kind }) => id === item && kind === 'image');
  const link = linked.text;
  if (!file || link === null) throw notFound('Picture');
  const place = { sessionId, link, file: file.id, version: file.version };
  return { place, facts: linked.facts, kind: await kindOf(file, mediaKind) };
}

/** 404 for a session or picture that the reader does not see. */
export async function findPair(reader: PictureReader, pair: { older: Ref; newer: Ref }): Promise<PicturePair> {
  const [older, newer] = [await find(reader, pair.older), await find(reader, pair.newer)];
  return {
    older: older.place,
    newer: newer.place,
    kind: older.kind === newer.kind ? older.kind : null,
    mayAlign: can.alignPictures(reader.actor) && can.alignPicturesOf(reader.actor, [older.facts, newer.facts]),
  };
}
