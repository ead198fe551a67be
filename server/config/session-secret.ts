// SESSION_SECRET, which signs cookies and links: the operator's, or one made once beside the embedded database.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, InvalidSetting, readToken } from './read-setting.ts';

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
    throw new InvalidSetting(`DATA_DIR is '${dataDir}', but cannot be written to: ${(error as Error).message}.`);
  }
}

export function readSessionSecret(env: Env, needed: { strong: boolean; dataDir: string }): string {
  const text = readToken(env, 'SESSION_SECRET');
  if (text === null && !needed.strong) return ownSecret(needed.dataDir);
  if (text !== null && text.length >= 32 && new Set(text).size >= 10) return text;
  const fault = text === null ? 'is not set' : 'is too weak';
  throw new InvalidSetting(
    `SESSION_SECRET ${fault}: set it to at least 32 random characters, for example the output of: openssl rand -base64 36`,
  );
}
