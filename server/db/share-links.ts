// Which share links show anything now: `can.openLink` of the policy as SQL.
import { type RawBuilder, sql } from 'kysely';
import { activeMemberRoles } from '#contract/policy.ts';
import { isPackWithdrawn } from './packs.ts';

/** Whether whoever shared the link under this alias may share from its project now; the live sample is the operator's. */
export function canSharerShare(alias: string): RawBuilder<boolean> {
  const sharer = sql.ref(`${alias}.shared_by`);
  return sql<boolean>`exists (select 1 from projects lp
    where lp.id = ${sql.ref(`${alias}.project_id`)} and lp.removed_at is null
      and (${sharer} is null or exists (select 1 from users lu
        where lu.id = ${sharer} and lu.closed_at is null and (lu.role = 'admin' or (lu.role = 'client'
          and (lp.client_id = lu.id or exists (select 1 from project_users lm
            where lm.project_id = lp.id and lm.user_id = lu.id and lm.role = any(${[...activeMemberRoles]}::text[]))))))))`;
}

const isReleased = sql`ls.removed_at is null and ls.released_record_id is not null`;

/**
 * Whether what the link under this alias is of is there and released; of a viewpoint a visit with a picture of it, of a pack
 * every picture in it. A project's link may
 * be empty: it grows.
 */
export function isSubjectThere(alias: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  const hasSession = (id: RawBuilder<unknown>) =>
    sql`exists (select 1 from sessions ls where ls.id = ${id} and ls.project_id = ${of('project_id')} and ${isReleased})`;
  return sql<boolean>`case
    when ${of('scope')} = 'project' then true
    when ${of('scope')} = 'viewpoint' then exists (select 1 from viewpoints lv
      join viewpoint_pictures lvp on lvp.viewpoint_id = lv.id and lvp.file is not null
      join sessions ls on ls.id = lvp.session_id and ls.project_id = lv.project_id and ${isReleased}
      left join sites lsi on lsi.id = lv.site_id
      where lv.id = ${of('viewpoint_id')} and lv.project_id = ${of('project_id')} and lsi.removed_at is null)
    when ${of('report')}->>'of' = 'pack' then exists (select 1 from packs lk where lk.project_id = ${of('project_id')}
      and lk.number = (${of('report')}->>'number')::integer and not ${isPackWithdrawn('lk')})
    when ${of('session_id')} is null then exists (select 1 from sessions ls where ls.project_id = ${of('project_id')} and ${isReleased}
      and ls.released_capture_date between (${of('report')}->>'from')::date and (${of('report')}->>'to')::date)
    else ${hasSession(of('session_id'))} and (${of('other_session_id')} is null or ${hasSession(of('other_session_id'))}) end`;
}

/** Condition on a `share_links` row under this alias. */
export function liveLink(alias: string): RawBuilder<boolean> {
  const [ended, expires] = [sql.ref(`${alias}.ended_at`), sql.ref(`${alias}.expires_at`)];
  return sql<boolean>`(${ended} is null and (${expires} is null or ${expires} > now())
    and ${canSharerShare(alias)} and ${isSubjectThere(alias)})`;
}
