// Chains of alignments: from one picture to another by way of pictures in between.
import { composeHomographies, type Homography } from '#contract/geometry/homography.ts';

/** From one picture to a later one, by their places in the order of time. */
export type ChainLink = { from: number; to: number; inliers: number };
export type Chain<L extends ChainLink> = { links: L[]; inliers: number };

type Step<L extends ChainLink> = { weakest: number; link: L | null; before: Step<L> | null };

function linksOf<L extends ChainLink>(last: Step<L>): L[] {
  const links: L[] = [];
  for (let step: Step<L> | null = last; step?.link; step = step.before) links.unshift(step.link);
  return links;
}

/** The best ways with one link more than those in `reached`, where they are better than all shorter ones. */
function oneFurther<L extends ChainLink>(
  reached: ReadonlyMap<number, Step<L>>,
  links: readonly L[],
): Map<number, Step<L>> {
  const further = new Map(reached);
  for (const link of links) {
    const before = reached.get(link.from);
    if (!before) continue;
    const weakest = Math.min(before.weakest, link.inliers);
    if (weakest > (further.get(link.to)?.weakest ?? 0)) further.set(link.to, { weakest, link, before });
  }
  return further;
}

/** The chain whose weakest link has the most points that agree, of those with at most `between` pictures in between; the shorter one of equals. */
export function bestChain<L extends ChainLink>(
  links: readonly L[],
  { from, to, between }: { from: number; to: number; between: number },
): Chain<L> | null {
  let reached: ReadonlyMap<number, Step<L>> = new Map([
    [from, { weakest: Number.POSITIVE_INFINITY, link: null, before: null }],
  ]);
  for (let count = 0; count <= between; count++) reached = oneFurther(reached, links);
  const last = reached.get(to);
  return last?.link ? { links: linksOf(last), inliers: last.weakest } : null;
}

/** From the first picture of the chain to its last. */
export function composeChain(matrices: readonly Homography[]): Homography {
  return matrices.reduce(composeHomographies);
}
