// An earlier version and this one serve one database together while servers are exchanged one by one, under mixed load.
// `npm run bench -- rolling-upgrade`; `--from=COMMIT` for the earlier one, `--minutes=N` for how long they serve together (1).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { machine } from '#bench/lib/browser.ts';
import { buildVersion, commitBefore, type EarlierVersion } from '#bench/lib/earlier-version.ts';
import { publish } from '#bench/lib/publish.ts';
import { createRotation, type Member } from '#bench/lib/rotation.ts';
import { createDatabase, type Database } from '#server/db/open.ts';
import { hashPassword } from '#server/lib/secrets/password.ts';
import { freePort } from '#server/test-support/processes/free-port.ts';
import { type Product, startProduct } from '#server/test-support/processes/product-process.ts';
import { type Installed, startInstalled } from '#server/test-support/processes/system-postgres.ts';
import { startMailbox } from '#server/test-support/servers/mailbox.ts';
import { type Watch, watchChanges } from './change-watch.ts';
import { type Company, MixedLoad } from './mixed-load.ts';
import { audit, type Found, untilAllIsSent } from './upgrade-audit.ts';

const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
const minutes = Number(option('minutes') ?? 1);
/** Before the first new server and after the last old one. */
const aloneMs = 5_000;
const clients = 40;
const password = 'a-good-password';

async function settle({ query }: Database): Promise<Company & { admin: number }> {
  const hash = await hashPassword(password);
  const add = async (role: 'admin' | 'photographer' | 'client', username: string) => {
    const row = { username, password: hash, email: `${username}@example.org`, first_name: username, last_name: 'Obi' };
    return (
      await query
        .insertInto('users')
        .values({ ...row, role })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  };
  const [admin, photographer] = [await add('admin', 'admin'), await add('photographer', 'photographer')];
  const company = {
    password,
    admin,
    photographers: ['photographer'],
    clients: [] as string[],
    projects: [] as number[],
  };
  for (let nth = 1; nth <= clients; nth++) {
    company.clients.push(`client${nth}`);
    const project = { name: `Block ${nth}`, client_id: await add('client', `client${nth}`), created_by: admin };
    const { id } = await query.insertInto('projects').values(project).returning('id').executeTakeFirstOrThrow();
    await query.insertInto('sites').values({ project_id: id, name: 'A', photographer_id: photographer }).execute();
    company.projects.push(id);
  }
  return company;
}

async function newestMigration({ query }: Database): Promise<number> {
  const { rows } = await sql<{ newest: number }>`select max(number) as newest from migrations`.execute(query);
  return rows[0]?.newest ?? 0;
}

type Place = { postgres: Installed; folder: string; smtp: string; earlier: EarlierVersion };

/** With an address to build links from, which every mail needs; its own port, because that is another than the address says. */
async function start({ postgres, folder, smtp, earlier }: Place, version: 'old' | 'new'): Promise<Product> {
  const settings = {
    DATABASE_URL: postgres.url('rolling'),
    SESSION_SECRET: 'c0ncrete-and-steel-and-glass-and-wood',
    DATA_DIR: join(folder, version),
    PUBLIC_URL: 'http://progress.example.org',
    PORT: String(await freePort()),
    SMTP_URL: smtp,
    MAIL_GATHER_MINUTES: '0',
    NODE_ENV: 'production',
  };
  if (version === 'new') return startProduct(settings, { program: ['build/server/main.js'] });
  return startProduct(settings, { program: ['build/server/main.js'], folder: earlier.folder });
}

async function rollUnderLoad(place: Place, database: Database, found: Found[]): Promise<MixedLoad['ledger']> {
  const rotation = createRotation();
  const first = rotation.join('old 1', await start(place, 'old'));
  const company = await settle(database);
  const second = rotation.join('old 2', await start(place, 'old'));
  const before = await newestMigration(database);
  const cookies = {
    admin: await first.product.login('admin', password),
    photographer: await second.product.login('photographer', password),
    client: await first.product.login('client1', password),
  };
  const load = new MixedLoad({ rotation, company, cookies });
  const watches = new Map<Member, Watch>();
  const watch = async (member: Member) => {
    const who = { cookie: cookies.admin, id: company.admin };
    watches.set(member, await watchChanges(member.name, member.product, who));
  };
  const leave = async (member: Member) => {
    const { created } = load.ledger;
    const seen = watches.get(member);
    if (seen)
      found.push([
        `changes that a page on ${member.name} missed, of ${seen.heard()}`,
        (await seen.unheard([...created])).length,
        0,
      ]);
    seen?.close();
    await rotation.leave(member);
    for (const line of member.product.said().split('\n'))
      if (line.includes('"level":50')) load.ledger.logged.push(`${member.name}: ${line.slice(0, 600)}`);
  };
  const running = load.run();
  for (const member of [first, second]) await watch(member);
  await delay(aloneMs);
  // The first start of a new one migrates, while the old ones serve.
  const third = rotation.join('new 1', await start(place, 'new'));
  await watch(third);
  found.push(['migrations while the old ones served', (await newestMigration(database)) - before, null]);
  await delay(minutes * 60_000);
  await leave(first);
  const fourth = rotation.join('new 2', await start(place, 'new'));
  await watch(fourth);
  await delay(aloneMs);
  await leave(second);
  await delay(aloneMs);
  load.end();
  await running;
  await untilAllIsSent(database);
  for (const member of [third, fourth]) await leave(member);
  return load.ledger;
}

function counted(faults: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const fault of faults) found.set(fault, (found.get(fault) ?? 0) + 1);
  return found;
}

