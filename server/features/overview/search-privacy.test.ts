// Claims that in any world a search reveals no text that its reader may not read: in no row, no count, no group.
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
import { disputes } from '#server/features/disputes/handlers.ts';
import { projects } from '#server/features/projects/handlers.ts';
import { listSessions } from '#server/features/sessions/list/list.ts';
import type { ReadContext } from '#server/http/calls/register-routes.ts';
import { worldRounds } from '#server/test-support/rounds.ts';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { search, searchGroups } from './search.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await freshDatabase();
});
afterAll(() => own.drop());

const person = fc.nat({ max: 6 });
/** Two photographers and an admin. */
const photographer = fc.constantFrom(0, 1, 4);
const project = fc.nat({ max: 2 });
const removed = fc.constantFrom(false, false, false, true);
/** `revised`: clients read what was released before. */
const life = fc.constantFrom('waiting', 'approved', 'revised');

/** Indexes into people and projects; a person's role is their index modulo three. */
const worlds = fc.record({
  projects: fc.array(fc.record({ client: person, removed }), { minLength: 3, maxLength: 3 }),
  members: fc.uniqueArray(fc.record({ project, person, role: fc.constantFrom(...memberRoles) }), {
    maxLength: 4,
    selector: (one) => `${one.project} ${one.person}`,
  }),
  sites: fc.array(fc.record({ project, photographer }), { maxLength: 2 }),
  sessions: fc.array(fc.record({ project, photographer, removed, life }), { minLength: 2, maxLength: 4 }),
  disputes: fc.array(fc.record({ session: fc.nat(), client: person }), { minLength: 1, maxLength: 3 }),
});
type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never;

type Session = { id: number; projectId: number; photographerId: number; removed: boolean; released: boolean };
/** A word that occurs in one text only, and who may read that text. */
type Text = {
  word: string;
  what: string;
  isReadBy: (who: Person) => boolean;
  /** Replaces it with another word; left out if the database lets nobody change it. */
  rewrite?: (word: string) => RawBuilder<unknown>;
};
type Built = {
  people: Person[];
  projects: { id: number; clientId: number; removed: boolean }[];
  members: { projectId: number; userId: number; role: MemberRole }[];
  sites: { projectId: number; photographerId: number }[];
  sessions: Session[];
  texts: Text[];
};

let wordCount = 0;

/** No word is a part of another one. */
function newWord(): string {
  return `w${++wordCount}w`;
}

async function insert(query: RawBuilder<{ id: number }>): Promise<number> {
  return (await query.execute(own.database.query)).rows[0]?.id ?? 0;
}

function relationOf(world: Built, who: Person, projectId: number): ProjectRelation {
  const here = world.projects.find(({ id }) => id === projectId);
  if (!here || here.removed) return noRelation;
  return {
    client: here.clientId === who.id,
    member: world.members.find((one) => one.projectId === projectId && one.userId === who.id)?.role ?? null,
    site: world.sites.some((one) => one.projectId === projectId && one.photographerId === who.id),
    session: world.sessions.some((one) => one.projectId === projectId && one.photographerId === who.id && !one.removed),
  };
}

const factsOf = (world: Built, who: Person, { photographerId, released, projectId }: Session) => ({
  photographerId,
  released,
  relation: relationOf(world, who, projectId),
});

function sharesProject(world: Built, who: Person, other: Person): boolean {
  const belongs = ({ client, member, site, session }: ProjectRelation) => client || member !== null || site || session;
  return world.projects.some(
    ({ id }) => can.seeProject(who, relationOf(world, who, id)) && belongs(relationOf(world, other, id)),
  );
}

async function addPeople(built: Built): Promise<void> {
  for (let n = 0; n < 7; n++) {
    const role = roles[n % 3] as Person['role'];
    const [name, username, email] = [newWord(), newWord(), newWord()];
    const id = await insert(sql`insert into users (username, password, email, first_name, last_name, role)
      values (${username}, 'x', ${email}, 'x', ${name}, ${role}) returning id`);
    const other: Person = { kind: 'person', id, role };
    built.people.push(other);
    const isReadBy = (who: Person) => can.seePerson(who, { id, sharesProject: sharesProject(built, who, other) });
    // Anyone who shares a project with a person also gets their name with what they raised or reviewed.
    built.texts.push({ word: name, what: 'name', isReadBy });
    const rewrite = (word: string) => sql`update users set email = ${word} where id = ${id}`;
    built.texts.push({ word: email, what: 'e-mail', isReadBy: (who) => can.manageUsers(who), rewrite });
    // A photographer's name comes with each session of theirs.
    if (role === 'client')
      built.texts.push({ word: username, what: 'username', isReadBy: (who) => can.manageUsers(who) });
  }
}

