// The image for the container test: a base of Debian's packages and Node's binary from npm, and the Containerfile built on it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, root } from '#scripts/run.mjs';

/** Of the image's configuration what the test reads. @typedef {{ User: string, Env: string[], Cmd: string[], WorkingDir: string, Volumes?: object, Healthcheck?: { Test: string[] } }} ImageConfig */

const nodeVersion = '24.21.0';
const folder = path.join(cacheFolder, 'container');
const base = 'localhost/topout-base';
const name = 'localhost/topout';

/** @param {string} program @param {string[]} words @param {{ cwd?: string, show?: boolean }} [options] */
function run(program, words, { cwd = root, show = false } = {}) {
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' };
  const stdio = /** @type {import('node:child_process').StdioOptions} */ ([
    'ignore',
    show ? 'inherit' : 'pipe',
    'inherit',
  ]);
  return String(execFileSync(program, words, { cwd, env, stdio, maxBuffer: 1 << 26 }) ?? '').trim();
}

/** Its store is ours alone. @param {string[]} words */
const buildah = (...words) =>
  run('buildah', ['--root', path.join(folder, 'store'), '--runroot', path.join(folder, 'run'), ...words]);

/** Debian without documents and translations, kept between runs. */
function debian() {
  const tar = path.join(folder, 'debian.tar');
  if (existsSync(tar)) return tar;
  const without = ['doc', 'man', 'locale'].map((each) => `--dpkgopt=path-exclude=/usr/share/${each}/*`);
  run('mmdebstrap', ['--mode=root', '--variant=minbase', '--quiet', ...without, 'bookworm', `${tar}.half.tar`]);
  renameSync(`${tar}.half.tar`, tar);
  return tar;
}

function nodeBinary() {
  const file = path.join(folder, `node-${nodeVersion}`);
  if (existsSync(file)) return file;
  const [packed = ''] = run('npm', ['pack', `node-linux-${process.arch}@${nodeVersion}`, '--silent'], {
    cwd: folder,
  }).split('\n');
  run('tar', ['-xzf', packed, 'package/bin/node'], { cwd: folder });
  copyFileSync(path.join(folder, 'package/bin/node'), file);
  return file;
}

/** As node:24-bookworm-slim is made: Debian, Node, npm. Where this machine needs certificates of its own to reach npm, with those. */
function buildBase() {
  const container = buildah('from', 'scratch');
  const npm = path.dirname(path.dirname(run('readlink', ['-f', run('which', ['npm'])])));
  buildah('add', '--quiet', container, debian(), '/');
  buildah('copy', '--quiet', '--chmod', '755', container, nodeBinary(), '/usr/local/bin/node');
  buildah('copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm');
  buildah('run', container, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm');
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) {
    buildah('copy', '--quiet', container, certificates, '/usr/local/etc/certificates.crt');
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/usr/local/etc/certificates.crt', container);
  }
  buildah('commit', '--quiet', '--rm', container, base);
}

export function buildImage() {
  mkdirSync(folder, { recursive: true });
  console.log(`Building the base of Debian and Node ${nodeVersion} ...`);
  buildBase();
  console.log('Building the Containerfile ...');
  const began = Date.now();
  // In Docker's format, which keeps the health check.
  const words = ['--format', 'docker', '--build-arg', `BASE=${base}`, '--tag', name, '--file', 'Containerfile', '.'];
  buildah('bud', '--quiet', '--layers=false', ...words);
  console.log(`Built in ${Math.round((Date.now() - began) / 1000)} s.`);
  return { name };
}

/** As a registry would hold it: every layer compressed. @param {string} image */
export function imageMegabytes(image) {
  const target = path.join(folder, 'pushed');
  rmSync(target, { recursive: true, force: true });
  buildah('push', '--quiet', '--format', 'oci', image, `dir:${target}`);
  const bytes = readdirSync(target).reduce((sum, file) => sum + statSync(path.join(target, file)).size, 0);
  rmSync(target, { recursive: true });
  return Math.ceil(bytes / 1_000_000);
}

/** @param {string} image @returns {{ config: ImageConfig, rootfs: string, release(): void }} */
export function mountImage(image) {
  const container = buildah('from', image);
  const rootfs = buildah('mount', container);
  const { Docker } = JSON.parse(buildah('inspect', container));
  return {
    config: Docker.config,
    rootfs,
    release: () => void buildah('rm', container),
  };
}
