// The report of one session: what stands in it for crew, clients and guests.
import { sql } from 'kysely';
import { type MediaKind, mediaKinds } from '#contract/media.ts';
import { deliverableFields, sessionFields } from '#contract/session-fields.ts';
import { type Session, sessionStatusLabels } from '#contract/sessions.ts';
import type { ViewpointPicture } from '#contract/viewpoints.ts';
import { readDetails } from '#server/features/media/picture-details.ts';
import { listRecords } from '#server/features/sessions/records.ts';
import { loadSession } from '#server/features/sessions/session-row.ts';
import { readPictures } from '#server/features/viewpoints/pictures.ts';
import { listViewpoints, seenIn } from '#server/features/viewpoints/queries.ts';
import { safeFileName } from '#server/lib/file-names.ts';
import { notFound } from '#server/lib/problem.ts';
import type { Report, ReportPicture } from '#server/media/report/report-model.ts';
import type { SourceFile } from '#server/media/source.ts';
import { readConcerns } from './concerns.ts';
import {
  brandInReport,
  createFileFinder,
  type FileFinder,
  type Gathered,
  type Gathering,
  projectClient,
} from './gather.ts';
import { toPairs, type WantedPair } from './pairs.ts';
import { PictureList } from './picture-list.ts';
import { cameraTime, capitalised, count, dayWords, fullName, instantWords, spread } from './words.ts';

const maxPairs = 12;
const groupNames: Partial<Record<MediaKind, string>> = {
  drone: 'Drone photos',
  indoor: 'Indoor photos',
  tour360: '360° pictures',
};

/** With the picture of the visit before: what has changed since then. */
async function pairsOf({ db, reader }: Gathering, session: Session): Promise<WantedPair[]> {
  const own = await readPictures(db, reader, sql`vp.session_id = ${session.id}`);
  if (own.length === 0) return [];
  const ids = own.map(({ viewpointId }) => viewpointId);
  const all = await readPictures(db, reader, sql`vp.viewpoint_id = any(${ids}::integer[])`);
  const ofPlace = sql`v.id = any(${ids}::integer[])`;
  const viewpoints = await listViewpoints(db, reader, { seen: await seenIn(db, reader, ofPlace), limit: 500 });
  return viewpoints.flatMap(({ id, position, name, kind }): WantedPair[] => {
    const after = own.find(({ viewpointId }) => viewpointId === id);
    const isEarlier = (one: ViewpointPicture) =>
      one.captureDate < session.captureDate || (one.captureDate === session.captureDate && one.sessionId < session.id);
    const before = all.findLast((one) => one.viewpointId === id && isEarlier(one));
    return after && before ? [{ position, name, kind, before, after }] : [];
  });
}

type Found = { kind: MediaKind; file: SourceFile };

async function filesOf(files: FileFinder, id: number): Promise<Found[]> {
  const found: Found[] = [];
  for (const kind of mediaKinds) found.push(...(await files.list(id, kind)).map((file) => ({ kind, file })));
  return found;
}

type Caption = { capturedAt: string | null; latitude: number | null; longitude: number | null } | undefined;

function captionOf(file: SourceFile, details: Caption, edition: Gathering['edition']): string {
  const taken = cameraTime(details?.capturedAt);
  const hasPlace = edition === 'crew' && details && details.latitude !== null && details.longitude !== null;
  const place = hasPlace ? `${details.latitude?.toFixed(5)}, ${details.longitude?.toFixed(5)}` : null;
  return [edition === 'guest' ? null : file.name, taken, place].filter(Boolean).join(' · ');
}

async function groupsOf(
  { db, edition }: Gathering,
  found: readonly Found[],
  pictures: PictureList,
): Promise<Report['groups']> {
  const details = await readDetails(
    db,
    found.map(({ file }) => file),
  );
  const toPicture = ({ kind, file }: Found): ReportPicture => {
    const caption = captionOf(file, details.get(file.id), edition);
    const alt = [groupNames[kind], caption].filter(Boolean).join(': ');
    return { picture: pictures.addFile(file), caption, alt };
  };
  return mediaKinds.flatMap((kind) => {
    const own = found.filter((one) => one.kind === kind);
    return own.length > 0 ? [{ heading: groupNames[kind] ?? 'Pictures', pictures: own.map(toPicture) }] : [];
  });
}

function otherMedia(session: Session): string {
  const names = [
    session.videoUrl ? sessionFields.videoUrl.label : '',
    session.tour360Url ? sessionFields.tour360Url.label : '',
    session.orthomosaicUrl ? sessionFields.orthomosaicUrl.label : '',
    ...deliverableFields.map((field) => (session[field] ? sessionFields[field].label : '')),
  ];
  return names.filter(Boolean).join(', ');
}

