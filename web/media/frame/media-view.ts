// What a tab shows for what its link is: the rules of media viewing (§6.10, §6.11), decided in one place.
import type { Media, MediaItem, MediaKind } from '#contract/media/endpoints.ts';
import { isTwiceAsWide, type PictureShape } from '#contract/media/endpoints.ts';

export const mediaLabels: Record<MediaKind, string> = {
  drone: 'Drone Photos',
  indoor: 'Indoor',
  videos: 'Videos',
  tour360: '360 Tour',
  orthomosaic: 'Orthomosaic',
};

/** `flagged`: the ids of those that go back with a rejection. */
export type PhotoChoice = { id: string | null; onChoose: (id: string) => void; flagged: ReadonlySet<string> };

/** What every tab is given. */
export type TabContentProps = {
  kind: MediaKind;
  /** Named in the pictures' descriptions: project, site, date. */
  title: string;
  full: boolean;
  /** The photo that is open in the lightbox, by its item's id; null: none. */
  open: string | null;
  onOpen: (id: string | null) => void;
  /** Where the large photo is chosen by the page, by its item's id: small ones choose it and open no lightbox. */
  choice?: PhotoChoice | undefined;
};

const emptyFolder = 'No images found in this folder';
const noImage = 'Image Preview Unavailable';
const noPreview = 'Preview unavailable';
export const unreadableMap = 'TIFF/GeoTIFF Orthomosaic — Requires specialized software';

/** The texts where a session has no link of this kind; all of them are fixed (§6.10). */
export const nothingLinked: Record<MediaKind, string> = {
  drone: 'No drone photos available',
  indoor: 'No indoor photos available',
  videos: 'No videos available',
  tour360: 'No 360 tour available',
  orthomosaic: 'No orthomosaic available',
};

/** A video, whoever plays it: the first of `files` that the browser itself can load, `frame` in its host's player. */
export type VideoSource = {
  name: string;
  poster: string | null;
  files: string[];
  frame: string | null;
  original: string | null;
  bytes: number | null;
  /** Why it may not play here. */
  problem?: string | undefined;
  /** One of its pictures, shown until it plays; a poster is its host's. */
  still?: string | undefined;
  /** Its light copy, which plays first. */
  light?: MediaItem['light'];
  /** Progress of that, from 0 to 1. */
  preparing?: number | undefined;
};

/** The files of a tab, each kind with a viewer of its own. */
export type Files = Record<'photos' | 'panoramas' | 'videos' | 'maps' | 'others', MediaItem[]>;

export type MediaView =
  | { is: 'files'; items: MediaItem[] }
  | { is: 'video'; video: VideoSource }
  | { is: 'tour'; frame: string | null; original: string | null }
  | { is: 'frame'; frame: string; original: string | null; note: string | null }
  | Nothing;

type Nothing = { is: 'nothing'; title: string; note: string | null; original: string | null; download?: boolean };

export function mediaViewOf(media: Media, kind: MediaKind): MediaView {
  if (media.items.length > 0) return { is: 'files', items: media.items };
  if (media.kind === 'video' || (kind === 'videos' && media.kind === 'file')) return videoOf(media);
  if (media.kind === 'tour') return { is: 'tour', frame: media.embedUrl, original: media.originalUrl };
  // The bytes of a picture that we could not relay are nothing to frame.
  if (media.embedUrl && media.kind !== 'image') {
    const note = isEmptyFolder(media) ? emptyFolder : media.problem;
    return { is: 'frame', frame: media.embedUrl, original: media.originalUrl, note };
  }
  return nothingOf(media, kind);
}

/** What the person chose for single pictures, by their id: true is a panorama, false a flat picture. */
export type PanoramaChoices = ReadonlyMap<string, boolean>;

/** A picture that says nothing is judged by its shape, but only among the tours: a wide photo is no panorama. */
export function isPanorama(item: PictureShape, kind: MediaKind): boolean {
  return item.panorama ?? (kind === 'tour360' && isTwiceAsWide(item));
}

