// The role and the database that the product uses on the shipped server.
import pg from 'pg';
import type { Connection } from '#server/db/open.ts';
import type { Secrets } from './cluster.ts';

const NAME = 'topout';

/**
 * Creates them if they are missing, so that the next start completes one that was killed in between. The role owns its database
 * (and may therefore create trusted extensions such as pg_trgm) but is no superuser.
 */
export async function ensureAppRole(
  at: { host: string; port: number },
  secrets: Secrets,
  rights: '' | 'createdb',
): Promise<Connection> {
  const { host, port } = at;
  const client = new pg.Client({ host, port, user: 'postgres', password: secrets.superuser, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [NAME]);
    if (!role.rowCount) await client.query(`create role ${NAME} login ${rights} password '${secrets.app}'`);
    const database = await client.query('select 1 from pg_database where datname = $1', [NAME]);
    if (!database.rowCount) await client.query(`create database ${NAME} owner ${NAME}`);
  } finally {
    await client.end();
  }
  return { host, port, user: NAME, password: secrets.app, database: NAME };
}
