// Claims that the two faces of the permissions agree: what scope returns is what policy allows, in any world.
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  can,
  type MemberRole,
  memberRoles,
  noRelation,
  type Person,
  type ProjectRelation,
  roles,
} from '#contract/policy.ts';
import { freshDatabase, type TestDatabase } from './test-support/test-database.ts';
import {
  projectRelation,
  sessionView,
  visibleDisputes,
  visibleProjectIds,
  visibleProjects,
  visibleSessions,
} from './visibility.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await freshDatabase();
});
afterAll(() => own.drop());

const person = fc.nat({ max: 6 });
const project = fc.nat({ max: 2 });
const removed = fc.constantFrom(false, false, false, true);

/** Indexes into people and projects; a person's role is their index modulo three. */
const worlds = fc.record({
  projects: fc.array(fc.record({ client: person, removed }), { minLength: 3, maxLength: 3 }),
  members: fc.uniqueArray(fc.record({ project, person, role: fc.constantFrom(...memberRoles) }), {
    maxLength: 6,
    selector: ({ project, person }) => `${project} ${person}`,
  }),
  sites: fc.array(fc.record({ project, photographer: fc.option(person), removed }), { maxLength: 5 }),
  sessions: fc.array(fc.record({ project, photographer: person, removed, released: fc.boolean() }), { maxLength: 8 }),
  disputes: fc.array(fc.record({ session: fc.nat(), client: person }), { maxLength: 5 }),
});
type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never;

type Site = { projectId: number; photographerId: number | null; removed: boolean };
type Session = { id: number; projectId: number; photographerId: number; removed: boolean; released: boolean };
type Built = {
  people: Person[];
  projects: { id: number; clientId: number; removed: boolean }[];
  members: { projectId: number; userId: number; role: MemberRole }[];
  sites: Site[];
  sessions: Session[];
  disputes: { id: number; session: Session; clientId: number }[];
};

let worldCount = 0;

async function insert<T extends { id: number }>(query: RawBuilder<T>): Promise<number> {
  return (await query.execute(own.database.query)).rows[0]?.id ?? 0;
}

async function build(world: World): Promise<Built> {
  worldCount++;
  const built: Built = { people: [], projects: [], members: [], sites: [], sessions: [], disputes: [] };
  for (let n = 0; n < 7; n++) {
    const role = roles[n % 3] as Person['role'];
    const name = `w${worldCount}p${n}`;
    const id = await insert(sql<{
      id: number;
    }>`insert into users (username, password, email, first_name, last_name, role)
      values (${name}, 'x', ${name}, 'x', 'x', ${role}) returning id`);
    built.people.push({ kind: 'person', id, role });
  }
  const idOf = (index: number) => built.people[index]?.id ?? 0;
  const gone = (isRemoved: boolean) => sql`case when ${isRemoved}::boolean then now() end`;
  for (const { client, removed: isRemoved } of world.projects) {
    const id = await insert(sql<{ id: number }>`insert into projects (name, client_id, created_by, removed_at)
      values ('p', ${idOf(client)}, ${idOf(0)}, ${gone(isRemoved)}) returning id`);
    built.projects.push({ id, clientId: idOf(client), removed: isRemoved });
  }
  const projectOf = (index: number) => built.projects[index] as Built['projects'][number];
  for (const member of world.members) {
    const row = { projectId: projectOf(member.project).id, userId: idOf(member.person), role: member.role };
    await sql`insert into project_users (project_id, user_id, role) values (${row.projectId}, ${row.userId}, ${row.role})`.execute(
      own.database.query,
    );
    built.members.push(row);
  }
  for (const site of world.sites) {
    const { id: projectId, removed: withProject } = projectOf(site.project);
    const row = {
      projectId,
      photographerId: site.photographer === null ? null : idOf(site.photographer),
      removed: withProject || site.removed,
    };
    await sql`insert into sites (project_id, name, photographer_id, removed_at)
      values (${projectId}, 's', ${row.photographerId}, ${gone(row.removed)})`.execute(own.database.query);
    built.sites.push(row);
  }
  for (const session of world.sessions) {
    const { id: projectId, removed: withProject } = projectOf(session.project);
    const row = { projectId, photographerId: idOf(session.photographer), released: session.released };
    const isRemoved = withProject || session.removed;
    const id = await insert(sql<{ id: number }>`
      with r as (insert into session_records (session_id, action, by_name, project_id, project_name, photographer_id, photographer_name, capture_date)
        values (0, 'created', 'x', ${projectId}, 'p', ${row.photographerId}, 'x', '2026-01-01') returning id)
      insert into sessions (project_id, photographer_id, capture_date, record_id, removed_at,
        released_record_id, released_status, released_by, released_at, released_capture_date)
      select ${projectId}, ${row.photographerId}, '2026-01-01', r.id, ${gone(isRemoved)}, case when ${row.released}::boolean then r.id end,
        case when ${row.released}::boolean then 'approved' end, case when ${row.released}::boolean then ${idOf(0)}::integer end,
        case when ${row.released}::boolean then now() end, case when ${row.released}::boolean then date '2026-01-01' end
      from r returning id`);
    built.sessions.push({ ...row, id, removed: isRemoved });
  }
  for (const dispute of world.disputes) {
    const session = built.sessions[dispute.session % Math.max(built.sessions.length, 1)];
    if (!session) continue;
    const clientId = idOf(dispute.client);
    const id = await insert(sql<{ id: number }>`insert into disputes (session_id, client_id, reason)
      values (${session.id}, ${clientId}, 'crack') returning id`);
    built.disputes.push({ id, session, clientId });
  }
  return built;
}

