// Pictures of a visit by their ids, as they lie behind its links now.
import { type Kysely, sql } from 'kysely';
import type { LinkHosts } from '#contract/links.ts';
import type { MediaKind } from '#contract/media.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { mediaProblem } from '#server/features/media/media-errors.ts';
import { linkColumn, listVisibleFiles, loadSessionLink } from '#server/features/media/session-link.ts';
import { notFound } from '#server/lib/problem.ts';
import type { MediaSource, SourceFile } from '#server/media/source.ts';

/** A tab of a visit, with the text of its link: null where nothing is linked. */
export type LinkedTab = { sessionId: number; kind: MediaKind; link: string | null };
export type FoundPicture = LinkedTab & { link: string; file: SourceFile };

type Dependencies = { db: Kysely<Tables>; source: MediaSource; hosts: LinkHosts };

/** 404 for a session that this person does not see. */
export async function readTab(
  db: Kysely<Tables>,
  { sessionId, kind }: { sessionId: number; kind: MediaKind },
): Promise<LinkedTab> {
  const found = await sql<{ link: string | null }>`
    select ${sql.ref(`s.${linkColumn(kind)}`)} as link from sessions_present s where s.id = ${sessionId}`.execute(db);
  const [row] = found.rows;
  if (!row) throw notFound('Session');
  return { sessionId, kind, link: row.link };
}

/** The images behind one tab of a visit that this person sees, by id; 404 for a session that they do not see. */
export async function listPictures(
  deps: Dependencies,
  actor: Person,
  tab: LinkedTab,
): Promise<Map<string, FoundPicture>> {
  const { sessionId, kind, link } = tab;
  const linked = await loadSessionLink(deps, actor, { id: sessionId, kind });
  const files = await listVisibleFiles(deps.source, linked).catch((error: unknown) => {
    throw mediaProblem(error, 'Picture');
  });
  if (!files || link === null) return new Map();
  return new Map(files.flatMap((file) => (file.kind === 'image' ? [[file.id, { ...tab, link, file }]] : [])));
}
