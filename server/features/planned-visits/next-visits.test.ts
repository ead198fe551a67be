// Claims about the next visits of many projects at once: what they cost does not grow with what is done with.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { loadNextVisits } from './queries.ts';

const projects = 200;
const done = 100;
const coming = 5;

let own: TestDatabase;
let ids: number[];
beforeAll(async () => {
  own = await freshDatabase();
  const db = own.database.query;
  const { rows } = await sql<{ id: number }>`
    with u as (insert into users (username, password, email, first_name, last_name, role)
        values ('ada', 'x', 'ada@x.example', 'Ada', 'Obi', 'admin') returning id)
    insert into projects (name, client_id, created_by) select 'P' || n, u.id, u.id from u, generate_series(1, ${projects}) n returning id`.execute(
    db,
  );
  ids = rows.map(({ id }) => id);
  await sql`insert into planned_visits (project_id, day, created_by, skipped_at, skipped_by, skip_reason)
    select p.id, date '2026-01-01' + n, p.created_by, now(), p.created_by, 'Rain' from projects p, generate_series(1, ${done}) n`.execute(
    db,
  );
  await sql`insert into planned_visits (project_id, day, created_by)
    select p.id, date '2100-01-01' + p.id + n, p.created_by from projects p, generate_series(0, ${coming - 1}) n`.execute(
    db,
  );
  await sql`analyze planned_visits`.execute(db);
});
afterAll(() => own.drop());

test('two hundred projects: each has its earliest open visit, read from the index of open ones', async () => {
  const found = await loadNextVisits(own.database.query, ids);
  expect(found.size).toBe(projects);
  const dayOf = (id: number) => new Date(Date.UTC(2100, 0, 1 + id)).toISOString().slice(0, 10);
  expect(ids.filter((id) => found.get(id)?.day !== dayOf(id))).toEqual([]);
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select distinct on (pv.project_id) pv.project_id, pv.day
    from planned_visits pv left join sites si on si.id = pv.site_id
    where pv.project_id = any(${ids}::integer[]) and pv.skipped_at is null and pv.session_id is null and si.removed_at is null
    order by pv.project_id, pv.day, pv.id`.execute(own.database.query);
  const steps = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(steps).toContain('planned_visits_open');
  expect(steps).not.toContain('Seq Scan on planned_visits');
});
