// Light copies of the videos of visits: what each tab knows of them, the jobs that make them, and those that take them away again.
import { buffer } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { classifyLink, type LinkHosts } from '#contract/links/link.ts';
import { mediaKinds } from '#contract/media/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { addJob, type JobHandler, type JobTurn, waitingJob } from '#server/jobs.ts';
import { isTransient, MediaError } from '#server/media/source-errors.ts';
import { listUnlessBroken, type MediaRoot, type MediaSource, type SourceFile } from '#server/media/sources/source.ts';
import type { LightPart, LightState, LightVideos } from '#server/media/videos/light-videos.ts';
import { forgetRows, listRows, markMissing, type RowOfCopy, removeRowsOfUpload } from './light-video-rows.ts';
import { linkColumn, mediaRootsColumn } from './session-link.ts';

/** Added after every change of a session's media, and when a tab shows a video that nobody has looked at. */
export const lightVideosJob = 'lightVideos';

/** Copies are made of what lies in the product's own folders or bucket. */
export const mayHaveCopy = ({ id, kind }: Pick<SourceFile, 'id' | 'kind'>) =>
  kind === 'video' && id.startsWith('local:');

const isUpload = (file: string) => file.startsWith('local:uploads/');

async function askForCopies(db: Kysely<Tables>, sessionId: number): Promise<void> {
  if ((await waitingJob(db, { kinds: [lightVideosJob], sessionId })) > 0) return;
  await addJob(db, { kind: lightVideosJob, payload: { sessionId } });
}

/** A video's picture in the place of the video: flat, whatever the video shows. */
const asPicture = (open: SourceFile['open']) =>
  ({
    kind: 'image',
    metadata: async () => ({ width: null, height: null, panorama: false }),
    picture: async () => buffer((await open(null)).body),
  }) satisfies Partial<SourceFile>;

export function createLightReader({ db, videos }: { db: Kysely<Tables>; videos: LightVideos }) {
  /** Of these files of a tab, by their ids. One query, however many there are. */
  async function ofSession(sessionId: number, files: readonly SourceFile[]): Promise<ReadonlyMap<string, LightState>> {
    const asked = files.filter(mayHaveCopy);
    if (asked.length === 0) return new Map();
    const known = await videos.statesOf(asked);
    if ([...known.values()].some(({ isUnknown }) => isUnknown)) await askForCopies(db, sessionId);
    return new Map(Array.from(known, ([id, { state }]) => [id, state]));
  }

  /** In the place of a file that somebody may see: other bytes, hence another id and version. Null if there are none. */
  async function inPlaceOf(file: SourceFile, part: LightPart): Promise<SourceFile | null> {
    const found = mayHaveCopy(file) ? await videos.partOf(file, part) : null;
    if (!found) return null;
    const { path: _, ...original } = file;
    const stem = file.name.replace(/\.[^.]{1,8}$/, '');
    const made = { ...original, ...found, id: `${file.id} ${part}` };
    return part === 'light'
      ? { ...made, name: `${stem}.mp4` }
      : { ...made, ...asPicture(found.open), name: `${stem}.jpg` };
  }

  /** The first of these files of a tab that has a picture of its own, as that picture; null where none was made. */
  async function firstPoster(sessionId: number, files: readonly SourceFile[]): Promise<SourceFile | null> {
    const states = await ofSession(sessionId, files);
    const file = files.find(({ id }) => states.get(id)?.hasPoster);
    return file ? inPlaceOf(file, 'poster') : null;
  }

  return { ofSession, inPlaceOf, firstPoster };
}
export type LightReader = ReturnType<typeof createLightReader>;

// The jobs.

type Dependencies = { db: Kysely<Tables>; source: MediaSource; hosts: LinkHosts; lightVideos: LightVideos };
/** Which of these videos are left to a crew's device for the moment, by their ids. */
type WaitsForDevice = (files: readonly string[]) => Promise<ReadonlySet<string>>;

const columns = sql.join(mediaKinds.map((kind) => sql.ref(`s.${linkColumn(kind)}`)));

