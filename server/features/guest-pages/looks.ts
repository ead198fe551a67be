// How the files of a tab are looked at in pages for guests: photos flat, panoramas from within, maps as far as they can be drawn.
import type { MediaKind } from '#contract/media.ts';
import { mayBePanorama } from '#contract/panorama-shape.ts';
import type { PanoramaCrop } from '#server/media/image-metadata.ts';
import { type MapDrawing, openMap } from '#server/media/map-pictures.ts';
import type { SourceFile } from '#server/media/source.ts';
import type { Tab } from './visits.ts';

/** By the ids of files: which are panoramas, and what keeps a map from being drawn. */
export type Looks = { spheres: ReadonlySet<string>; waiting: ReadonlyMap<string, string> };

const wholeSphere: PanoramaCrop = { left: 0, top: 0, width: 1, height: 1 };

/** The part of the sphere that a panorama covers; null for a flat picture. */
export async function sphereOf(file: SourceFile, kind: MediaKind): Promise<PanoramaCrop | null> {
  if (file.kind !== 'image') return null;
  const { width, height } = file;
  const shape = (await file.metadata?.()) ?? { width, height, panorama: null };
  if (!mayBePanorama(shape, kind)) return null;
  return ('crop' in shape && shape.crop) || wholeSphere;
}

const preparing = 'The map is being prepared. It is shown here when it is ready.';
const elsewhere = 'The map of this visit is shown to people with a login.';

async function waitingOf(drawing: MapDrawing, file: SourceFile): Promise<string | null> {
  const { preparing: share, problem } = await drawing.maps.stateOf(file);
  if (share !== undefined) return preparing;
  return problem ?? ((await openMap(drawing, file)) === null ? elsewhere : null);
}

export async function looksOf({ files, kind }: Tab, drawing: MapDrawing): Promise<Looks> {
  const spheres = await Promise.all(files.map(async (file) => ((await sphereOf(file, kind)) ? [file.id] : [])));
  const ofMaps = files.filter((file) => file.kind === 'geotiff');
  const waiting = await Promise.all(
    ofMaps.map(async (file): Promise<[string, string][]> => {
      const sentence = await waitingOf(drawing, file);
      return sentence === null ? [] : [[file.id, sentence]];
    }),
  );
  return { spheres: new Set(spheres.flat()), waiting: new Map(waiting.flat()) };
}
