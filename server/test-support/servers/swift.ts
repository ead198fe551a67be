// A real S3 store for tests: OpenStack Swift from its Debian packages, all in one, in a temporary folder and as the user who runs the test.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BucketAddress, readBucket } from '#server/config/storage.ts';
import { contentPrefix } from '#server/media/sources/bucket-uploads.ts';
import { contentKey } from '#server/media/sources/upload-store.ts';
import { type Bucket, openBucket } from '#server/media/storage/bucket.ts';
import { freePort } from '#server/test-support/processes/free-port.ts';

/** swift-proxy, swift-account, swift-container, swift-object and memcached, without what they recommend. */
const programs = ['swift-proxy-server', 'swift-account-server', 'swift-container-server', 'swift-object-server'];
export const hasSwift = [...programs.map((name) => `/usr/bin/${name}`), '/usr/bin/memcached'].every(existsSync);

const python = '/usr/bin/python3';
const startMilliseconds = 60_000;
const pause = 100;
const run = `import sys
from swift.common import utils
utils.SWIFT_CONF_FILE = sys.argv[1] + '/swift.conf'
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(sys.argv[1] + '/' + sys.argv[2] + '.conf', sys.argv[2] + '-server'))
`;

/** Where each part's one disk is. The program `swift-ring-builder` would be started nine times for it. */
const makeRings = `import sys
from swift.common.ring import RingBuilder
etc = sys.argv[1]
for word in sys.argv[2:]:
    name, port = word.split('=')
    place = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1.0, 'device': 'd1', 'meta': '', **place})
    builder.rebalance()
    builder.get_ring().save(etc + '/' + name + '.ring.gz')
`;

const sections = (all: Record<string, Record<string, string | number>>) =>
  Object.entries(all)
    .map(([name, lines]) =>
      [`[${name}]`, ...Object.entries(lines).map(([key, value]) => `${key} = ${value}`)].join('\n'),
    )
    .join('\n');

function writeSettings(folder: string, ports: number[]): void {
  const etc = join(folder, 'etc');
  const [proxy = 0, memcached = 0, ...own] = ports;
  const write = (name: string, all: Parameters<typeof sections>[0]) =>
    writeFileSync(join(etc, `${name}.conf`), sections(all));
  const common = { bind_ip: '127.0.0.1', workers: 1, user: userInfo().username, swift_dir: etc };
  const quiet = { log_address: join(folder, 'nolog') };
  write('swift', {
    'swift-hash': { swift_hash_path_suffix: 'topout', swift_hash_path_prefix: 'topout' },
    'storage-policy:0': { name: 'one', default: 'yes' },
  });
  const parts = ['account', 'container', 'object'];
  for (const [nth, name] of parts.entries()) {
    const port = own[nth] ?? 0;
    const place = { devices: join(folder, 'srv'), mount_check: 'false', disable_fallocate: 'true' };
    write(name, {
      DEFAULT: { ...common, ...quiet, ...place, bind_port: port },
      'pipeline:main': { pipeline: `${name}-server` },
      [`app:${name}-server`]: { use: `egg:swift#${name}` },
    });
  }
  const made = spawnSync(python, ['-c', makeRings, etc, ...parts.map((name, nth) => `${name}=${own[nth]}`)]);
  if (made.status !== 0) throw new Error(`Swift's rings could not be made: ${made.stderr}`);
  write('proxy', {
    DEFAULT: { ...common, ...quiet, bind_port: proxy },
    'pipeline:main': {
      pipeline:
        'catch_errors gatekeeper proxy-logging cache listing_formats s3api tempauth bulk slo dlo proxy-logging proxy-server',
    },
    'app:proxy-server': {
      use: 'egg:swift#proxy',
      account_autocreate: 'true',
      allow_account_management: 'true',
      // Half a second is too short on a busy machine, and its only disk would count as broken for a minute.
      conn_timeout: 10,
      node_timeout: 60,
      recoverable_node_timeout: 60,
      error_suppression_limit: 1_000_000,
    },
    'filter:catch_errors': { use: 'egg:swift#catch_errors' },
    'filter:gatekeeper': { use: 'egg:swift#gatekeeper' },
    'filter:proxy-logging': { use: 'egg:swift#proxy_logging' },
    'filter:cache': { use: 'egg:swift#memcache', memcache_servers: `127.0.0.1:${memcached}` },
    'filter:listing_formats': { use: 'egg:swift#listing_formats' },
    'filter:s3api': { use: 'egg:swift#s3api', s3_acl: 'false', location: 'us-east-1', min_segment_size: 5_242_880 },
    'filter:tempauth': { use: 'egg:swift#tempauth', user_test_tester: 'testing .admin' },
    'filter:bulk': { use: 'egg:swift#bulk' },
    'filter:slo': { use: 'egg:swift#slo' },
    'filter:dlo': { use: 'egg:swift#dlo' },
  });
}

