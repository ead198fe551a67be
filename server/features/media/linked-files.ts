// What lies behind the media links of a session, listed for as long as somebody can wait.
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { classifyLink, type LinkHosts } from '#contract/links/link.ts';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { MediaRoot, MediaSource, SourceFile } from '#server/media/sources/source.ts';
import { linkColumn, mediaRootsColumn } from './session-link.ts';

export type ListingDependencies = {
  db: Kysely<Tables>;
  source: MediaSource;
  hosts: LinkHosts;
  /** Nobody waits longer for a folder: a host that is slow today must not hold up a review, or the pins of others. */
  listMilliseconds?: number;
};

export type MediaLinks = Record<MediaKind, string | null>;

/** Arguments of json_build_object: the media links of a row under this alias. */
export const linksByKind = (alias: string) =>
  sql.join(mediaKinds.flatMap((kind) => [sql.lit(kind), sql.ref(`${alias}.${linkColumn(kind)}`)]));

/** Null for a session that was removed. */
export async function readMediaLinks(
  db: Kysely<Tables>,
  sessionId: number,
): Promise<{ roots: MediaRoot[]; links: MediaLinks } | null> {
  const found = await sql<{ roots: MediaRoot[]; links: MediaLinks }>`select ${mediaRootsColumn('s')} as roots,
      json_build_object(${linksByKind('s')}) as links from sessions s where s.id = ${sessionId} and s.removed_at is null`.execute(
    db,
  );
  return found.rows[0] ?? null;
}

/** The files behind a link; null where none of our sources lists it, undefined while it cannot be listed. */
export async function listWithinDeadline(
  { source, hosts, listMilliseconds = 5_000 }: ListingDependencies,
  text: string,
  roots: MediaRoot[],
): Promise<SourceFile[] | null | undefined> {
  const controller = new AbortController();
  const { signal } = controller;
  const timeout = wait(listMilliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  try {
    return await Promise.race([source.list(classifyLink(text, hosts), roots), timeout]);
  } catch (error) {
    if (error instanceof MediaError) return undefined;
    throw error;
  } finally {
    controller.abort();
  }
}

/** By link its files, null for one that holds none for us; one that could not be listed in time is missing. */
export type LinkedFiles = ReadonlyMap<string, readonly SourceFile[] | null>;
export type ListLinkedFiles = (sessionId: number) => Promise<LinkedFiles>;

/** The present links of a session, all at once. */
export function createLinkedFiles(deps: ListingDependencies): ListLinkedFiles {
  return async (sessionId) => {
    const found = await readMediaLinks(deps.db, sessionId);
    const links = new Set(Object.values(found?.links ?? {}).filter((link) => link !== null));
    const listed = new Map<string, SourceFile[] | null>();
    const list = async (link: string) => {
      const files = await listWithinDeadline(deps, link, found?.roots ?? []);
      if (files !== undefined) listed.set(link, files);
    };
    await Promise.all(Array.from(links, list));
    return listed;
  };
}
