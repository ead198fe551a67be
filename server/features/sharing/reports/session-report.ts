// The report of one session: what stands in it for crew, clients and guests.

import { sql } from 'kysely';
import { formatDate } from '#contract/core/day-words.ts';
import { deliverableFields, sessionFields } from '#contract/core/session-fields.ts';
import { type Session, sessionStatusLabels } from '#contract/sessions/endpoints.ts';
import type { ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import { loadSession } from '#server/features/sessions/session-row.ts';
import { loadStageProgress } from '#server/features/stages/summaries.ts';
import { readPictures } from '#server/features/viewpoints/pictures.ts';
import { listViewpoints, seenIn } from '#server/features/viewpoints/queries.ts';
import { datedName } from '#server/lib/file-names.ts';
import { notFound } from '#server/lib/problem.ts';
import { capitalised, count } from '#server/lib/words.ts';
import type { Report, ReportPicture } from '#server/media/reports/report-model.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { readConcerns } from './concerns.ts';
import { brandInReport, createFileFinder, type Gathered, type Gathering, projectClient } from './gather.ts';
import { PictureList, toPairs, type WantedPair } from './pairs.ts';
import { picturesOfVisit, readReleases, releaseLine, toGroups } from './period-visits.ts';
import { readPrintedSeal } from './seal-line.ts';
import { fullName, isolated, spread, stagesOnCover } from './words.ts';

const maxPairs = 12;

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

function otherMedia(session: Session): string {
  const names = [
    session.videoUrl ? sessionFields.videoUrl.label : '',
    session.tour360Url ? sessionFields.tour360Url.label : '',
    session.orthomosaicUrl ? sessionFields.orthomosaicUrl.label : '',
    ...deliverableFields.map((field) => (session[field] ? sessionFields[field].label : '')),
  ];
  return names.filter(Boolean).join(', ');
}

async function factsOf(
  gathering: Gathering,
  session: Session,
  { total, sealLine, stageFacts }: { total: number; sealLine: string; stageFacts: readonly [string, string][] },
): Promise<Report['facts']> {
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
    ['Phase', capitalised(session.phase ?? '')],
    ['Pictures', total === 0 ? '' : count(total, 'picture')],
    ['Other media', otherMedia(session)],
  ];
  const forKnown: [string, string][] = [
    ['Client', [fullName(client), client.company].filter(Boolean).join(', ')],
    ['Location', place.rows[0]?.location ?? ''],
    ['Photographer', fullName(session.photographer)],
    ['Status', status],
    ...stageFacts,
  ];
  const record: [string, string] = ['Record', `No. ${session.recordId}${session.released ? '' : ', not released'}`];
  const seal: [string, string] = ['Seal', sealLine];
  return [...forAll, ...(edition === 'guest' ? [] : forKnown), record, seal].filter(([, value]) => value !== '');
}

function linkOf({ publicUrl, link, edition }: Gathering, id: number): Report['link'] {
  if (link !== undefined) return link;
  // The page needs a login, which a guest has not.
  return publicUrl && edition !== 'guest' ? { url: `${publicUrl}/sessions/${id}`, words: 'Open this session' } : null;
}

function coverOf(pictures: PictureList, file: SourceFile | undefined, alt: string): ReportPicture | null {
  return file ? { picture: pictures.addFile(file, 's1600'), caption: '', alt } : null;
}

/** Who is asked may see it, and in which edition, is the caller's to know; 404 for a session that the edition's reader does not see. */
export async function gatherSessionReport(
  gathering: Gathering,
  wanted: { id: number; pictures: number },
): Promise<Gathered> {
  const { db, reader, edition, thumbnails, settings, brand, publicUrl, fileIds } = gathering;
  const session = await loadSession(db, reader, wanted.id);
  if (!session) throw notFound('Session');
  const { timeZone } = await settings();
  const pictures = new PictureList(thumbnails, reader.id);
  const files = createFileFinder(gathering);
  const all = await picturesOfVisit(files, session.id);
  const wantedPairs = (await pairsOf(gathering, session)).slice(0, maxPairs);
  const inPairs = new Set(wantedPairs.map(({ after }) => after.item.id));
  const title = session.project.name;
  const best = all.find(({ file }) => file.id === wantedPairs[0]?.after.item.id) ?? all[0];
  const cover = coverOf(pictures, best?.file, `${title}, ${formatDate(session.captureDate)}`);
  const isGuest = edition === 'guest';
  const concerns = isGuest
    ? { concerns: [], next: [] }
    : await readConcerns({ db, reader, pictures, timeZone, publicUrl, fileIds }, sql`d.session_id = ${session.id}`);
  const room = Math.max(0, wanted.pictures - 2 * wantedPairs.length - (cover ? 1 : 0));
  const shown = spread(
    all.filter(({ file }) => !inPairs.has(file.id)),
    room,
  );
  const subtitle = [session.site && isolated(session.site.name), formatDate(session.captureDate)]
    .filter(Boolean)
    .join(', ');
  const releases = (await readReleases(db, [session.id])).get(session.id) ?? [];
  const progress = isGuest ? null : await loadStageProgress(db, reader, [session.projectId]);
  const { stage, stageFacts } = stagesOnCover(progress?.get(session.projectId)?.lists ?? []);
  const seal = await readPrintedSeal(db, session.projectId, { publicUrl, timeZone });
  const { pairs, pendingPairs } = await toPairs({ db, files, pictures }, wantedPairs);
  return {
    name: `${datedName([title, session.site?.name], session.captureDate)} - report.pdf`,
    pictures,
    pendingPairs,
    report: {
      brand: brandInReport({ db }, await brand(), pictures),
      kind: 'Session report',
      title,
      subtitle,
      stage,
      cover,
      facts: await factsOf(gathering, session, { total: all.length, sealLine: seal?.line ?? '', stageFacts }),
      link: linkOf(gathering, session.id),
      notes: session.notes,
      pairs,
      pack: null,
      groups: await toGroups(gathering, shown, { pictures }),
      ...concerns,
      visits: null,
      visitNotes: [],
      releases: releases.map((release) => releaseLine(release, { edition, timeZone })),
      proof: seal?.proof ?? null,
      foot: `Session ${session.id}, record ${session.recordId}${session.released ? '' : ', not released'}`,
    },
  };
}
