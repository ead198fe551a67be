// Stages as one person reads them: lists with the marks that stand, and one with all that were ever given.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MediaKind } from '#contract/media/endpoints.ts';
import { can, type Person, type ProjectRelation } from '#contract/policy.ts';
import {
  type GivenMark,
  markKinds,
  type Stage,
  type StagePicture,
  type StageWithMarks,
} from '#contract/stages/endpoints.ts';
import { type MarkFacts, type NextMark, type Standing, standingOf, whyNot } from '#contract/stages/standing.ts';
import type { Tables } from '#server/db/schema.ts';
import { readClaimDays } from '#server/db/settings/company-settings.ts';
import { isTakenBack } from '#server/db/taken-back.ts';
import { imageUrlOf } from '#server/features/media/items.ts';
import { notFound } from '#server/lib/problem.ts';
import { linkOfTab, projectRelation, sessionView, visibleProjects, visibleSessions } from '#server/visibility.ts';

/** As a mark's criteria are stored. */
export type StoredCriterion = {
  text: string;
  ticked: boolean;
  pictures: { sessionId: number; mediaKind: MediaKind; link: string; file: string; version: string; name: string }[];
};

export type StoredMark = GivenMark & {
  /** Whose it is: a person or a share link. */
  by: string;
  byId: number | null;
  criteria: StoredCriterion[];
};

/**
 * Whether what a mark under this alias rests on is no longer there: of a claim its visit, of what came after a released one; and the
 * pictures that it names, which were all released then.
 */
function isLost(alias: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<boolean>`(exists (select 1 from sessions ls where ls.id = ${of('session_id')}
      and (ls.removed_at is not null or (${of('kind')} <> 'claimed' and ls.released_record_id is null)))
    or exists (select 1 from jsonb_array_elements(${of('criteria')}) lc cross join lateral jsonb_array_elements(lc -> 'pictures') lp
      join sessions ps on ps.id = (lp ->> 'sessionId')::integer
      where ps.removed_at is not null or ps.released_record_id is null or ${isTakenBack({ project: sql`ps.project_id`, file: sql`lp ->> 'file'` })}))`;
}

/** A row of `stage_marks` under the alias m, as this person reads it. */
function markJson(actor: Person): RawBuilder<StoredMark> {
  const session = sql`(select json_build_object('id', s.id, 'captureDate', s.capture_date) from ${sql.table(sessionView(actor))} s
    where s.id = m.session_id and ${visibleSessions(actor)})`;
  return sql<StoredMark>`json_build_object('id', m.id, 'kind', m.kind, 'act', m.act, 'as', m.given_as, 'byName', m.by_name,
    'byId', m.by_id, 'by', coalesce('person ' || m.by_id, 'link ' || m.share_link_id), 'own', m.by_id is not distinct from ${actor.id}::integer,
    'at', to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'note', m.note, 'onSite', m.on_site,
    'session', ${session}, 'lost', ${isLost('m')}, 'criteria', m.criteria)`;
}

export type StoredFacts = MarkFacts & { byId: number | null };

/** Of one stage all marks, oldest first, as far as the rules ask. */
export async function readMarkFacts(db: Kysely<Tables>, stageId: number): Promise<StoredFacts[]> {
  const found = await sql<StoredFacts>`select m.id, m.kind, m.act, m.given_as as "as", m.by_id as "byId",
      coalesce('person ' || m.by_id, 'link ' || m.share_link_id) as by, m.on_site as "onSite", ${isLost('m')} as lost
    from stage_marks m where m.stage_id = ${stageId} order by m.id`.execute(db);
  return found.rows;
}

const standing = sql`m.id in (st.claimed_id, st.seen_id, st.confirmed_id, st.refused_id) or m.id = any(st.acknowledged_ids)`;

export type StageRow = Omit<
  Stage,
  'asks' | 'variance' | 'claimed' | 'seen' | 'confirmed' | 'acknowledged' | 'refused'
