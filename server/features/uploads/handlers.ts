// The calls of uploads. Without an upload folder in the settings nobody uploads (behaviour §26.1).
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import { refusalOfContent, sniffedBytes } from '#contract/media/media-bytes.ts';
import type { Person } from '#contract/policy.ts';
import type { Database } from '#server/db/open.ts';
import type { Tables } from '#server/db/schema.ts';
import type { ReadDefaults } from '#server/db/settings/company-settings.ts';
import { mediaProblem } from '#server/features/media/media-errors.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import { conflict, notFound, Problem } from '#server/lib/problem.ts';
import type { UploadStore } from '#server/media/sources/upload-store.ts';
import { announceUpload, openedUpload, requireStillWanted } from './announce.ts';
import { announceCopies } from './announce-copies.ts';
import { orderTidying, tidyFolder } from './cleanup.ts';
import { removeUnnamed } from './contents.ts';
import { finishCopy, isWrongCopy, requireCopyWanted, type WithCopies } from './copies.ts';
import { afterFile, type FinishDependencies, finishFile } from './finish.ts';
import { feedFile } from './project-room.ts';
import { type FileRow, loadUpload, ownFile } from './rows.ts';
import { createChunks } from './tus.ts';

type Dependencies = WithCopies & { database: Database; store: UploadStore | null; defaults: ReadDefaults };
type Chunk = RequestContext<typeof api.uploads.sendChunk> | RequestContext<typeof api.uploads.uploadOffset>;

function off(): Problem {
  return new Problem({
    status: 503,
    code: 'uploads_off',
    message: 'Uploads are not set up here: link to a folder instead.',
  });
}

/** The folder or bucket of uploads may be away: that passes. */
const orAway = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw mediaProblem(error, 'File');
  });

function refused(sentence: string): Problem {
  return new Problem({ status: 415, code: 'refused', message: sentence });
}

/** Analysed as soon as its first bytes have arrived: nobody sends 8 GB that will be refused. */
async function isWrongFromStart(store: UploadStore, file: FileRow): Promise<boolean> {
  const there = (await store.bytesOf(file.id)) ?? 0;
  if (there === 0 || there < Math.min(sniffedBytes, file.bytes)) return false;
  const head = await store.headOf(file.id);
  return file.copyOf === null ? refusalOfContent(head, file.bytes) !== null : isWrongCopy(file, head);
}

/** Where uploads are on. */
function chunkHandler({ database, store, defaults, ...copies }: Dependencies & { store: UploadStore }) {
  const db = database.query;
  const answer = createChunks({ database, store });
  const finishing = new Map<string, Promise<string | null>>();

  /** A repeated request while a large file is being analysed waits for the first. */
  function finishOnce(file: FileRow, write: Chunk['write']): Promise<string | null> {
    const { id, copyOf } = file;
    const finish = () =>
      copyOf === null
        ? finishFile({ store, write }, file)
        : finishCopy({ db, store, write, ...copies }, { ...file, copyOf });
    const run = finishing.get(id) ?? finish().finally(() => finishing.delete(id));
    finishing.set(id, run);
    return run;
  }

  async function travelling(actor: Person, id: string): Promise<FileRow> {
    const file = await ownFile(db, actor, id);
    if (file.state === 'refused') throw refused(file.refusal ?? '');
    if (file.state === 'travelling') await requireStillWanted(db, actor, file.upload);
    return file;
  }

  async function take(file: FileRow, { request, reply, write }: Chunk): Promise<void> {
    if (file.copyOf !== null) await requireCopyWanted(db, file);
    else if (request.method === 'PATCH') await feedFile({ db, defaults, write }, file);
    const offset = (await isWrongFromStart(store, file)) ? file.bytes : await answer(file.id, request, reply);
    const refusal = offset === file.bytes ? await finishOnce(file, write) : null;
    if (refusal !== null) throw refused(refusal);
  }

  return async (chunk: Chunk) => {
    const { actor, params, reply, request } = chunk;
    const file = await travelling(actor, params.file);
    const sendWhole = () => {
      const whole = { 'tus-resumable': '1.0.0', 'upload-offset': file.bytes, 'upload-length': file.bytes };
      return reply
        .code(request.method === 'PATCH' ? 204 : 200)
        .headers({ ...whole, 'cache-control': 'no-store' })
        .send();
    };
    if (file.state === 'kept') return sendWhole();
    try {
      await take(file, chunk);
    } catch (error) {
      // Another request may have ended or removed it since its row was read: then nothing of it arrives any more.
      const now = await ownFile(db, actor, file.id).catch((gone: unknown) => {
        throw error instanceof Problem || !(gone instanceof Problem) ? error : gone;
      });
      if (now.state === 'kept') return sendWhole();
      throw error;
    }
    return reply.send();
  };
}

export function uploads(deps: Dependencies): Handlers<typeof api.uploads> {
  const { store, defaults } = deps;
  const serve = store && chunkHandler({ ...deps, store });
  return {
    async startUpload({ actor, body, write }) {
      if (!store) throw off();
      const upload = await write((context) => announceUpload(context, actor, { announced: body, defaults }));
      await store.begin(upload.id);
      return upload;
    },

    async getUpload({ actor, db, params: { upload } }) {
      if (!(await openedUpload(db, actor, upload))) throw notFound('Upload');
      return loadUpload(db, actor, upload);
    },

    async uploadOffset(ctx) {
      if (!serve) throw off();
      if (ctx.request.method !== 'HEAD') throw notFound('Address');
      return orAway(serve(ctx));
    },

    async sendChunk(ctx) {
      if (!serve) throw off();
      return orAway(serve(ctx));
    },

    async announceCopy({ actor, body, params: { file }, write }) {
      if (!store) throw off();
      await orAway(announceCopies({ store, write }, actor, { file, copies: body }));
      return ok;
    },

    async removeUploadFile({ actor, db, params, write }) {
      if (!store) throw off();
      const file = await ownFile(db, actor, params.file);
      await orAway(removeFile({ db, store, write }, file));
      return ok;
    },
  };
}

// Removing a file from an upload: one still uploading, or one that no session shows yet.
type RemoveDependencies = FinishDependencies & { db: Kysely<Tables> };

/** What is there by now counts, not how it stood when it was asked: it may have come, and be submitted, meanwhile. */
async function removeFile({ db, store, write }: RemoveDependencies, { id, upload }: FileRow): Promise<void> {
  const { sha256, copies } = await write(async (context) => {
    const { tx } = context;
    const copies = await sql<{ id: string }>`select id from upload_copies where file_id = ${id}`.execute(tx);
    const found = await sql<{ isNamed: boolean }>`
      select session_id is not null as "isNamed" from uploads where id = ${upload} for update`.execute(tx);
    const gone = await sql<Pick<FileRow, 'sha256'>>`delete from upload_files
      where id = ${id} and (state <> 'kept' or not ${found.rows[0]?.isNamed ?? false}) returning sha256`.execute(tx);
    const [row] = gone.rows;
    if (!row) {
      const left = await sql`select 1 from upload_files where id = ${id}`.execute(tx);
      if (left.rows.length === 0) throw notFound('Upload');
      throw conflict('This file already belongs to a session: link the session to another folder instead');
    }
    await orderTidying(tx, [upload]);
    await afterFile(context, upload);
    return { sha256: row.sha256, copies: copies.rows };
  });
  for (const gone of [{ id }, ...copies]) await store.discard(gone.id);
  await tidyFolder(db, store, upload);
  if (sha256) await removeUnnamed({ db, store }, sha256);
}