/** Its parts start one after the other: it is ready once it takes a file and hands it out. */
async function tryOut({ client, name }: Bucket): Promise<void> {
  const file = { Bucket: name, Key: 'ready' };
  const isThere = await client.headBucket({ Bucket: name }).then(
    () => true,
    () => false,
  );
  if (!isThere) await client.createBucket({ Bucket: name });
  await client.putObject({ ...file, Body: 'ready' });
  await (await client.getObject(file)).Body?.transformToString();
  await client.deleteObject(file);
}

async function whenReady(bucket: Bucket): Promise<void> {
  const until = Date.now() + startMilliseconds;
  for (;;) {
    try {
      await tryOut(bucket);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await delay(pause);
    }
  }
}

/** `url` is for STORAGE_URL and names a bucket that is there, and empty. */
export type Swift = { port: number; url: string; address: BucketAddress; bucket: Bucket; stop(): void };

export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'topout-swift-'));
  for (const name of ['etc', 'srv/d1']) mkdirSync(join(folder, name), { recursive: true });
  const free = new Set<number>();
  while (free.size < 5) free.add(await freePort());
  const ports = [...free];
  const [port = 0, memcached = 0] = ports;
  writeSettings(folder, ports);
  const children: ChildProcess[] = [];
  const start = (program: string, args: string[]) => {
    const env = { ...process.env, SWIFT_DIR: join(folder, 'etc'), HOME: folder };
    children.push(spawn(program, args, { stdio: 'ignore', env, detached: true }));
  };
  const asUser = process.getuid?.() === 0 ? ['-u', 'root'] : [];
  start('memcached', [...asUser, '-l', '127.0.0.1', '-p', String(memcached)]);
  for (const name of ['account', 'container', 'object', 'proxy']) start(python, ['-c', run, join(folder, 'etc'), name]);
  const stop = () => {
    process.off('exit', stop);
    for (const { pid } of children)
      try {
        // Its workers are of its group.
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  process.once('exit', stop);
  const url = `s3://test%3Atester:testing@127.0.0.1:${port}/topout-files?tls=off`;
  const address = readBucket(url) as BucketAddress;
  const bucket = openBucket(address);
  try {
    await whenReady(bucket);
  } catch (error) {
    stop();
    throw error;
  }
  return { port, url, address, bucket, stop };
}

/** What is stored of a finished upload with this SHA-256; empty where nothing is. */
export async function uploadedContent({ client, name }: Bucket, sha256: string): Promise<Uint8Array> {
  const found = await client.getObject({ Bucket: name, Key: contentPrefix + contentKey(sha256) }).catch(() => null);
  return (await found?.Body?.transformToByteArray()) ?? Buffer.alloc(0);
}

/** A store lists a thousand at once: this one two. */
export function inPagesOfTwo(bucket: Bucket): Bucket {
  const lists = ['ListObjectsV2Command', 'ListMultipartUploadsCommand'];
  bucket.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        next(lists.includes(commandName) ? { ...args, input: { ...args.input, MaxKeys: 2, MaxUploads: 2 } } : args),
    { step: 'initialize' },
  );
  return bucket;
}
