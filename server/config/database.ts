// DATABASE_URL and DATABASE_DIRECT_URL: the PostgreSQL server, and the way to it past a pooler.
import { type Env, InvalidSetting, readSecretUrl } from './read-setting.ts';

/** `databaseUrl`: null for the embedded database. `databaseDirectUrl`: for migrations, LISTEN and the operator's commands; null where databaseUrl is direct. */
export type DatabaseAddresses = { databaseUrl: string | null; databaseDirectUrl: string | null };

const postgres = ['postgresql:', 'postgres:'];

export function readDatabaseAddresses(env: Env): DatabaseAddresses {
  const databaseUrl = readSecretUrl(env, 'DATABASE_URL', postgres)?.href ?? null;
  const databaseDirectUrl = readSecretUrl(env, 'DATABASE_DIRECT_URL', postgres)?.href ?? null;
  if (databaseUrl !== null || databaseDirectUrl === null) return { databaseUrl, databaseDirectUrl };
  throw new InvalidSetting(
    'DATABASE_DIRECT_URL is set without DATABASE_URL: set that too, to the address of the pooler.',
  );
}
