// Notes which files an admin was shown of a session that waits for review: an approval releases those (behaviour §3.3).
import { type Kysely, sql } from 'kysely';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import type { SessionLink } from './session-link.ts';

type Shown = { linked: SessionLink; files: readonly SourceFile[]; actor: Person; kind: MediaKind };

/** Written where it differs from what this person was shown last; a folder that could not be listed shows nothing. */
export async function noteShownFiles(
  db: Kysely<Tables>,
  { linked: { link, inReview }, files, actor, kind }: Shown,
): Promise<void> {
  if (inReview === null || link?.kind !== 'folder' || files.length === 0) return;
  const items = JSON.stringify(files.map(({ id }) => id));
  await sql`insert into shown_media as s (record_id, user_id, kind, items) values (${inReview}, ${actor.id}, ${kind}, ${items}::jsonb)
    on conflict (record_id, user_id, kind) do update set items = excluded.items, shown_at = now()
    where s.items <> excluded.items`.execute(db);
}
