// Which rows each person may see: contract/policy.ts as SQL. A row outside of it does not exist for them (404).
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RowKind } from '#contract/core/endpoint.ts';
import { sessionFields } from '#contract/core/session-fields.ts';
import { fieldOfKind, mediaKinds } from '#contract/media/endpoints.ts';
import {
  type Actor,
  activeMemberRoles,
  can,
  type Guest,
  noRelation,
  type Person,
  type ProjectRelation,
} from '#contract/policy.ts';
import {
  clientSide,
  everybody,
  photographerSide,
  projectIdsOf,
  type RelationRow,
  relationColumns,
  toRelation,
} from './db/project-relations.ts';
import type { Tables } from './db/schema.ts';
import { liveLink } from './db/share-links.ts';
import { isTakenBack } from './db/taken-back.ts';

const nobody = sql<boolean>`false`;
const everything = sql<boolean>`true`;

/** Whether the guest's link `gl` shows anything now, and this of it. */
function isShared({ grant }: Guest, match: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from share_links gl where gl.id = ${grant.link} and ${liveLink('gl')} and ${match})`;
}

/** A session of the link's project, under this alias, that the link shows: of a shared report there is its file and nothing else. */
function sharedSession(alias: string): RawBuilder<unknown> {
  const [id, project] = [sql.ref(`${alias}.id`), sql.ref(`${alias}.project_id`)];
  return sql`(${project} = gl.project_id and gl.scope <> 'report'
    and (gl.scope = 'project' or ${id} in (gl.session_id, gl.other_session_id)))`;
}

/** The projects that somebody sees, as a subquery of ids; for an admin all that are not removed. */
export function visibleProjectIds(actor: Actor): RawBuilder<unknown> {
  if (actor.kind === 'guest')
    return sql`(select gl.project_id as id from share_links gl
      where gl.id = ${actor.grant.link} and gl.scope = 'project' and ${liveLink('gl')})`;
  if (actor.kind !== 'person') return sql`(select 0 where false)`;
  if (actor.role === 'admin') return sql`(select id from projects where removed_at is null)`;
  return projectIdsOf(actor.id, actor.role === 'photographer' ? photographerSide : clientSide);
}

/** Condition on a `projects` row under this alias (behaviour §1.3). */
export function visibleProjects(actor: Actor, alias = 'p'): RawBuilder<boolean> {
  const present = sql<boolean>`${sql.ref(`${alias}.removed_at`)} is null`;
  if (actor.kind === 'system') return nobody;
  if (actor.kind === 'person' && actor.role === 'admin') return present;
  return sql<boolean>`(${present} and ${sql.ref(`${alias}.id`)} in ${visibleProjectIds(actor)})`;
}

/** The view that holds what this person reads of a session: released content for clients, the present for others. */
export function sessionView(actor: Actor): 'sessions_present' | 'sessions_released' {
  return can.seePresentContent(actor) ? 'sessions_present' : 'sessions_released';
}

/** Condition on a row of `sessionView(actor)` under this alias (behaviour §1.3). */
export function visibleSessions(actor: Actor, alias = 's'): RawBuilder<boolean> {
  if (actor.kind === 'guest') return isShared(actor, sharedSession(alias));
  if (actor.kind === 'system') return nobody;
  if (actor.role === 'admin') return everything;
  if (actor.role === 'photographer') return sql<boolean>`${sql.ref(`${alias}.photographer_id`)} = ${actor.id}`;
  return sql<boolean>`${sql.ref(`${alias}.project_id`)} in ${visibleProjectIds(actor)}`;
}

/** Condition on a `disputes` row under this alias; those on removed sessions are nobody's (behaviour §1.3). */
export function visibleDisputes(actor: Actor, alias = 'd'): RawBuilder<boolean> {
  if (actor.kind !== 'person') return nobody;
  const session = sql.ref(`${alias}.session_id`);
  const seen = sql<boolean>`exists (select 1 from ${sql.table(sessionView(actor))} vs
    where vs.id = ${session} and ${visibleSessions(actor, 'vs')})`;
  if (actor.role !== 'client') return seen;
  const own = sql<boolean>`(${sql.ref(`${alias}.client_id`)} = ${actor.id}
    and exists (select 1 from sessions os where os.id = ${session} and os.removed_at is null))`;
  return sql<boolean>`(${own} or ${seen})`;
}

/** Where a session `s` links to now, for the tab of a row under this alias. */
export function linkOfTab(alias: string): RawBuilder<string | null> {
  const tabs = mediaKinds.map((kind) => {
    const { column } = sessionFields[fieldOfKind[kind]];
    return sql`when ${sql.lit(kind)} then ${sql.ref(`s.${column}`)}`;
  });
  return sql`case ${sql.ref(`${alias}.media_kind`)} ${sql.join(tabs, sql` `)} end`;
}

/** Condition on a session `s` and a viewpoint `pv`: of a shared viewpoint guests see the pictures, and nothing else of those visits. */
function visiblePicture(actor: Actor): RawBuilder<boolean> {
  if (actor.kind !== 'guest') return visibleSessions(actor);
  const ofViewpoint = sql`(s.project_id = gl.project_id and pv.id = gl.viewpoint_id)`;
  return isShared(actor, sql`(${ofViewpoint} or ${sharedSession('s')})`);
}

/** FROM and WHERE of rows `vp` of `viewpoint_pictures`: of sessions `s` that this person sees, at the viewpoint's site, that link there. */
function linkedPictures(actor: Actor, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`viewpoint_pictures vp join viewpoints pv on pv.id = vp.viewpoint_id
    join ${sql.table(sessionView(actor))} s
      on s.id = vp.session_id and s.project_id = pv.project_id and s.site_id is not distinct from pv.site_id
    where ${where} and ${visiblePicture(actor)} and vp.link = ${linkOfTab('vp')}`;
}

/**
 * Ids of pictures whose files clients see: in a folder those released with it (behaviour §3.3) and not taken back since (§23.1). Grouped by
 * record, so that its list of files, which may be long, is unpacked once and not for every picture.
 */
function releasedPictureIds(actor: Actor, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select x.id from (
      select s.project_id, s.record_id, vp.media_kind, array_agg(vp.id) as ids, array_agg(vp.file) as files
      from ${linkedPictures(actor, where)} and vp.file is not null group by 1, 2, 3) g
    left join lateral (
      select m.items -> g.media_kind as pinned from released_media m where m.record_id = g.record_id offset 0) q on true
    cross join lateral unnest(g.ids, g.files) as x (id, file)
    where (q.pinned is null or q.pinned ? x.file) and not ${isTakenBack({ project: sql`g.project_id`, file: sql`x.file` })}`;
}

