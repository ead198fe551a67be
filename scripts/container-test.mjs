// `npm run container-test`: builds the image without a registry and runs the life of a session through it. As root, on Debian.
import { existsSync } from 'node:fs';
import { buildImage, imageMegabytes, mountImage } from './container/image.mjs';
import { liveThrough, stillThere } from './container/session-life.mjs';
import { startContainer, startDatabase } from './container/start.mjs';
import { Refusal, tell } from './run.mjs';

/** Debian's packages, and a program of each. */
const needed = {
  mmdebstrap: '/usr/bin/mmdebstrap',
  buildah: '/usr/bin/buildah',
  postgresql: '/usr/lib/postgresql',
  'util-linux': '/usr/bin/unshare',
};
const mostMegabytes = 350;

const adminWords = ['--username', 'admin', '--email', 'admin@x.ng', '--first-name', 'Ada', '--last-name', 'Obi'];
const backup = 'cd /topout; mkdir /data/b; timeout 30 node scripts/backup-service.mjs /data/b; ls /data/b';
const film =
  'cd /tmp; ffmpeg -v error -f lavfi -i testsrc=d=1 -c:v libx264 x.mp4 && test -s x.mp4 && echo a video; rm x.mp4';
const writes = `for at in / /topout /etc /data /tmp; do if touch $at/x 2>/dev/null; then printf ' %s' $(basename $at); fi; done`;

function refuseElsewhere() {
  if (process.getuid?.() !== 0) throw new Refusal('The container test needs root: it mounts and makes namespaces.');
  const missing = Object.entries(needed).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length > 0) throw new Refusal(`The container test needs: apt-get install ${missing.join(' ')}`);
}

/** @param {string} what @param {boolean} isSo */
function expect(what, isSo) {
  console.log(`${isSo ? 'ok    ' : 'FAILED'} ${what}`);
  if (!isSo) process.exitCode = 1;
}

await tell(async () => {
  refuseElsewhere();
  const image = buildImage();
  const megabytes = imageMegabytes(image.name);
  expect(`the image has ${megabytes} MB compressed, at most ${mostMegabytes}`, megabytes <= mostMegabytes);
  const { config, rootfs, release } = mountImage(image.name);
  const database = await startDatabase();
  try {
    expect('it runs as a numbered user that is not root', /^[1-9]\d*:[1-9]\d*$/.test(config.User));
    expect('it has one volume, a health check and a command', isWhole(config));
    for (const tool of ['gcc', 'cc', 'make', 'python3', 'g++'])
      expect(`it has no ${tool}`, !existsSync(`${rootfs}/usr/bin/${tool}`));
    await proveRuns({ config, rootfs, database });
  } finally {
    await database.stop();
    release();
  }
});

/** @param {import('./container/image.mjs').ImageConfig} config */
function isWhole({ Volumes, Healthcheck, Cmd }) {
  return Object.keys(Volumes ?? {}).join() === '/data' && Healthcheck?.Test[0] === 'CMD' && Cmd.length > 0;
}

/** @param {{ config: import('./container/image.mjs').ImageConfig, rootfs: string, database: { url: string } }} parts */
async function proveRuns({ config, rootfs, database }) {
  const place = { config, rootfs, databaseUrl: database.url };
  const words = ['node', 'build/server/cli.js', 'create-admin', ...adminWords];
  const made = await (await startContainer({ ...place, words })).ended;
  expect('create-admin runs in it', made === 0);
  const first = await startContainer(place);
  await first.ready();
  expect('nothing but its volume and /tmp can be written', first.run(['sh', '-c', writes]) === 'data tmp');
  expect('it has no capability and gains none', /CapEff:\t0+\nCapBnd:\t0+\n.*NoNewPrivs:\t1/s.test(first.status()));
  expect('its health check passes', first.run([...(config.Healthcheck?.Test.slice(1) ?? [])]) === '');
  expect('ffmpeg makes a video in it', first.run(['sh', '-c', film]) === 'a video');
  const sessionId = await liveThrough(first.url);
  expect('a session was submitted, approved and seen by its client', sessionId > 0);
  const backedUp = first.run(['sh', '-c', backup]);
  expect('the backup service writes the database and the uploads', /topout-[\d-]+\.gz\s+uploads$/.test(backedUp));
  expect('no ended child program is left unburied', first.zombies() === 0);
  expect('SIGTERM ends it cleanly', (await first.stop()) === 0);
  const second = await startContainer(place);
  await second.ready();
  expect('another container on the same volume and database has it still', await stillThere(second.url, sessionId));
  expect('and ends cleanly too', (await second.stop()) === 0);
}
