// The demo company: enough to make every page worth looking at, and true to the rules of the product.
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { seedDemo } from './seed.ts';

let own: TestDatabase;
const media = join(import.meta.dirname, '..', '..', '..', 'demo-media');

beforeAll(async () => {
  own = await freshDatabase();
  await seedDemo(own.database, media);
});
afterAll(() => own.drop());

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ${sql.table(table)} where ${sql.raw(where)}`.execute(own.database.query);
  return rows[0]?.n ?? -1;
}

describe('the demo company', () => {
  it('has people, projects, sites, a year of sessions and concerns', async () => {
    expect(await count('users')).toBe(12);
    expect(await count('projects')).toBe(8);
    expect(await count('sites')).toBe(16);
    const sessions = await count('sessions');
    expect(sessions).toBeGreaterThanOrEqual(55);
    expect(sessions).toBeLessThanOrEqual(70);
    expect(await count('notifications')).toBeGreaterThan(20);
  });

  it.each(['pending', 'approved', 'rejected', 'completed'])('has sessions that are %s', async (status) => {
    expect(await count('sessions', `status = '${status}'`)).toBeGreaterThan(0);
  });

  it.each(['open', 'in_progress', 'resolved', 'closed'])('has concerns that are %s', async (status) => {
    expect(await count('disputes', `status = '${status}'`)).toBeGreaterThan(0);
  });

  it('has visits of one project that were filmed alike, and films that lie with a host', async () => {
    const { rows } = await sql<{ films: number }>`select count(distinct video_url)::int as films from sessions
      where video_url like '/media/files/demo/%/flight.mp4' group by project_id order by 1 desc`.execute(
      own.database.query,
    );
    expect(rows[0]?.films).toBeGreaterThanOrEqual(2);
    expect(await count('sessions', "video_url like 'https://www.youtube.com/%'")).toBeGreaterThan(0);
    expect(await count('sessions', "video_url like 'https://vimeo.com/%'")).toBeGreaterThan(0);
  });

  it('has a released session that waits for review again, and a project without sites', async () => {
    expect(await count('sessions', `status = 'pending' and released_record_id is not null`)).toBeGreaterThan(0);
    const bare = await own.database.query
      .selectFrom('projects as p')
      .leftJoin('sites as s', 's.project_id', 'p.id')
      .where('s.id', 'is', null)
      .select('p.name')
      .execute();
    expect(bare).toEqual([{ name: 'Enugu Hillside Duplexes' }]);
  });

  it('lies nowhere in the future, and every approval names the record it released', async () => {
    expect(await count('session_records', 'at > now()')).toBe(0);
    expect(await count('disputes', 'created_at > now() or updated_at < created_at')).toBe(0);
    const wrong = await sql<{
      n: number;
    }>`select count(*) as n from sessions s join session_records r on r.id = s.released_record_id
      where r.session_id <> s.id or r.action not in ('created', 'edited')`.execute(own.database.query);
    expect(wrong.rows[0]?.n).toBe(0);
  });

  it('is never filled in twice, nor where somebody already has an account', async () => {
    const before = await count('sessions');
    await seedDemo(own.database, media);
    expect(await count('sessions')).toBe(before);
  });
});
