// Seeds an empty database with the demo company: people, projects, a year of visits, disputes and notifications.
import { sql, type Transaction } from 'kysely';
import type { Priority } from '#contract/disputes/endpoints.ts';
import { defaultSettings } from '#contract/settings/endpoints.ts';
import type { Database } from '#server/db/open.ts';
import type { Tables } from '#server/db/schema.ts';
import { emptyContent } from '#server/db/session-content.ts';
import { hashPassword } from '#server/lib/secrets/password.ts';
import { createWorkCalendar } from '#server/lib/working-days.ts';
import { type DemoPerson, demoPassword, people } from './cast.ts';
import { copyMedia, type DemoFolders, stampedVisit, stampPictures } from './demo-folder.ts';
import { readBuildings } from './media-manifest.ts';
import { addPin, type PinnedProject, type ReleasedVisit } from './pins.ts';
import { addPlannedVisits } from './planned-visits.ts';
import { projects } from './projects.ts';
import { addRejections } from './rejections.ts';
import { writeSessionHistory } from './session-history.ts';
import { addStages } from './stages.ts';
import { concerns, type DemoConcern } from './texts.ts';
import { addViewpoints, type SeededVisit } from './viewpoints.ts';
import { planVisits, type Visit } from './visits.ts';

type Tx = Transaction<Tables>;
type SeededPerson = DemoPerson & { id: number };
type SeededProject = { id: number; name: string; sites: { id: number; name: string }[] };
type Seed = { tx: Tx; now: number; people: Map<string, SeededPerson>; projects: Map<string, SeededProject> };

const hour = 3_600_000;
const day = 24 * hour;

function requireEntry<K, V>(map: Map<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo's cast has no ${String(key)}`);
  return value;
}

async function addPeople(tx: Tx, now: number): Promise<Map<string, SeededPerson>> {
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
  return new Map(people.map((person) => [person.username, { ...person, id: requireEntry(idOf, person.username) }]));
}

async function addProjects(tx: Tx, now: number, cast: Map<string, SeededPerson>): Promise<Map<string, SeededProject>> {
  const made = new Map<string, SeededProject>();
  for (const project of projects) {
    const at = new Date(now - project.startedMonthsAgo * 30 * day);
    const row = {
      name: project.name,
      description: project.description,
      status: project.status,
      client_id: requireEntry(cast, project.client).id,
      created_by: requireEntry(cast, 'admin').id,
      created_at: at,
      updated_at: at,
    };
    const { id } = await tx.insertInto('projects').values(row).returning('id').executeTakeFirstOrThrow();
    const sites = [];
    for (const { name, description, location, photographer } of project.sites) {
      const photographer_id = photographer === null ? null : requireEntry(cast, photographer).id;
      const site = { project_id: id, name, description, location, photographer_id, created_at: at, updated_at: at };
      sites.push({ name, ...(await tx.insertInto('sites').values(site).returning('id').executeTakeFirstOrThrow()) });
    }
    const members = project.members.map(({ username, role }) => ({
      project_id: id,
      user_id: requireEntry(cast, username).id,
      role,
    }));
    if (members.length > 0) await tx.insertInto('project_users').values(members).execute();
    const root = {
      project_id: id,
      provider: 'local' as const,
      root: `demo/${project.building}`,
      bound_by: requireEntry(cast, 'admin').id,
    };
    await tx.insertInto('media_roots').values(root).execute();
    made.set(project.name, { id, name: project.name, sites });
  }
  return made;
}

function idAndName({ id, firstName, lastName }: SeededPerson): { id: number; name: string } {
  return { id, name: `${firstName} ${lastName}` };
}

function captureDate(now: number, { daysAgo }: Visit): string {
  return new Date(now - daysAgo * day).toISOString().slice(0, 10);
}

async function addVisit(seed: Seed, visit: Visit, nth: number): Promise<SeededVisit> {
  const { tx, now } = seed;
  const project = requireEntry(seed.projects, visit.project.name);
  const site = visit.site === null ? null : (project.sites[visit.site] ?? null);
  const crew = idAndName(requireEntry(seed.people, visit.photographer));
  const readers = [visit.project.client, ...visit.project.members.map(({ username }) => username)];
  const clients = readers
    .map((username) => requireEntry(seed.people, username))
    .filter(({ role }) => role === 'client');
  const sessionId = await writeSessionHistory(tx, {
    content: {
      project_id: project.id,
      site_id: site?.id ?? null,
      photographer_id: crew.id,
      ...emptyContent(captureDate(now, visit)),
      phase: visit.phase,
      notes: visit.notes,
      drone_images_url: visit.links.drone,
      indoor_images_url: visit.links.indoor,
      video_url: visit.links.video,
      tour360_url: visit.links.tour360,
      orthomosaic_url: visit.links.orthomosaic,
    },
    names: { project_name: project.name, site_name: site?.name ?? null, photographer_name: crew.name },
    path: visit.path,
    nth,
    capturedAt: now - visit.daysAgo * day - 5 * hour,
    now,
    crew,
    reviewer: idAndName(requireEntry(seed.people, 'admin')),
    rejecter: idAndName(requireEntry(seed.people, 'kunle')),
    clients: clients.map((one) => idAndName(one).name),
  });
  return { sessionId, projectId: project.id, siteId: site?.id ?? null, photographerId: crew.id, visit };
}

