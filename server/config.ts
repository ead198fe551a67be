// The settings: environment to checked values, read once at start. A wrong one is named with what would be right.
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { LinkHosts } from '#contract/links/link.ts';
import { type DatabaseAddresses, readDatabaseAddresses } from './config/database.ts';
import { type DriveAccount, readDriveAccount } from './config/drive-account.ts';
import { findProgram } from './config/find-program.ts';
import { type MailAddress, readMailAddress, readSmtpServer, type SmtpServer } from './config/mail.ts';
import { readMapTiles } from './config/map-tiles.ts';
import { type Outgoing, readOutgoing } from './config/outgoing.ts';
import {
  type Env,
  InvalidSetting,
  read,
  readFolder,
  readHosts,
  readNumber,
  readSecret,
  readSwitch,
  readToken,
  readUrl,
} from './config/read-setting.ts';
import { readSessionSecret } from './config/session-secret.ts';
import { type BucketAddress, readBucket } from './config/storage.ts';
import { readTrustProxy, type TrustedProxies } from './config/trusted-proxies.ts';

/** `nameIsFixed`: the name stands in the environment, and admins do not change it in the product. `emailIsFixed`: the address is not the product's own. */
export type Brand = {
  name: string;
  email: string;
  linkedin: string;
  instagram: string;
  nameIsFixed?: boolean;
  emailIsFixed?: boolean;
};

/** `first`: the demo company's; null: there is no sample. */
export type SampleProject = number | 'first' | null;

/** `rootIsFixed`, `quotaIsFixed`: it stands in the environment. `quotaBytes`: of each project. */
export type Uploads = { root: string; quotaBytes: number; rootIsFixed?: boolean; quotaIsFixed?: boolean };

export type Config = DatabaseAddresses & {
  port: number;
  host: string;
  dataDir: string;
  role: Role;
  secret: string;
  /** Origin under which people reach it, without a slash at the end; null: whatever the Host header says. */
  publicUrl: string | null;
  /** Whose headers about a request's origin are believed. */
  trustProxy: TrustedProxies;
  mediaRoot: string | null;
  /** A PMTiles archive; null: projects are shown on no map. */
  mapTiles: string | null;
  /** null: nobody uploads. */
  uploads: Uploads | null;
  /** Where uploads, pyramids and reports lie; null: in folders of this machine. */
  bucket: BucketAddress | null;
  /** Room on disk for pictures that were made smaller. */
  mediaCacheMegabytes: number;
  /** Room on disk for pyramids of maps. */
  mapCacheMegabytes: number;
  /** Room for light copies of videos. */
  videoCacheMegabytes: number;
  /** The program that makes them; null: none is installed. */
  ffmpeg: string | null;
  /** `base` ends with a slash. */
  drive: { key: string | null; account: DriveAccount | null; base: string };
  /** The operator's own tour and WebODM hosts and Maps key, as `classifyLink` takes them. */
  linkHosts: LinkHosts;
  outgoing: Outgoing;
  brand: Brand;
  /** The server that takes mail; null: none is sent. */
  smtp: SmtpServer | null;
  /** The authority that stamps heads of chains (RFC 3161); null: none is asked. */
  tsaUrl: string | null;
  /** Who mail is from. */
  mailFrom: MailAddress;
  /** For so long the mail of a release waits for further ones of its reader. */
  gatherMinutes: number;
  logLevel: string;
  metricsToken: string | null;
  /** Characters that a new password must have; never below the form's own six. */
  passwordMin: number;
  /** How much each person may ask for in one process. */
  limits: Record<Limit, number>;
  demo: boolean;
  sampleProject: SampleProject;
  production: boolean;
  /** tsx with Vite in the server (`npm run dev`). */
  development: boolean;
};

/** What a process does: serve people, do what waits in the queue, or both. */
type Role = 'web' | 'work' | 'both';
const roles: readonly string[] = ['web', 'work', 'both'] satisfies Role[];

type Limit = 'writesPerMinute' | 'writesPerDay' | 'uploadsPerHour' | 'searchesPerMinute' | 'alignmentsPerMinute';
/** An origin has no path: people cannot be sent to a folder of another site. */
function readPublicUrl(env: Env): string | null {
  const url = readUrl(env, 'PUBLIC_URL', ['https:', 'http:']);
  if (url === null || url.pathname + url.search === '/') return url?.origin ?? null;
  throw new InvalidSetting(
    `PUBLIC_URL is '${url.href}', but must be an address without a path, such as ${url.origin}.`,
  );
}

