// Released visits with files of their own, and the jobs that seal them: for tests of evidence.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/open.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { sealJobs } from '#server/features/evidence/jobs.ts';
import type { SealingDependencies } from '#server/features/evidence/seal-release.ts';
import { pinJobs } from '#server/features/media/jobs.ts';
import { createReleasedFiles } from '#server/features/media/released-files.ts';
import { createJobRunner } from '#server/jobs.ts';
import { sealKeyOf } from '#server/lib/secrets/seal-key.ts';
import { createThumbnails } from '#server/media/images/thumbnails.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import { createTestApp, testConfig } from './test-app.ts';

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** A photo with a camera, a time and a place in its header; `red` makes its bytes, `more` stands in its first header. */
export function photo(red: number, more: Record<string, string> = {}): Promise<Buffer> {
  const gps = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '6/1 26/1 24/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '3/1 28/1 12/1',
  };
  return sharp({ create: { width: 64, height: 48, channels: 3, background: { r: red, g: 90, b: 60 } } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'DJI', Model: 'Mavic 3', ...more },
      IFD2: { DateTimeOriginal: '2026:03:04 09:10:11' },
      IFD3: gps,
    })
    .toBuffer();
}

export type SealWorld = Awaited<ReturnType<typeof createSealWorld>>;

export async function createSealWorld(settings: Partial<Config> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'topout-seals-'));
  const mediaRoot = join(folder, 'media');
  mkdirSync(join(mediaRoot, 'lekki'), { recursive: true });
  const testApp = await createTestApp({ mediaRoot, dataDir: join(folder, 'data'), ...settings });
  const [admin, crew, client] = [
    await testApp.person('admin'),
    await testApp.person('photographer'),
    await testApp.person('client'),
  ];
  const source = createLocalSource({ demo: null, mediaRoot });
  const thumbnails = createThumbnails({ folder: join(folder, 'thumbnails'), maxBytes: 100_000_000 });
  const log = { error: (facts: object) => void problems.push(facts) };
  const problems: object[] = [];
  let visits = 0;

  /** As one server has it; `secret`: another than that of the others. */
  function dependencies(database: Database = testApp.database, secret = testConfig.secret): SealingDependencies {
    const write = createTransactionRunner(database, () => undefined);
    const key = sealKeyOf(secret);
    return { db: database.query, write, source, hosts: {}, thumbnails, key, now: Date.now };
  }

  // A folder that a busy machine could not list at the release is pinned by its job, however long that takes.
  const pinsOf = (deps: SealingDependencies) => createReleasedFiles({ ...deps, listMilliseconds: 120_000 });

  function runner(deps = dependencies()) {
    const pins = pinsOf(deps);
    return createJobRunner({ db: deps.db, handlers: { ...sealJobs(deps), ...pinJobs(pins) }, log });
  }

  return {
    testApp,
    admin,
    crew,
    client,
    mediaRoot,
    problems,
    dependencies,
    runner,

    pinMissing: () => pinsOf(dependencies()).pinMissing(),

    /** Until no release waits for its seal; its job may run in another process. */
    async sealAll(): Promise<void> {
      for (;;) {
        await runner().runDue();
        const { rows } =
          await sql`select from jobs where kind in ('sealRelease', 'pinSession') and run_at < 'infinity'`.execute(
            testApp.database.query,
          );
        if (rows.length === 0) return;
        await wait(50);
      }
    },

    async project(): Promise<number> {
      const id = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Lekki Heights' });
      const roots = [{ provider: 'local', root: 'lekki' }];
      await testApp.call(admin, `PUT /api/projects/${id}/media-roots`, { body: { roots } });
      return id;
    },

    /** A folder with these files, by name. */
    visit(files: Record<string, Buffer>): { link: string; path(name: string): string } {
      const name = `lekki/visit-${++visits}`;
      mkdirSync(join(mediaRoot, name));
      for (const [file, bytes] of Object.entries(files)) writeFileSync(join(mediaRoot, name, file), bytes);
      return { link: `/media/folders/${name}`, path: (file) => join(mediaRoot, name, file) };
    },

    async released(projectId: number, links: object): Promise<Session> {
      const body = { projectId, captureDate: '2026-03-04', photographerId: crew.id, ...links };
      const { id } = (await testApp.call(admin, 'POST /api/sessions', { body })).body as Session;
      const answer = await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {} });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body as Session;
    },

    async close() {
      thumbnails.close();
      await testApp.close();
      rmSync(folder, { recursive: true });
    },
  };
}
