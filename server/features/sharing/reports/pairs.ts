// Before and after: two pictures of a viewpoint, the older one overlaid on the newer one if their alignment is known, or found in time.

import type { Kysely } from 'kysely';
import { formatDate } from '#contract/core/day-words.ts';
import type { PictureSize } from '#contract/media/endpoints.ts';
import type { ViewpointKind, ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { queueAlignment } from '#server/features/viewpoints/alignments/queue.ts';
import { type FilePair, loadAlignment, type StoredAlignment } from '#server/features/viewpoints/alignments/stored.ts';
import type { Thumbnails } from '#server/media/images/thumbnails.ts';
import type { PictureNumber, ReportPair, ReportPicture } from '#server/media/reports/report-model.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import type { FileFinder } from './gather.ts';
import { cameraTime, isolated } from './words.ts';

// The pictures of a report by number: found while it is gathered, read while it is drawn.
type Read = () => Promise<Uint8Array | null>;

/** Whose bytes exactly: of a file in one size, what was cut out around a place, or the company's logo. */
export type PictureSource =
  | { of: 'file'; item: string; version: string; size: PictureSize }
  | { of: 'crop'; disputeId: number; anchorId: number }
  | { of: 'logo'; version: string };

export class PictureList {
  readonly #reads: Read[] = [];
  readonly sources: PictureSource[] = [];
  readonly #thumbnails: Pick<Thumbnails, 'get'>;
  readonly #person: number;

  constructor(thumbnails: Pick<Thumbnails, 'get'>, person: number) {
    this.#thumbnails = thumbnails;
    this.#person = person;
  }

  /** As pages show it: without a position. */
  addFile(
    { id, version, picture }: Pick<SourceFile, 'id' | 'version' | 'picture'>,
    size: PictureSize = 's800',
  ): PictureNumber {
    return this.add({ of: 'file', item: id, version, size }, () => this.thumbnail({ id, version, picture }, size));
  }

  add(source: PictureSource, read: Read): PictureNumber {
    this.sources.push(source);
    return this.#reads.push(read) - 1;
  }

  /** Null if it is not available: its place in the report says so. */
  async read(number: PictureNumber): Promise<Uint8Array | null> {
    return (await this.#reads[number]?.().catch(() => null)) ?? null;
  }

  async thumbnail(
    { id, version, picture }: Pick<SourceFile, 'id' | 'version' | 'picture'>,
    size: PictureSize,
  ): Promise<Uint8Array> {
    const asked = { id, version, picture, person: this.#person };
    return (await this.#thumbnails.get(asked, size, 'jpeg')).bytes;
  }
}

export type WantedPair = {
  position: number;
  name: string;
  kind: ViewpointKind;
  before: ViewpointPicture;
  after: ViewpointPicture;
};

/** The pairs as known now; `missing`: how many have no result yet. */
type PairsNow = { pairs: ReportPair[]; missing: number };
/** Queued for alignment: `read` returns again what is known. */
export type PendingPairs = { missing: number; read(): Promise<PairsNow> };

type Dependencies = { db: Kysely<Tables>; files: FileFinder; pictures: PictureList };

function noteOf(found: StoredAlignment | null, kind: ViewpointKind): string {
  if (kind === 'panorama') return '';
  if (!found?.matrix) return 'Shown as they were taken, not aligned.';
  const on = found.byHand ? 'places marked by hand' : 'points';
  return `The older picture is overlaid on the newer one, aligned on ${found.inliers} ${on}.`;
}

function toPicture(
  pictures: PictureList,
  file: SourceFile,
  { name, of }: { name: string; of: ViewpointPicture },
): ReportPicture {
  const taken = cameraTime(of.capturedAt) ?? formatDate(of.captureDate);
  return { picture: pictures.addFile(file), caption: taken, alt: `${name}, ${taken}` };
}

/** Both pictures exist; `versions` is null for panoramas, which are not overlaid. */
export type FoundPair = { drawn: Omit<ReportPair, 'matrix' | 'note'>; kind: ViewpointKind; versions: FilePair | null };

type Places = Record<'older' | 'newer', { sessionId: number; link: string; file: string; version: string }>;

/** Queues it if nothing is known of it. */
async function versionsOf(db: Kysely<Tables>, { older, newer }: Places): Promise<FilePair> {
  const stored = await loadAlignment(db, { older, newer });
  if (!stored?.settled) await queueAlignment(db, { kind: 'photo', older, newer });
  return { older, newer };
}

/** Null if one of the two no longer exists. */
async function find({ db, files, pictures }: Dependencies, wanted: WantedPair): Promise<FoundPair | null> {
  const { position, name, kind, before, after } = wanted;
  const [older, newer] = [
    await files.find(before.sessionId, before.mediaKind, before.item.id),
    await files.find(after.sessionId, after.mediaKind, after.item.id),
  ];
  if (!older || !newer) return null;
  const place = ({ sessionId }: ViewpointPicture, { file, link }: typeof older) =>
    ({ sessionId, link, file: file.id, version: file.version }) as const;
  const places = { older: place(before, older), newer: place(after, newer) };
  return {
    drawn: {
      heading: `${position} ${isolated(name)}`,
      after: toPicture(pictures, newer.file, { name: `${name}, after`, of: after }),
      before: toPicture(pictures, older.file, { name: `${name}, before`, of: before }),
    },
    kind,
    versions: kind === 'photo' ? await versionsOf(db, places) : null,
  };
}

async function readNow(db: Kysely<Tables>, all: readonly FoundPair[]): Promise<PairsNow> {
  const pairs: ReportPair[] = [];
  let missing = 0;
  for (const { drawn, kind, versions } of all) {
    const stored = versions && (await loadAlignment(db, versions));
    if (versions && !stored?.settled) missing++;
    pairs.push({ ...drawn, matrix: stored?.matrix ?? null, note: noteOf(stored, kind) });
  }
  return { pairs, missing };
}

/** In their order; null instead of one of which a picture is gone. */
export async function findPairs(deps: Dependencies, wanted: readonly WantedPair[]): Promise<(FoundPair | null)[]> {
  const found: (FoundPair | null)[] = [];
  for (const one of wanted) found.push(await find(deps, one));
  return found;
}

export async function alignedPairs(
  db: Kysely<Tables>,
  all: readonly FoundPair[],
): Promise<{ pairs: ReportPair[]; pendingPairs: PendingPairs | null }> {
  const { pairs, missing } = await readNow(db, all);
  return { pairs, pendingPairs: missing > 0 ? { missing, read: () => readNow(db, all) } : null };
}

export async function toPairs(deps: Dependencies, wanted: readonly WantedPair[]) {
  return alignedPairs(
    deps.db,
    (await findPairs(deps, wanted)).filter((pair) => pair !== null),
  );
}
