// DATABASE_URL and DATABASE_DIRECT_URL: the PostgreSQL server, or several of which one takes writes, and the way past a pooler.
import { type Env, InvalidSetting, readSecretUrl, readToken } from './read-setting.ts';

/** `databaseUrl`: null for the embedded database. `databaseDirectUrl`: for migrations, LISTEN and the operator's commands; null where databaseUrl is direct. */
export type DatabaseAddresses = { databaseUrl: string | null; databaseDirectUrl: string | null };

/** `host` may be the folder of a unix socket. */
export type DatabaseHost = { host: string; port: number };

const postgres = ['postgresql:', 'postgres:'];
const usualPort = 5432;
/** All of them mean the same here: a host that takes writes. */
const sessionAttributes = ['read-write', 'primary', 'any'];

export function readDatabaseAddresses(env: Env): DatabaseAddresses {
  const databaseUrl = readAddress(env, 'DATABASE_URL');
  const databaseDirectUrl = readAddress(env, 'DATABASE_DIRECT_URL');
  if (databaseUrl !== null || databaseDirectUrl === null) return { databaseUrl, databaseDirectUrl };
  throw new InvalidSetting(
    'DATABASE_DIRECT_URL is set without DATABASE_URL: set that too, to the address of the pooler.',
  );
}

type Parts = { before: string; hosts: string[]; after: string };

/** What libpq writes as one address: `postgresql://user:password@db1:5432,db2/name`. Null for an address of another form. */
function partsOf(text: string): Parts | null {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(text) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) return null;
  return { before, hosts: hosts.split(','), after };
}

/** No host is repeated in a sentence: a password with a slash in it would be read as one. */
function readAddress(env: Env, name: string): string | null {
  const text = readToken(env, name);
  const parts = text === null ? null : partsOf(text);
  if (text === null || parts === null || parts.hosts.length === 1) return readSingle(env, name);
  const found = parts.hosts.map((host, index) => readHost(host, { name, place: index + 1 }));
  const written = found.map(({ host, port }) => `${host}:${port}`);
  const again = written.findIndex((host, index) => written.indexOf(host) !== index);
  if (again >= 0) throw new InvalidSetting(`${name} names host ${again + 1} of its list twice: name each once.`);
  const url = parseAlone(name, `${parts.before}${parts.hosts[0]}${parts.after}`);
  checkQuery(name, url.searchParams, { isList: true });
  return text;
}

function readSingle(env: Env, name: string): string | null {
  const url = readSecretUrl(env, name, postgres);
  if (url) checkQuery(name, url.searchParams, { isList: false });
  return url?.href ?? null;
}

function parseAlone(name: string, text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw new InvalidSetting(
    `${name} cannot be read, but must be an address such as postgresql://user:password@db1:5432,db2:5432/name.`,
  );
}

function readHost(text: string, { name, place }: { name: string; place: number }): DatabaseHost {
  const fault = (what: string) =>
    new InvalidSetting(
      `${name} is a list of hosts in which host ${place} ${what}: write it as db1:5432,db2:5432, separated by commas only.`,
    );
  if (text === '') throw fault('is missing');
  const [, host, port] = /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::(\d*))?$/i.exec(text) ?? [];
  if (host === undefined || !URL.canParse(`postgresql://${host}`)) throw fault('cannot be read');
  const number = port === undefined ? usualPort : Number(port);
  if (port === '' || number < 1 || number > 65_535) throw fault('has no port from 1 to 65535');
  return { host: decodeURIComponent(host.replace(/^\[|\]$/g, '')), port: number };
}

function checkQuery(name: string, query: URLSearchParams, { isList }: { isList: boolean }): void {
  const wanted = query.get('target_session_attrs') ?? 'any';
  if (!sessionAttributes.includes(wanted))
    throw new InvalidSetting(
      `${name} has a target_session_attrs that Topout cannot work with, because it writes: it must be read-write.`,
    );
  const isElsewhere = query.has('host') || query.has('port');
  if ((isList && isElsewhere) || query.get('host')?.includes(','))
    throw new InvalidSetting(
      `${name} names hosts in host= or port= as well: write several hosts before the name of the database, as db1:5432,db2:5432.`,
    );
}

/**
 * A checked address as an address of one host, and which hosts there are. `hosts` is null where nobody has to ask which of them takes
 * writes: there is one, and nothing says that it may be a standby.
 */
export function splitHosts(address: string): { url: string; hosts: DatabaseHost[] | null } {
  const parts = partsOf(address);
  if (!parts) return { url: address, hosts: null };
  const asks = /[?&]target_session_attrs=(read-write|primary)(&|$)/.test(parts.after);
  // A socket's folder stands in the query; there is one server behind it.
  if (parts.hosts.length === 1 && (!asks || /[?&]host=/.test(parts.after))) return { url: address, hosts: null };
  const name = 'The address of the database';
  const hosts = parts.hosts.map((host, index) => readHost(host, { name, place: index + 1 }));
  return { url: `${parts.before}${parts.hosts[0]}${parts.after}`, hosts };
}
