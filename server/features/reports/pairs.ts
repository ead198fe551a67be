// Before and after: two pictures of a viewpoint, the older one laid over the newer one where that is known.
import type { Kysely } from 'kysely';
import type { ViewpointKind, ViewpointPicture } from '#contract/viewpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { loadAlignment, type StoredAlignment } from '#server/features/alignments/stored.ts';
import type { ReportPair, ReportPicture } from '#server/media/report/report-model.ts';
import type { SourceFile } from '#server/media/source.ts';
import type { FileFinder } from './gather.ts';
import type { PictureList } from './picture-list.ts';
import { cameraTime, dayWords } from './words.ts';

export type WantedPair = {
  position: number;
  name: string;
  kind: ViewpointKind;
  before: ViewpointPicture;
  after: ViewpointPicture;
};

type Dependencies = { db: Kysely<Tables>; files: FileFinder; pictures: PictureList };

function noteOf(found: StoredAlignment | null, kind: ViewpointKind): string {
  if (kind === 'panorama') return '';
  if (!found?.matrix) return 'Shown as they were taken, not laid over each other.';
  const on = found.byHand ? 'places marked by hand' : 'points';
  return `The older picture is laid over the newer one, aligned on ${found.inliers} ${on}.`;
}

function toPicture(
  pictures: PictureList,
  file: SourceFile,
  { name, of }: { name: string; of: ViewpointPicture },
): ReportPicture {
  const taken = cameraTime(of.capturedAt) ?? dayWords(of.captureDate);
  return { picture: pictures.addFile(file), caption: taken, alt: `${name}, ${taken}` };
}

/** Null where one of the two is not there any more. */
async function toPair({ db, files, pictures }: Dependencies, wanted: WantedPair): Promise<ReportPair | null> {
  const { position, name, kind, before, after } = wanted;
  const [older, newer] = [
    await files.find(before.sessionId, before.mediaKind, before.item.id),
    await files.find(after.sessionId, after.mediaKind, after.item.id),
  ];
  if (!older || !newer) return null;
  const versions = {
    older: { file: older.id, version: older.version },
    newer: { file: newer.id, version: newer.version },
  };
  const found = kind === 'photo' ? await loadAlignment(db, versions) : null;
  return {
    heading: `${position} ${name}`,
    after: toPicture(pictures, newer, { name: `${name}, after`, of: after }),
    before: toPicture(pictures, older, { name: `${name}, before`, of: before }),
    matrix: found?.matrix ?? null,
    note: noteOf(found, kind),
  };
}

export async function toPairs(deps: Dependencies, wanted: readonly WantedPair[]): Promise<ReportPair[]> {
  const pairs: ReportPair[] = [];
  for (const one of wanted) {
    const pair = await toPair(deps, one);
    if (pair) pairs.push(pair);
  }
  return pairs;
}