/** Belongs to nobody, so that it gives no right to the project. */
async function addSite(projectId: number): Promise<{ id: number; name: string }> {
  const name = newWord();
  return {
    id: await insert(sql`insert into sites (project_id, name) values (${projectId}, ${name}) returning id`),
    name,
  };
}

async function addSession(built: Built, { project: at, photographer, ...one }: World['sessions'][number]) {
  const { id: projectId, removed: withProject } = built.projects[at] as Built['projects'][number];
  const photographerId = built.people[photographer]?.id ?? 0;
  const isReleased = one.life !== 'waiting';
  const [present, earlier] = [newWord(), newWord()];
  const isRevised = one.life === 'revised';
  const siteNow = await addSite(projectId);
  const siteThen = isRevised ? await addSite(projectId) : siteNow;
  const released = one.life === 'revised' ? earlier : present;
  const status = one.life === 'approved' ? 'approved' : 'pending';
  const isRemoved = withProject || one.removed;
  const id = await insert(sql`
    with r as (insert into session_records (session_id, action, by_name, project_id, project_name, photographer_id, photographer_name, capture_date, notes, site_id, site_name)
      values (0, 'created', 'x', ${projectId}, 'p', ${photographerId}, 'x', '2026-01-01', ${released}, ${siteThen.id}, ${siteThen.name}) returning id)
    insert into sessions (site_id, project_id, photographer_id, capture_date, notes, status, record_id, removed_at,
      released_record_id, released_status, released_by, released_at, released_capture_date)
    select ${siteNow.id}, ${projectId}, ${photographerId}, '2026-01-01', ${present}, ${status}, r.id, case when ${isRemoved}::boolean then now() end,
      case when ${isReleased}::boolean then r.id end, case when ${isReleased}::boolean then 'approved' end,
      case when ${isReleased}::boolean then ${built.people[0]?.id}::integer end, case when ${isReleased}::boolean then now() end,
      case when ${isReleased}::boolean then date '2026-01-01' end
    from r returning id`);
  // What a release leaves behind: people who have left the project see what was released then.
  await sql`insert into session_records (session_id, action, by_name, project_id, project_name, photographer_id, photographer_name, capture_date, released_record_id)
    select ${id}, 'approved', 'x', ${projectId}, 'p', ${photographerId}, 'x', '2026-01-01', released_record_id
    from sessions where id = ${id} and released_record_id is not null`.execute(own.database.query);
  const session = { id, projectId, photographerId, removed: isRemoved, released: isReleased };
  built.sessions.push(session);
  const sees = (who: Person) => !isRemoved && can.seeSession(who, factsOf(built, who, session));
  const reads = (of: 'present' | 'earlier') => (who: Person) =>
    sees(who) && (can.seePresentContent(who) ? of === 'present' : (one.life === 'revised') === (of === 'earlier'));
  const notes = (word: string) => sql`update sessions set notes = ${word} where id = ${id}`;
  built.texts.push({
    word: present,
    what: 'notes',
    isReadBy: reads('present'),
    ...(isReleased && !isRevised ? {} : { rewrite: notes }),
  });
  for (const [site, of] of [
    [siteNow, 'present'],
    [siteThen, 'earlier'],
  ] as const)
    if (of === 'present' || isRevised) {
      const rewrite = (word: string) => sql`update sites set name = ${word} where id = ${site.id}`;
      built.texts.push({ word: site.name, what: 'site', isReadBy: reads(of), rewrite });
    }
  if (one.life === 'revised') built.texts.push({ word: earlier, what: 'notes', isReadBy: reads('earlier') });
}

