// The program that aligns pictures: at the lowest priority, one pair at a time. The server starts it when two are to be aligned.
import { constants } from 'node:os';
import { LRUCache } from 'lru-cache';
import { serve } from '#server/media/workers/serve.ts';
import { minInliers } from './acceptance.ts';
import { alignPhotos, type PairAlignment } from './align-photos.ts';
import { type Features, findFeatures, readGrey, readHorizon } from './features.ts';
import { bestTurn, matchFeatures } from './matching.ts';
import { compareExposures, type Described, describePicture, readSmall } from './same-exposure.ts';
import type { Aligning, AlignRequest, ExposureRequest, PictureBytes } from './supervised-aligner.ts';

/** Of the whole turn: the camera stands upright, so things stay at their height, but for what its place and tripod change. */
const reachUpDown = 0.02;
/** Points that agree lie around at least so much of the horizon. */
const minSectors = 0.25;

/** By the features around their horizons. `yaw`: what is seen in the newer one at a longitude is seen in the older one at this many degrees more. */
function alignPanoramas(older: Features, newer: Features): PairAlignment {
  const { width } = older;
  const matches = matchFeatures(older, newer, { x: width, y: width * reachUpDown });
  const columnOf = ({ points }: Features, index = 0) => (points[2 * index] ?? 0) / width;
  const seen = Array.from({ length: matches.count }, (_, at) => {
    const [before, after] = [columnOf(older, matches.first[at]), columnOf(newer, matches.second[at])];
    return { at: after, turn: before - after };
  });
  const { inliers, sectors, turn } = bestTurn(seen);
  const isBelieved = inliers >= minInliers && sectors >= minSectors;
  return {
    inliers,
    matrix: null,
    yaw: isBelieved ? turn * 360 : null,
    quality: matches.count > 0 ? inliers / matches.count : null,
  };
}

/** A chain meets each of its pictures several times; one has a megabyte. */
const known = new LRUCache<string, Features>({ max: 8 });

async function featuresOf({ key, bytes }: PictureBytes, kind: AlignRequest['kind']): Promise<Features> {
  const name = `${kind} ${key}`;
  const features = known.get(name) ?? (await findFeatures(await (kind === 'panorama' ? readHorizon : readGrey)(bytes)));
  known.set(name, features);
  return features;
}

async function align({ older, newer, kind }: AlignRequest): Promise<PairAlignment> {
  const [from, to] = [await featuresOf(older, kind), await featuresOf(newer, kind)];
  return kind === 'panorama' ? alignPanoramas(from, to) : alignPhotos(from, to);
}

/** Near pictures of one visit are often those of the same earlier one; each has half a megabyte. */
const described = new LRUCache<string, Described>({ max: 48 });

async function describe({ key, bytes }: PictureBytes, mirrored: boolean): Promise<Described> {
  const name = `${mirrored} ${key}`;
  const picture = described.get(name) ?? (await describePicture(await readSmall(bytes, { mirrored })));
  described.set(name, picture);
  return picture;
}

async function compare({ known: before, other, mirrored }: ExposureRequest) {
  return { shared: await compareExposures(await describe(before, false), await describe(other, mirrored)) };
}

serve<Aligning>(
  async (request) => {
    if (request.kind === 'exposure') return compare(request);
    const began = process.cpuUsage();
    const found = await align(request);
    const { user, system } = process.cpuUsage(began);
    return { ...found, cpuMs: (user + system) / 1000 };
  },
  { priority: constants.priority.PRIORITY_LOW },
);