type ReleasedSession = ReleasedVisit & { project: string; releasedAt: number };

async function releasedSessions(tx: Tx): Promise<ReleasedSession[]> {
  const rows = await tx
    .selectFrom('sessions_released as s')
    .innerJoin('projects as p', 'p.id', 's.project_id')
    .select(['s.id', 'p.name as project', 's.updated_at', 's.record_id as recordId'])
    .select(['s.drone_images_url as drone', 's.indoor_images_url as indoor', 's.video_url as videos'])
    .select(['s.tour360_url as tour360', 's.orthomosaic_url as orthomosaic'])
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute();
  return rows.map(({ id, project, recordId, updated_at, ...links }) => {
    return { id, project, recordId, links, releasedAt: Date.parse(updated_at) };
  });
}

/** When the crew or an admin first wrote, and when it was resolved. */
function demoAnswers({ messages, status, by }: DemoConcern, { people }: Seed, timeOf: (step: number) => Date) {
  const first = messages.findIndex(([username]) => username !== by && requireEntry(people, username).role !== 'client');
  const wasResolved = status === 'resolved' || status === 'closed';
  return {
    answered_at: first < 0 ? null : timeOf(first + 1),
    resolved_at: wasResolved ? timeOf(messages.length) : null,
  };
}

/** The clock of a concern; nobody is notified of deadlines that have already passed. */
function clockOf(raised: Date, priority: Priority, now: number) {
  const { responseDays, ...calendar } = defaultSettings;
  const { due, half, dueOn } = createWorkCalendar(calendar).deadlineAfter(raised.getTime(), responseDays[priority]);
  const reminders = { half_told: half <= now, due_told: due <= now };
  return { due_at: new Date(due), half_at: new Date(half), due_on: dueOn, ...reminders };
}

/** Step 0 is when it was raised, then one for each message, after the visits that it shows; never in the future. */
function timesOf({ raisedHoursAgo, nth, messages }: DemoConcern, visits: readonly ReleasedSession[], now: number) {
  const releasedAt = (visit: number) => visits[visit]?.releasedAt ?? 0;
  const times = [raisedHoursAgo === undefined ? releasedAt(nth) + 10 * hour : now - raisedHoursAgo * hour];
  for (const [step, [, , shown]] of messages.entries()) {
    times.push(Math.max((times[step] ?? 0) + 7 * hour, shown ? releasedAt(shown.nth) + 3 * hour : 0));
  }
  return (step: number) => new Date(Math.min(times[step] ?? now, now - (messages.length + 2 - step) * 4 * 60_000));
}

type Raised = { concern: DemoConcern; id: number; project: PinnedProject | null; timeOf: (step: number) => Date };

