// The jobs of alignments. Pairs that somebody waits for have a lane of their own; both share the one process that aligns.
import { type Kysely, sql } from 'kysely';
import { classifyLink, type LinkHosts } from '#contract/links/link.ts';
import { mediaKinds } from '#contract/media/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { linkColumn, mediaRootsColumn } from '#server/features/media/session-link.ts';
import { readersOf } from '#server/features/viewpoints/alignments.ts';
import type { JobHandler } from '#server/jobs.ts';
import { minInliers } from '#server/media/alignment/acceptance.ts';
import {
  alignPair as alignFilePair,
  alignDirectly as alignWithout,
  type FileAligner,
  type PairDependencies,
} from '#server/media/alignment/align-pair.ts';
import type { PairAlignment } from '#server/media/alignment/align-photos.ts';
import { listUnlessBroken, type MediaRoot, type MediaSource, type SourceFile } from '#server/media/sources/source.ts';
import { linkOfTab } from '#server/visibility.ts';
import type { AlignedKind, PicturePlace } from './picture-pair.ts';
import type { AlignmentPayload } from './queue.ts';
import {
  type FilePair,
  loadAlignment,
  loadAmong,
  type NewAlignment,
  type StoredAlignment,
  saveAlignment,
} from './stored.ts';

// Where a job finds its pictures: nothing is aligned that was removed, or that its session no longer links to.
export type PictureSource = { db: Kysely<Tables>; source: MediaSource; hosts: LinkHosts };

const links = sql.join(mediaKinds.map((kind) => sql.ref(`r.${linkColumn(kind)}`)));

/** What lies behind a link of a visit, of the present content or the released one; null where it is gone. Throws a MediaError that may pass. */
export async function listLink(
  { db, source, hosts }: PictureSource,
  { sessionId, link }: Pick<PicturePlace, 'sessionId' | 'link'>,
): Promise<SourceFile[] | null> {
  const found = await sql<{ roots: MediaRoot[] }>`select ${mediaRootsColumn('s')} as roots from sessions s
    where s.id = ${sessionId} and s.removed_at is null and exists (select 1 from session_records r
      where r.id in (s.record_id, s.released_record_id) and ${link} in (${links}))`.execute(db);
  const row = found.rows[0];
  return row ? listUnlessBroken(source, classifyLink(link, hosts), row.roots) : null;
}

/** Null where the picture is gone. */
export async function findPicture(deps: PictureSource, place: PicturePlace): Promise<SourceFile | null> {
  const files = await listLink(deps, place);
  return files?.find(({ id, kind }) => id === place.file && kind === 'image') ?? null;
}

/** `version`: the one that was placed; the file may be another by now. */
export type PlacedPicture = PicturePlace & { version: string };

/** Those of a viewpoint's pictures that were taken between the two of a pair, oldest first; a pair may be of several viewpoints. */
export async function picturesBetween(
  db: Kysely<Tables>,
  older: PicturePlace,
  newer: PicturePlace,
): Promise<PlacedPicture[]> {
  const found = await sql<PlacedPicture>`
    select distinct on (s.capture_date, s.id) p.session_id as "sessionId", p.link, p.file, p.file_version as version
    from viewpoint_pictures o join viewpoint_pictures n on n.viewpoint_id = o.viewpoint_id
      join viewpoint_pictures p on p.viewpoint_id = o.viewpoint_id
      join sessions_present s on s.id = p.session_id join sessions os on os.id = o.session_id join sessions ns on ns.id = n.session_id
    where o.session_id = ${older.sessionId} and o.file = ${older.file} and n.session_id = ${newer.sessionId} and n.file = ${newer.file}
      and p.file is not null and p.link = ${linkOfTab('p')}
      and (s.capture_date, s.id) > (os.capture_date, os.id) and (s.capture_date, s.id) < (ns.capture_date, ns.id)
    order by s.capture_date, s.id, p.viewpoint_id`.execute(db);
  return found.rows;
}

export function versionsOf(older: SourceFile, newer: SourceFile): FilePair {
  const of = ({ id, version }: SourceFile) => ({ file: id, version });
  return { older: of(older), newer: of(newer) };
}

type Dependencies = Aligning & { write: RunTransaction };

/** A file that changes while it is aligned is tried again at once, so often. */
const attempts = 3;

