// Two servers that are sent parts of one file at once: one takes them, in a folder as in a bucket.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chunkType, type Upload, uploadLimits } from '#contract/uploads/endpoints.ts';
import type { Config } from '#server/config.ts';
import { createDatabase, type Database } from '#server/db/open.ts';
import { offsetOf, randomVideo, sendPart } from '#server/test-support/files/sent-files.ts';
import { type Product, startProduct } from '#server/test-support/processes/product-process.ts';
import { hasSwift, type Swift, startSwift, uploadedContent } from '#server/test-support/servers/swift.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { urlOf } from '#server/test-support/test-database.ts';

const { chunkBytes } = uploadLimits;
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Until some server has the lock of a file. */
async function whenHeld({ query }: Database): Promise<void> {
  const held = async () => {
    const found = await sql`select 1 from pg_locks where locktype = 'advisory' and objsubid = 2
      and classid = hashtext('session lock')::bit(32)::bigint::oid
      and database = (select oid from pg_database where datname = current_database())`.execute(query);
    return found.rows.length;
  };
  await expect.poll(held, { timeout: 20_000 }).toBe(1);
}

type Place = { settings(): Partial<Config>; kept(upload: Upload, sha256: string): Promise<Uint8Array> };

/** Two servers, each with a database connection of its own. */
function claims(place: () => Place): void {
  let one: TestApp;
  let second: FastifyInstance;
  let secondDatabase: Database;
  let urls: [string, string];
  let crew: TestPerson;
  let project: number;

  beforeAll(async () => {
    one = await createTestApp(place().settings());
    await one.app.listen({ host: '127.0.0.1', port: 0 });
    const { buildApp } = await import('#server/app.ts');
    secondDatabase = createDatabase(one.connection);
    const config = { ...testConfig, ...place().settings() };
    second = await buildApp({ config, database: secondDatabase, pages: null, demoMedia: null });
    const there = await second.listen({ host: '127.0.0.1', port: 0 });
    urls = [`http://127.0.0.1:${(one.app.server.address() as AddressInfo).port}`, there];
    const [admin, client] = [await one.person('admin'), await one.person('client')];
    crew = await one.person('photographer');
    project = await one.make.project({ clientId: client.id, createdBy: admin.id });
    await one.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
  }, 120_000);
  afterAll(async () => {
    await second?.close();
    await secondDatabase?.close();
    await one?.close();
  });

  async function announce(bytes: number): Promise<Upload> {
    const body = { projectId: project, files: [{ name: 'both.mp4', bytes }] };
    return (await one.call(crew, 'POST /api/uploads', { body })).body as Upload;
  }

  /** Begins a part and leaves the line open. */
  async function hang(url: string, file: string, bytes: Uint8Array) {
    const headers = { cookie: crew.cookie, 'tus-resumable': '1.0.0', 'upload-offset': '0' };
    const length = { 'content-type': chunkType, 'content-length': chunkBytes };
    const out = request(`${url}/api/uploads/files/${file}`, { method: 'PATCH', headers: { ...headers, ...length } });
    out.on('error', () => undefined);
    await new Promise((resolve) => out.write(bytes, resolve));
    await whenHeld(one.database);
    return out;
  }

  test('of the same part at two servers at once one is taken, and no byte is there twice', async () => {
    for (let round = 0; round < 3; round++) {
      const content = randomVideo(chunkBytes + 1_000);
      const upload = await announce(content.length);
      const file = upload.files[0]?.id ?? '';
      const sendBoth = async (offset: number) => {
        const part = { bytes: content.subarray(offset, offset + chunkBytes), offset, cookie: crew.cookie };
        const answers = await Promise.all(urls.map((url) => sendPart(url, file, part)));
        return answers.map(({ status }) => status).sort();
      };
      const [taken, refused] = await sendBoth(0);
      expect(taken).toBe(204);
      expect([409, 423]).toContain(refused);
      expect((await offsetOf(urls[1], file, crew.cookie)).offset).toBe(chunkBytes);
      // The second may find the file complete, or no unfinished one of it any more.
      const [last, late] = await sendBoth(chunkBytes);
      expect(last).toBe(204);
      expect([204, 404, 409, 423]).toContain(late);
      const kept = (await one.call(crew, `GET /api/uploads/${upload.id}`)).body as Upload;
      expect(kept.files[0]?.state).toBe('kept');
      expect(hashOf(await place().kept(kept, hashOf(content)))).toBe(hashOf(content));
    }
  }, 120_000);

  test('a part is refused with a sentence while another server takes one, and who asks how much is there ends what hangs', async () => {
    const content = randomVideo(chunkBytes + 10);
    const upload = await announce(content.length);
    const file = upload.files[0]?.id ?? '';
    const hanging = await hang(urls[0], file, content.subarray(0, 100_000));
    const part = { bytes: content.subarray(0, chunkBytes), offset: 0, cookie: crew.cookie };
    expect(await sendPart(urls[1], file, part)).toMatchObject({
      status: 423,
      message: 'Another server is still taking a part of this file: ask how much is there',
    });
    const { status, offset } = await offsetOf(urls[1], file, crew.cookie);
    expect(status).toBe(200);
    hanging.destroy();
    for (let at = offset; at < content.length; ) {
      const bytes = content.subarray(at, at + chunkBytes);
      expect((await sendPart(urls[1], file, { bytes, offset: at, cookie: crew.cookie })).status).toBe(204);
      at += bytes.length;
    }
    const kept = (await one.call(crew, `GET /api/uploads/${upload.id}`)).body as Upload;
    expect(hashOf(await place().kept(kept, hashOf(content)))).toBe(hashOf(content));
  }, 60_000);
}