/**
 * The rows of `viewpoint_pictures` as this person sees them: one per viewpoint and visit. `file` is null if somebody chose that there is
 * none.
 */
export function visiblePictures(actor: Actor, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const isPresent = sessionView(actor) === 'sessions_present';
  const released = sql`and (vp.file is null or vp.id in (${releasedPictureIds(actor, where)}))`;
  return sql`(select distinct on (vp.viewpoint_id, vp.session_id) vp.*, s.capture_date, s.photographer_id, s.released
    from ${linkedPictures(actor, where)} ${isPresent ? sql`` : released}
    order by vp.viewpoint_id, vp.session_id, vp.placed_by = 'hand' desc, vp.placed_at desc, vp.id desc)`;
}

/** Condition on a `viewpoints` row under the alias v: its place is there for this person. */
export function presentViewpoints(actor: Actor): RawBuilder<boolean> {
  const isShown =
    actor.kind === 'guest'
      ? isShared(actor, sql`(gl.viewpoint_id = v.id or (gl.scope = 'project' and gl.project_id = v.project_id))`)
      : sql`v.project_id in ${visibleProjectIds(actor)}`;
  return sql<boolean>`(${isShown}
    and (v.site_id is null or exists (select 1 from sites vsi where vsi.id = v.site_id and vsi.removed_at is null)))`;
}

/**
 * Condition on a `viewpoints` row under the alias v, one of those with pictures `vp`: clients see viewpoints with a picture that they see
 * (behaviour §11).
 */
