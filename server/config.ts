// The settings: environment to checked values, read once at start. A wrong one is named with what would be right.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { LinkHosts } from '#contract/links/link.ts';
import { type Brand, readBrand } from './config/brand.ts';
import { type DriveAccount, InvalidAccount, readDriveAccount } from './config/drive-account.ts';
import { InvalidMail, type MailAddress, readMailAddress, readSmtpServer, type SmtpServer } from './config/mail.ts';
import { defaultPushHosts, InvalidOutgoing, type Outgoing, readTestOrigins } from './config/outgoing.ts';
import { readSampleProject, type SampleProject } from './config/sample-project.ts';
import { readUploads, type Uploads } from './config/uploads.ts';

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** null: the embedded database under dataDir. */
  databaseUrl: string | null;
  secret: string;
  /** Origin under which people reach it, without a slash at the end; null: whatever the Host header says. */
  publicUrl: string | null;
  /** Whose headers about a request's origin are believed: nobody's, those of so many hops, or of these addresses. */
  trustProxy: false | number | string[];
  mediaRoot: string | null;
  /** null: nobody uploads. */
  uploads: Uploads | null;
  /** Room on disk for pictures that were made smaller. */
  mediaCacheMegabytes: number;
  /** Room on disk for pyramids of maps. */
  mapCacheMegabytes: number;
  /** `base` ends with a slash. */
  drive: { key: string | null; account: DriveAccount | null; base: string };
  /** The operator's own tour and WebODM hosts and Maps key, as `classifyLink` takes them. */
  linkHosts: LinkHosts;
  outgoing: Outgoing;
  brand: Brand;
  /** The server that takes mail; null: none is sent. */
  smtp: SmtpServer | null;
  /** Who mail is from. */
  mailFrom: MailAddress;
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

type Limit = 'writesPerMinute' | 'writesPerDay' | 'uploadsPerHour' | 'searchesPerMinute' | 'alignmentsPerMinute';
type Env = Record<string, string | undefined>;

/** A setting that cannot be used; the message is the whole sentence for the operator. */
export class InvalidSetting extends Error {}

function read(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

function readPort(env: Env): number {
  const text = read(env, 'PORT') ?? '3000';
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new InvalidSetting(`PORT is '${text}', but must be a whole number from 0 to 65535.`);
}

function readUrl(env: Env, name: string, protocols: string[]): URL | null {
  const text = read(env, name);
  if (text === null) return null;
  const example = `${protocols[0]}//example.org`;
  // Where a password may stand in the address, nothing of what cannot be read is repeated.
  const isSecret = name === 'DATABASE_URL';
  const wrong = isSecret ? 'cannot be read' : `is '${text}'`;
  if (!URL.canParse(text)) throw new InvalidSetting(`${name} ${wrong}, but must be an address such as ${example}.`);
  const url = new URL(text);
  if (protocols.includes(url.protocol)) return url;
  const start = isSecret && url.host === '' ? 'with something else' : `with '${url.protocol}'`;
  throw new InvalidSetting(`${name} begins ${start}, but must begin with ${protocols.join(' or ')}.`);
}

function readSwitch(env: Env, name: string): boolean | null {
  const text = read(env, name)?.toLowerCase();
  if (text === undefined) return null;
  if (['1', 'true', 'yes', 'on'].includes(text)) return true;
  if (['0', 'false', 'no', 'off'].includes(text)) return false;
  throw new InvalidSetting(`${name} is '${text}', but must be true or false.`);
}

/** An origin has no path: people cannot be sent to a folder of another site. */
function readPublicUrl(env: Env): string | null {
  const url = readUrl(env, 'PUBLIC_URL', ['https:', 'http:']);
  if (url === null || url.pathname + url.search === '/') return url?.origin ?? null;
  throw new InvalidSetting(
    `PUBLIC_URL is '${url.href}', but must be an address without a path, such as ${url.origin}.`,
  );
}

/** `10.0.0.1`, or a range such as `10.0.0.0/8`. */
function isProxy(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 && maxBits > 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= maxBits))
  );
}

function readTrustProxy(env: Env): Config['trustProxy'] {
  const text = read(env, 'TRUST_PROXY') ?? 'false';
  if (text === 'false') return false;
  if (/^\d+$/.test(text)) return Number(text);
  const addresses = text.split(',').map((part) => part.trim());
  if (addresses.every(isProxy)) return addresses;
  throw new InvalidSetting(
    `TRUST_PROXY is '${text}', but must be false, a number of hops (1 for one proxy), or the proxies' addresses set apart by commas${
      text === 'true' ? ': with true everybody could claim any address' : ''
    }.`,
  );
}

function readFolder(env: Env, name: string): string | null {
  const text = read(env, name);
  if (text === null) return null;
  const folder = resolve(text);
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  throw new InvalidSetting(`${name} is '${text}', but there is no folder of that name.`);
}

