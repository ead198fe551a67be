// Aligns a pair of pictures through others of the same viewpoint: by links that are known already, else by a few new ones.
import { composeHomographies, type Homography } from '#contract/geometry/homography.ts';
import { maxChain } from '#contract/viewpoints/endpoints.ts';
import type { KnownLink, PairDependencies, PairFile } from './align-pair.ts';
import type { PairAlignment } from './align-photos.ts';

/** From one picture of the row to a later one. */
export type KnownStep = ChainLink & { matrix: Homography; quality: number | null };

type Two<F> = { older: F; newer: F };
type Dependencies<F extends PairFile, P> = PairDependencies<F, P> & { align(pair: Two<F>): Promise<PairAlignment> };

/** Visits in between that are tried: each pair of them takes a second, and the process holds eight pictures at a time. */
const maxBetween = 6;

async function linkBetween<F extends PairFile, P>(deps: Dependencies<F, P>, pair: Two<F>): Promise<KnownLink> {
  const known = await deps.knownLink(pair);
  if (known) return known;
  const found = await deps.align(pair);
  await deps.keepLink(pair, found);
  return found;
}

/** This many of them, evenly spread. */
function spreadOut(all: readonly number[], count: number): number[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, at) => all[Math.round(((at + 0.5) * all.length) / count - 0.5)] as number);
}

/** Which places of the row, whose ends are 0 and `last`: one that is known to fit each end, if there is one, and the rest spread evenly. */
function chooseBetween(known: readonly KnownStep[], last: number): number[] {
  const strongest = (links: readonly KnownStep[]) => links.toSorted((a, b) => b.inliers - a.inliers)[0];
  const linked = new Set(
    [
      strongest(known.filter(({ from }) => from === 0))?.to,
      strongest(known.filter(({ to }) => to === last))?.from,
    ].filter((at) => at !== undefined),
  );
  const others = Array.from({ length: last - 1 }, (_, at) => at + 1).filter((at) => !linked.has(at));
  return [...linked, ...spreadOut(others, maxBetween - linked.size)].sort((a, b) => a - b);
}

/** The row of pictures, each fetched at most once. */
function rowOf<F extends PairFile, P>({ find }: Dependencies<F, P>, { older, newer }: Two<F>, between: readonly P[]) {
  const last = between.length + 1;
  const found = new Map<number, Promise<F | null>>([
    [0, Promise.resolve(older)],
    [last, Promise.resolve(newer)],
  ]);
  return {
    last,
    fileAt(at: number): Promise<F | null> {
      const file = found.get(at) ?? find(between[at - 1] as P);
      found.set(at, file);
      return file;
    },
  };
}
type Row<F> = { last: number; fileAt(at: number): Promise<F | null> };

async function linksAmong<F extends PairFile, P>(
  deps: Dependencies<F, P>,
  { last, fileAt }: Row<F>,
  places: readonly number[],
): Promise<KnownStep[]> {
  const links: KnownStep[] = [];
  for (const from of places) {
    for (const to of places) {
      if (from >= to || (from === 0 && to === last)) continue;
      const [older, newer] = [await fileAt(from), await fileAt(to)];
      if (!older || !newer) continue;
      const { matrix, inliers, quality } = await linkBetween(deps, { older, newer });
      if (matrix) links.push({ from, to, matrix, inliers, quality });
    }
  }
  return links;
}

/** Known links belong to the versions that were placed: both files must still be these. */
async function stands<F extends PairFile, P>(
  { knownLink }: Dependencies<F, P>,
  { fileAt }: Row<F>,
  { from, to }: ChainLink,
): Promise<boolean> {
  const [older, newer] = [await fileAt(from), await fileAt(to)];
  return older !== null && newer !== null && Boolean((await knownLink({ older, newer }))?.matrix);
}

/** The best chain of which all links still hold. */
async function bestValidChain<F extends PairFile, P>(
  deps: Dependencies<F, P>,
  row: Row<F>,
  links: readonly KnownStep[],
): Promise<Chain<KnownStep> | null> {
  const left = new Set(links);
  for (;;) {
    const chain = bestChain([...left], { from: 0, to: row.last, between: maxChain });
    if (!chain) return null;
    const before = left.size;
    for (const link of chain.links) if (!(await stands(deps, row, link))) left.delete(link);
    if (left.size === before) return chain;
  }
}

function weakestQuality(links: readonly KnownStep[]): number | null {
  const said = links.flatMap(({ quality }) => quality ?? []);
  return said.length === links.length ? Math.min(...said) : null;
}

/** Known links cost nothing, however many visits there are: new ones are tried only if those lead nowhere. Null: no chain. */
export async function alignByChain<F extends PairFile, P>(
  deps: Dependencies<F, P>,
  pair: Two<F>,
): Promise<(PairAlignment & { matrix: Homography; links: number }) | null> {
  const between = await deps.placesBetween();
  if (between.length === 0) return null;
  const row = rowOf(deps, pair, between);
  const known = (await deps.knownAmong(pair, between)).filter(({ from, to }) => from > 0 || to < row.last);
  const search = async () =>
    bestValidChain(deps, row, [
      ...known,
      ...(await linksAmong(deps, row, [0, ...chooseBetween(known, row.last), row.last])),
    ]);
  const chain = (await bestValidChain(deps, row, known)) ?? (await search());
  if (!chain) return null;
  const { links, inliers } = chain;
  const matrix = composeChain(links.map((link) => link.matrix));
  return { matrix, inliers, links: links.length, yaw: null, quality: weakestQuality(links) };
}

// Chains of alignments: from one picture to another through pictures in between.

/** From one picture to a later one, by their positions in time order. */
export type ChainLink = { from: number; to: number; inliers: number };
type Chain<L extends ChainLink> = { links: L[]; inliers: number };

type Step<L extends ChainLink> = { weakest: number; link: L | null; before: Step<L> | null };

function linksOf<L extends ChainLink>(last: Step<L>): L[] {
  const links: L[] = [];
  for (let step: Step<L> | null = last; step?.link; step = step.before) links.unshift(step.link);
  return links;
}

/** The best chains with one link more than those in `reached`, where they beat all shorter ones. */
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

/** The chain whose weakest link has the most points that agree, with at most `between` pictures in between; the shorter one of equals. */
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
