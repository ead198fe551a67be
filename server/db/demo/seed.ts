// Fills an empty database with the demo company: people, projects, a year of visits, concerns and notices.
import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/open.ts';
import type { Tables } from '#server/db/schema.ts';
import { hashPassword } from '#server/lib/password.ts';
import { type DemoPerson, demoPassword, people, projects } from './cast.ts';
import { readStages } from './media-manifest.ts';
import { writeSessionHistory } from './session-history.ts';
import { concerns } from './texts.ts';
import { planVisits, type Visit } from './visits.ts';

type Tx = Transaction<Tables>;
type Someone = DemoPerson & { id: number };
type Somewhere = { id: number; name: string; sites: { id: number; name: string }[] };
type World = { tx: Tx; now: number; people: Map<string, Someone>; projects: Map<string, Somewhere> };

const hour = 3_600_000;
const day = 24 * hour;

function found<K, V>(map: Map<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo's cast has no ${String(key)}`);
  return value;
}

async function addPeople(tx: Tx, now: number): Promise<Map<string, Someone>> {
  const password = await hashPassword(demoPassword);
  const rows = people.map((person, nth) => ({
    username: person.username,
    password,
    email: `${person.firstName}.${person.lastName}@example.com`.toLowerCase(),
    first_name: person.firstName,
    last_name: person.lastName,
    company: person.company ?? null,
    role: person.role,
    phone: person.phone ?? null,
    bio: person.bio ?? null,
    created_at: new Date(now - (400 - nth) * day),
  }));
  const ids = await tx.insertInto('users').values(rows).returning(['id', 'username']).execute();
  const idOf = new Map(ids.map(({ id, username }) => [username, id]));
  return new Map(people.map((person) => [person.username, { ...person, id: found(idOf, person.username) }]));
}

async function addProjects(tx: Tx, now: number, cast: Map<string, Someone>): Promise<Map<string, Somewhere>> {
  const made = new Map<string, Somewhere>();
  for (const project of projects) {
    const at = new Date(now - project.startedMonthsAgo * 30 * day);
    const row = {
      name: project.name,
      description: project.description,
      status: project.status,
      client_id: found(cast, project.client).id,
      created_by: found(cast, 'admin').id,
      created_at: at,
      updated_at: at,
    };
    const { id } = await tx.insertInto('projects').values(row).returning('id').executeTakeFirstOrThrow();
    const sites = [];
    for (const { name, description, location, photographer } of project.sites) {
      const photographer_id = photographer === null ? null : found(cast, photographer).id;
      const site = { project_id: id, name, description, location, photographer_id, created_at: at, updated_at: at };
      sites.push({ name, ...(await tx.insertInto('sites').values(site).returning('id').executeTakeFirstOrThrow()) });
    }
    const members = project.members.map(({ username, role }) => ({
      project_id: id,
      user_id: found(cast, username).id,
      role,
    }));
    if (members.length > 0) await tx.insertInto('project_users').values(members).execute();
    const root = {
      project_id: id,
      provider: 'local' as const,
      root: `demo/${project.building}`,
      bound_by: found(cast, 'admin').id,
    };
    await tx.insertInto('media_roots').values(root).execute();
    made.set(project.name, { id, name: project.name, sites });
  }
  return made;
}

function named({ id, firstName, lastName }: Someone): { id: number; name: string } {
  return { id, name: `${firstName} ${lastName}` };
}

async function addVisit(world: World, visit: Visit, nth: number): Promise<number> {
  const { tx, now } = world;
  const project = found(world.projects, visit.project.name);
  const site = visit.site === null ? null : (project.sites[visit.site] ?? null);
  const crew = named(found(world.people, visit.photographer));
  return writeSessionHistory(tx, {
    content: {
      project_id: project.id,
      site_id: site?.id ?? null,
      photographer_id: crew.id,
      capture_date: new Date(now - visit.daysAgo * day).toISOString().slice(0, 10),
      scheduled_date: null,
      phase: visit.phase,
      notes: visit.notes,
      drone_images_url: visit.links.drone,
      indoor_images_url: visit.links.indoor,
      video_url: visit.links.video,
      tour360_url: visit.links.tour360,
      orthomosaic_url: visit.links.orthomosaic,
      deliverable_package_url: null,
      raw_files_url: null,
      report_url: null,
    },
    names: { project_name: project.name, site_name: site?.name ?? null, photographer_name: crew.name },
    life: visit.life,
    nth,
    capturedAt: now - visit.daysAgo * day - 5 * hour,
    now,
    crew,
    reviewer: named(found(world.people, 'admin')),
    refuser: named(found(world.people, 'kunle')),
  });
}