/** What the session links to now, and what its clients are shown. */
async function linksOf(db: Kysely<Tables>, sessionId: number) {
  const found = await sql<{ roots: MediaRoot[]; links: (string | null)[] }>`
    select ${mediaRootsColumn('s')} as roots, array[${columns}] as links from sessions_present s where s.id = ${sessionId}
    union all select ${mediaRootsColumn('s')} as roots, array[${columns}] as links from sessions_released s where s.id = ${sessionId}`.execute(
    db,
  );
  const [first] = found.rows;
  const links = new Set(found.rows.flatMap((row) => row.links).filter((link) => link !== null));
  return { roots: first?.roots ?? [], links: [...links] };
}

async function videosOf({ db, source, hosts }: Dependencies, sessionId: number): Promise<SourceFile[]> {
  const { roots, links } = await linksOf(db, sessionId);
  const videos = new Map<string, SourceFile>();
  for (const text of links) {
    const link = classifyLink(text, hosts);
    if (link.provider !== 'local') continue;
    for (const file of (await listUnlessBroken(source, link, roots)) ?? [])
      if (mayHaveCopy(file)) videos.set(file.id, file);
  }
  return [...videos.values()];
}

const noTurn: JobTurn = { renew: async () => undefined, stopping: new AbortController().signal };

/** How soon a job comes again for what is left to a device. */
const againSeconds = 600;

/** One for each stretch of time: the key of the running job is taken until it ends. */
async function askAgain(db: Kysely<Tables>, sessionId: number): Promise<void> {
  const stretch = Math.floor(Date.now() / 1000 / againSeconds);
  const dedupeKey = `${lightVideosJob} ${sessionId} after ${stretch}`;
  await addJob(db, { kind: lightVideosJob, payload: { sessionId }, dedupeKey, afterSeconds: againSeconds });
}

/** In a lane of their own: a video takes as long as it is, and longer. */
export function lightVideoJobs(deps: Dependencies & { waitsForDevice: WaitsForDevice }): Record<string, JobHandler> {
  return {
    [lightVideosJob]: {
      async run(payload, { renew, stopping } = noTurn) {
        const { sessionId } = payload as { sessionId: number };
        const videos = await videosOf(deps, sessionId);
        const left = await deps.waitsForDevice(videos.map(({ id }) => id));
        if (left.size > 0) await askAgain(deps.db, sessionId);
        const own = videos.filter(({ id }) => !left.has(id));
        await deps.lightVideos.makeAll(own, { renew, signal: stopping });
      },
    },
  };
}

// Copies of what is gone.

const day = 86_400;
/** A folder of the operator's may be away for a while: its copies took hours. */
const missingDays = 7;
const perStep = 500;

/** `changed`: it lies there with other bytes. `away`: that cannot be said now. */
async function lookFor({ source }: Pick<Dependencies, 'source'>, { file, version }: RowOfCopy) {
  const id = file.slice('local:'.length);
  const link = { provider: 'local', kind: 'file', id, embedUrl: null, url: null } as const;
  try {
    const [found] = (await source.list(link, [{ provider: 'local', root: id }])) ?? [];
    if (!found) return 'missing';
    return found.version === version ? 'there' : 'changed';
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return isTransient(error) ? 'away' : 'missing';
  }
}

/** Rows first: without a row nothing is shown. */
async function forget({ db, lightVideos }: Pick<Dependencies, 'db' | 'lightVideos'>, names: string[]): Promise<void> {
  await forgetRows(db, names);
  await lightVideos.removeBytes(names);
}

async function removeOrphans(deps: Dependencies): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await listRows(deps.db, { after, limit: perStep });
    const gone: string[] = [];
    for (const row of rows) {
      const found = await lookFor(deps, row);
      const isMissing = found === 'missing';
      if (found === 'changed' || (isMissing && (isUpload(row.file) || row.missingDays >= missingDays)))
        gone.push(row.name);
      else if (found !== 'away') await markMissing(deps.db, row.name, isMissing);
    }
    await forget(deps, gone);
    after = rows.at(-1)?.name ?? '';
    if (rows.length < perStep) break;
  }
  await deps.lightVideos.removeUnnamed(Date.now() - day * 1000);
}

export function lightVideoCleanup(deps: Dependencies): Record<'lightVideosGone', JobHandler> {
  return { lightVideosGone: { every: day, run: () => removeOrphans(deps) } };
}

/** Of files of an upload that were removed; with `upload` gone, of all of its files. */
export async function forgetRemoved(
  { db, lightVideos }: Pick<Dependencies, 'db' | 'lightVideos'>,
  upload: string,
): Promise<void> {
  await lightVideos.removeBytes(await removeRowsOfUpload(db, upload));
}