> & {
  marks: StoredMark[];
  relation: ProjectRelation;
};

/** Sort order: the project's own list, then those of its sites; dropped ones are last. */
export const place = sql`(coalesce(sl.site_id, 0), st.dropped_at is not null, st.position, st.id)`;

type Which = { where: RawBuilder<unknown>; limit?: number; all?: true };

/** Only of projects that the actor sees. `all`: marks that no longer stand too. */
export async function readStageRows(
  db: Kysely<Tables>,
  actor: Person,
  { where, limit, all }: Which,
): Promise<StageRow[]> {
  const found = await sql<Omit<StageRow, 'relation'>>`
    select st.id, sl.project_id as "projectId", p.name as "projectName", case when si.id is not null then json_build_object('id', si.id, 'name', si.name) end as site,
      st.position, st.name, st.planned_on as "plannedOn", st.weight, st.criteria, sl.version, st.dropped_at is not null as dropped,
      st.last_mark_id as "lastMark",
      coalesce((select json_agg(json_build_object('text', w ->> 'text', 'viewpoint',
          case when v.id is not null then json_build_object('id', v.id, 'name', v.name) end) order by n)
        from jsonb_array_elements(st.wanted) with ordinality x (w, n) left join viewpoints v on v.id = (w ->> 'viewpointId')::integer), '[]') as wanted,
      coalesce((select json_agg(${markJson(actor)} order by m.id) from stage_marks m
        where m.stage_id = st.id and (${all ? sql`true` : standing})), '[]') as marks
    from stages st join stage_lists sl on sl.id = st.list_id join projects p on p.id = sl.project_id
      left join sites si on si.id = sl.site_id
    where ${where} and ${visibleProjects(actor)} and si.removed_at is null
    order by ${place} ${limit === undefined ? sql`` : sql`limit ${sql.lit(limit)}`}`.execute(db);
  const relations = new Map<number, ProjectRelation>();
  for (const { projectId } of found.rows)
    if (!relations.has(projectId)) relations.set(projectId, await projectRelation(db, actor.id, projectId));
  return found.rows.map((row) => ({ ...row, relation: relations.get(row.projectId) as ProjectRelation }));
}

/** The mark that a stage waits for; null where it has all, or was dropped. A mark whose visit was lost asks for itself again. */
function nextKind({ claimed, seen, confirmed, acknowledged }: Standing): (typeof markKinds)[number] | null {
  if (!claimed || claimed.lost) return 'claimed';
  if (!confirmed || confirmed.lost) return !seen || seen.lost ? 'seen' : 'confirmed';
  return acknowledged.some(({ lost }) => !lost) ? null : 'acknowledged';
}

const dayMs = 86_400_000;

/** `claimDays`: after which a claim that nobody confirmed shows as a variance. */
function toStage(actor: Person, { marks, relation, ...row }: StageRow, claimDays: number): Stage {
  const marksNow = standingOf(marks);
  const kind = row.dropped ? null : nextKind(marksNow);
  const { claimed, confirmed } = marksNow;
  const days = claimed ? Math.floor((Date.now() - Date.parse(claimed.at)) / dayMs) : 0;
  const isLate = claimed !== null && !confirmed && !row.dropped && days >= claimDays;
  return {
    ...row,
    ...marksNow,
    acknowledged: [...marksNow.acknowledged],
    asks: kind && { kind, mine: can.markStageAs(actor, kind, relation) !== null },
    variance: isLate && can.readVariances(actor) ? { kind: 'unconfirmed', days } : null,
  };
}

export async function listStages(db: Kysely<Tables>, actor: Person, which: Which): Promise<Stage[]> {
  const claimDays = await readClaimDays(db);
  return (await readStageRows(db, actor, which)).map((row) => toStage(actor, row, claimDays));
}

/** `version`: of the file's bytes. */
export type ShownPicture = StagePicture & { mark: number; version: string };

