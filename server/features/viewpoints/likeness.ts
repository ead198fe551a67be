// Compares the pictures of a visit with the nearest ones of viewpoints that neither name nor position could fill.
import type { ViewpointKind } from '#contract/viewpoints/endpoints.ts';
import { isTransient, MediaError } from '#server/media/source-errors.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { type Decision, decide, type FreePicture, type Likeness, type OpenViewpoint } from './decide.ts';
import { type FoundAt, type NamedViewpoint, readOpen, readPlacedFiles } from './open-viewpoints.ts';
import { type ListedVisit, listTab, type PictureSource, readVisit, type VisitPicture } from './visit-pictures.ts';

/** On how many points two photos agree; 0 if they cannot be aligned. */
export type LikenessOf = (one: SourceFile, other: SourceFile) => Promise<number>;

/** Each costs a second or more of idle CPU time; a job ends before others take it for dead. */
const maxComparisons = 60;

type Left = { viewpoints: NamedViewpoint[]; pictures: VisitPicture[] };

/** Panoramas are rotated to each other, not overlaid. */
const isComparable = ({ kind, known }: { kind: ViewpointKind; known: readonly unknown[] }) =>
  kind === 'photo' && known.length > 0;

function mayShow({ known }: OpenViewpoint, { panorama, mediaKind }: FreePicture): boolean {
  return !panorama && known[0]?.mediaKind === mediaKind;
}

/** The rest of a decision: viewpoints without a picture, and pictures without a viewpoint. */
function leftOver<V extends OpenViewpoint, P extends FreePicture>(
  { placements }: Decision,
  { viewpoints, pictures }: { viewpoints: readonly V[]; pictures: readonly P[] },
): { viewpoints: V[]; pictures: P[] } {
  const filled = new Set(placements.map(({ viewpointId }) => viewpointId));
  const used = new Set(placements.map(({ file }) => file));
  return {
    viewpoints: viewpoints.filter((viewpoint) => !filled.has(viewpoint.id) && isComparable(viewpoint)),
    pictures: pictures.filter(({ file }) => !used.has(file)),
  };
}

/** Whether a decision left viewpoints that one of the remaining pictures may show. */
export function isWorthComparing(
  decision: Decision,
  asked: { viewpoints: readonly OpenViewpoint[]; pictures: readonly FreePicture[] },
): boolean {
  const { viewpoints, pictures } = leftOver(decision, asked);
  return viewpoints.some((viewpoint) => pictures.some((picture) => mayShow(viewpoint, picture)));
}

/** Which pictures are compared with a viewpoint: all, or those at a similar position in the sequence; flights repeat themselves. */
export function likeliest<P>(pictures: readonly P[], share: number, count: number): P[] {
  const middle = share * (pictures.length - 1);
  const row = Array.from(pictures, (picture, at) => ({ picture, distance: Math.abs(at - middle) }));
  return row
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ picture }) => picture);
}

/** The file of another visit, as its source lists it now. */
async function findKnown(deps: PictureSource, { sessionId, link, file }: FoundAt): Promise<SourceFile | undefined> {
  const visit = await readVisit(deps.db, sessionId);
  const files = visit ? await listTab(deps, visit, link) : [];
  return files?.find(({ id }) => id === file);
}

/** Unreadable files, and those that cannot be aligned, match nothing. A transient fault ends the job, which is retried. */
async function pointsOf(likeness: LikenessOf, one: SourceFile, other: SourceFile): Promise<number> {
  try {
    return await likeness(one, other);
  } catch (error) {
    if (error instanceof MediaError && !isTransient(error)) return 0;
    throw error;
  }
}

async function compareAll(
  deps: PictureSource,
  likeness: LikenessOf,
  { viewpoints, pictures }: Left,
): Promise<Likeness[]> {
  const each = Math.floor(maxComparisons / Math.max(1, viewpoints.length));
  const found: Likeness[] = [];
  for (const [nth, viewpoint] of viewpoints.slice(0, maxComparisons).entries()) {
    const [last] = viewpoint.known;
    const known = last && (await findKnown(deps, last));
    if (!known) continue;
    const shown = pictures.filter((picture) => mayShow(viewpoint, picture));
    const share = viewpoints.length > 1 ? nth / (viewpoints.length - 1) : 0.5;
    for (const { origin, file } of likeliest(shown, share, Math.max(1, each))) {
      found.push({ viewpointId: viewpoint.id, file, inliers: await pointsOf(likeness, known, origin) });
    }
  }
  return found;
}

export async function compareLikeness(
  deps: PictureSource,
  likeness: LikenessOf,
  { visit, pictures }: ListedVisit,
): Promise<Likeness[]> {
  const viewpoints = await readOpen(deps.db, visit);
  const placed = await readPlacedFiles(deps.db, visit.id);
  const asked = { viewpoints, pictures: pictures.filter(({ file }) => !placed.has(file)) };
  return compareAll(deps, likeness, leftOver(decide(asked), asked));
}
