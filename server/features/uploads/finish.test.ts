// Claims about the moment in which a file takes its place: whatever happens while it is hashed, a folder holds what its rows say, and nothing else.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import { type Upload, uploadLink } from '#contract/uploads/endpoints.ts';
import { createTransactionRunner, type RunTransaction } from '#server/db/transaction.ts';
import { deferred } from '#server/lib/deferred.ts';
import { createUploadStore, type UploadStore } from '#server/media/sources/upload-store.ts';
import { noCopies } from '#server/test-support/files/sent-files.ts';
import { killRounds } from '#server/test-support/rounds.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { createUploadCleanup } from './cleanup.ts';
import { removeUnnamedBefore } from './contents.ts';
import { finishFile } from './finish.ts';
import { uploads } from './handlers.ts';
import { type FileRow, fileColumns } from './rows.ts';

let folder: string;
let root: string;
let testApp: TestApp;
let store: UploadStore;
let write: RunTransaction;
let crew: TestPerson;
let admin: TestPerson;
let project: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-finish-'));
  root = join(folder, 'uploads');
  testApp = await createTestApp({ uploads: { root, quotaBytes: 1024 ** 4 }, dataDir: join(folder, 'data') });
  store = createUploadStore(root);
  write = createTransactionRunner(testApp.database, () => undefined);
  [admin, crew] = [await testApp.person('admin'), await testApp.person('photographer')];
  const client = await testApp.make.user('client');
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