async function addDispute(built: Built, { session: at, client }: World['disputes'][number]): Promise<void> {
  const session = built.sessions[at % built.sessions.length];
  if (!session?.released) return;
  const clientId = built.people[client]?.id ?? 0;
  const [reason, message] = [newWord(), newWord()];
  const id = await insert(sql`insert into disputes (session_id, client_id, reason)
    values (${session.id}, ${clientId}, ${reason}) returning id`);
  await sql`insert into dispute_messages (dispute_id, user_id, message) values (${id}, ${clientId}, ${message})`.execute(
    own.database.query,
  );
  const isReadBy = (who: Person) =>
    !session.removed && can.readDispute(who, { clientId, session: factsOf(built, who, session) });
  const rewrite = (word: string) => sql`update disputes set reason = ${word} where id = ${id}`;
  built.texts.push({ word: reason, what: 'concern', isReadBy, rewrite }, { word: message, what: 'concern', isReadBy });
}

async function build(world: World): Promise<Built> {
  const built: Built = { people: [], projects: [], members: [], sites: [], sessions: [], texts: [] };
  await addPeople(built);
  const idOf = (index: number) => built.people[index]?.id ?? 0;
  for (const { client, removed: isRemoved } of world.projects) {
    const [name, description] = [newWord(), newWord()];
    const id = await insert(sql`insert into projects (name, description, client_id, created_by, removed_at)
      values (${name}, ${description}, ${idOf(client)}, ${idOf(0)}, case when ${isRemoved}::boolean then now() end) returning id`);
    built.projects.push({ id, clientId: idOf(client), removed: isRemoved });
    const isReadBy = (who: Person) => !isRemoved && can.seeProject(who, relationOf(built, who, id));
    for (const [column, word] of Object.entries({ name, description })) {
      const rewrite = (to: string) => sql`update projects set ${sql.ref(column)} = ${to} where id = ${id}`;
      built.texts.push({ word, what: 'project', isReadBy, rewrite });
    }
  }
  const projectOf = (index: number) => built.projects[index]?.id ?? 0;
  for (const { project: at, person: who, role } of world.members) {
    const row = { projectId: projectOf(at), userId: idOf(who), role };
    await sql`insert into project_users (project_id, user_id, role) values (${row.projectId}, ${row.userId}, ${role})`.execute(
      own.database.query,
    );
    built.members.push(row);
  }
  for (const { project: at, photographer } of world.sites) {
    if (built.projects[at]?.removed) continue;
    const row = { projectId: projectOf(at), photographerId: idOf(photographer) };
    await sql`insert into sites (project_id, name, photographer_id) values (${row.projectId}, 's', ${row.photographerId})`.execute(
      own.database.query,
    );
    built.sites.push(row);
  }
  for (const session of world.sessions) await addSession(built, session);
  for (const dispute of world.disputes) await addDispute(built, dispute);
  return built;
}

/** The same hits and groups under a filter that every visit meets; for two lists, the suggestions of a chooser. */
async function countElsewhere(actor: Person, q: string): Promise<number> {
  const reading: ReadContext = { actor, db: own.database.query, cached: (_key, work) => work() };
  const hits = await search(reading, { q, limit: 50, from: '2000-01-01' });
  const { people, concerns } = await searchGroups(reading, { q, limit: 5, to: '2100-01-01' });
  const { rows, total = 0 } = await listed.projects({ ...reading, query: { q, limit: 5, sort: 'createdAt' } } as never);
  const found = await raised.disputes({ ...reading, query: { q, limit: 5, sort: 'createdAt' } } as never);
  const counts = [hits.total, people.total, concerns.total, total, found.total ?? 0];
  const lengths = [hits.results, concerns.rows, rows, found.rows].map(({ length }) => length);
  return [...counts, ...lengths].reduce((sum, count) => sum + count, 0);
}
/** Their lists need nothing that their writes depend on. */
const listed = projects({} as never);
const raised = disputes({} as never);

