// Which lender's packs are no longer given out: the one place that says so, as SQL.
import { type RawBuilder, sql } from 'kysely';
import { isOnTakenBack } from './anchor-json.ts';
import { isTakenBack } from './taken-back.ts';

/** Of a pack under this alias: a picture in it was taken back, or its visit removed or no longer released. */
export function isPackWithdrawn(alias: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  const sources = sql`jsonb_array_elements(${of('editions')} -> 'client' -> 'sources')`;
  return sql<boolean>`(exists (select 1 from ${sources} x
      where x ->> 'of' = 'file' and ${isTakenBack({ project: of('project_id'), file: sql`x ->> 'item'` })})
    or exists (select 1 from ${sources} x join anchors xa on x ->> 'of' = 'crop' and xa.id = (x ->> 'anchorId')::integer
      where ${isOnTakenBack('xa')})
    or exists (select 1 from jsonb_each(${of('editions')} -> 'client' -> 'places') x
      join sessions xs on xs.id = (x.value ->> 'sessionId')::integer
      where xs.removed_at is not null or xs.released_record_id is null))`;
}
