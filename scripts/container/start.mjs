// Starts the image as a container runtime would, with the kernel's own means, and a PostgreSQL beside it.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '#scripts/run.mjs';

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** Debian's newest, as its user postgres, with a password. @returns {Promise<{ url: string, stop(): Promise<void> }>} */
export async function startDatabase() {
  const home = '/usr/lib/postgresql';
  const newest = Math.max(...readdirSync(home).map(Number).filter(Number.isFinite));
  const bin = path.join(home, String(newest), 'bin');
  const folder = mkdtempSync(path.join(tmpdir(), 'topout-container-database-'));
  const [port, password] = [await freePort(), randomBytes(12).toString('hex')];
  writeFileSync(path.join(folder, 'password'), password);
  const own = spawnSync('chown', ['-R', 'postgres', folder]);
  if (own.status !== 0) throw new Refusal('There is no user postgres: apt-get install postgresql');
  const as = (/** @type {string[]} */ ...words) => ['-u', 'postgres', '--', ...words];
  const data = path.join(folder, 'data');
  const made = spawnSync(
    'runuser',
    as(
      path.join(bin, 'initdb'),
      '-D',
      data,
      '-U',
      'topout',
      '-A',
      'scram-sha-256',
      `--pwfile=${folder}/password`,
      '--no-sync',
    ),
    { cwd: '/', encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Refusal(`initdb failed: ${made.stderr}`);
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`, '-c', 'unix_socket_directories='];
  const server = spawn('runuser', as(path.join(bin, 'postgres'), '-D', data, ...settings), {
    cwd: '/',
    stdio: 'ignore',
  });
  const closed = new Promise((done) => server.once('close', done));
  await waitFor(
    'PostgreSQL',
    async () => spawnSync(path.join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0,
  );
  return {
    url: `postgresql://topout:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill('SIGTERM');
      spawnSync('runuser', as(path.join(bin, 'pg_ctl'), 'stop', '-D', data, '-m', 'fast'), { cwd: '/' });
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param {string} what @param {() => Promise<boolean>} isSo */
async function waitFor(what, isSo) {
  for (let tries = 0; tries < 600; tries++) {
    if (await isSo().catch(() => false)) return;
    await delay(200);
  }
  throw new Refusal(`${what} was not ready within two minutes.`);
}

/** The volume and the secrets, which containers of one run share. @param {string} databaseUrl @param {string} user */
function makeOutside(databaseUrl, user) {
  const folder = mkdtempSync(path.join(tmpdir(), 'topout-container-'));
  chmodSync(folder, 0o711);
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  for (const each of ['data', 'data/uploads']) {
    mkdirSync(path.join(folder, each), { mode: 0o700 });
    chownSync(path.join(folder, each), uid, gid);
  }
  mkdirSync(path.join(folder, 'secrets'));
  const secrets = {
    session_secret: randomBytes(36).toString('base64'),
    database_url: databaseUrl,
    password: 'a-good-password',
  };
  for (const [name, text] of Object.entries(secrets)) writeFileSync(path.join(folder, 'secrets', name), `${text}\n`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @type {Map<string, string>} by database */
const outsides = new Map();

/**
 * What `docker run --read-only --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp` makes of it: mounts and processes of its own, the
 * machine's network.
 */
const enter = `set -e
mount --bind "$ROOTFS" "$ROOTFS"
mount -t proc proc "$ROOTFS/proc"
mount -t tmpfs -o mode=755,size=1m tmpfs "$ROOTFS/dev"
for each in null zero random urandom; do touch "$ROOTFS/dev/$each"; mount --bind "/dev/$each" "$ROOTFS/dev/$each"; done
mount -t tmpfs -o mode=1777,size=64m tmpfs "$ROOTFS/tmp"
mount -t tmpfs -o mode=755,size=1m tmpfs "$ROOTFS/run"
mkdir "$ROOTFS/run/secrets"
mount --bind "$OUTSIDE/secrets" "$ROOTFS/run/secrets"
mount --bind "$OUTSIDE/data" "$ROOTFS/data"
mount -o remount,bind,ro "$ROOTFS"
mount -o remount,bind,ro "$ROOTFS/run/secrets"
exec chroot "$ROOTFS" setpriv --reuid="\${AS%:*}" --regid="\${AS#*:}" --clear-groups --no-new-privs \\
  --bounding-set=-all --inh-caps=-all env -i -C "$WORKDIR" "$@"`;

/**
 * @param {{ config: import('./image.mjs').ImageConfig, rootfs: string, databaseUrl: string, words?: string[] }} parts words: instead of the
 * image's command
 */
export async function startContainer({ config, rootfs, databaseUrl, words = config.Cmd }) {
  const outside = outsides.get(databaseUrl) ?? makeOutside(databaseUrl, config.User);
  outsides.set(databaseUrl, outside);
  const port = await freePort();
  const settings = [
    ...config.Env,
    `PORT=${port}`,
    'LOG_LEVEL=warn',
    'SESSION_SECRET_FILE=/run/secrets/session_secret',
    'DATABASE_URL_FILE=/run/secrets/database_url',
    'TOPOUT_ADMIN_PASSWORD_FILE=/run/secrets/password',
  ];
  const env = { PATH: process.env.PATH, ROOTFS: rootfs, OUTSIDE: outside, AS: config.User, WORKDIR: config.WorkingDir };
  const own = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child', 'sh', '-c', enter, 'sh'];
  const child = spawn('unshare', [...own, ...settings, ...words], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  /** @type {Promise<number>} */
  const ended = new Promise((done) => child.once('close', (code, signal) => done(code ?? (signal ? 128 : 1))));
  const url = `http://127.0.0.1:${port}`;
  /** The first process within, as the machine numbers it. */
  const first = () => {
    const [pid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
    return pid ?? '';
  };
  return {
    url,
    ended,
    ready: () => waitFor('The container', async () => (await fetch(`${url}/health/ready`)).ok),
    /** Runs a command within, as the same user; answers what it said. @param {string[]} command */
    run(command) {
      const within = [
        '--target',
        first(),
        '--mount',
        '--pid',
        '--root',
        '--wd=/',
        '--setuid',
        config.User.split(':')[0] ?? '',
        '--',
      ];
      const done = spawnSync('nsenter', [...within, 'env', '-i', ...settings, ...command], { encoding: 'utf8' });
      return done.status === 0 ? done.stdout.trim() : `ended with ${done.status}: ${done.stderr}`;
    },
    status: () => readFileSync(`/proc/${first()}/status`, 'utf8'),
    zombies() {
      const all = spawnSync('ps', ['--ppid', first(), '-o', 'stat='], { encoding: 'utf8' }).stdout;
      return all.split('\n').filter((state) => state.startsWith('Z')).length;
    },
    /** Asks the first process within to end. */
    async stop() {
      process.kill(Number(first()), 'SIGTERM');
      return ended;
    },
  };
}
