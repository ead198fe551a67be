// The file that a place is in: one that clients see in a released session, or the video that its link plays (behaviour §13.2).
import type { Kysely } from 'kysely';
import { comparedAs, type NewAnchor } from '#contract/disputes/anchors.ts';
import type { LinkHosts } from '#contract/links/link.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { listFilesForReply, loadSessionLink, type SessionLink } from '#server/features/media/session-link.ts';
import { invalid } from '#server/lib/problem.ts';
import type { PanoramaCrop } from '#server/media/formats/image-metadata.ts';
import type { MapFile } from '#server/media/maps/maps.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';
import type { FindVideoPoster } from '#server/media/sources/video-posters.ts';

/** `picture`, `map`: what a crop can be made of. */
export type AnchoredFile = {
  id: string;
  name: string;
  version: string | null;
  recordId: number;
  projectId: number;
  crop: PanoramaCrop | undefined;
  picture: Pick<SourceFile, 'id' | 'version' | 'picture'> | null;
  map: MapFile | null;
};

export type FileDependencies = {
  db: Kysely<Tables>;
  hosts: LinkHosts;
  source: MediaSource;
  posterOf: FindVideoPoster;
};
/** `path`: the field of the body that names it. */
type Asked = {
  actor: Person;
  sessionId: number;
  mediaKind: MediaKind;
  file: string;
  kind: FileKind;
  path: string;
};

type FileKind = Exclude<NewAnchor['kind'], 'comparison'>;

const wanted = { photo: 'image', panorama: 'image', film: 'video', map: 'geotiff' } as const;
const names = { photo: 'photo', panorama: '360° picture', film: 'video', map: 'map' } as const;

/** The kind of file that a place is in; both sides of a comparison are of one. */
export function fileKindOf(anchor: NewAnchor): FileKind {
  return anchor.kind === 'comparison' ? comparedAs(anchor) : anchor.kind;
}

/** A session that is not released, or not theirs to see, answers like an unknown one. */
async function releasedLink(
  deps: FileDependencies,
  { actor, sessionId, mediaKind, path }: Asked,
): Promise<SessionLink> {
  try {
    return await loadSessionLink(deps, actor, { id: sessionId, kind: mediaKind, asReleased: true });
  } catch (error) {
    throw (error as { status?: number }).status === 404 ? invalid(path, 'This session is not released') : error;
  }
}

/** A video played by its host has no file here: its link identifies it. */
export function linkedVideoId(url: string): string {
  return `link:${url}`;
}

async function linkedVideo(deps: FileDependencies, linked: SessionLink, asked: Asked): Promise<AnchoredFile | null> {
  const { link, recordId, projectId } = linked;
  if (asked.kind !== 'film' || !link?.url || !link.embedUrl || asked.file !== linkedVideoId(link.url)) return null;
  if (link.kind !== 'video') return null;
  const name = link.provider === 'youtube' ? 'YouTube video' : 'Video';
  return {
    id: asked.file,
    name,
    version: null,
    recordId,
    projectId,
    crop: undefined,
    picture: await deps.posterOf(link),
    map: null,
  };
}

/** Google Drive makes stills of videos itself; for other hosts nobody does. */
const hasStill = ({ kind, id }: SourceFile) => kind === 'image' || (kind === 'video' && id.startsWith('google-drive:'));

/** 400 in words for a file that is not among the released ones, is of another kind, or cannot take a place. */
export async function findAnchoredFile(deps: FileDependencies, asked: Asked): Promise<AnchoredFile> {
  const { kind, path } = asked;
  const linked = await releasedLink(deps, asked);
  const { link, recordId, projectId } = linked;
  if (link?.kind === 'tour')
    throw invalid(path, 'A tour on another host cannot be pinned: describe the place in words');
  const film = await linkedVideo(deps, linked, asked);
  if (film) return film;
  const files = await listFilesForReply(deps.source, linked, 'Folder');
  const file = files.find(({ id }) => id === asked.file);
  if (!file) throw invalid(path, `This ${names[kind]} is not among the released ones of this session`);
  if (file.kind !== wanted[kind]) throw invalid(path, `${file.name} is no ${names[kind]}`);
  const { id, name, version } = file;
  const crop = (await file.metadata?.())?.crop;
  const picture = hasStill(file) ? file : null;
  return { id, name, version, recordId, projectId, crop, picture, map: file.kind === 'geotiff' ? file : null };
}