/** What an old server does on a database that a new one has migrated. */
async function startAgain(place: Place, database: Database): Promise<string> {
  const before = await newestMigration(database);
  const said = await start(place, 'old').then(
    async (product) => {
      await product.end('SIGTERM');
      return 'it serves';
    },
    (error: Error) => error.message.replace('The product ended: ', '').trim(),
  );
  const after = await newestMigration(database);
  return `Started again on the migrated database, the old version: ${said}${after === before ? '' : ' AND CHANGED IT'}`;
}

async function run(postgres: Installed): Promise<void> {
  const earlier = buildVersion(option('from') ?? commitBefore());
  const folder = mkdtempSync(join(tmpdir(), 'topout-bench-rolling-'));
  const box = await startMailbox();
  const main = createDatabase(postgres.connection, { max: 1 });
  await sql`create database rolling`.execute(main.query);
  await main.close();
  const database = createDatabase({ ...postgres.connection, database: 'rolling' }, { max: 2 });
  const place = { postgres, folder, smtp: box.url, earlier };
  try {
    const found: Found[] = [];
    const ledger = await rollUnderLoad(place, database, found);
    const again = await startAgain(place, database);
    const answers = [...ledger.answers.values()].reduce((sum, count) => sum + count, 0);
    found.unshift(['answers', answers, null], ['of them errors, or cut off', ledger.faults.length, 0]);
    found.push(...(await audit(database, ledger, box.mails)));
    const isMet = ([, figure, target]: Found) => target === null || figure === target;
    if (!found.every(isMet)) process.exitCode = 1;
    for (const [fault, times] of counted(ledger.faults)) console.log(`${times} x ${fault}`);
    for (const line of ledger.logged) console.log(line);
    publish('rolling-upgrade', {
      about: [`${machine()}. From ${earlier.commit.slice(0, 8)}, together for ${minutes} min.`, again],
      rows: [
        ['while servers were exchanged', 'figure', 'target'],
        ...found.map((row) => [
          row[0],
          `${row[1]}${isMet(row) ? '' : ' MISSED'}`,
          row[2] === null ? '' : `= ${row[2]}`,
        ]),
      ],
      left: 1,
    });
  } finally {
    await database.close();
    await box.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const postgres = await startInstalled({ max_connections: '200' });
if (!postgres) console.log('Skipped: PostgreSQL is not installed here (Debian: apt-get install postgresql).');
else await run(postgres).finally(() => postgres.stop());