/** Everything that a search answers: its hits, its groups, and the matches in the list of sessions. */
async function demoAnswers(actor: Person, q: string) {
  const reading: ReadContext = { actor, db: own.database.query, cached: (_key, work) => work() };
  const { total, results } = await search(reading, { q, limit: 50 });
  const { people, concerns } = await searchGroups(reading, { q, limit: 5 });
  const list = await listSessions(reading, { q, sort: 'createdAt', limit: 5 });
  return { total, results, people, concerns, list: [list.total, list.rows] as const };
}
type Answers = Awaited<ReturnType<typeof demoAnswers>>;

function countAll({ total, results, people, concerns, list }: Answers): number {
  const [counted, rows] = list;
  return (
    total +
    results.length +
    people.total +
    people.rows.length +
    concerns.total +
    concerns.rows.length +
    (counted ?? 0) +
    rows.length
  );
}

/** What is wrong for this person, in words: a hidden text that is found, or a readable one that is not. */
async function mistakes(built: Built, who: Person): Promise<string[]> {
  const { word: readable = '' } = built.texts.find(({ what }) => what === 'project') ?? {};
  const wrong: string[] = [];
  for (const { word, what, isReadBy } of built.texts) {
    const mayRead = isReadBy(who);
    seen[mayRead ? 'shown' : 'hidden']++;
    const found = countAll(await demoAnswers(who, word));
    // Of what may be read only the names of projects, to know that anything is found there.
    const elsewhere = mayRead && what !== 'project' ? 0 : await countElsewhere(who, word);
    if (elsewhere > 0) seen.elsewhere++;
    if (!mayRead && elsewhere > 0) wrong.push(`${who.role} is suggested the ${what} of somebody else`);
    if (!mayRead && found > 0) wrong.push(`${who.role} finds the ${what} of somebody else`);
    if (!mayRead && countAll(await demoAnswers(who, `${readable} ${word}`)) > 0)
      wrong.push(`${who.role} finds ${what} and project`);
    // A person without a project is in no list, not even their own.
    if (mayRead && found === 0 && (what !== 'name' || who.role === 'admin')) wrong.push(`${who.role} misses a ${what}`);
  }
  return wrong;
}

const seen = { shown: 0, hidden: 0, elsewhere: 0 };

test(
  'in any world nobody finds a word that they may not read, in rows, counts and groups, and everybody finds what they may',
  async () => {
    const run = fc.asyncProperty(worlds, async (world) => {
      const built = await build(world);
      for (const who of built.people.slice(0, 6)) expect(await mistakes(built, who)).toEqual([]);
    });
    await fc.assert(run, { numRuns: worldRounds(5), endOnFailure: true });
    expect(seen.hidden).toBeGreaterThan(200);
    expect(seen.shown).toBeGreaterThan(200);
    expect(seen.elsewhere).toBeGreaterThan(20);
  },
  worldRounds(300_000),
);

/** Whatever a person may search for: words of theirs, words hidden from them, both, and a part common to all. */
async function allAnswers(who: Person, words: { hidden: string[]; readable: string[] }) {
  const [first = ''] = words.readable;
  const asked = [
    ...words.hidden,
    ...words.readable.slice(0, 3),
    ...words.hidden.map((word) => `${first} ${word}`),
    'w',
  ];
  return Promise.all(asked.map(async (q) => [q, await demoAnswers(who, q), await countElsewhere(who, q)]));
}

test(
  'in any world no answer changes with text that its reader may not read',
  async () => {
    let changed = 0;
    const run = fc.asyncProperty(worlds, async (world) => {
      const built = await build(world);
      for (const who of built.people.slice(0, 6)) {
        const hidden = built.texts.filter(({ isReadBy, rewrite }) => rewrite && !isReadBy(who)).slice(0, 8);
        const readable = built.texts.filter(({ isReadBy }) => isReadBy(who)).map(({ word }) => word);
        const words = { hidden: hidden.map(({ word }) => word), readable };
        const before = await allAnswers(who, words);
        for (const { rewrite } of hidden) await rewrite?.(newWord()).execute(own.database.query);
        expect(await allAnswers(who, words)).toEqual(before);
        for (const { word, rewrite } of hidden) await rewrite?.(word).execute(own.database.query);
        changed += hidden.length;
      }
    });
    await fc.assert(run, { numRuns: worldRounds(3), endOnFailure: true });
    expect(changed).toBeGreaterThan(30);
  },
  worldRounds(300_000),
);
