// Chunks of files by the tus protocol: how much is there, and what comes next. Whose file it is was asked before.
import { Readable } from 'node:stream';
import { Server, Upload } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { uploadLimits } from '#contract/uploads/endpoints.ts';
import type { Database } from '#server/db/open.ts';
import type { Tables } from '#server/db/schema.ts';
import { Problem, unavailable } from '#server/lib/problem.ts';
import type { UploadStore } from '#server/media/sources/upload-store.ts';
import { createFileLocks } from './file-locks.ts';

const path = '/api/uploads/files';
/** What passes on of the library's answers; everything else of ours stays. */
const answered = ['tus-resumable', 'upload-offset', 'upload-length'];

/** Its own files of facts are left out: the row says how long a file will be, and a chunk adds to nothing that was not announced. */
function factsOf(db: Kysely<Tables>) {
  return {
    async get(id: string) {
      const found = await sql<{ bytes: number }>`select bytes::float8 as bytes from upload_files
        where id = ${id} and state = 'travelling'
        union all select bytes::float8 from upload_copies where id = ${id}`.execute(db);
      const row = found.rows[0];
      return row && new Upload({ id, size: row.bytes, offset: 0 });
    },
    set: async () => undefined,
    delete: async () => undefined,
  };
}

/** Room is made under the file's lock: two servers that made some at once would each store parts that the other does not find. */
function receiverOf(store: UploadStore, facts: ReturnType<typeof factsOf>) {
  const receiver = store.receiver(facts);
  const getUpload = receiver.getUpload.bind(receiver);
  receiver.getUpload = async (id) => {
    const announced = await facts.get(id);
    if (announced) await store.expect(id, announced.size ?? 0);
    return getUpload(id);
  };
  return receiver;
}

/** The library reads a file's id out of the address: it gets one that is made of the id whose sender was asked after, never what came. */
function toRequest({ raw, headers, method }: FastifyRequest, file: string): Request {
  const body = method === 'PATCH' ? { body: Readable.toWeb(raw) as ReadableStream, duplex: 'half' as const } : {};
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return new Request(new URL(`${path}/${file}`, 'http://uploads'), { method, headers: named, ...body } as RequestInit);
}

const sentences: Record<number, [code: string, sentence: string]> = {
  404: ['not_found', 'Upload not found'],
  409: ['offset', 'Another part of this file was expected: ask how much is there'],
  410: ['not_found', 'Upload not found'],
  413: ['too_large', 'This file is longer than it was announced'],
  423: ['busy', 'Another server is still taking a part of this file: ask how much is there'],
};

/** `answer` sends what the library says to HEAD or PATCH; it resolves with how much of the file is there. */
export function createChunks({ database, store }: { database: Database; store: UploadStore }) {
  const server = new Server({
    path,
    datastore: receiverOf(store, factsOf(database.query)),
    locker: createFileLocks(database),
    maxSize: uploadLimits.fileBytes,
  });

  return async (file: string, request: FastifyRequest, reply: FastifyReply): Promise<number> => {
    const { status, headers } = await server.handleWeb(toRequest(request, file));
    if (status >= 400) {
      if (status >= 500)
        throw unavailable('This part could not be stored at the moment. Please try again in a minute.');
      const [code, message] = sentences[status] ?? ['invalid', 'This part could not be taken'];
      throw new Problem({ status, code, message });
    }
    for (const name of answered) {
      const value = headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    reply.code(status).header('cache-control', 'no-store');
    return Number(headers.get('upload-offset'));
  };
}
