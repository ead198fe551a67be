// The images of a Google Drive folder, for people who see a session that links to it (behaviour §6.4).
import { type Kysely, sql } from 'kysely';
import { classifyLink } from '#contract/links/link.ts';
import { mediaKinds } from '#contract/media/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { notFound } from '#server/lib/problem.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';
import { imageUrlOf } from './items.ts';
import {
  type LinkDependencies,
  linkColumn,
  listFilesForReply,
  loadSessionLink,
  type MediaTab,
} from './session-link.ts';

type TabRow = { id: number; links: (string | null)[] };

const columns = mediaKinds.map((kind) => sql.ref(`s.${linkColumn(kind)}`));

/** The newest session that this person sees with a tab that links to this folder; null when there is none. */
async function findTab(db: Kysely<Tables>, actor: Person, folderId: string): Promise<MediaTab | null> {
  const holds = columns.map((column) => sql`position(${folderId} in coalesce(${column}, '')) > 0`);
  const found = await sql<TabRow>`select s.id, array[${sql.join(columns)}] as links
    from ${sql.table(sessionView(actor))} s where ${visibleSessions(actor)} and (${sql.join(holds, sql` or `)})
    order by s.created_at desc, s.id desc limit 20`.execute(db);
  for (const { id, links } of found.rows) {
    for (const [index, kind] of mediaKinds.entries()) {
      const link = classifyLink(links[index] ?? '');
      if (link.provider === 'google-drive' && link.id === folderId) return { id, kind };
    }
  }
  return null;
}

function toImage(file: SourceFile, tab: MediaTab) {
  const id = file.id.slice(file.id.indexOf(':') + 1);
  const webViewLink = file.webUrl ?? `https://drive.google.com/file/d/${id}/view`;
  return { id, name: file.name, thumbnailLink: imageUrlOf(file, tab, 's220'), webViewLink };
}

/** 404 for a folder that no visible session links to; 503 `drive_not_configured` where no key is set. */
export async function driveFolder(deps: LinkDependencies & { source: MediaSource }, actor: Person, folderId: string) {
  const tab = await findTab(deps.db, actor, folderId);
  if (!tab) throw notFound('Folder');
  const files = await listFilesForReply(deps.source, await loadSessionLink(deps, actor, tab), 'Folder');
  return { files: files.filter(({ kind }) => kind === 'image').map((file) => toImage(file, tab)) };
}
