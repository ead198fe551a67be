// Claims that the two faces of the permissions agree: what scope returns is what policy allows, in any world.
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  can,
  type Grant,
  type Guest,
  type LinkFacts,
  type MemberRole,
  memberRoles,
  noRelation,
  type Person,
  type ProjectRelation,
  roles,
  shareScopes,
} from '#contract/policy.ts';
import { liveLink } from './db/share-links.ts';
import { worldRounds } from './test-support/rounds.ts';
import { freshDatabase, type TestDatabase } from './test-support/test-database.ts';
import {
  projectRelation,
  sessionView,
  visibleDisputes,
  visiblePictures,
  visiblePlannedVisits,
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
  plans: fc.array(fc.record({ project, photographer: fc.option(person), open: fc.boolean() }), { maxLength: 6 }),
  closed: fc.array(person, { maxLength: 2 }),
  links: fc.array(
    fc.record({
      project,
      sharer: person,
      scope: fc.constantFrom(...shareScopes),
      sessions: fc.tuple(fc.nat(), fc.nat()),
      ended: removed,
      expired: removed,
    }),
    { maxLength: 6 },
  ),
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
  plans: { id: number; projectId: number; photographerId: number | null; open: boolean }[];
  /** `viewpoint`: of the project, with a picture of this session. */
  viewpoint: { id: number; projectId: number; pictured: Session } | null;
  links: { guest: Guest; facts: LinkFacts }[];
};

let worldCount = 0;
const linked = '/media/folders/a';

async function insert<T extends { id: number }>(query: RawBuilder<T>): Promise<number> {
  return (await query.execute(own.database.query)).rows[0]?.id ?? 0;
}

async function build(world: World): Promise<Built> {
  worldCount++;
  const built: Built = {
    people: [],
    projects: [],
    members: [],
    sites: [],
    sessions: [],
    disputes: [],
    plans: [],
    viewpoint: null,
    links: [],
  };
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
      with r as (insert into session_records (session_id, action, by_name, project_id, project_name, photographer_id, photographer_name, capture_date, drone_images_url)
        values (0, 'created', 'x', ${projectId}, 'p', ${row.photographerId}, 'x', '2026-01-01', ${linked}) returning id)
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
  for (const { project: at, photographer, open } of world.plans) {
    const row = {
      projectId: projectOf(at).id,
      photographerId: photographer === null ? null : idOf(photographer),
      open,
    };
    const skipped = (value: RawBuilder<unknown>) => sql`case when not ${open}::boolean then ${value} end`;
    const id = await insert(sql<{ id: number }>`
      insert into planned_visits (project_id, day, photographer_id, created_by, skipped_at, skipped_by, skip_reason)
      values (${row.projectId}, '2026-01-01', ${row.photographerId}, ${idOf(0)}, ${skipped(sql`now()`)}, ${skipped(sql`${idOf(0)}::integer`)},
        ${skipped(sql`'rain'`)}) returning id`);
    built.plans.push({ ...row, id });
  }
  await share(world, built);
  return built;
}

/** Links of random people to random things, some of which they may not share. */
async function share(world: World, built: Built): Promise<void> {
  const db = own.database.query;
  const closed = [...new Set(world.closed)].map((index) => built.people[index]?.id ?? 0);
  await sql`update users set closed_at = now() where id = any(${closed}::integer[])`.execute(db);
  const [pictured] = built.sessions;
  if (pictured) {
    const { projectId, id: sessionId } = pictured;
    const viewpoint = await insert(sql<{
      id: number;
    }>`insert into viewpoints (project_id, kind, name, position, created_by)
      values (${projectId}, 'photo', 'v', 1, ${built.people[0]?.id}) returning id`);
    await sql`insert into viewpoint_pictures (viewpoint_id, session_id, media_kind, link, file, file_version, file_name, placed_by)
      values (${viewpoint}, ${sessionId}, 'drone', ${linked}, 'local:a.jpg', '1', 'a.jpg', 'hand')`.execute(db);
    built.viewpoint = { id: viewpoint, projectId, pictured };
  }
  for (const { project: at, sharer, scope, sessions, ended, expired } of world.links) {
    const who = built.people[sharer] as Person;
    const named = sessions.map((nth) => built.sessions[nth % Math.max(built.sessions.length, 1)]?.id);
    const sessionIds: (number | undefined)[] = {
      project: [],
      viewpoint: [],
      session: named.slice(0, 1),
      comparison: named,
      report: named.slice(0, 1),
    }[scope];
    const viewpointId = scope === 'viewpoint' ? (built.viewpoint?.id ?? null) : null;
    if (sessionIds.includes(undefined) || (scope === 'viewpoint' && viewpointId === null)) continue;
    const projectId = built.projects[at]?.id ?? 0;
    const link = await insert(sql<{
      id: number;
    }>`insert into share_links (token_hash, scope, project_id, session_id, other_session_id, viewpoint_id, report, recipient, expires_at, shared_by, ended_at)
      values (${`w${worldCount} ${built.links.length}`}, ${scope}, ${projectId}, ${sessionIds[0] ?? null}::integer, ${sessionIds[1] ?? null}::integer,
        ${viewpointId}::integer, ${scope === 'report' ? '{"pictures":24}' : null}::jsonb, 'x', now() + ${expired ? '-1 day' : '1 day'}::interval, ${who.id}, case when ${ended}::boolean then now() end)
      returning id`);
    const grant: Grant = { link, scope, projectId, sessionIds: sessionIds as number[], viewpointId };
    const facts = {
      ended,
      expired,
      gone: false,
      sharer: { actor: who, closed: closed.includes(who.id), relation: noRelation },
    };
    built.links.push({ guest: { kind: 'guest', grant }, facts });
  }
}

