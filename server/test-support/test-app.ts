// A whole server in memory on a database of its own, and people to use it as.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { MemberRole, Role } from '#contract/policy.ts';
import { buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Database } from '#server/db/open.ts';
import { createFileIds } from '#server/lib/secrets/file-ids.ts';
import { noLimits } from './processes/product-process.ts';
import { freshDatabase, type TestDatabase } from './test-database.ts';

const password = 'a-good-password';
/** As the product keeps it, by settings that cost a hundredth: a hash is checked by those that it names. */
export const quickHash = hash(password, { memoryCost: 256, timeCost: 1, parallelism: 1 });

/** Somebody with an account; `id` is the account's. */
export type TestPerson = { id: number; username: string; role: Role; cookie: string };

/** What came back: the status, the parsed body, and the headers in lower case. */
export type TestAnswer = { status: number; body: unknown; headers: LightMyRequestResponse['headers'] };

export type TestCall = {
  body?: unknown;
  headers?: Record<string, string>;
};

/** Made by the server only where a test needs it, and removed with the process: nothing is written outside the temporary folder. */
const dataDir = join(tmpdir(), `topout-test-app-${process.pid}`);
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));

export const testConfig: Config = {
  ...readConfig({
    NODE_ENV: 'test',
    SESSION_SECRET: 'c0ncrete-and-steel-and-glass-and-wood',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    ...noLimits,
  }),
  demo: false,
  uploads: null,
  gatherMinutes: 0,
};

/** The id of a file as calls answer it, and what it is within. */
export const { seal: sealed, open: opened } = createFileIds(testConfig.secret);

function toAnswer(response: LightMyRequestResponse): TestAnswer {
  const json = String(response.headers['content-type'] ?? '').includes('json');
  return {
    status: response.statusCode,
    body: json && response.body ? response.json() : response.body,
    headers: response.headers,
  };
}

/** Builders that write rows directly: a world to act in, not the thing under test. */
function builders(database: Database) {
  let count = 0;
  const db = database.query;
  return {
    async user(role: Role, name: Partial<{ username: string; firstName: string; lastName: string }> = {}) {
      count++;
      const username = name.username ?? `${role}${count}`;
      const row = await db
        .insertInto('users')
        .values({
          username,
          password: await quickHash,
          email: `${username}@example.org`,
          first_name: name.firstName ?? role,
          last_name: name.lastName ?? String(count),
          role,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id: row.id, username, role };
    },
    async project(options: { clientId: number; createdBy: number; name?: string }) {
      count++;
      const { clientId, createdBy, name = `Project ${count}` } = options;
      const row = { name, client_id: clientId, created_by: createdBy };
      return (await db.insertInto('projects').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async site(options: { projectId: number; photographerId?: number | null; name?: string }) {
      count++;
      const { projectId, photographerId = null, name = `Site ${count}` } = options;
      const row = { project_id: projectId, photographer_id: photographerId, name };
      return (await db.insertInto('sites').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async member(options: { projectId: number; userId: number; role: MemberRole }) {
      await db
        .insertInto('project_users')
        .values({ project_id: options.projectId, user_id: options.userId, role: options.role })
        .execute();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/**
 * A server of its own for a test file. `person(role)` makes an account and logs it in through the real call;
 * `call(person, 'PUT /api/sessions/1/approve', { body })` asks as that person, `null` as nobody. Close it in `afterAll`.
 */
export async function createTestApp(settings: Partial<Config> = {}) {
  const own: TestDatabase = await freshDatabase();
  const app: FastifyInstance = await buildApp({
    config: { ...testConfig, ...settings },
    database: own.database,
    pages: null,
    demoMedia: null,
  });
  await app.ready();
  const make = builders(own.database);

  async function call(person: { cookie: string } | null, what: string, options: TestCall = {}): Promise<TestAnswer> {
    const [method, url] = what.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string];
    const headers = { ...(person ? { cookie: person.cookie } : {}), ...options.headers };
    const payload = options.body === undefined ? {} : { payload: options.body as object };
    return toAnswer(await app.inject({ method, url, headers, ...payload }));
  }

  async function login(username: string): Promise<string> {
    const answer = await app.inject({ method: 'POST', url: '/api/login', payload: { username, password } });
    const cookie = answer.cookies.find((one) => one.name === 'topout_login');
    if (!cookie) throw new Error(`${username} could not log in: ${answer.body}`);
    return `${cookie.name}=${cookie.value}`;
  }

  return {
    app,
    database: own.database,
    /** For a second process of the same installation. */
    connection: own.connection,
    make,
    call,
    login,
    password,
    async person(role: Role, name?: Parameters<typeof make.user>[1]): Promise<TestPerson> {
      const user = await make.user(role, name);
      return { ...user, cookie: await login(user.username) };
    },
    async close() {
      await app.close();
      await own.drop();
    },
  };
}