export function sortFiles(items: MediaItem[], kind: MediaKind, chosen: PanoramaChoices): Files {
  const files: Files = { photos: [], panoramas: [], videos: [], maps: [], others: [] };
  for (const item of items) {
    const asPanorama = chosen.get(item.id) ?? isPanorama(item, kind);
    files[sectionOf(item, asPanorama)].push(item);
  }
  return files;
}

function sectionOf(item: MediaItem, asPanorama: boolean): keyof Files {
  if (item.kind === 'image') {
    if (item.imageUrl === null) return 'others';
    return asPanorama ? 'panoramas' : 'photos';
  }
  if (item.kind === 'video' && (item.fileUrl ?? item.embedUrl)) return 'videos';
  return item.kind === 'geotiff' && item.fileUrl ? 'maps' : 'others';
}

export function videoOfItem(item: MediaItem): VideoSource {
  const { name, thumbnailUrl, fileUrl, embedUrl, originalUrl, bytes, problem } = item;
  // A browser may reach a host that refuses our relay.
  const files = fileUrl && isVideoFile(originalUrl) ? [fileUrl, originalUrl] : [fileUrl ?? []].flat();
  const { posterUrl: still, light, preparing } = item;
  const way = { files, frame: fileUrl ? null : embedUrl, original: originalUrl };
  return { name, poster: thumbnailUrl, ...way, bytes, problem, still, light, preparing };
}

function isVideoFile(link: string | null): link is string {
  return link !== null && /^https:[^?#]+\.(?:mp4|webm|m4v|mov|ogv)(?:[?#]|$)/i.test(link);
}

/** Dropbox and plain files answer the video's bytes, all others a page with their player (§6.3). */
function videoOf(media: Media): MediaView {
  const { embedUrl, originalUrl: original } = media;
  const isFile = media.provider === 'direct' || media.provider === 'dropbox';
  if (embedUrl === null) {
    const note = original?.startsWith('http:')
      ? 'Browsers do not play videos from http:// addresses on this page. Open the original, or ask for an https:// link.'
      : (media.problem ?? 'This video plays only on its own site.');
    return { is: 'nothing', title: noPreview, note, original };
  }
  const way = isFile ? { files: [embedUrl], frame: null } : { files: [], frame: embedUrl };
  return {
    is: 'video',
    video: {
      name: 'video',
      poster: posterOf(embedUrl),
      ...way,
      original,
      bytes: null,
      problem: media.problem ?? undefined,
    },
  };
}

/** YouTube's still of a video; other hosts do not say theirs by the video's id (§6.3). */
function posterOf(player: string): string | null {
  const id = /^https:\/\/www\.youtube-nocookie\.com\/embed\/([\w-]{11})(?:\?|$)/.exec(player)?.[1];
  return id && id !== 'videoseries' ? `https://i.ytimg.com/vi/${id}/hqdefault.jpg` : null;
}

/** Its files are all there are; of a link that cannot be opened now nobody knows. */
export function isListed({ items, kind, problem }: Pick<Media, 'items' | 'kind' | 'problem'>): boolean {
  return items.length > 0 || problem === null || isEmptyFolder({ kind, problem });
}

function isEmptyFolder({ kind, problem }: Pick<Media, 'kind' | 'problem'>): boolean {
  return kind === 'folder' && (problem === null || problem === emptyFolder);
}

function nothingOf(media: Media, kind: MediaKind): MediaView {
  const { originalUrl: original, problem } = media;
  const say = (title: string, note = problem): Nothing => ({
    is: 'nothing',
    title,
    note: note === title ? null : note,
    original,
  });
  if (media.kind === 'geotiff') return { ...say(unreadableMap), download: original !== null };
  if (isEmptyFolder(media)) return say(emptyFolder, null);
  if (media.kind === 'image') return say(noImage);
  if (original === null && media.kind === 'unknown') return say(nothingLinked[kind], null);
  return say(noPreview, problem ?? 'This kind of link opens on its own site.');
}