async function factsOf(gathering: Gathering, session: Session, total: number): Promise<Report['facts']> {
  const { db, edition } = gathering;
  const client = await projectClient(db, session.projectId);
  const place = await sql<{ location: string | null }>`select location from sites where id = ${session.siteId}`.execute(
    db,
  );
  const status =
    session.status === 'pending' && session.released
      ? 'Pending, with an earlier release'
      : sessionStatusLabels[session.status];
  const forAll: [string, string][] = [
    ['Project', session.project.name],
    ['Site', session.site?.name ?? ''],
    ['Capture date', dayWords(session.captureDate)],
    ['Phase', capitalised(session.phase ?? '')],
    ['Pictures', total === 0 ? '' : count(total, 'picture')],
    ['Other media', otherMedia(session)],
  ];
  const forKnown: [string, string][] = [
    ['Client', [fullName(client), client.company].filter(Boolean).join(', ')],
    ['Location', place.rows[0]?.location ?? ''],
    ['Photographer', fullName(session.photographer)],
    ['Status', status],
  ];
  const record: [string, string] = ['Record', `No. ${session.recordId}${session.released ? '' : ', not released'}`];
  return [...forAll, ...(edition === 'guest' ? [] : forKnown), record].filter(([, value]) => value !== '');
}

const acts = { approved: 'Approved', completed: 'Marked as completed' } as const;

/** Who released what and when; a guest reads no names. */
async function releasesOf({ db, reader, edition }: Gathering, session: Session, timeZone: string): Promise<string[]> {
  const { rows } = await listRecords(db, reader, { id: session.id, limit: 500 });
  return rows.flatMap(({ action, byName, at, releasedRecordId }) => {
    if (action !== 'approved' && action !== 'completed') return [];
    const by = edition === 'guest' ? '' : ` by ${byName}`;
    const record = releasedRecordId === null ? '' : `, record ${releasedRecordId}`;
    return [`${acts[action]}${by} on ${instantWords(at, timeZone)} (${timeZone})${record}.`];
  });
}

function linkOf({ publicUrl, link, edition }: Gathering, id: number): Report['link'] {
  if (link !== undefined) return link;
  // The page needs a login, which a guest has not.
  return publicUrl && edition !== 'guest' ? { url: `${publicUrl}/sessions/${id}`, words: 'Open this session' } : null;
}

function coverOf(pictures: PictureList, file: SourceFile | undefined, alt: string): ReportPicture | null {
  return file ? { picture: pictures.addFile(file, 's1000'), caption: '', alt } : null;
}

/** Who is asked may see it, and in which edition, is the caller's to know; 404 for a session that the edition's reader does not see. */
export async function gatherSessionReport(
  gathering: Gathering,
  wanted: { id: number; pictures: number },
): Promise<Gathered> {
  const { db, reader, edition, thumbnails, settings, brand, publicUrl } = gathering;
  const session = await loadSession(db, reader, wanted.id);
  if (!session) throw notFound('Session');
  const { timeZone } = await settings();
  const pictures = new PictureList(thumbnails, reader.id);
  const files = createFileFinder(gathering);
  const all = await filesOf(files, session.id);
  const pairs = (await pairsOf(gathering, session)).slice(0, maxPairs);
  const inPairs = new Set(pairs.map(({ after }) => after.item.id));
  const title = session.project.name;
  const best = all.find(({ file }) => file.id === pairs[0]?.after.item.id) ?? all[0];
  const cover = coverOf(pictures, best?.file, `${title}, ${dayWords(session.captureDate)}`);
  const isGuest = edition === 'guest';
  const concerns = isGuest
    ? { concerns: [], next: [] }
    : await readConcerns({ db, reader, pictures, timeZone, publicUrl }, sql`d.session_id = ${session.id}`);
  const room = Math.max(0, wanted.pictures - 2 * pairs.length - (cover ? 1 : 0));
  const shown = spread(
    all.filter(({ file }) => !inPairs.has(file.id)),
    room,
  );
  const subtitle = [session.site?.name, dayWords(session.captureDate)].filter(Boolean).join(', ');
  return {
    name: `${safeFileName([title, session.site?.name, session.captureDate].filter(Boolean).join(' - '))} - report.pdf`,
    pictures,
    report: {
      brand: brandInReport({ db }, await brand(), pictures),
      kind: 'Session report',
      title,
      subtitle,
      cover,
      facts: await factsOf(gathering, session, all.length),
      link: linkOf(gathering, session.id),
      notes: session.notes,
      pairs: await toPairs({ db, files, pictures }, pairs),
      groups: await groupsOf(gathering, shown, pictures),
      ...concerns,
      visits: null,
      releases: await releasesOf(gathering, session, timeZone),
      foot: `Session ${session.id}, record ${session.recordId}${session.released ? '' : ', not released'}`,
    },
  };
}
