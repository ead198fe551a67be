// What an archive says beside its files: concerns with their answers, stages with their marks, viewpoints with their pictures.

import { type Kysely, sql } from 'kysely';
import { formatDate, formatDateTime } from '#contract/core/day-words.ts';
import { disputeStatusLabels } from '#contract/disputes/endpoints.ts';
import type { Person, Role } from '#contract/policy.ts';
import type {
  HandedConcern,
  HandedPicture,
  HandedStageList,
  HandedViewpoint,
} from '#contract/sharing/handover-pages.ts';
import { actWords, giverWords, guestGiverWords } from '#contract/stages/mark-words.ts';
import type { Tables } from '#server/db/schema.ts';
import { listDisputes, listMessages } from '#server/features/disputes/queries.ts';
import { fullName } from '#server/features/sharing/reports/words.ts';
import { readStageRows, type StoredMark } from '#server/features/stages/queries.ts';
import { capitalised } from '#server/lib/words.ts';
import { visiblePictures } from '#server/visibility.ts';

export type RecordReader = { db: Kysely<Tables>; reader: Person; projectId: number; timeZone: string };

const maxConcerns = 20_000;
const maxMessages = 200_000;

export function groupBy<Key, One>(all: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

type User = { id: number; firstName: string; lastName: string };

/** An archive is passed on: of the crew and the company it names nobody (behaviour §34.2). */
async function readNames({ db }: RecordReader, users: readonly User[]): Promise<(user: User) => string> {
  const ids = [...new Set(users.map(({ id }) => id))];
  const found = await sql<{
    id: number;
    role: Role;
  }>`select id, role from users where id = any(${ids}::integer[])`.execute(db);
  const roles = new Map(found.rows.map(({ id, role }) => [id, role]));
  const unnamed: Partial<Record<Role, string>> = { admin: 'the company', photographer: 'the photographer' };
  return (user) => unnamed[roles.get(user.id) ?? 'photographer'] ?? fullName(user);
}

type Shown = { name: string; takenBack: boolean } | null;
const about = (anchor: Shown) =>
  anchor === null ? '' : `\n${anchor.takenBack ? 'Its picture is no longer shown.' : `Shows ${anchor.name}`}`;

/** Of visits in the archive; oldest first. */
export async function readHandedConcerns(of: RecordReader): Promise<HandedConcern[]> {
  const { db, reader, projectId, timeZone } = of;
  const where = sql`s.project_id = ${projectId}`;
  const disputes = (await listDisputes(db, reader, { where, limit: maxConcerns })).reverse();
  const ids = disputes.map(({ id }) => id);
  const messages =
    ids.length === 0
      ? []
      : await listMessages(db, reader, { where: sql`m.dispute_id = any(${ids}::integer[])`, limit: maxMessages });
  const nameOf = await readNames(of, [...disputes.map(({ client }) => client), ...messages.map(({ user }) => user)]);
  const byDispute = groupBy(messages, ({ disputeId }) => disputeId);
  return disputes.map(
    ({ id, sessionId, priority, status, client, createdAt, reason, captureDate, siteName, anchor }) => ({
      ...{ id, sessionId, captureDate },
      site: siteName,
      heading: `Concern ${id}: ${capitalised(priority)} priority, ${disputeStatusLabels[status].toLowerCase()}`,
      raised: `Raised by ${nameOf(client)} on ${formatDateTime(createdAt, timeZone)}, about the visit of ${formatDate(captureDate)}`,
      text: `${reason}${about(anchor)}`,
      answers: (byDispute.get(id) ?? []).map((one) => ({
        head: `${capitalised(nameOf(one.user))}, ${formatDateTime(one.createdAt, timeZone)}`,
        text: `${one.message}${about(one.messageType === 'comment' ? one.anchor : null)}`,
      })),
    }),
  );
}

function markWords(mark: StoredMark, timeZone: string): string {
  const { at, onSite, session, note } = mark;
  const who = mark.as === 'client' ? giverWords(mark) : guestGiverWords(mark);
  const details = [
    onSite ? ', checked on site' : '',
    session ? `, for the visit of ${formatDate(session.captureDate)}` : '',
  ];
  return `${actWords(mark)} ${who} on ${formatDateTime(at, timeZone)}${details.join('')}.${note === null ? '' : ` ‘${note}’`}`;
}

/** List by list: the project's own, then those of its sites, with every mark that was ever given. */
export async function readHandedStages({ db, reader, projectId, timeZone }: RecordReader): Promise<HandedStageList[]> {
  const rows = await readStageRows(db, reader, { where: sql`sl.project_id = ${projectId}`, all: true });
  const bySite = groupBy(rows, ({ site }) => site?.id ?? 0);
  return [...bySite.values()].map((list) => ({
    site: list[0]?.site?.name ?? null,
    stages: list.map(({ name, plannedOn, dropped, criteria, marks }) => ({
      ...{ name, plannedOn, dropped },
      criteria: criteria.map(({ text }) => text),
      marks: marks.map((mark) => markWords(mark, timeZone)),
    })),
  }));
}

type ViewpointRow = {
  id: number;
  name: string;
  site: string | null;
  sessionId: number;
  file: string;
  captureDate: string;
};

/** Those with a picture in the archive. `pictureOf`: that of a visit, by the id of its file. */
export async function readHandedViewpoints(
  { db, reader, projectId }: RecordReader,
  pictureOf: (sessionId: number, file: string) => HandedPicture | undefined,
): Promise<HandedViewpoint[]> {
  const found = await sql<ViewpointRow>`
    select v.id, v.name, si.name as site, vp.session_id as "sessionId", vp.file, vp.capture_date as "captureDate"
    from viewpoints v join ${visiblePictures(reader, sql`pv.project_id = ${projectId}`)} vp on vp.viewpoint_id = v.id
      left join sites si on si.id = v.site_id
    where v.project_id = ${projectId} and vp.file is not null and si.removed_at is null
    order by coalesce(v.site_id, 0), v.position, v.id, vp.capture_date, vp.session_id`.execute(db);
  return [...groupBy(found.rows, ({ id }) => id).values()].flatMap((rows) => {
    const pictures = rows.flatMap(({ sessionId, file, captureDate }) => {
      const picture = pictureOf(sessionId, file);
      return picture ? [{ ...picture, captureDate }] : [];
    });
    const [first] = rows;
    return first && pictures.length > 0 ? [{ name: first.name, site: first.site, pictures }] : [];
  });
}