type Released = { id: number; project: string; releasedAt: number };

async function releasedSessions(tx: Tx): Promise<Released[]> {
  const rows = await tx
    .selectFrom('sessions_released as s')
    .innerJoin('projects as p', 'p.id', 's.project_id')
    .select(['s.id', 'p.name as project', 's.updated_at'])
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute();
  return rows.map(({ id, project, updated_at }) => ({ id, project, releasedAt: Date.parse(updated_at) }));
}

async function addConcerns(world: World): Promise<void> {
  const released = await releasedSessions(world.tx);
  for (const concern of concerns) {
    const session = released.filter(({ project }) => project === concern.project)[concern.nth];
    if (!session) continue;
    const saidAt = (step: number) =>
      new Date(
        Math.min(
          session.releasedAt + (10 + step * 7) * hour,
          world.now - (concern.talk.length + 2 - step) * 4 * 60_000,
        ),
      );
    const row = {
      session_id: session.id,
      client_id: found(world.people, concern.by).id,
      reason: concern.reason,
      status: concern.status,
      priority: concern.priority,
      created_at: saidAt(0),
      updated_at: saidAt(concern.talk.length),
    };
    const { id } = await world.tx.insertInto('disputes').values(row).returning('id').executeTakeFirstOrThrow();
    const talk = concern.talk.map(([username, message], nth) => ({
      dispute_id: id,
      user_id: found(world.people, username).id,
      message,
      created_at: saidAt(nth + 1),
    }));
    if (talk.length > 0) await world.tx.insertInto('dispute_messages').values(talk).execute();
  }
}

/** The bells of the three demo logins tell of what really happened to the sessions, the oldest of it read. */
async function addNotices(world: World): Promise<void> {
  await sql`
    insert into notifications (user_id, title, message, type, is_read, related_session_id, created_at)
    select reader.id, told.title, told.message, told.type, told.at < to_timestamp(${world.now} / 1000.0) - interval '9 days', r.session_id, told.at
    from session_records r
    join sessions s on s.id = r.session_id
    join projects p on p.id = r.project_id
    cross join lateral (values
      ('session_submitted', 'Session submitted', 'submitted a session of ', array['created', 'resubmitted', 'edited'], 'admin'),
      ('session_approved', 'Session approved', 'Your session was approved: ', array['approved'], 'crew'),
      ('session_approved', 'New session', 'A new session was approved: ', array['approved'], 'client'),
      ('session_rejected', 'Session rejected', 'Your session needs revision: ', array['rejected'], 'crew')
    ) as kind(type, title, words, actions, readers)
    join users reader on (kind.readers = 'admin' and reader.role = 'admin')
      or (kind.readers = 'crew' and reader.id = s.photographer_id)
      or (kind.readers = 'client' and (reader.id = p.client_id
        or exists (select 1 from project_users m where m.project_id = p.id and m.user_id = reader.id)))
    cross join lateral (select kind.type, kind.title, r.at,
      case when kind.readers = 'admin' then r.by_name || ' ' else '' end || kind.words || p.name || coalesce(', ' || r.site_name, '') as message) told
    where r.action = any(kind.actions) and reader.id is distinct from r.by_id
      and r.at > to_timestamp(${world.now} / 1000.0) - interval '60 days'
    order by told.at`.execute(world.tx);
}

/**
 * Fills the demo company in, in one transaction; does nothing where anybody has an account already (decisions §11).
 * `media` is the folder of the demo's pictures. Dates are relative to `now`, all else is the same every time.
 */
export async function seedDemo(database: Database, media: string, now: number = Date.now()): Promise<void> {
  await database.tx(async (tx) => {
    await sql`lock table users in share row exclusive mode`.execute(tx);
    const anybody = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (anybody) return;
    const cast = await addPeople(tx, now);
    const world: World = { tx, now, people: cast, projects: await addProjects(tx, now, cast) };
    for (const [nth, visit] of planVisits(readStages(media)).entries()) await addVisit(world, visit, nth);
    await addConcerns(world);
    await addNotices(world);
  });
}