/** Open pages that wait for it ask again. */
async function save({ write }: Dependencies, pair: FilePair, saved: { found: NewAlignment; sessionId: number }) {
  await write({ topics: ['viewpoints'] }, async ({ tx, events }) => {
    await saveAlignment(tx, pair, { found: saved.found, byHand: false });
    events.invalidateFor({ admins: true, users: await readersOf(tx, saved.sessionId) });
  });
}

async function currentFiles(deps: Dependencies, { older, newer }: AlignmentPayload) {
  const [from, to] = [await findPicture(deps, older), await findPicture(deps, newer)];
  return from && to && { older: from, newer: to };
}

/** Whether nothing is left to do: aligned and saved, known before, or one of the pictures is gone. */
async function runOnce(deps: Dependencies, payload: AlignmentPayload): Promise<boolean> {
  const files = await currentFiles(deps, payload);
  if (!files) return true;
  const pair = versionsOf(files.older, files.newer);
  if ((await loadAlignment(deps.db, pair))?.settled) return true;
  const found = await alignPair(deps, payload, files);
  const after = await currentFiles(deps, payload);
  if (!after) return true;
  const isSame = JSON.stringify(versionsOf(after.older, after.newer)) === JSON.stringify(pair);
  if (isSame) await save(deps, pair, { found, sessionId: payload.newer.sessionId });
  return isSame;
}

function handler(deps: Dependencies): JobHandler {
  return {
    async run(payload) {
      for (let attempt = 0; attempt < attempts; attempt++) if (await runOnce(deps, payload as AlignmentPayload)) return;
    },
  };
}

/** Pairs that somebody views. */
export function alignmentJobs(deps: Dependencies): Record<'alignPictures', JobHandler> {
  return { alignPictures: handler(deps) };
}

/** Neighbours in time of a viewpoint, in advance. */
export function neighbourJobs(deps: Dependencies): Record<'alignNeighbours', JobHandler> {
  return { alignNeighbours: handler(deps) };
}

// Aligns a pair of pictures by way of what is known already: links that were found out before, and pictures of the same viewpoint.
export type Aligning = PictureSource & { fileAligner: Pick<FileAligner, 'alignFiles' | 'likeness'> };
type Files = { older: SourceFile; newer: SourceFile };
type Places = { older: PicturePlace; newer: PicturePlace };

/** A hand that marked a few places counts as much as the fewest points that a machine is believed. What needed a chain is no link. */
function asLink({ matrix, inliers, links, quality }: StoredAlignment) {
  return links > 1 || !matrix
    ? { matrix: null, inliers, quality }
    : { matrix, inliers: Math.max(inliers, minInliers), quality };
}

/** Not settled where it fails: ways around were not tried. */
async function keepLink({ db }: Aligning, { older, newer }: Files, found: PairAlignment): Promise<void> {
  const kept = { ...found, links: 1, settled: found.matrix !== null, marks: null };
  await saveAlignment(db, versionsOf(older, newer), { found: kept, byHand: false });
}

/** Links that are found out now are kept. */
function knownTo(deps: Aligning, { older, newer }: Places): PairDependencies<SourceFile, PlacedPicture> {
  return {
    fileAligner: deps.fileAligner,
    placesBetween: () => picturesBetween(deps.db, older, newer),
    async knownAmong(pair, between) {
      const ends = versionsOf(pair.older, pair.newer);
      const known = await loadAmong(deps.db, [ends.older, ...between, ends.newer]);
      return known.flatMap(({ from, to, ...stored }) => {
        const { matrix, ...link } = asLink(stored);
        return matrix ? [{ from, to, matrix, ...link }] : [];
      });
    },
    find: (place) => findPicture(deps, place),
    async knownLink(pair) {
      const known = await loadAlignment(deps.db, versionsOf(pair.older, pair.newer));
      return known && asLink(known);
    },
    keepLink: (pair, found) => keepLink(deps, pair, found),
  };
}

export async function alignPair(
  deps: Aligning,
  { kind, ...places }: Places & { kind: AlignedKind },
  files: Files,
): Promise<NewAlignment> {
  const found = await alignFilePair(knownTo(deps, places), { kind, ...files });
  return { ...found, settled: true, marks: null };
}

/** Without a way around: what fails is not settled. Kept like any other link. */
export async function alignDirectly(deps: Aligning, files: Files): Promise<void> {
  const found = await alignWithout(deps.fileAligner, { kind: 'photo', ...files });
  await keepLink(deps, files, found);
}
