// Which share links show anything now: `can.openLink` of the policy as SQL.
import { type RawBuilder, sql } from 'kysely';

/** Whether whoever shared the link under this alias may share from its project now; the live sample is the operator's. */
export function maySharerShare(alias: string): RawBuilder<boolean> {
  const sharer = sql.ref(`${alias}.shared_by`);
  return sql<boolean>`exists (select 1 from projects lp
    where lp.id = ${sql.ref(`${alias}.project_id`)} and lp.removed_at is null
      and (${sharer} is null or exists (select 1 from users lu
        where lu.id = ${sharer} and lu.closed_at is null and (lu.role = 'admin' or (lu.role = 'client'
          and (lp.client_id = lu.id or exists (select 1 from project_users lm
            where lm.project_id = lp.id and lm.user_id = lu.id and lm.role <> 'viewer')))))))`;
}

/** Condition on a `share_links` row under this alias. */
export function liveLink(alias: string): RawBuilder<boolean> {
  const [ended, expires] = [sql.ref(`${alias}.ended_at`), sql.ref(`${alias}.expires_at`)];
  return sql<boolean>`(${ended} is null and (${expires} is null or ${expires} > now()) and ${maySharerShare(alias)})`;
}