const picture = (background: string) =>
  sharp({ create: { width: 30, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Announced, and all of its bytes are there; nobody finished it yet. */
async function arrived(bytes: Buffer, name: string, upload?: string): Promise<FileRow> {
  const body = { projectId: project, upload, files: [{ name, bytes: bytes.length }] };
  const answer = await testApp.call(crew, 'POST /api/uploads', { body });
  const id = (answer.body as Upload).files.at(-1)?.id ?? '';
  writeFileSync(join(root, 'arriving', id), bytes);
  const found = await sql<FileRow>`select ${fileColumns} from upload_files f join uploads u on u.id = f.upload_id
    where f.id = ${id}`.execute(testApp.database.query);
  return found.rows[0] as FileRow;
}

type Step = 'headOf' | 'prepare';

/** Begins to finish a file, and stops behind this step until it is let go on. `dies`: right after it took its place, before that is written down. */
function finishing(file: FileRow, step: Step = 'prepare', dies = false) {
  const [reached, mayGoOn] = [deferred<void>(), deferred<void>()];
  const stop = async <T>(answer: Promise<T>): Promise<T> => {
    await answer;
    reached.resolve();
    await mayGoOn.promise;
    return answer;
  };
  const slow: UploadStore = {
    ...store,
    headOf: (id) => (step === 'headOf' ? stop(store.headOf(id)) : store.headOf(id)),
    prepare: (id) => (step === 'prepare' ? stop(store.prepare(id)) : store.prepare(id)),
    async place(ready, kept) {
      const isPlaced = await store.place(ready, kept);
      if (dies) throw new Error('The process died');
      return isPlaced;
    },
  };
  const run = finishFile({ store: slow, write: (work) => write({ topics: ['sessions'] }, work) }, file);
  const end = run.catch((error: Error) => error);
  return {
    isThere: Promise.race([reached.promise, end]),
    end(): Promise<unknown> {
      mayGoOn.resolve();
      return end;
    },
  };
}

const inFolder = (upload: string) => readdirSync(join(root, 'folders', upload)).sort();
const lies = (upload: string, name: string) => readFileSync(join(root, 'folders', upload, name));
const contents = () => readdirSync(join(root, 'content')).flatMap((part) => readdirSync(join(root, 'content', part)));
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const remove = (id: string) => testApp.call(crew, `DELETE /api/uploads/files/${id}`);

async function submit(upload: string): Promise<number> {
  const body = { projectId: project, captureDate: '2026-03-04', droneImagesUrl: uploadLink(upload) };
  return ((await testApp.call(crew, 'POST /api/sessions', { body })).body as Session).id;
}

function jobs() {
  return createUploadCleanup({ db: testApp.database.query, write, store, ...noCopies });
}

test('a file that is removed while it is hashed never takes the place of one that was reviewed', async () => {
  const [unseen, reviewed] = [await picture('red'), await picture('blue')];
  const x = await arrived(unseen, 'a.jpg');
  const late = finishing(x);
  await late.isThere;
  expect((await remove(x.id)).status).toBe(200);
  const y = await arrived(reviewed, 'a.jpg', x.upload);
  expect(await finishing(y).end()).toBeNull();
  const session = await submit(x.upload);
  expect((await testApp.call(admin, `PUT /api/sessions/${session}/approve`, { body: {} })).status).toBe(200);
  expect(await late.end()).toMatchObject({ status: 404 });
  expect(inFolder(x.upload)).toEqual(['a.jpg']);
  expect(lies(x.upload, 'a.jpg').equals(reviewed)).toBe(true);
  expect(contents()).not.toContain(hashOf(unseen));
});

test('a file that is left out while it is hashed lies nowhere afterwards', async () => {
  const bytes = await picture('green');
  const x = await arrived(bytes, 'b.jpg');
  const session = await submit(x.upload);
  const late = finishing(x);
  await late.isThere;
  expect((await testApp.call(admin, `DELETE /api/sessions/${session}/missing-files`)).status).toBe(200);
  expect(await late.end()).toMatchObject({ status: 404 });
  expect(inFolder(x.upload)).toEqual([]);
  expect(contents()).not.toContain(hashOf(bytes));
  expect(readdirSync(join(root, 'arriving'))).toEqual([]);
});

test('what a process left that died behind a file’s last step is nobody’s, and goes', async () => {
  const [lost, next] = [await picture('black'), await picture('white')];
  const x = await arrived(lost, 'c.jpg');
  expect(await finishing(x, 'headOf', true).end()).toMatchObject({ message: 'The process died' });
  expect(inFolder(x.upload)).toEqual(['c.jpg']);
  await sql`delete from upload_files where id = ${x.id}`.execute(testApp.database.query);
  const y = await arrived(next, 'c.jpg', x.upload);
  expect(await finishing(y).end()).toBeNull();
  expect(lies(x.upload, 'c (2).jpg').equals(next)).toBe(true);
  await jobs().tidyUpload?.run({ upload: x.upload });
  expect(inFolder(x.upload)).toEqual(['c (2).jpg']);
  await removeUnnamedBefore({ db: testApp.database.query, store }, Date.now() + 60_000);
  expect(contents()).not.toContain(hashOf(lost));
  expect(contents()).toContain(hashOf(next));
});

type Begun = { file: FileRow; bytes: Buffer; run: ReturnType<typeof finishing> };

/** Each file that its row calls kept is what was sent as it. */
async function everyKeptOneIsItsOwn(begun: readonly Begun[]): Promise<FileRow[]> {
  const ids = begun.map(({ file }) => file.id);
  const rows = await sql<FileRow>`select ${fileColumns} from upload_files f join uploads u on u.id = f.upload_id
    where f.id = any(${ids}::text[]) and f.state = 'kept'`.execute(testApp.database.query);
  for (const row of rows.rows) {
    const sent = begun.find(({ file }) => file.id === row.id)?.bytes;
    expect(lies(row.upload, row.name).equals(sent ?? Buffer.alloc(0))).toBe(true);
  }
  return rows.rows;
}

const acts = fc.oneof(
  fc.record({
    act: fc.constant('begin' as const),
    name: fc.constantFrom('a.jpg', 'b.jpg'),
    colour: fc.nat({ max: 2 }),
    step: fc.constantFrom<Step>('headOf', 'prepare'),
    dies: fc.constantFrom(false, false, true),
  }),
  fc.record({ act: fc.constantFrom('goOn' as const, 'remove' as const), which: fc.nat() }),
  fc.record({ act: fc.constantFrom('tidy' as const) }),
);

test('whoever changes their mind, and whatever dies in between: a folder holds what its rows call kept, byte by byte, and nothing else', async () => {
  const pictures = await Promise.all(['red', 'green', 'blue'].map(picture));
  const world = fc.array(acts, { minLength: 4, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(world, async (list) => {
      const first = await arrived(pictures[0] as Buffer, 'first.jpg');
      const { upload } = first;
      const begun: Begun[] = [{ file: first, bytes: pictures[0] as Buffer, run: finishing(first) }];
      const pick = (which: number) => begun[which % begun.length] as Begun;
      for (const one of list) {
        if (one.act === 'begin') {
          const bytes = pictures[one.colour] as Buffer;
          const file = await arrived(bytes, one.name, upload);
          begun.push({ file, bytes, run: finishing(file, one.step, one.dies) });
          await begun.at(-1)?.run.isThere;
        } else if (one.act === 'goOn') await pick(one.which).run.end();
        else if (one.act === 'remove') await remove(pick(one.which).file.id);
        else await jobs().tidyUpload?.run({ upload });
        await everyKeptOneIsItsOwn(begun);
      }
      for (const { run } of begun) await run.end();
      await jobs().tidyUpload?.run({ upload });
      const kept = await everyKeptOneIsItsOwn(begun);
      expect(inFolder(upload)).toEqual(kept.map(({ name }) => name).sort());
    }),
    { numRuns: killRounds * 4 },
  );
  await removeUnnamedBefore({ db: testApp.database.query, store }, Date.now() + 60_000);
  const kept = await sql<{ sha256: string }>`select distinct sha256 from upload_files where state = 'kept'`.execute(
    testApp.database.query,
  );
  expect(contents().sort()).toEqual(kept.rows.map(({ sha256 }) => sha256).sort());
}, 120_000);

test('the last file of a session asks for the same work on what it shows as the session did', async () => {
  const file = await arrived(await picture('teal'), 'last.jpg');
  const session = await submit(file.upload);
  const asked = async () => {
    const { rows } = await sql<{ kind: string }>`delete from jobs where payload ->> 'sessionId' = ${String(session)}
      returning kind`.execute(testApp.database.query);
    return rows.map(({ kind }) => kind).sort();
  };
  const bySession = await asked();
  expect(bySession).toEqual(['checkVisit', 'lightVideos', 'placePictures', 'sessionMedia']);
  await finishing(file).end();
  expect(await asked()).toEqual(bySession);
});

test('who asks how much is there while another request ends the file learns that all of it is there', async () => {
  const bytes = await picture('#224466');
  const file = await arrived(bytes, 'asked.jpg');
  const late: UploadStore = {
    ...store,
    // Between reading its row and looking for its bytes.
    async expect(...announced) {
      await store.expect(...announced);
      await finishFile({ store, write: (work) => write({ topics: [] }, work) }, file);
    },
  };
  const sent: Record<string, unknown> = {};
  const keep = (named: object) => {
    Object.assign(sent, named);
    return reply;
  };
  const reply: Record<string, unknown> = {
    code: (status: number) => keep({ status }),
    headers: keep,
    header: (name: string, value: unknown) => keep({ [name]: value }),
    send: () => reply,
  };
  const defaults = () => Promise.reject();
  const { uploadOffset } = uploads({ database: testApp.database, store: late, defaults, ...noCopies });
  const asked = {
    actor: { kind: 'person', id: crew.id, role: 'photographer' },
    params: { file: file.id },
    request: { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' }, raw: null },
    reply,
  };
  await uploadOffset(asked as never);
  expect(sent).toMatchObject({ status: 200, 'upload-offset': bytes.length, 'upload-length': bytes.length });
});
