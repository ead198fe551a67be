// The demo's rejections: two flagged pictures each, the files that lay there then, and what was answered.
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { fileVersion } from '#server/lib/file-version.ts';
import { linkPrefix } from './media-manifest.ts';
import { rejectionOf, resubmission } from './texts.ts';
import type { SeededVisit } from './viewpoints.ts';

type Tx = Transaction<Tables>;
type KeptFile = { id: string; version: string; name: string };

const tabs = {
  drone: 'drone',
  indoor: 'indoor',
  tour360: 'tour360',
  orthomosaic: 'orthomosaic',
  videos: 'video',
} as const;

/** What lies behind a link of the demo; null for another host's. */
async function listFiles(folder: string, link: string): Promise<KeptFile[] | null> {
  if (!linkPrefix.test(link)) return null;
  const path = link.replace(linkPrefix, '');
  const inside = join(folder, path.replace(/^demo\//, ''));
  const found = await stat(inside).catch(() => null);
  if (!found) return [];
  if (found.isFile()) return [{ id: `local:${path}`, version: fileVersion(found), name: basename(path) }];
  const names = (await readdir(inside)).sort();
  return Promise.all(
    names.map(async (name) => ({
      id: `local:${path}/${name}`,
      version: fileVersion(await stat(join(inside, name))),
      name,
    })),
  );
}

/** As they lay there before the crew replaced the first and added the last two. */
function beforeMending(files: readonly KeptFile[]): KeptFile[] {
  return files.slice(0, -2).map((file, nth) => (nth === 0 ? { ...file, version: 'before' } : file));
}

async function addFlags(
  tx: Tx,
  rejected: { visit: SeededVisit; recordId: number; files: readonly KeptFile[]; notes: readonly string[] },
): Promise<number[]> {
  const { visit, recordId, files, notes } = rejected;
  const flags = files.slice(0, 2).map(({ id, version, name }, nth) => ({
    session_id: visit.sessionId,
    record_id: recordId,
    media_kind: 'drone' as const,
    link: visit.visit.links.drone ?? '',
    file: id,
    file_version: version,
    file_name: name,
    note: notes[nth] ?? null,
  }));
  if (flags.length === 0) return [];
  return (await tx.insertInto('rejection_flags').values(flags).returning('id').execute()).map(({ id }) => id);
}

async function addRejection(
  tx: Tx,
  folder: string,
  { visit, nth }: { visit: SeededVisit; nth: number },
): Promise<void> {
  const records = await tx
    .selectFrom('session_records')
    .select(['id', 'action'])
    .where('session_id', '=', visit.sessionId)
    .execute();
  const idOf = (action: 'rejected' | 'resubmitted') => records.find((record) => record.action === action)?.id;
  const [recordId, resubmittedId] = [idOf('rejected'), idOf('resubmitted')];
  if (recordId === undefined) return;
  const listed: Record<string, KeptFile[] | null> = {};
  for (const [kind, name] of Object.entries(tabs)) {
    const link = visit.visit.links[name];
    if (link !== null) listed[kind] = await listFiles(folder, link);
  }
  const drone = listed.drone ?? [];
  if (resubmittedId !== undefined) listed.drone = beforeMending(drone);
  const files = listed.drone ?? [];
  await tx
    .insertInto('rejected_files')
    .values({ record_id: recordId, files: JSON.stringify(listed) })
    .execute();
  const [first] = await addFlags(tx, { visit, recordId, files, notes: rejectionOf(nth).flags });
  if (resubmittedId !== undefined && first !== undefined)
    await tx
      .insertInto('flag_answers')
      .values({ flag_id: first, record_id: resubmittedId, answer: resubmission.answer })
      .execute();
}

/** `visits`: in the order in which they were seeded; `folder`: the demo's media. */
export async function addRejections(tx: Tx, folder: string, visits: readonly SeededVisit[]): Promise<void> {
  for (const [nth, visit] of visits.entries()) {
    const { path } = visit.visit;
    if (path === 'rejected' || path === 'resubmitted') await addRejection(tx, folder, { visit, nth });
  }
}
