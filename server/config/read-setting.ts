// Single settings of each kind, read from the environment; a wrong one is named with what would be right.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

export type Env = Record<string, string | undefined>;
/** A setting that cannot be used; the message is the whole sentence for the operator. */
export class InvalidSetting extends Error {}

export function read(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

export function readUrl(env: Env, name: string, protocols: string[]): URL | null {
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

/** Host names set apart by commas or blanks; they become part of the frames that pages may show. */
export function readHosts(env: Env, name: string): string[] {
  const hosts = (read(env, name) ?? '').split(/[\s,]+/).filter((host) => host !== '');
  const wrong = hosts.find((host) => !/^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*$/i.test(host));
  if (wrong === undefined) return hosts.map((host) => host.toLowerCase());
  throw new InvalidSetting(
    `${name} has '${wrong}', but must be host names set apart by commas, such as tours.example.org.`,
  );
}
