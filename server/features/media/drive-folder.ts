// The images of a Google Drive folder, for whom a session that they see links to it (foundation §3).
import { type Kysely, sql } from 'kysely';
import { classifyLink } from '#contract/links.ts';
import { fieldOfKind, mediaKinds } from '#contract/media.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { notFound } from '#server/http/problem.ts';
import type { MediaSource, Root, SourceFile } from '#server/media/source.ts';
import { sessionFace, visibleSessions } from '#server/scope.ts';
import { faultProblem } from './faults.ts';
import { addressOf } from './items.ts';
import { linkColumns, rootsOf, type Tab } from './linked.ts';

type Row = { id: number; links: (string | null)[]; roots: Root[] };
type Place = { tab: Tab; link: ReturnType<typeof classifyLink>; roots: Root[] };

const columns = mediaKinds.map((kind) => sql.ref(`s.${linkColumns[fieldOfKind[kind]]}`));

/** A session and tab whose link is this folder, the newest that this person sees; null when there is none. */
async function findPlace(db: Kysely<Tables>, actor: Person, folderId: string): Promise<Place | null> {
  const holds = columns.map((column) => sql`position(${folderId} in coalesce(${column}, '')) > 0`);
  const found = await sql<Row>`select s.id, array[${sql.join(columns)}] as links, ${rootsOf('s')} as roots
    from ${sql.table(sessionFace(actor))} s where ${visibleSessions(actor)} and (${sql.join(holds, sql` or `)})
    order by s.created_at desc, s.id desc limit 20`.execute(db);
  for (const { id, links, roots } of found.rows) {
    for (const [place, kind] of mediaKinds.entries()) {
      const link = classifyLink(links[place] ?? '');
      if (link.provider === 'google-drive' && link.id === folderId) return { tab: { id, kind }, link, roots };
    }
  }
  return null;
}

function toImage(file: SourceFile, tab: Tab) {
  const id = file.id.slice(file.id.indexOf(':') + 1);
  const webViewLink = file.webUrl ?? `https://drive.google.com/file/d/${id}/view`;
  return { id, name: file.name, thumbnailLink: addressOf(file, tab, 's220'), webViewLink };
}

/** 404 for a folder that no visible session links to; 503 `drive_not_configured` where no key is set. */
export async function driveFolder(house: { db: Kysely<Tables>; source: MediaSource }, actor: Person, folderId: string) {
  const place = await findPlace(house.db, actor, folderId);
  if (!place) throw notFound('Folder');
  const files = await house.source.list(place.link, place.roots).catch((error: unknown) => {
    throw faultProblem(error, 'Folder');
  });
  return { files: (files ?? []).filter(({ kind }) => kind === 'image').map((file) => toImage(file, place.tab)) };
}
