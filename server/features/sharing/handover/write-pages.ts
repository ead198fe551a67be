// Writes the pages, records and evidence of an archive once its files are known; with them it is ready, or it is planned again.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { GuestRender } from '#contract/sharing/guest-pages.ts';
import type { HandedTab, HandoverContent, HandoverData, HandoverPage } from '#contract/sharing/handover-pages.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadBrand } from '#server/db/settings/brand.ts';
import type { ReadSettings } from '#server/db/settings/company-settings.ts';
import type { SealKey } from '#server/lib/secrets/seal-key.ts';
import { layoutZip } from '#server/lib/stored-zip.ts';
import { evidenceFiles, type TextEntry } from './evidence-files.ts';
import { readStored } from './read-stored.ts';
import { readHandedConcerns, readHandedStages, readHandedViewpoints } from './records.ts';
import { type Handover, lockPlan, readLeftOut } from './rows.ts';
import type { VisitReader } from './visit-files.ts';
import {
  pagePath,
  picturesOf,
  readHandedRows,
  recordPath,
  tabsOf,
  toCard,
  visitContent,
  visitRecord,
} from './visit-pages.ts';
import { type HandedVisit, readHandedVisits } from './visits.ts';

export type WritingDependencies = {
  render: () => Promise<GuestRender>;
  brand: ReadBrand;
  settings: ReadSettings;
  key: SealKey;
};

type Placed = TextEntry & { id: number; nth: number };

async function insertText(tx: Transaction<Tables>, { id, nth, name, text }: Placed): Promise<void> {
  const content = Buffer.from(text);
  const sha256 = createHash('sha256').update(content).digest('hex');
  await sql`insert into handover_entries (handover_id, nth, name, at, content, bytes, crc, sha256)
    values (${id}, ${nth}, ${name}, now(), ${content}, ${content.length}, ${crc32(content)}, ${sha256})`.execute(tx);
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Every picture of every visit, for comparing any two. */
function toData(visits: readonly { visit: HandedVisit; tabs: readonly HandedTab[] }[]): HandoverData {
  return {
    visits: visits.map(({ visit: { captureDate, site }, tabs }) => ({
      ...{ captureDate, site },
      pictures: tabs.flatMap((tab) => tab.pictures.map(({ name, path, small }) => [name, small ?? path])),
    })),
  };
}

type Writing = WritingDependencies & { reader: VisitReader; handover: Handover };

async function frameOf({ render, brand, settings, reader, handover }: Writing) {
  const { renderHandoverPage, handoverFiles } = await render();
  const { name, colour } = await brand();
  const { timeZone } = await settings();
  const found = await sql<{
    name: string;
    today: string;
  }>`select name, (now() at time zone ${timeZone})::date::text as today
    from projects where id = ${handover.projectId}`.execute(reader.db);
  const { name: project = '', today: madeOn = '' } = found.rows[0] ?? {};
  const page = (path: string, content: HandoverContent): TextEntry => {
    const up: HandoverPage['up'] = path.includes('/') ? '../' : '';
    return { name: path, text: renderHandoverPage({ brand: { name, colour }, project, madeOn, up, content }) };
  };
  return { page, timeZone, handoverFiles };
}

/** All of them, in the order in which they stand in the archive. */
async function allTexts(writing: Writing, db: Kysely<Tables>, visits: readonly HandedVisit[]): Promise<TextEntry[]> {
  const { reader, handover, key } = writing;
  const { page, timeZone, handoverFiles } = await frameOf(writing);
  const of = { db, reader: reader.reader, projectId: handover.projectId, timeZone };
  const rows = await readHandedRows(db, handover.id);
  const shown = visits.map((visit) => ({
    visit,
    own: rows.get(visit.id) ?? [],
    tabs: tabsOf(rows.get(visit.id) ?? []),
  }));
  const pictures = new Map(shown.map(({ visit, own }) => [visit.id, picturesOf(own)]));
  const viewpoints = await readHandedViewpoints(of, (sessionId, file) => pictures.get(sessionId)?.get(file));
  const concerns = (await readHandedConcerns(of)).filter(({ sessionId }) => pictures.has(sessionId));
  const lists = await readHandedStages(of);
  const evidence = await evidenceFiles(db, { id: handover.id, recordIds: visits.map(({ recordId }) => recordId), key });
  const overview: HandoverContent = {
    kind: 'overview',
    visits: shown.map(({ visit, tabs }) => toCard(visit, tabs)),
    documents: shown.flatMap(({ visit, tabs }) =>
      tabs.flatMap(({ files }) =>
        files.filter(({ isVideo }) => !isVideo).map((file) => ({ ...file, captureDate: visit.captureDate })),
      ),
    ),
    viewpoints: viewpoints.length,
    concerns: concerns.length,
    stages: lists.reduce((sum, { stages }) => sum + stages.length, 0),
    seals: evidence.seals,
    leftOut: await readLeftOut(db, handover.id, null),
  };
  return [
    page('index.html', overview),
    page('viewpoints.html', { kind: 'viewpoints', viewpoints }),
    page('compare.html', { kind: 'compare' }),
    page('concerns.html', { kind: 'concerns', concerns }),
    page('stages.html', { kind: 'stages', lists }),
    { name: 'site/site.css', text: handoverFiles.style },
    { name: 'site/site.js', text: handoverFiles.script },
    { name: 'site/data.js', text: `window.handover = ${JSON.stringify(toData(shown))};\n` },
    ...shown.flatMap(({ visit, own, tabs }) => [
      page(pagePath(visit), visitContent(visit, tabs)),
      { name: recordPath(visit), text: json(visitRecord(visit, own)) },
    ]),
    { name: 'records/concerns.json', text: json(concerns) },
    { name: 'records/stages.json', text: json(lists) },
    { name: 'records/viewpoints.json', text: json(viewpoints) },
    ...evidence.files,
  ];
}

/** In one transaction: it is ready whole, or not at all. False where something in it is shown otherwise by now; of a plan that another has replaced nothing is left to do. */
export async function writePages(writing: Writing, tx: Transaction<Tables>): Promise<boolean> {
  const { handover, reader } = writing;
  const { id, projectId, title } = handover;
  if (!(await lockPlan(tx, handover))) return true;
  const visits = await readHandedVisits(tx, reader.reader, projectId);
  if (JSON.stringify(visits.map(({ shownKey }) => shownKey)) !== JSON.stringify(handover.shown)) return false;
  const texts = await allTexts(writing, tx, visits);
  await sql`delete from handover_entries where handover_id = ${id} and content is not null`.execute(tx);
  for (const [nth, text] of texts.entries()) await insertText(tx, { ...text, id, nth });
  const { bytes } = layoutZip((await readStored(tx, { id, title })).entries);
  await sql`update handovers set state = 'ready', bytes = ${bytes}, ready_at = now(), touched_at = now()
    where id = ${id}`.execute(tx);
  return true;
}
