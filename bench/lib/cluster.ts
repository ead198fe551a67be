// Several built servers behind haproxy, on one database, one bucket and one mailbox: servers die and are exchanged while it stands.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seedDemo } from '#server/db/demo/seed.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Connection, createDatabase, type Database } from '#server/db/open.ts';
import { freePort } from '#server/test-support/processes/free-port.ts';
import { type Product, startProduct } from '#server/test-support/processes/product-process.ts';
import { type Mailbox, startMailbox } from '#server/test-support/servers/mailbox.ts';
import { hasSwift, type Swift, startSwift } from '#server/test-support/servers/swift.ts';
import { urlOf } from '#server/test-support/test-database.ts';
import { createNetwork, type Network } from './network.ts';

const program = '/usr/sbin/haproxy';
const secret = 'c0ncrete-and-steel-and-glass-and-wood';

type Forward = { port: number; to: string };
type Proxied = { port: number; servers: readonly string[]; here: string; forwards: Record<string, Forward> };

/**
 * Round robin, no cookie: every request may reach another server. Only what never left for a server is sent to a second one. What the
 * servers themselves need listens on this machine alone, so it is forwarded to them from the address at which they reach it.
 */
function proxySettings({ port, servers, here, forwards }: Proxied): string {
  return `defaults
  mode http
  timeout connect 1s
  timeout check 5s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  option redispatch 1
  retries 3
  option forwardfor
frontend people
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /health/ready
  default-server inter 500ms fall 2 rise 1 check
${servers.map((at, nth) => `  server s${nth} ${at}`).join('\n')}
${Object.entries(forwards)
  .map(
    ([name, { port: from, to }]) => `listen ${name}
  mode tcp
  timeout client 1h
  timeout server 1h
  bind ${here}:${from}
  server it ${to}
`,
  )
  .join('')}`;
}

export type Cluster = {
  url: string;
  count: number;
  /** In networks of their own, not on ports of this one. */
  isApart: boolean;
  database: Database;
  mailbox: Mailbox;
  swift: Swift;
  /** Ends one of them and starts another in its place; resolves when that is ready. */
  exchange(nth: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Lines of the logs of all servers so far that tell of what nobody expected. */
  errors(): string[];
  close(): Promise<void>;
};

/** What is missing here to run it; null if nothing is. */
export function missing(): string | null {
  if (!existsSync(program)) return 'haproxy is not installed here (Debian: apt-get install haproxy)';
  return hasSwift ? null : 'Swift is not installed here (Debian: swift, swift-account, swift-container, swift-object)';
}

async function whenServed(url: string): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; await delay(100)) {
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    if (answer?.status === 200) return;
  }
  throw new Error('The proxy passes nothing on.');
}

type Undo = (step: () => unknown) => void;

/** What the servers share; the demo's media lie in a folder of all of them. */
async function startShared(folder: string, undo: Undo, demo: boolean) {
  const embedded = await startEmbedded({ dataDir: folder, log: () => undefined });
  undo(() => embedded.stop());
  const database = createDatabase(embedded.connection, { max: 4 });
  undo(() => database.close());
  await migrate(database);
  if (demo) await seedDemo(database, { from: 'demo/media', to: join(folder, 'media/demo') });
  const swift = await startSwift();
  undo(() => swift.stop());
  // Slow enough that servers die while they send.
  const mailbox = await startMailbox({ pauseMs: () => Math.random() * 500 });
  undo(() => mailbox.close());
  return { connection: embedded.connection, database, swift, mailbox };
}

type Reached = { network: Network; forwards: Record<'database' | 'bucket' | 'mail', Forward> };

/** The addresses at which the servers find the database, the bucket and the mailbox. */
function addressesFrom(
  { network: { here }, forwards }: Reached,
  { connection, swift }: { connection: Connection; swift: Swift },
) {
  return {
    DATABASE_URL: urlOf({ ...connection, host: here, port: forwards.database.port }),
    STORAGE_URL: swift.url.replace(`127.0.0.1:${swift.port}`, `${here}:${forwards.bucket.port}`),
    SMTP_URL: `smtp://${here}:${forwards.mail.port}`,
    MAIL_GATHER_MINUTES: '0',
  };
}

async function forwardsTo({ host, port }: Connection, swift: Swift, mailbox: Mailbox): Promise<Reached['forwards']> {
  const database = host.startsWith('/') ? `unix@${host}/.s.PGSQL.${port}` : `${host}:${port}`;
  const to = async (at: string): Promise<Forward> => ({ port: await freePort(), to: at });
  return {
    database: await to(database),
    bucket: await to(`127.0.0.1:${swift.port}`),
    mail: await to(`127.0.0.1:${mailbox.port}`),
  };
}

/** `demo`: with the company that a first start makes, for journeys; else empty. */
export async function startCluster(count: number, { demo = false } = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'topout-bench-cluster-'));
  // Run by root, the database's own user has to get in.
  chmodSync(folder, 0o755);
  const steps: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })];
  const close = async () => {
    for (const step of steps.splice(0).reverse()) await step();
  };
  const undo: Undo = (step) => steps.push(step);
  try {
    const { connection, database, swift, mailbox } = await startShared(folder, undo, demo);
    const network = createNetwork(count);
    undo(network.close);
    const forwards = await forwardsTo(connection, swift, mailbox);
    const hosts = await Promise.all(network.hosts.map(async (host) => ({ ...host, port: await freePort() })));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const servers = hosts.map(({ address, port: at }) => `${address}:${at}`);
    const settings = proxySettings({ port, servers, here: network.here, forwards });
    writeFileSync(join(folder, 'haproxy.cfg'), settings);
    const proxy = spawn(program, ['-db', '-q', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
    undo(() => proxy.kill('SIGKILL'));

    const start = (nth: number): Promise<Product> => {
      const { address, port: at, run } = hosts[nth] as (typeof hosts)[number];
      return startProduct(
        {
          HOST: address,
          PORT: String(at),
          SESSION_SECRET: secret,
          ...addressesFrom({ network, forwards }, { connection, swift }),
          DATA_DIR: join(folder, `server-${nth}`),
          PUBLIC_URL: url,
          // The proxy, and the people behind it, each with an address of their own.
          TRUST_PROXY: '2',
          ...(demo && { MEDIA_ROOT: join(folder, 'media'), SAMPLE_PROJECT: '1' }),
        },
        { program: ['build/server/main.js'], run },
      );
    };
    const running = await Promise.all(hosts.map((_, nth) => start(nth)));
    const started = [...running];
    undo(() => Promise.all(running.map((server) => server.end('SIGTERM'))));
    await whenServed(url);
    return {
      url,
      count,
      isApart: network.isApart,
      database,
      mailbox,
      swift,
      async exchange(nth, signal) {
        await running[nth]?.end(signal);
        running[nth] = await start(nth);
        started.push(running[nth]);
      },
      errors: () => started.flatMap((each) => each.said().split('\n')).filter((line) => line.includes('"level":50')),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
