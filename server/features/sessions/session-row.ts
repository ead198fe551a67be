// A session as its reader sees it: the columns, the joined names, and the one load that every response is built from.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type LinkField, linkFields, sessionFieldNames, sessionFields } from '#contract/core/session-fields.ts';
import type { Person } from '#contract/policy.ts';
import type { BrokenLink, Session } from '#contract/sessions/endpoints.ts';
import type { NewSession, SessionEdit } from '#contract/sessions/routes.ts';
import type { LinkFindings, SessionContent, Tables } from '#server/db/schema.ts';
import type { FieldContent } from '#server/db/session-content.ts';
import { lastName } from '#server/db/user-names.ts';
import { travellingColumn } from '#server/features/uploads/rows.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';

export type SessionRow = Omit<
  Session,
  'project' | 'site' | 'photographer' | 'reviewer' | 'brokenLinks' | 'uncheckedLinks' | 'coverUrl'
> & {
  brokenLinks: BrokenLink[] | null;
  linkFindings: LinkFindings | null;
  projectName: string;
  siteName: string | null;
  firstName: string;
  lastName: string;
  username: string;
  reviewerFirstName: string | null;
  reviewerLastName: string | null;
};

/** Columns of one of the two views (or of `sessions`) under the alias s, named as in the contract. */
const content = sql`s.id, s.project_id as "projectId", s.site_id as "siteId", s.photographer_id as "photographerId", s.status,
  ${fieldSelection('s')},
  s.reviewed_by as "reviewedBy", s.reviewed_at as "reviewedAt", s.review_notes as "reviewNotes",
  s.rejection_reason as "rejectionReason", s.told as "notifiedNames", s.record_id as "recordId", s.broken_links as "brokenLinks", s.released,
  s.created_at as "createdAt", s.updated_at as "updatedAt",
  s.submitted_at as "submittedAt"`;

/** Everybody who sees a session reads every concern on it (policy `readDispute`), so the figure needs no further scope. */
const beside = sql`p.name as "projectName", si.name as "siteName",
  u.first_name as "firstName", ${lastName('u')} as "lastName", u.username,
  rv.first_name as "reviewerFirstName", ${lastName('rv')} as "reviewerLastName",
  (select count(*) from disputes d where d.session_id = s.id and d.status in ('open', 'in_progress')) as "activeConcerns",
  case when s.status = 'pending' then ${travellingColumn('s')} end as travelling,
  lh.checked_at as "linksCheckedAt", lh.findings as "linkFindings"`;

/** Columns that the view of the present adds to a row of `sessions` under the alias s. */
export const presentColumns = sql`s.*, s.released_record_id is not null as released,
  (select h.broken from link_health h where h.session_id = s.id and h.record_id = s.record_id) as broken_links`;

/** Whole rows of `rows`, a query of a view's columns that is already cut to one page: names are joined to those only. */
export function joinNames(rows: RawBuilder<unknown>): RawBuilder<SessionRow> {
  return sql<SessionRow>`select ${content}, ${beside} from (${rows}) s
    join projects p on p.id = s.project_id
    left join sites si on si.id = s.site_id
    join users u on u.id = s.photographer_id
    left join users rv on rv.id = s.reviewed_by
    left join link_health lh on s.status = 'pending' and lh.session_id = s.id and lh.record_id = s.record_id`;
}

/** The address of a session's cover; each record has its own. */
export function coverUrl({ id, recordId }: { id: number; recordId: number | null }): string {
  return `/api/sessions/${id}/cover/s400?v=${recordId}`;
}

/** Links that could not be checked, as when a host did not answer; some others can never be checked automatically. */
function uncheckedIn(findings: LinkFindings | null): LinkField[] {
  return linkFields.filter((field) => findings?.[field]?.state === 'unknown' && findings[field].reason !== null);
}

/** The row is limited already to what its reader may see: the view decided that. */
export function toSession({ projectName, siteName, firstName, lastName, username, ...row }: SessionRow): Session {
  const { projectId, siteId, photographerId, reviewerFirstName, reviewerLastName, linkFindings, ...session } = row;
  return {
    ...session,
    projectId,
    siteId,
    photographerId,
    project: { id: projectId, name: projectName },
    site: siteId === null || siteName === null ? null : { id: siteId, name: siteName },
    photographer: { id: photographerId, firstName, lastName, username },
    reviewer:
      reviewerFirstName === null || reviewerLastName === null
        ? null
        : { firstName: reviewerFirstName, lastName: reviewerLastName },
    brokenLinks: row.brokenLinks ?? [],
    uncheckedLinks: uncheckedIn(linkFindings),
    coverUrl: row.droneImagesUrl === null ? null : coverUrl(row),
  };
}

/** One session as this person sees it; null if they do not. */
export async function loadSession(db: Kysely<Tables>, actor: Person, id: number): Promise<Session | null> {
  const one = sql`select s.* from ${sql.table(sessionView(actor))} s where s.id = ${id} and ${visibleSessions(actor)}`;
  const found = await joinNames(one).execute(db);
  const row = found.rows[0];
  return row ? toSession(row) : null;
}

// A session's content as a body sends it and as the columns store it: absent stays, null empties (behaviour §2.4).

/** The body's values, applied to the stored ones. */
export function mergeContent(body: NewSession | SessionEdit, before: FieldContent): FieldContent {
  const merged = sessionFieldNames.map((name) => {
    const { column } = sessionFields[name];
    return [column, body[name] === undefined ? before[column] : body[name]];
  });
  return Object.fromEntries(merged) as FieldContent;
}

/** True if the body contains content at all, even if unchanged. */
export function hasContent(body: SessionEdit): boolean {
  return [body.projectId, body.siteId, ...sessionFieldNames.map((name) => body[name])].some((one) => one !== undefined);
}

export function isSameContent(a: SessionContent, b: SessionContent): boolean {
  return (Object.keys(a) as (keyof SessionContent)[]).every((column) => a[column] === b[column]);
}

/** Select list: the fields of a row under this alias, named as in the contract. */
export function fieldSelection(alias: string): RawBuilder<unknown> {
  return sql.join(
    sessionFieldNames.map((name) => sql`${sql.ref(`${alias}.${sessionFields[name].column}`)} as ${sql.ref(name)}`),
  );
}