/** Where it was pinned, and where its raiser moved it a minute later. */
async function pinConcern(seed: Seed, { concern, id, project, timeOf }: Raised): Promise<void> {
  const { pin, pinnedFirst } = concern;
  if (!project || !pin) return;
  const by = requireEntry(seed.people, concern.by).id;
  const owner = { disputeId: id, ofConcern: true, by };
  await addPin(seed.tx, project, { pin: pinnedFirst ?? pin, owner: { ...owner, messageId: null, at: timeOf(0) } });
  if (!pinnedFirst) return;
  const at = new Date(timeOf(0).getTime() + 60_000);
  const moved = { dispute_id: id, user_id: by, message: `Moved to ${pin.file}`, message_type: 'moved' as const };
  const message = await seed.tx
    .insertInto('dispute_messages')
    .values({ ...moved, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addPin(seed.tx, project, { pin, owner: { ...owner, messageId: message.id, at } });
}

async function addTalk(seed: Seed, { concern, id, project, timeOf }: Raised): Promise<void> {
  for (const [nth, [username, message, shown]] of concern.messages.entries()) {
    const by = requireEntry(seed.people, username).id;
    const at = timeOf(nth + 1);
    const said = await seed.tx
      .insertInto('dispute_messages')
      .values({ dispute_id: id, user_id: by, message, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const owner = { disputeId: id, messageId: said.id, ofConcern: false, by, at };
    if (shown && project) await addPin(seed.tx, project, { pin: shown, owner });
  }
}

async function addDisputes(seed: Seed, buildings: Plan['buildings'], folder: string): Promise<void> {
  const released = await releasedSessions(seed.tx);
  for (const concern of concerns) {
    const visits = released.filter(({ project }) => project === concern.project);
    const session = visits[concern.nth];
    if (!session) continue;
    const building = projects.find(({ name }) => name === concern.project)?.building;
    const place = building && buildings.get(building)?.place;
    const timeOf = timesOf(concern, visits, seed.now);
    const row = {
      session_id: session.id,
      client_id: requireEntry(seed.people, concern.by).id,
      reason: concern.reason,
      status: concern.status,
      priority: concern.priority,
      created_at: timeOf(0),
      updated_at: timeOf(concern.messages.length),
      ...clockOf(timeOf(0), concern.priority, seed.now),
      ...demoAnswers(concern, seed, timeOf),
    };
    const { id } = await seed.tx.insertInto('disputes').values(row).returning('id').executeTakeFirstOrThrow();
    const raised = { concern, id, project: place ? { visits, place, folder } : null, timeOf };
    await pinConcern(seed, raised);
    await addTalk(seed, raised);
  }
}

/** Notifications about the sessions; the older ones are read. */
async function addNotifications(seed: Seed): Promise<void> {
  await sql`
    insert into notifications (user_id, title, message, type, is_read, related_session_id, created_at)
    select reader.id, note.title, note.message, note.type, note.at < to_timestamp(${seed.now} / 1000.0) - interval '9 days', r.session_id, note.at
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
      case when kind.readers = 'admin' then r.by_name || ' ' else '' end || kind.words || p.name || coalesce(', ' || r.site_name, '') as message) note
    where r.action = any(kind.actions) and reader.id is distinct from r.by_id
      and r.at > to_timestamp(${seed.now} / 1000.0) - interval '60 days'
    order by note.at`.execute(seed.tx);
}

/** The releases of the project with every kind of media are sealed like those of today, so that there is a chain of seals to check; the oldest first. */
async function awaitSeals({ tx, projects: seeded }: Seed): Promise<void> {
  const { name } = projects.find(({ clockWasSet }) => clockWasSet) ?? { name: '' };
  await sql`insert into released_media (record_id, items, complete, released_at, tried_at)
    select released_record_id, '{}', false, released_at, released_at from sessions
    where project_id = ${requireEntry(seeded, name).id} and released_record_id is not null`.execute(tx);
}

type Plan = { visits: Visit[]; taken: Map<string, string>; buildings: ReturnType<typeof readBuildings> };

/** The visits, one of which shows pictures that say when they were taken. */
async function planWithPictures(folders: DemoFolders, now: number): Promise<Plan> {
  await copyMedia(folders);
  const buildings = readBuildings(folders.from);
  const visits = planVisits(buildings);
  const visit = stampedVisit(visits);
  const link = visit?.links.drone;
  if (!visit || !link) return { visits, taken: new Map(), buildings };
  const { link: drone, taken } = await stampPictures(folders.to, { link, date: captureDate(now, visit) });
  return {
    visits: visits.map((one) => (one === visit ? { ...one, links: { ...one.links, drone } } : one)),
    taken,
    buildings,
  };
}

/**
 * Adds the demo company in one transaction; does nothing where an account exists (behaviour §8.6).
 * `folders` say where its pictures are and where they go. Dates are relative to `now`, everything else is the same every time.
 */
export async function seedDemo(database: Database, folders: DemoFolders, now: number = Date.now()): Promise<void> {
  await database.tx(async (tx) => {
    await sql`lock table users in share row exclusive mode`.execute(tx);
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return;
    const cast = await addPeople(tx, now);
    const seed: Seed = { tx, now, people: cast, projects: await addProjects(tx, now, cast) };
    const { visits, taken, buildings } = await planWithPictures(folders, now);
    const seeded: SeededVisit[] = [];
    for (const [nth, visit] of visits.entries()) seeded.push(await addVisit(seed, visit, nth));
    await awaitSeals(seed);
    await addViewpoints(tx, { folder: folders.to, visits: seeded, buildings, taken });
    await addRejections(tx, folders.to, seeded);
    await addPlannedVisits(tx, {
      seeded,
      now,
      placeOf: (name) => requireEntry(seed.projects, name),
      idOf: (username) => requireEntry(cast, username).id,
    });
    await addStages(tx, { seeded, now, personOf: (username) => idAndName(requireEntry(cast, username)) });
    await addDisputes(seed, buildings, folders.to);
    await addNotifications(seed);
  });
}
