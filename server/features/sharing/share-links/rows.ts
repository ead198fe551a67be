// Reads share links as their sharers and admins see them.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import type { ShareLink } from '#contract/sharing/share-links.ts';
import { maxWrongPins } from '#contract/sharing/share-links.ts';
import type { Tables } from '#server/db/schema.ts';
import { isSubjectThere, maySharerShare } from '#server/db/share-links.ts';
import { lastName } from '#server/db/user-names.ts';
import { notFound } from '#server/lib/problem.ts';

/** The live sample is nobody's link. */
export function manageableLinks(actor: Person): RawBuilder<unknown> {
  const isOwn = can.endAllLinks(actor) ? sql`true` : sql`l.shared_by = ${actor.id}`;
  return sql`(l.shared_by is not null and ${isOwn})`;
}

/** As the audit log keeps them: the first of each day. */
const openedOn = sql`array(select to_char(a.at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from audit_log a
  where a.subject_kind = 'shareLink' and a.subject_id = l.id and a.act = 'shareLinkOpened' order by a.id desc limit 30)`;

const dayOf = (column: string) =>
  sql`(select s.released_capture_date::text from sessions s where s.id = ${sql.ref(`l.${column}`)})`;

export async function readLinks(
  db: Kysely<Tables>,
  actor: Person,
  { where, limit }: { where: RawBuilder<unknown>; limit: number },
): Promise<ShareLink[]> {
  const found = await sql<ShareLink>`
    select l.id, l.scope, l.project_id as "projectId", l.session_id as "sessionId", l.other_session_id as "otherSessionId",
      l.viewpoint_id as "viewpointId",
      case l.scope when 'session' then ${dayOf('session_id')}
        when 'comparison' then concat_ws(' ', ${dayOf('session_id')}, ${dayOf('other_session_id')})
        when 'report' then coalesce(${dayOf('session_id')}, concat_ws(' ', l.report->>'from', l.report->>'to'))
        when 'viewpoint' then (select v.name from viewpoints v where v.id = l.viewpoint_id) end as subject,
      l.recipient, l.pin_seal is not null as "hasPin", l.downloads, l.players,
      case when l.wrong_pins >= ${sql.lit(maxWrongPins)} then 'too_many_pins' when l.ended_at is not null and l.ended_by is null then 'not_allowed'
        when l.ended_at is not null then 'ended'
        when l.expires_at <= now() then 'expired' when not ${maySharerShare('l')} then 'not_allowed'
        when not ${isSubjectThere('l')} then 'gone' else 'live' end as state,
      l.expires_at as "expiresAt", l.created_at as "createdAt", l.opens, l.first_opened_at as "firstOpenedAt", l.last_opened_at as "lastOpenedAt",
      ${openedOn} as "openedOn",
      json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', ${lastName('u')}) as "sharedBy"
    from share_links l join users u on u.id = l.shared_by
    where ${where} and ${manageableLinks(actor)}
    order by l.id desc limit ${sql.lit(limit)}`.execute(db);
  return found.rows;
}

/** 404 for one that this person does not see. */
export async function loadLink(db: Kysely<Tables>, actor: Person, id: number): Promise<ShareLink> {
  const [link] = await readLinks(db, actor, { where: sql`l.id = ${id}`, limit: 1 });
  if (!link) throw notFound('Share link');
  return link;
}