/** By mark, those pictures that the actor may see: of a client those released with their visit and not taken back since. */
export async function readShownPictures(
  db: Kysely<Tables>,
  actor: Person,
  stages: readonly number[],
): Promise<ShownPicture[]> {
  const crew = can.seePresentContent(actor);
  const released = sql`and (q.pinned is null or q.pinned ? x.file) and not ${isTakenBack({ project: sql`s.project_id`, file: sql`x.file` })}`;
  const found = await sql<Omit<ShownPicture, 'thumbnailUrl'>>`
    select m.id as mark, x."sessionId", s.capture_date as "captureDate", x."mediaKind", x.file as item, x.version, x.name
    from stage_marks m cross join lateral jsonb_array_elements(m.criteria) c
      cross join lateral (select (e ->> 'sessionId')::integer as "sessionId", e ->> 'mediaKind' as "mediaKind", e ->> 'mediaKind' as media_kind,
        e ->> 'link' as link, e ->> 'file' as file, e ->> 'version' as version, e ->> 'name' as name
        from jsonb_array_elements(c -> 'pictures') e) x
      join ${sql.table(sessionView(actor))} s on s.id = x."sessionId"
      left join lateral (select r.items -> x.media_kind as pinned from released_media r where r.record_id = s.record_id) q on true
    where m.stage_id = any(${[...stages]}::integer[]) and ${visibleSessions(actor)} and x.link = ${linkOfTab('x')} ${crew ? sql`` : released}`.execute(
    db,
  );
  return found.rows.map((picture) => ({
    ...picture,
    thumbnailUrl: imageUrlOf(
      { id: picture.item, version: picture.version },
      { id: picture.sessionId, kind: picture.mediaKind },
      's400',
    ),
  }));
}

function withPictures(mark: StoredMark, shown: readonly ShownPicture[]): StageWithMarks['marks'][number] {
  const criteria = mark.criteria.map(({ text, ticked, pictures }) => {
    const seen = pictures.flatMap(({ sessionId, file }) => {
      const found = shown.find((one) => one.mark === mark.id && one.sessionId === sessionId && one.item === file);
      return found ? [found] : [];
    });
    return { text, ticked, pictures: seen, withheld: pictures.length - seen.length };
  });
  return { ...mark, criteria };
}

/** All acts that the actor may do now, on site too where that makes a difference. */
function actsOf(actor: Person, marks: Standing<StoredMark>, relation: ProjectRelation): StageWithMarks['may'] {
  return markKinds.flatMap((kind) => {
    const as = can.markStageAs(actor, kind, relation);
    const by = `person ${actor.id}`;
    const tries = as
      ? [{ act: 'given' } as const, { act: 'refused' } as const, { act: 'given', onSite: true } as const]
      : [];
    const given = tries.flatMap(({ act, ...rest }) => {
      const next: NextMark = { kind, act, as: as ?? 'crew', by, onSite: 'onSite' in rest };
      return (!next.onSite || (as === 'checker' && kind === 'confirmed')) && whyNot(marks, next) === null
        ? [{ kind, act, onSite: next.onSite }]
        : [];
    });
    const standing = kind === 'acknowledged' ? marks.acknowledged : [marks[kind]];
    const isTheirs = standing.some(
      (mark) => mark && (kind === 'acknowledged' ? mark.byId === actor.id : can.takeBackMark(actor, mark)),
    );
    return isTheirs ? [...given, { kind, act: 'taken_back' as const, onSite: false }] : given;
  });
}

/** 404 for one that this person does not see. */
export async function loadStage(db: Kysely<Tables>, actor: Person, id: number): Promise<StageWithMarks> {
  const [row] = await readStageRows(db, actor, { where: sql`st.id = ${id}`, all: true });
  if (!row) throw notFound('Stage');
  const shown = await readShownPictures(db, actor, [id]);
  return {
    ...toStage(actor, row, await readClaimDays(db)),
    marks: row.marks.map((mark) => withPictures(mark, shown)),
    may: row.dropped ? [] : actsOf(actor, standingOf(row.marks), row.relation),
  };
}
