// Removing a file from an upload: one still uploading, or one that no session shows yet.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { conflict, notFound } from '#server/lib/problem.ts';
import { afterFile, type FinishDependencies } from './finish.ts';
import type { FileRow } from './rows.ts';
import { orderTidying, tidyFolder } from './tidy-folder.ts';

type Dependencies = FinishDependencies & { db: Kysely<Tables> };

/** What is there by now counts, not how it stood when it was asked: it may have come, and be submitted, meanwhile. */
export async function removeFile({ db, store, write }: Dependencies, { id, upload }: FileRow): Promise<void> {
  const sha256 = await write(async (context) => {
    const { tx } = context;
    const found = await sql<{ isNamed: boolean }>`
      select session_id is not null as "isNamed" from uploads where id = ${upload} for update`.execute(tx);
    const gone = await sql<Pick<FileRow, 'sha256'>>`delete from upload_files
      where id = ${id} and (state <> 'kept' or not ${found.rows[0]?.isNamed ?? false}) returning sha256`.execute(tx);
    const [row] = gone.rows;
    if (!row) {
      const left = await sql`select 1 from upload_files where id = ${id}`.execute(tx);
      if (left.rows.length === 0) throw notFound('Upload');
      throw conflict('This file belongs to a session already: link the session to another folder instead');
    }
    await orderTidying(tx, [upload]);
    await afterFile(context, upload);
    return row.sha256;
  });
  await store.discard(id);
  await tidyFolder(db, store, upload);
  if (sha256) await store.removeContent(sha256);
}