function readMegabytes(env: Env, name: string, otherwise: number): number {
  const text = read(env, name) ?? String(otherwise);
  if (/^\d{1,7}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new InvalidSetting(`${name} is '${text}', but must be a whole number of megabytes, at least 1.`);
}

function readAccount(env: Env): DriveAccount | null {
  const text = read(env, 'GOOGLE_DRIVE_CREDENTIALS');
  try {
    return text === null ? null : readDriveAccount(text);
  } catch (error) {
    if (!(error instanceof InvalidAccount)) throw error;
    throw new InvalidSetting(`GOOGLE_DRIVE_CREDENTIALS ${error.message}`);
  }
}

/** What is wrong is said without the address: it may hold a password. */
function readMail(env: Env, brand: Brand): Pick<Config, 'smtp' | 'mailFrom'> {
  const [url, from] = [read(env, 'SMTP_URL'), read(env, 'MAIL_FROM')];
  try {
    return {
      smtp: url === null ? null : readSmtpServer(url),
      mailFrom: from === null ? { name: null, address: brand.email } : readMailAddress(from),
    };
  } catch (error) {
    if (!(error instanceof InvalidMail)) throw error;
    throw new InvalidSetting(error.message);
  }
}

function readDrive(env: Env): Config['drive'] {
  const { href } = readUrl(env, 'GOOGLE_DRIVE_API_BASE', ['https:', 'http:']) ?? new URL('https://www.googleapis.com/');
  if (/\/drive\/v3\/?$/.test(href))
    throw new InvalidSetting(`GOOGLE_DRIVE_API_BASE is '${href}', but must be the part before drive/v3.`);
  return {
    key: read(env, 'GOOGLE_DRIVE_API_KEY'),
    account: readAccount(env),
    base: href.endsWith('/') ? href : `${href}/`,
  };
}

/** Host names set apart by commas or blanks; they become part of the frames that pages may show. */
function readHosts(env: Env, name: string): string[] {
  const hosts = (read(env, name) ?? '').split(/[\s,]+/).filter((host) => host !== '');
  const wrong = hosts.find((host) => !/^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*$/i.test(host));
  if (wrong === undefined) return hosts.map((host) => host.toLowerCase());
  throw new InvalidSetting(
    `${name} has '${wrong}', but must be host names set apart by commas, such as tours.example.org.`,
  );
}

function readLinkHosts(env: Env): LinkHosts {
  const mapsKey = read(env, 'GOOGLE_MAPS_KEY') ?? undefined;
  if (mapsKey === undefined || /^[\w-]+$/.test(mapsKey))
    return { tours: readHosts(env, 'TOUR_HOSTS'), webodm: readHosts(env, 'WEBODM_HOSTS'), mapsKey };
  throw new InvalidSetting('GOOGLE_MAPS_KEY is not a key: it consists of letters, digits, - and _.');
}

function readOutgoing(env: Env, production: boolean): Outgoing {
  const pushHosts = readHosts(env, 'PUSH_HOSTS');
  try {
    const testOrigins = readTestOrigins(read(env, 'TEST_ORIGINS'), { production });
    return { pushHosts: pushHosts.length > 0 ? pushHosts : defaultPushHosts, testOrigins };
  } catch (error) {
    if (!(error instanceof InvalidOutgoing)) throw error;
    throw new InvalidSetting(`TEST_ORIGINS ${error.message}`);
  }
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function readLevel(env: Env): string {
  const text = read(env, 'LOG_LEVEL') ?? 'info';
  if (levels.includes(text)) return text;
  throw new InvalidSetting(`LOG_LEVEL is '${text}', but must be one of ${levels.join(', ')}.`);
}

/** A secret that outlives restarts of an embedded installation; stored beside its database, readable by its owner only. */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  try {
    const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (stored.length >= 32) return stored;
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    const secret = randomBytes(32).toString('base64url');
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  } catch (error) {
    throw new InvalidSetting(`DATA_DIR is '${dataDir}', but nothing can be kept there: ${(error as Error).message}.`);
  }
}

function readSecret(env: Env, needed: { strong: boolean; dataDir: string }): string {
  const text = read(env, 'SESSION_SECRET');
  if (text === null && !needed.strong) return ownSecret(needed.dataDir);
  if (text !== null && text.length >= 32 && new Set(text).size >= 10) return text;
  const fault = text === null ? 'is not set' : 'is too weak';
  throw new InvalidSetting(
    `SESSION_SECRET ${fault}: set it to at least 32 random characters, for example the output of: openssl rand -base64 36`,
  );
}

function readDemo(env: Env, where: { embedded: boolean; production: boolean; host: string }): boolean {
  const onlyHere = where.host === 'localhost' || where.host === '::1' || where.host.startsWith('127.');
  const demo = readSwitch(env, 'DEMO') ?? (where.embedded && !where.production && onlyHere);
  if (!demo || where.embedded) return demo;
  throw new InvalidSetting(
    'DEMO is on, but demo data is only made in the embedded database: unset DEMO or DATABASE_URL.',
  );
}

function readLimit(env: Env, name: string, otherwise: number): number {
  const text = read(env, name) ?? String(otherwise);
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new InvalidSetting(`${name} is '${text}', but must be a whole number, at least 1.`);
}

function readLimits(env: Env): Config['limits'] {
  return {
    writesPerMinute: readLimit(env, 'WRITES_PER_MINUTE', 300),
    writesPerDay: readLimit(env, 'WRITES_PER_DAY', 10_000),
    uploadsPerHour: readLimit(env, 'UPLOADS_PER_HOUR', 60),
    searchesPerMinute: readLimit(env, 'SEARCHES_PER_MINUTE', 240),
    alignmentsPerMinute: readLimit(env, 'ALIGNMENTS_PER_MINUTE', 600),
  };
}

function readPasswordMin(env: Env): number {
  const text = read(env, 'PASSWORD_MIN') ?? '6';
  if (/^\d{1,2}$/.test(text) && Number(text) >= 6 && Number(text) <= 64) return Number(text);
  throw new InvalidSetting(`PASSWORD_MIN is '${text}', but must be a whole number from 6 to 64.`);
}

function readMetricsToken(env: Env): string | null {
  const token = read(env, 'METRICS_TOKEN');
  if (token === null || token.length >= 16) return token;
  throw new InvalidSetting('METRICS_TOKEN is too short: set it to at least 16 random characters.');
}

/**
 * The checked settings. Throws InvalidSetting with a sentence that names the setting and what would be right.
 * DEMO is on by default only with the embedded database, outside production, on an address of this machine (behaviour §8.6).
 */
export function readConfig(env: Env): Config {
  const production = env.NODE_ENV === 'production';
  const { databaseUrl, dataDir } = readStore(env);
  const host = read(env, 'HOST') ?? '127.0.0.1';
  const embedded = databaseUrl === null;
  const brand = readBrand({
    text: (name) => read(env, name),
    link: (name) => readUrl(env, name, ['https:'])?.href ?? '',
  });
  const demo = readDemo(env, { embedded, production, host });
  const mediaRoot = readFolder(env, 'MEDIA_ROOT');
  return {
    port: readPort(env),
    host,
    dataDir,
    databaseUrl,
    demo,
    sampleProject: readSampleProject(read(env, 'SAMPLE_PROJECT'), demo, (fault) => new InvalidSetting(fault)),
    publicUrl: readPublicUrl(env),
    trustProxy: readTrustProxy(env),
    mediaRoot,
    uploads: readUploads(
      {
        root: readFolder(env, 'UPLOAD_ROOT'),
        quotaBytes: readLimit(env, 'UPLOAD_QUOTA_GB', 500) * 1024 ** 3,
        quotaIsFixed: read(env, 'UPLOAD_QUOTA_GB') !== null,
      },
      { mediaRoot, dataDir, demo },
      (fault) => new InvalidSetting(fault),
    ),
    mediaCacheMegabytes: readMegabytes(env, 'MEDIA_CACHE_MB', 512),
    mapCacheMegabytes: readMegabytes(env, 'MAP_CACHE_MB', 4_096),
    drive: readDrive(env),
    linkHosts: readLinkHosts(env),
    outgoing: readOutgoing(env, production),
    brand,
    ...readMail(env, brand),
    logLevel: readLevel(env),
    metricsToken: readMetricsToken(env),
    passwordMin: readPasswordMin(env),
    limits: readLimits(env),
    secret: readSecret(env, { strong: production || !embedded, dataDir }),
    production,
    development: env.NODE_ENV === 'development',
  };
}

/** What an operator's command needs to know: where the data is. It works without the secrets of a start. */
type Store = Pick<Config, 'databaseUrl' | 'dataDir' | 'passwordMin'> & {
  adminPassword: string | null;
  /** Where uploads lie, if there are any. */
  uploadRoot: string;
};

function readStore(env: Env): Store {
  const dataDir = resolve(read(env, 'DATA_DIR') ?? 'data');
  return {
    databaseUrl: readUrl(env, 'DATABASE_URL', ['postgresql:', 'postgres:'])?.href ?? null,
    dataDir,
    uploadRoot: resolve(read(env, 'UPLOAD_ROOT') ?? join(dataDir, 'uploads')),
    passwordMin: readPasswordMin(env),
    // Not trimmed: a password may begin or end as it likes.
    adminPassword: env.TOPOUT_ADMIN_PASSWORD || null,
  };
}

/** The same for the operator's commands. Throws InvalidSetting like `readConfig`. */
export function processStore(): Store {
  return readStore(process.env);
}

/** The settings of this process; the only place that reads its environment. */
export function processConfig(): Config {
  return readConfig(process.env);
}
