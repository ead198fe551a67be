// Taking a file out of an upload again: one that travels, or one that no session shows yet.
import { sql } from 'kysely';
import { afterFile, type FinishDependencies } from './finish.ts';
import type { FileRow } from './rows.ts';

export async function removeFile({ store, write }: FinishDependencies, file: FileRow): Promise<void> {
  const sha256 = await write(async (context) => {
    await sql`select 1 from uploads where id = ${file.upload} for update`.execute(context.tx);
    const gone = await sql<{
      sha256: string | null;
    }>`delete from upload_files where id = ${file.id} returning sha256`.execute(context.tx);
    await afterFile(context, file.upload);
    return gone.rows[0]?.sha256 ?? null;
  });
  await store.discard(file.id);
  if (sha256) await store.remove({ ...file, sha256 });
}
