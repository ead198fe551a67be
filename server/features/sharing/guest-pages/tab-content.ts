// What a tab of a visit shows to guests: photos flat, panoramas from within, maps, videos and players as far as they can be.
import { setTimeout as delay } from 'node:timers/promises';
import { type MediaKind, mayBePanorama } from '#contract/media/endpoints.ts';
import type { GuestTab, NamedPicture } from '#contract/sharing/guest-pages.ts';
import type { LightReader } from '#server/features/media/light-videos.ts';
import { mediaErrorMessage } from '#server/features/media/media-errors.ts';
import type { FileCleaner } from '#server/media/blanks/file-cleaner.ts';
import type { PanoramaCrop } from '#server/media/formats/image-metadata.ts';
import { type MapDrawing, openMap } from '#server/media/maps/map-pictures.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { type OpenLink, type PictureOf, picturePath } from './link.ts';
import type { Tab } from './visits.ts';

/** A slow host's video gets its player; the page shows an error if the video does not load. */
const videoTimeoutMs = 1_000;
const guests = { canRepair: false, seesSettings: false };

/** As clients read it; also if a video does not load when played. */
const notShown = mediaErrorMessage(new MediaError('not_found', ''), guests);

export type Looking = MapDrawing & { fileCleaner: FileCleaner; light: LightReader };
type Lights = Awaited<ReturnType<LightReader['ofSession']>>;
type Shown = { link: OpenLink; sessionId: number; kind: MediaKind; looking: Looking };

const wholeSphere: PanoramaCrop = { left: 0, top: 0, width: 1, height: 1 };

/** The part of the sphere that a panorama covers; null for a flat picture. */
export async function sphereOf(file: SourceFile, kind: MediaKind): Promise<PanoramaCrop | null> {
  if (file.kind !== 'image') return null;
  const { width, height } = file;
  const shape = (await file.metadata?.()) ?? { width, height, panorama: null };
  if (!mayBePanorama(shape, kind)) return null;
  return ('crop' in shape && shape.crop) || wholeSphere;
}

function pictureOf({ link, sessionId, kind }: Shown, file: SourceFile, look: NamedPicture['look']): NamedPicture {
  const path = picturePath(link, { sessionId, kind, item: file.id });
  return { name: file.name, path, look, save: link.downloads };
}

/** The sentence that replaces it if it would be refused; null if it would be sent, as far as is known by then. */
async function whyNoVideo(fileCleaner: FileCleaner, film: SourceFile): Promise<string | null> {
  // Without the position that cameras write into it, or not at all.
  const asked = fileCleaner.clean(film).then(
    () => null,
    (error: unknown) => (error instanceof MediaError ? mediaErrorMessage(error, guests) : notShown),
  );
  return Promise.race([asked, delay(videoTimeoutMs, null, { ref: false })]);
}

/** Its light copy says nothing of places, whatever the video itself is. */
async function videoOf(
  { link, sessionId, kind, looking }: Shown,
  file: SourceFile,
  lights: Lights,
): Promise<GuestTab['videos'][number]> {
  const { id, name } = file;
  const { bytes: light = null, hasPoster = false } = lights.get(id) ?? {};
  const instead = light === null ? await whyNoVideo(looking.fileCleaner, file) : null;
  if (instead !== null) return { name, instead };
  const video = `${link.base}/films/${sessionId}/${kind}/${link.files.hide(id)}`;
  const still = hasPoster ? picturePath(link, { sessionId, kind, item: id }) : null;
  return { name, address: light === null ? video : `${video}/light`, failed: notShown, light, still };
}

async function whyNoMap(drawing: MapDrawing, file: SourceFile): Promise<string | null> {
  const { preparing: share, problem } = await drawing.maps.stateOf(file);
  if (share !== undefined) return 'The map is being prepared. It is shown here when it is ready.';
  if (problem) return problem;
  return (await openMap(drawing, file)) === null ? 'The map of this visit is shown only to people with a login.' : null;
}

async function mapOf(shown: Shown, file: SourceFile): Promise<GuestTab['maps'][number]> {
  const instead = await whyNoMap(shown.looking, file);
  return instead === null ? pictureOf(shown, file, 'map') : { name: file.name, instead };
}

async function photoOf(shown: Shown, file: SourceFile): Promise<NamedPicture> {
  return pictureOf(shown, file, (await sphereOf(file, shown.kind)) && 'sphere');
}

/** Of a visit's videos the first that has a picture, and would be shown itself. */
export async function videoWithPicture({ files, ...tab }: Tab, shown: Omit<Shown, 'kind'>): Promise<PictureOf | null> {
  const { kind } = tab;
  const lights = await shown.looking.light.ofSession(shown.sessionId, files);
  for (const file of files) {
    if (file.kind !== 'video' || !lights.get(file.id)?.hasPoster) continue;
    const video = await videoOf({ ...shown, kind }, file, lights);
    if ('still' in video) return { sessionId: shown.sessionId, kind, item: file.id };
  }
  return null;
}

/** Google Drive's own pages are never embedded: they would show more than what was shared. */
const neverFramed = ['google-drive', 'local'];

/** The player or tour of another host, as the link allows it. */
function playerOf({ link }: Tab, { players }: OpenLink): GuestTab['player'] {
  if (!link?.embedUrl || neverFramed.includes(link.provider)) return null;
  return players ? { address: link.embedUrl } : 'left out';
}

export async function tabContent(tab: Tab, shown: Omit<Shown, 'kind'>): Promise<GuestTab> {
  const { kind, problem } = tab;
  const filesOf = <Made>(wanted: SourceFile['kind'], make: (of: Shown, file: SourceFile) => Promise<Made>) =>
    Promise.all(tab.files.filter((file) => file.kind === wanted).map((file) => make({ ...shown, kind }, file)));
  const lights = await shown.looking.light.ofSession(shown.sessionId, tab.files);
  const [maps, videos, photos] = await Promise.all([
    filesOf('geotiff', mapOf),
    filesOf('video', (of, file) => videoOf(of, file, lights)),
    filesOf('image', photoOf),
  ]);
  const player = maps.length + videos.length + photos.length > 0 ? null : playerOf(tab, shown.link);
  return { kind, maps, videos, photos, player, problem };
}