function relationOf(world: Built, who: Person, projectId: number): ProjectRelation {
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
  return { photographerId, released, relation: relationOf(world, who, projectId) };
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
    ({ id, removed: isRemoved }) => !isRemoved && can.seeProject(who, relationOf(world, who, id)),
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

  const planned = world.plans.filter(({ projectId, photographerId, open: isOpen }) => {
    const isThere = projects.some(({ id, removed: isRemoved }) => id === projectId && !isRemoved);
    const mayTake = isOpen && (photographerId === null || photographerId === who.id);
    return isThere && (can.manageVisits(who) || (mayTake && can.submitTo(who, relationOf(world, who, projectId))));
  });
  expect(
    await read(sql`select pv.id from planned_visits pv join projects p on p.id = pv.project_id
      where pv.id = ${ofThis(world.plans)} and ${visiblePlannedVisits(who)}`),
  ).toEqual(ids(planned));

  for (const { id } of projects)
    expect(await projectRelation(own.database.query, who.id, id)).toEqual(relationOf(world, who, id));
}

test(
  'in any world each person is shown exactly the projects, sessions, planned visits and concerns that the policy allows',
  async () => {
    const run = fc.asyncProperty(worlds, async (world) => {
      const built = await build(world);
      for (const who of built.people) await agree(built, who);
    });
    await fc.assert(run, { numRuns: worldRounds(30), endOnFailure: true });
  },
  worldRounds(120_000),
);

/** Whether nothing of what the link is of is released in its project; a project's own link grows. */
function isGone({ sessions, viewpoint }: Built, { scope, projectId, sessionIds, viewpointId }: Grant): boolean {
  if (scope === 'project') return false;
  const isThere = (one: Session | undefined) => one?.projectId === projectId && one.released && !one.removed;
  if (scope === 'viewpoint') return viewpoint?.id !== viewpointId || !isThere(viewpoint?.pictured);
  return !sessionIds.every((id) => isThere(sessions.find((one) => one.id === id)));
}

/** What a guest is shown is what the policy says of the link and of what it names. */
async function guestAgrees(world: Built, { guest, facts }: Built['links'][number]): Promise<void> {
  const { grant } = guest;
  const sharer = facts.sharer && { ...facts.sharer, relation: relationOf(world, facts.sharer.actor, grant.projectId) };
  const hasProject = world.projects.some(({ id, removed: isRemoved }) => id === grant.projectId && !isRemoved);
  const isOpen = hasProject && can.openLink({ ...facts, sharer, gone: isGone(world, grant) });
  expect(await read(sql`select l.id from share_links l where l.id = ${grant.link} and ${liveLink('l')}`)).toEqual(
    isOpen ? [grant.link] : [],
  );
  const { sessions, projects, disputes, viewpoint } = world;
  const shown = sessions.filter((one) => isOpen && !one.removed && can.seeShared(grant, one));
  expect(
    await read(
      sql`select s.id from sessions_released s where s.id = ${ofThis(sessions)} and ${visibleSessions(guest)}`,
    ),
  ).toEqual(ids(shown));
  expect(
    await read(sql`select p.id from projects p where p.id = ${ofThis(projects)} and ${visibleProjects(guest)}`),
  ).toEqual(isOpen && grant.scope === 'project' ? [grant.projectId] : []);
  expect(
    await read(sql`select d.id from disputes d where d.id = ${ofThis(disputes)} and ${visibleDisputes(guest)}`),
  ).toEqual([]);
  if (!viewpoint) return;
  const { pictured } = viewpoint;
  const isOfViewpoint = grant.viewpointId === viewpoint.id && grant.projectId === pictured.projectId;
  const seesPicture = isOpen && !pictured.removed && pictured.released && (isOfViewpoint || shown.includes(pictured));
  const pictures = visiblePictures(guest, sql`vp.viewpoint_id = ${viewpoint.id}`);
  expect(await read(sql`select vp.session_id as id from ${pictures} vp`)).toEqual(seesPicture ? [pictured.id] : []);
}

test(
  'in any world a share link shows exactly what its sharer may share, of what it names, as far as it is released',
  async () => {
    let open = 0;
    const run = fc.asyncProperty(worlds, async (world) => {
      const built = await build(world);
      for (const link of built.links) await guestAgrees(built, link);
      open += built.links.length;
    });
    await fc.assert(run, { numRuns: worldRounds(40), endOnFailure: true });
    expect(open).toBeGreaterThan(20);
  },
  worldRounds(120_000),
);

test('guests of no link and the product’s own jobs see nothing by default', async () => {
  const grant: Grant = { link: 0, scope: 'project', projectId: 1, sessionIds: [], viewpointId: null };
  for (const actor of [{ kind: 'guest', grant } as const, { kind: 'system' } as const]) {
    expect(await read(sql`select p.id from projects p where ${visibleProjects(actor)}`)).toEqual([]);
    expect(await read(sql`select v.id from ${visibleProjectIds(actor)} v(id)`)).toEqual([]);
    expect(await read(sql`select s.id from sessions_released s where ${visibleSessions(actor)}`)).toEqual([]);
    expect(await read(sql`select d.id from disputes d where ${visibleDisputes(actor)}`)).toEqual([]);
  }
});
