// Single settings of each kind, read from the environment; a wrong one is named with what would be right.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

export type Env = Record<string, string | undefined>;
/** A setting that cannot be used; the message is the whole sentence for the operator. */
export class InvalidSetting extends Error {}

export function read(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

/** Longer than any secret, so that a file of something else is not read into memory. */
const secretFileBytes = 65_536;

function textOfFile(name: string, path: string): string {
  const fault = (what: string) => new InvalidSetting(`${name} is '${path}', but ${what}.`);
  try {
    const { size } = statSync(path);
    if (size > secretFileBytes) throw fault('that file is too large for a secret');
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EISDIR') throw fault('that is a folder');
    if (code === 'EACCES' || code === 'EPERM') throw fault('this user may not read that file');
    if (code === 'ENOENT' || code === 'ENOTDIR') throw fault('there is no file of that name');
    throw error instanceof InvalidSetting ? error : fault('that file cannot be read');
  }
}

/**
 * A setting that nobody else may know: NAME, or NAME_FILE with the path of a file that holds it, as containers and systemd hand secrets out.
 * A line break at the end is the file's, not the secret's. Nothing of it stands in a sentence. @throws InvalidSetting
 */
export function readSecret(env: Env, name: string): string | null {
  const path = read(env, `${name}_FILE`);
  // Not trimmed: a password may begin or end as it likes.
  if (path === null) return env[name] || null;
  if (env[name]?.trim()) throw new InvalidSetting(`${name} and ${name}_FILE are both set: unset one of them.`);
  const text = textOfFile(`${name}_FILE`, path).replace(/\r?\n$/, '');
  if (text.trim() !== '') return text;
  throw new InvalidSetting(`${name}_FILE is '${path}', but that file is empty.`);
}

/** The same without blanks around it, as every secret but a password is read. */
export const readToken = (env: Env, name: string): string | null => readSecret(env, name)?.trim() || null;

/** `secret`: where a password may stand in the address, nothing of what cannot be read is repeated. */
type UrlRule = { protocols: string[]; secret: boolean };

function parseUrl(name: string, text: string, { protocols, secret }: UrlRule): URL {
  const example = `${protocols[0]}//example.org`;
  const wrong = secret ? 'cannot be read' : `is '${text}'`;
  if (!URL.canParse(text)) throw new InvalidSetting(`${name} ${wrong}, but must be an address such as ${example}.`);
  const url = new URL(text);
  if (protocols.includes(url.protocol)) return url;
  const start = secret && url.host === '' ? 'with something else' : `with '${url.protocol}'`;
  throw new InvalidSetting(`${name} begins ${start}, but must begin with ${protocols.join(' or ')}.`);
}

export function readUrl(env: Env, name: string, protocols: string[]): URL | null {
  const text = read(env, name);
  return text === null ? null : parseUrl(name, text, { protocols, secret: false });
}

/** An address with a password in it; a secret. */
export function readSecretUrl(env: Env, name: string, protocols: string[]): URL | null {
  const text = readToken(env, name);
  return text === null ? null : parseUrl(name, text, { protocols, secret: true });
}

export function readSwitch(env: Env, name: string): boolean | null {
  const text = read(env, name)?.toLowerCase();
  if (text === undefined) return null;
  if (['1', 'true', 'yes', 'on'].includes(text)) return true;
  if (['0', 'false', 'no', 'off'].includes(text)) return false;
  throw new InvalidSetting(`${name} is '${text}', but must be true or false.`);
}

export function readFolder(env: Env, name: string): string | null {
  const text = read(env, name);
  if (text === null) return null;
  const folder = resolve(text);
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  throw new InvalidSetting(`${name} is '${text}', but there is no folder of that name.`);
}

type NumberRule = { otherwise: number; least?: number; most?: number; what?: string };

/** A whole number from `least` to `most`; `what` is said of it. */
export function readNumber(
  env: Env,
  name: string,
  { otherwise, least = 1, most = 999_999_999, what = 'a whole number, at least 1' }: NumberRule,
): number {
  const text = read(env, name) ?? String(otherwise);
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new InvalidSetting(`${name} is '${text}', but must be ${what}.`);
}

/** Host names separated by commas or blanks; they become part of the frames that pages may show. */
export function readHosts(env: Env, name: string): string[] {
  const hosts = (read(env, name) ?? '').split(/[\s,]+/).filter((host) => host !== '');
  const wrong = hosts.find((host) => !/^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*$/i.test(host));
  if (wrong === undefined) return hosts.map((host) => host.toLowerCase());
  throw new InvalidSetting(
    `${name} has '${wrong}', but must be host names separated by commas, such as tours.example.org.`,
  );
}