export function visibleViewpoints(actor: Actor, pictures: RawBuilder<unknown>): RawBuilder<boolean> {
  const isThere = presentViewpoints(actor);
  if (can.seePresentContent(actor)) return isThere;
  const seen = sql`select seen.viewpoint_id from ${visiblePictures(actor, pictures)} seen where seen.file is not null`;
  return sql<boolean>`(${isThere} and v.id in (${seen}))`;
}

/** Condition on a row `pv` of `planned_visits`: nobody skipped it, and no session fulfilled it. */
export const isOpenVisit = sql<boolean>`(pv.skipped_at is null and pv.session_id is null)`;

/**
 * Condition on a row `pv` of `planned_visits` with its project `p`: photographers read the open ones of projects where they may submit
 * (policy `submitTo`), those that are theirs and those that anybody may take. Everybody else reads of the next one only.
 */
export function visiblePlannedVisits(actor: Person): RawBuilder<boolean> {
  if (can.manageVisits(actor)) return visibleProjects(actor);
  if (!can.submitSessions(actor)) return nobody;
  const relation = sql`select ${relationColumns(actor.id)}`;
  return sql<boolean>`(${isOpenVisit} and (pv.photographer_id is null or pv.photographer_id = ${actor.id}) and ${visibleProjects(actor)}
    and exists (select 1 from (${relation}) r where r."hasSite" or r."hasSession" or r.member = any(${[...activeMemberRoles]}::text[])))`;
}

/** Condition on a `users` row under the alias `u`; nobody sees a closed account (behaviour §1.3). */
function visibleUser(actor: Actor, id: number): RawBuilder<boolean> {
  const always = can.seePerson(actor, { id, sharesProject: false });
  return sql<boolean>`u.closed_at is null and (${always} or exists (
    select 1 from ${projectIdsOf(id, everybody)} theirs where theirs.id in ${visibleProjectIds(actor)}))`;
}

/** Whether somebody sees this one row at all. */
export async function isVisible(
  db: Kysely<Tables>,
  actor: Person,
  row: { kind: RowKind; id: number },
): Promise<boolean> {
  const { kind, id } = row;
  const rows: Record<RowKind, RawBuilder<unknown>> = {
    user: sql`users u where u.id = ${id} and ${visibleUser(actor, id)}`,
    project: sql`projects p where p.id = ${id} and ${visibleProjects(actor)}`,
    session: sql`${sql.table(sessionView(actor))} s where s.id = ${id} and ${visibleSessions(actor)}`,
    dispute: sql`disputes d where d.id = ${id} and ${visibleDisputes(actor)}`,
    webhook: sql`webhooks w where w.id = ${id} and ${can.manageSettings(actor)}::boolean`,
    shareLink: sql`share_links l where l.id = ${id} and l.shared_by is not null
      and (${can.endAllLinks(actor)}::boolean or l.shared_by = ${actor.id})`,
    stage: sql`stages st join stage_lists sl on sl.id = st.list_id join projects p on p.id = sl.project_id
      where st.id = ${id} and ${visibleProjects(actor)}`,
    pack: sql`packs k join projects p on p.id = k.project_id where k.id = ${id} and ${visibleProjects(actor)}`,
    plannedVisit: sql`planned_visits pv join projects p on p.id = pv.project_id
      where pv.id = ${id} and ${visiblePlannedVisits(actor)}`,
    viewpoint: sql`viewpoints v where v.id = ${id} and ${visibleViewpoints(actor, sql`vp.viewpoint_id = ${id}`)}`,
  };
  return (await sql`select 1 from ${rows[kind]}`.execute(db)).rows.length > 0;
}

/** A person's relation to one project; none to a removed or unknown one. */
export async function projectRelation(db: Kysely<Tables>, userId: number, projectId: number): Promise<ProjectRelation> {
  const found = await sql<RelationRow>`
    select ${relationColumns(userId)} from projects p where p.id = ${projectId} and p.removed_at is null`.execute(db);
  const [row] = found.rows;
  return row ? toRelation(row) : noRelation;
}
