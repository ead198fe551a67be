// Aligns two panoramas by the features around their horizons: how far one is turned against the other.
import { minInliers } from './acceptance.ts';
import type { PairAlignment } from './align-photos.ts';
import type { Features } from './features.ts';
import { matchFeatures } from './matching.ts';
import { bestTurn } from './turning.ts';

/** Of the whole turn: the camera stands upright, so things stay at their height, but for what its place and tripod change. */
const reachUpDown = 0.02;
/** Points that agree lie around at least so much of the horizon. */
const minSectors = 0.25;

/** `yaw`: what is seen in the newer one at a longitude is seen in the older one at this many degrees more. */
export function alignPanoramas(older: Features, newer: Features): PairAlignment {
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
