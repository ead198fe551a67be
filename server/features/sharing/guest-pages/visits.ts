// The visits that a guest sees, and what was released of each.
import { type Kysely, sql } from 'kysely';
import type { Link, LinkHosts } from '#contract/links/link.ts';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { Guest } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { shownKey } from '#server/db/taken-back.ts';
import { mediaErrorMessage } from '#server/features/media/media-errors.ts';
import { linkColumn, listVisibleFiles, loadSessionLink } from '#server/features/media/session-link.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';
import { visibleSessions } from '#server/visibility.ts';

export type Visit = {
  id: number;
  /** As `needs` of a watched page names it. */
  shownKey: string;
  /** yyyy-mm-dd */
  captureDate: string;
  site: string | null;
  phase: string | null;
  notes: string | null;
  /** The tabs with a link. */
  tabs: MediaKind[];
};

/** What one tab of a visit holds: its files, and where it is shown elsewhere. */
export type Tab = { kind: MediaKind; link: Link | null; files: SourceFile[]; problem: string | null };

const linkedTabs = sql.join(
  mediaKinds.map((kind) => sql`case when ${sql.ref(`s.${linkColumn(kind)}`)} is not null then ${sql.lit(kind)} end`),
);

/** As an address names it; null for what is none. */
export function visitIdOf(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

type Which = { id?: number; limit: number; offset?: number };

/** Newest first. */
export async function listVisits(db: Kysely<Tables>, guest: Guest, { id, limit, offset = 0 }: Which): Promise<Visit[]> {
  const found = await sql<Visit>`
    select s.id, ${shownKey('s')} as "shownKey", s.capture_date as "captureDate", si.name as site, s.phase, s.notes,
      array_remove(array[${linkedTabs}], null) as tabs
    from sessions_released s left join sites si on si.id = s.site_id
    where ${visibleSessions(guest)} ${id === undefined ? sql`` : sql`and s.id = ${id}`}
    order by s.capture_date desc, s.id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db);
  return found.rows;
}

export type MediaReader = { db: Kysely<Tables>; hosts: LinkHosts; source: MediaSource };

/** Where it cannot be listed, the sentence that clients read. */
export async function readTab(reader: MediaReader, guest: Guest, tab: { id: number; kind: MediaKind }): Promise<Tab> {
  const linked = await loadSessionLink(reader, guest, tab);
  const { kind } = tab;
  const { link } = linked;
  try {
    return { kind, link, files: (await listVisibleFiles(reader.source, linked)) ?? [], problem: null };
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return { kind, link, files: [], problem: mediaErrorMessage(error, linked) };
  }
}
