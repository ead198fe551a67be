// The stages of a shared project as its guests read them: where the works stand, and what is confirmed.
import { type Kysely, sql } from 'kysely';
import { defaultSettings } from '#contract/settings/endpoints.ts';
import type { GuestStage, GuestStageList } from '#contract/sharing/guest-pages.ts';
import type { MarkGiver } from '#contract/stages/endpoints.ts';
import { guestGiverWords } from '#contract/stages/mark-words.ts';
import { progressOf } from '#contract/stages/valuation.ts';
import type { Tables } from '#server/db/schema.ts';
import type { OpenLink } from './link.ts';

type MarkRow = { as: MarkGiver; byName: string; on: string };
type StageRow = {
  id: number;
  name: string;
  siteId: number | null;
  site: string | null;
  confirmed: MarkRow | null;
  acknowledged: MarkRow[];
  /** The link has a mark of it, though it may no longer stand. */
  isDone: boolean;
};

const zone = sql`coalesce((select value #>> '{}' from settings where key = 'timeZone'), ${defaultSettings.timeZone})`;
const mark = sql`'as', m.given_as, 'byName', m.by_name, 'on', (m.at at time zone ${zone})::date::text`;

async function readRows(db: Kysely<Tables>, { id, projectId }: OpenLink): Promise<StageRow[]> {
  const found = await sql<StageRow>`
    select st.id, st.name, si.id as "siteId", si.name as site,
      (select json_build_object(${mark}) from stage_marks m where m.id = st.confirmed_id) as confirmed,
      coalesce((select json_agg(json_build_object(${mark}) order by m.id)
        from stage_marks m where m.id = any(st.acknowledged_ids)), '[]') as acknowledged,
      exists (select 1 from stage_marks m where m.stage_id = st.id and m.share_link_id = ${id}) as "isDone"
    from stages st join stage_lists sl on sl.id = st.list_id left join sites si on si.id = sl.site_id
    where sl.project_id = ${projectId} and st.dropped_at is null and si.removed_at is null
    order by coalesce(sl.site_id, 0), st.position, st.id`.execute(db);
  return found.rows;
}

const dated = (given: MarkRow) => ({ on: given.on, by: guestGiverWords(given) });

function toStage({ id, name, confirmed, acknowledged, isDone }: StageRow): GuestStage[] {
  if (confirmed === null) return [];
  return [{ id, name, confirmed: dated(confirmed), acknowledged: acknowledged.map(dated), isDone }];
}

/** List by list: the project's own, then those of its sites. */
export async function guestStages(db: Kysely<Tables>, link: OpenLink): Promise<GuestStageList[]> {
  const rows = await readRows(db, link);
  return [...new Set(rows.map(({ siteId }) => siteId))].map((siteId) => {
    const own = rows.filter((row) => row.siteId === siteId);
    const { present, next, stages: total } = progressOf(own);
    return {
      site: own[0]?.site ?? null,
      present,
      next,
      total,
      confirmed: own.flatMap(toStage),
    };
  });
}

/** The name of one on the page of this link; null for none of it. */
export async function guestStageName(db: Kysely<Tables>, link: OpenLink, id: number): Promise<string | null> {
  return (await readRows(db, link)).find((row) => row.id === id)?.name ?? null;
}