function standing(world: Built, who: Person, projectId: number): ProjectRelation {
  const here = world.projects.find(({ id }) => id === projectId);
  if (!here || here.removed) return noRelation;
  return {
    client: here.clientId === who.id,
    member: world.members.find((one) => one.projectId === projectId && one.userId === who.id)?.role ?? null,
    site: world.sites.some((site) => site.projectId === projectId && site.photographerId === who.id && !site.removed),
    session: world.sessions.some((one) => one.projectId === projectId && one.photographerId === who.id && !one.removed),
  };
}

function factsOf(world: Built, who: Person, session: Session) {
  const { photographerId, released, projectId } = session;
  return { photographerId, released, standing: standing(world, who, projectId) };
}

function ids(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

async function read(query: RawBuilder<{ id: number }>): Promise<number[]> {
  return ids((await query.execute(own.database.query)).rows);
}

/** Rows of all earlier worlds lie in the same tables: only this one's are asked for. */
function ofThis(rows: { id: number }[]) {
  return sql`any(${rows.map(({ id }) => id)}::integer[])`;
}

async function agree(world: Built, who: Person): Promise<void> {
  const { projects, sessions, disputes } = world;
  const seen = projects.filter(
    ({ id, removed: isRemoved }) => !isRemoved && can.seeProject(who, standing(world, who, id)),
  );
  expect(
    await read(sql`select p.id from projects p where p.id = ${ofThis(projects)} and ${visibleProjects(who)}`),
  ).toEqual(ids(seen));
  expect(await read(sql`select v.id from ${visibleProjectIds(who)} v where v.id = ${ofThis(projects)}`)).toEqual(
    ids(seen),
  );

  const present = sessions.filter((one) => !one.removed);
  const open = present.filter((one) => can.seeSession(who, factsOf(world, who, one)));
  const face = sql.table(sessionView(who));
  expect(
    await read(sql`select s.id from ${face} s where s.id = ${ofThis(sessions)} and ${visibleSessions(who)}`),
  ).toEqual(ids(open));

  const readable = disputes.filter(
    ({ session, clientId }) =>
      !session.removed && can.readDispute(who, { clientId, session: factsOf(world, who, session) }),
  );
  expect(
    await read(sql`select d.id from disputes d where d.id = ${ofThis(disputes)} and ${visibleDisputes(who)}`),
  ).toEqual(ids(readable));

  for (const { id } of projects)
    expect(await projectRelation(own.database.query, who.id, id)).toEqual(standing(world, who, id));
}

test('in any world each person is shown exactly the projects, sessions and concerns that the policy allows', async () => {
  const run = fc.asyncProperty(worlds, async (world) => {
    const built = await build(world);
    for (const who of built.people) await agree(built, who);
  });
  await fc.assert(run, { numRuns: 30, endOnFailure: true });
}, 120_000);

test('guests and the product’s own jobs see nothing by default', async () => {
  for (const actor of [{ kind: 'guest', grant: 'g' } as const, { kind: 'system' } as const]) {
    expect(await read(sql`select p.id from projects p where ${visibleProjects(actor)}`)).toEqual([]);
    expect(await read(sql`select v.id from ${visibleProjectIds(actor)} v(id)`)).toEqual([]);
    expect(await read(sql`select s.id from sessions_released s where ${visibleSessions(actor)}`)).toEqual([]);
    expect(await read(sql`select d.id from disputes d where ${visibleDisputes(actor)}`)).toEqual([]);
  }
});