describe('in a folder that servers share', () => {
  const folder = mkdtempSync(join(tmpdir(), 'topout-locks-'));
  const root = join(folder, 'uploads');
  const uploads = { root, quotaBytes: 1024 ** 4 };
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  claims(() => ({
    settings: () => ({ uploads, dataDir: join(folder, 'data') }),
    kept: async ({ id, files }) => readFileSync(join(root, 'folders', id, files[0]?.name ?? '')),
  }));

  test('the lock of a killed server ends with it', async () => {
    const home = await createTestApp();
    const settings = {
      DATABASE_URL: urlOf(home.connection),
      SESSION_SECRET: 'c0ncrete-and-steel-and-glass-and-wood',
      UPLOAD_ROOT: root,
    };
    const products: Product[] = [];
    try {
      for (const name of ['a', 'b']) products.push(await startProduct({ ...settings, DATA_DIR: join(folder, name) }));
      const [first, other] = products as [Product, Product];
      const [admin, client] = [await home.make.user('admin'), await home.make.user('client')];
      const projectId = await home.make.project({ clientId: client.id, createdBy: admin.id });
      const cookie = await first.login(admin.username, home.password);
      const content = randomVideo(chunkBytes);
      const body = { projectId, files: [{ name: 'killed.mp4', bytes: content.length }] };
      const upload = (await first.ask('POST /api/uploads', { cookie, body })).body as Upload;
      const file = upload.files[0]?.id ?? '';
      const headers = { cookie, 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': chunkType };
      const out = request(`${first.url}/api/uploads/files/${file}`, {
        method: 'PATCH',
        headers: { ...headers, 'content-length': chunkBytes },
      });
      out.on('error', () => undefined);
      out.write(content.subarray(0, 100_000));
      await whenHeld(home.database);
      expect((await sendPart(other.url, file, { bytes: content, offset: 0, cookie })).status).toBe(423);
      await first.end('SIGKILL');
      const { status, offset } = await offsetOf(other.url, file, cookie);
      expect(status).toBe(200);
      expect((await sendPart(other.url, file, { bytes: content.subarray(offset), offset, cookie })).status).toBe(204);
      expect(readFileSync(join(root, 'folders', upload.id, 'killed.mp4')).equals(content)).toBe(true);
    } finally {
      for (const product of products) await product.end('SIGKILL');
      await home.close();
    }
  }, 120_000);
});

describe.skipIf(!hasSwift)('in a bucket (where Swift is installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'topout-locks-'));
  let swift: Swift;
  beforeAll(async () => {
    swift = await startSwift();
  }, 120_000);
  afterAll(() => {
    swift?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  claims(() => ({
    settings: () => ({
      bucket: swift.address,
      uploads: { root: join(folder, 'nowhere'), quotaBytes: 1024 ** 4 },
      dataDir: join(folder, randomBytes(4).toString('hex')),
    }),
    kept: (_upload, sha256) => uploadedContent(swift.bucket, sha256),
  }));
});