function readDrive(env: Env): Config['drive'] {
  const { href } = readUrl(env, 'GOOGLE_DRIVE_API_BASE', ['https:', 'http:']) ?? new URL('https://www.googleapis.com/');
  if (/\/drive\/v3\/?$/.test(href))
    throw new InvalidSetting(`GOOGLE_DRIVE_API_BASE is '${href}', but must be the part before drive/v3.`);
  return {
    key: readToken(env, 'GOOGLE_DRIVE_API_KEY'),
    account: readDriveAccount(readToken(env, 'GOOGLE_DRIVE_CREDENTIALS')),
    base: href.endsWith('/') ? href : `${href}/`,
  };
}

function readLinkHosts(env: Env): LinkHosts {
  const mapsKey = read(env, 'GOOGLE_MAPS_KEY') ?? undefined;
  if (mapsKey === undefined || /^[\w-]+$/.test(mapsKey))
    return { tours: readHosts(env, 'TOUR_HOSTS'), webodm: readHosts(env, 'WEBODM_HOSTS'), mapsKey };
  throw new InvalidSetting('GOOGLE_MAPS_KEY is not a key: keys consist of letters, digits, - and _.');
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function readLevel(env: Env): string {
  const text = read(env, 'LOG_LEVEL') ?? 'info';
  if (levels.includes(text)) return text;
  throw new InvalidSetting(`LOG_LEVEL is '${text}', but must be one of ${levels.join(', ')}.`);
}

function readRole(env: Env): Role {
  const text = read(env, 'ROLE') ?? 'both';
  if (roles.includes(text)) return text as Role;
  throw new InvalidSetting(`ROLE is '${text}', but must be one of ${roles.join(', ')}.`);
}

function readDemo(env: Env, where: { embedded: boolean; production: boolean; host: string }): boolean {
  const onlyHere = where.host === 'localhost' || where.host === '::1' || where.host.startsWith('127.');
  const demo = readSwitch(env, 'DEMO') ?? (where.embedded && !where.production && onlyHere);
  if (!demo || where.embedded) return demo;
  throw new InvalidSetting(
    'DEMO is on, but demo data is only made in the embedded database: unset DEMO or DATABASE_URL.',
  );
}

function readLimits(env: Env): Config['limits'] {
  return {
    writesPerMinute: readNumber(env, 'WRITES_PER_MINUTE', { otherwise: 300 }),
    writesPerDay: readNumber(env, 'WRITES_PER_DAY', { otherwise: 10_000 }),
    uploadsPerHour: readNumber(env, 'UPLOADS_PER_HOUR', { otherwise: 60 }),
    searchesPerMinute: readNumber(env, 'SEARCHES_PER_MINUTE', { otherwise: 240 }),
    alignmentsPerMinute: readNumber(env, 'ALIGNMENTS_PER_MINUTE', { otherwise: 600 }),
  };
}

function readMetricsToken(env: Env): string | null {
  const token = readToken(env, 'METRICS_TOKEN');
  if (token === null || token.length >= 16) return token;
  throw new InvalidSetting('METRICS_TOKEN is too short: set it to at least 16 random characters.');
}

function readBrand(env: Env): Brand {
  const [name, email] = [read(env, 'BRAND_NAME'), read(env, 'BRAND_EMAIL')];
  const link = (setting: string) => readUrl(env, setting, ['https:'])?.href ?? '';
  return {
    name: name ?? 'Topout',
    nameIsFixed: name !== null,
    email: email ?? 'hello@topout.example',
    emailIsFixed: email !== null,
    linkedin: link('BRAND_LINKEDIN'),
    instagram: link('BRAND_INSTAGRAM'),
  };
}

/** In the demo it is of the demo company, unless the operator names a project or `none`. */
function readSampleProject(env: Env, demo: boolean): SampleProject {
  const text = read(env, 'SAMPLE_PROJECT');
  if (text === null) return demo ? 'first' : null;
  if (text === 'none') return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidSetting(`SAMPLE_PROJECT is '${text}', but must be the number of a project, or none.`);
}

function isWithin(folder: string, other: string): boolean {
  const way = relative(folder, other);
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}

type Where = { mediaRoot: string | null; dataDir: string; demo: boolean; hasBucket: boolean };

/** The demo keeps them beside its database, and a bucket takes them all. A folder within MEDIA_ROOT could be bound to a project, with everybody's uploads in it. */
function readUploads(env: Env, { mediaRoot, dataDir, demo, hasBucket }: Where): Uploads | null {
  const root = readFolder(env, 'UPLOAD_ROOT');
  const quota = {
    quotaBytes: readNumber(env, 'UPLOAD_QUOTA_GB', { otherwise: 500 }) * 1024 ** 3,
    quotaIsFixed: read(env, 'UPLOAD_QUOTA_GB') !== null,
  };
  if (hasBucket && root !== null)
    throw new InvalidSetting(
      'UPLOAD_ROOT and STORAGE_URL are both set: uploads are kept in only one of them, so unset the other.',
    );
  if (hasBucket) return { root: join(dataDir, 'uploads'), rootIsFixed: true, ...quota };
  if (root === null) return demo ? { root: join(dataDir, 'uploads'), ...quota } : null;
  if (mediaRoot === null || !(isWithin(mediaRoot, root) || isWithin(root, mediaRoot)))
    return { root, rootIsFixed: true, ...quota };
  throw new InvalidSetting(
    `UPLOAD_ROOT is '${root}', but neither it nor MEDIA_ROOT may be inside the other: choose another folder.`,
  );
}

const megabytes = { most: 9_999_999, what: 'a whole number of megabytes, at least 1' };
const gatherTimes = { otherwise: 10, least: 0, most: 60, what: 'a whole number from 0 to 60' };
const passwordLengths = { otherwise: 6, least: 6, most: 64, what: 'a whole number from 6 to 64' };

/**
 * The checked settings. Throws InvalidSetting with a sentence that names the setting and what would be right.
 * DEMO is on by default only with the embedded database, outside production, on an address of this machine (behaviour §8.6).
 */
export function readConfig(env: Env): Config {
  const production = env.NODE_ENV === 'production';
  const { databaseUrl, databaseDirectUrl, dataDir, bucket } = readStore(env);
  const host = read(env, 'HOST') ?? '127.0.0.1';
  const embedded = databaseUrl === null;
  const brand = readBrand(env);
  const demo = readDemo(env, { embedded, production, host });
  const mediaRoot = readFolder(env, 'MEDIA_ROOT');
  return {
    port: readNumber(env, 'PORT', { otherwise: 3000, least: 0, most: 65_535, what: 'a whole number from 0 to 65535' }),
    host,
    dataDir,
    databaseUrl,
    databaseDirectUrl,
    role: readRole(env),
    demo,
    sampleProject: readSampleProject(env, demo),
    publicUrl: readPublicUrl(env),
    trustProxy: readTrustProxy(env),
    mediaRoot,
    mapTiles: readMapTiles(env),
    uploads: readUploads(env, { mediaRoot, dataDir, demo, hasBucket: bucket !== null }),
    bucket,
    mediaCacheMegabytes: readNumber(env, 'MEDIA_CACHE_MB', { otherwise: 512, ...megabytes }),
    mapCacheMegabytes: readNumber(env, 'MAP_CACHE_MB', { otherwise: 4_096, ...megabytes }),
    videoCacheMegabytes: readNumber(env, 'VIDEO_CACHE_MB', { otherwise: 20_480, ...megabytes }),
    ffmpeg: findProgram(env, 'ffmpeg'),
    drive: readDrive(env),
    linkHosts: readLinkHosts(env),
    outgoing: readOutgoing(env, { production }),
    brand,
    smtp: readSmtpServer(readToken(env, 'SMTP_URL')),
    tsaUrl: readUrl(env, 'TSA_URL', ['https:', 'http:'])?.href ?? null,
    mailFrom: readMailAddress(read(env, 'MAIL_FROM'), brand.email),
    gatherMinutes: readNumber(env, 'MAIL_GATHER_MINUTES', gatherTimes),
    logLevel: readLevel(env),
    metricsToken: readMetricsToken(env),
    passwordMin: readNumber(env, 'PASSWORD_MIN', passwordLengths),
    limits: readLimits(env),
    secret: readSessionSecret(env, { strong: production || !embedded, dataDir }),
    production,
    development: env.NODE_ENV === 'development',
  };
}

/** What an operator's command needs to know: where the data is. It works without the secrets of a start. */
type Store = Pick<Config, keyof DatabaseAddresses | 'dataDir' | 'passwordMin'> & {
  adminPassword: string | null;
  /** Where uploads lie, if there are any. */
  uploadRoot: string;
  /** Where they lie instead; null: in no bucket. */
  bucket: BucketAddress | null;
};

function readStore(env: Env): Store {
  const dataDir = resolve(read(env, 'DATA_DIR') ?? 'data');
  return {
    ...readDatabaseAddresses(env),
    dataDir,
    uploadRoot: resolve(read(env, 'UPLOAD_ROOT') ?? join(dataDir, 'uploads')),
    bucket: readBucket(readToken(env, 'STORAGE_URL')),
    passwordMin: readNumber(env, 'PASSWORD_MIN', passwordLengths),
    adminPassword: readSecret(env, 'TOPOUT_ADMIN_PASSWORD'),
  };
}

/** The same for the operator's commands. Throws InvalidSetting like `readConfig`. */
export const processStore = (): Store => readStore(process.env);

/** The settings of this process; the only place that reads its environment. */
export const processConfig = (): Config => readConfig(process.env);
