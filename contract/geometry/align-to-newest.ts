// Aligns each picture of a time-lapse to the newest one: from visit to visit, as far as the server could align them (behaviour §12).
import { composeHomographies, type Homography, hasNoFold } from './homography.ts';

/** `waiting`: it is still being computed. */
type Aligned = { state: 'aligned' | 'waiting' | 'refused'; matrix: Homography | null };
export type Align<Picture> = (older: Picture, newer: Picture) => Promise<Aligned>;

/**
 * A matrix for each picture but the last, to which they are aligned. Each is asked about once: with the next newer picture that has a
 * place. A refused picture is skipped, so that a foggy day does not cut the older ones off from the newer. Beyond a pair that is still
 * being computed only neighbours are asked about, which queues them: no work starts for pairs that nobody else compares.
 */
export async function alignToNewest<Picture>(
  pictures: readonly Picture[],
  align: Align<Picture>,
): Promise<(Homography | null)[]> {
  const places: (Homography | null)[] = pictures.map(() => null);
  let next = pictures.length - 1;
  let isParted = false;
  for (let index = next - 1; index >= 0; index--) {
    const [older, newer] = [pictures[index], pictures[next]];
    if (older === undefined || newer === undefined) break;
    const { state, matrix } = await align(older, newer);
    isParted ||= state === 'waiting';
    const place = state === 'aligned' && !isParted ? onto(places[next], matrix) : null;
    places[index] = place;
    if (place || isParted) next = index;
  }
  return places;
}

function onto(beyond: Homography | null | undefined, link: Homography | null): Homography | null {
  const whole = link && beyond ? composeHomographies(link, beyond) : link;
  return whole && hasNoFold(whole) ? whole : null;
}
