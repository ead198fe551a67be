// Open shared pages and videos: notified, and ended in every process, when the link, or what it shows, ends.

import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Topic } from '#contract/core/endpoint.ts';
import type { Guest } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { downloadsAllowed } from '#server/db/settings/setting-rows.ts';
import { liveLink } from '#server/db/share-links.ts';
import { shownKey } from '#server/db/taken-back.ts';
import { clientIp } from '#server/http/security/client-ip.ts';
import { coalesced } from '#server/lib/pace.ts';
import { tooMany } from '#server/lib/problem.ts';
import { visiblePictures, visibleSessions } from '#server/visibility.ts';
import { guestOf, type OpenLink } from './link.ts';
import { createStreamLeases } from './stream-leases.ts';

/**
 * `needs`: the sessions shown, by their `shownKey`. `cut`: the server stops, the link may still be valid. `downloads`: only while the link
 * allows them.
 */
type Held = { guest: Guest; tokenHash: string | null; downloads?: true; needs: readonly string[] };
export type Watched = Held & { end(): void; cut(): void };

/** Nothing announces that a link expires: open pages end within five seconds, this check included. */
const checkMilliseconds = 4_000;

/** Limit per link and address, which many phones may share, on all servers together; a page beyond it polls every few seconds instead. */
const maxOpenEach = 20;

/** The sessions `s` that the guest's open page may show. */
function sessionsOf(guest: Guest): RawBuilder<unknown> {
  const { link, scope, viewpointId } = guest.grant;
  // A report's guest sees no session: those that it was made of have to be released still.
  if (scope === 'report')
    return sql`sessions_released s join share_links gl on gl.id = ${link} and gl.project_id = s.project_id
      where (s.id = gl.session_id or (gl.session_id is null
        and s.capture_date between (gl.report->>'from')::date and (gl.report->>'to')::date))`;
  if (viewpointId === null) return sql`sessions_released s where ${visibleSessions(guest)}`;
  return sql`${visiblePictures(guest, sql`vp.viewpoint_id = ${viewpointId}`)} vp join sessions_released s on s.id = vp.session_id
    where vp.file is not null`;
}

/** Those of `needs` that the guest sees now; for a shared viewpoint, sessions with a picture of it. */
async function countSeen(db: Kysely<Tables>, { guest, needs }: Held): Promise<number> {
  const ids = needs.map((key) => Number.parseInt(key, 10));
  const found = await sql<{ n: number }>`select count(distinct s.id) as n from ${sessionsOf(guest)}
    and s.id = any(${ids}::integer[]) and ${shownKey('s')} = any(${[...needs]}::text[])`.execute(db);
  return Number(found.rows[0]?.n ?? 0);
}

async function isSame(db: Kysely<Tables>, { guest, tokenHash, downloads }: Held): Promise<boolean> {
  const allows = downloads ? sql`and l.downloads and ${downloadsAllowed}` : sql``;
  const found = await sql`select 1 from share_links l where l.id = ${guest.grant.link}
    and l.token_hash is not distinct from ${tokenHash} and ${liveLink('l')} ${allows}`.execute(db);
  return found.rows.length > 0;
}

async function holds(db: Kysely<Tables>, one: Held): Promise<boolean> {
  if (!(await isSame(db, one))) return false;
  if (one.needs.length === 0) return true;
  return (await countSeen(db, one)) === new Set(one.needs).size;
}

const rightsTopics: readonly Topic[] = ['projects', 'users'];

/** `endUnshared`: ends links that nobody may share any more. */
export function createGuestWatch(db: Kysely<Tables>, endUnshared: () => Promise<void>) {
  const watched = new Set<Watched>();
  const streams = createStreamLeases(db, maxOpenEach);

  /** While the database is unavailable nothing can be decided, and nothing is ended. */
  async function checkOne(one: Watched): Promise<void> {
    const isOver = await holds(db, one).then(
      (stays) => !stays,
      () => false,
    );
    if (isOver && watched.delete(one)) one.end();
  }

  async function checkAll(): Promise<void> {
    for (const one of watched) await checkOne(one);
  }

  const check = coalesced(checkAll);
  // What fails here is found by the next change; until then the link shows nothing anyway.
  const endLost = coalesced(() => endUnshared().catch(() => undefined));

  const timer = setInterval(() => {
    if (watched.size > 0) check();
  }, checkMilliseconds).unref();

  return {
    /** Whether it may be shown now. */
    holds: (one: Held): Promise<boolean> => holds(db, one),
    /** Watches until the returned function is called. What ended since the lookup is noticed at once. */
    add(one: Watched): () => void {
      watched.add(one);
      void checkOne(one);
      return () => void watched.delete(one);
    },
    /** Something changed, here or in another process. */
    changed(topics: readonly Topic[]): void {
      if (watched.size > 0) check();
      if (topics.some((topic) => rightsTopics.includes(topic))) endLost();
    },
    count: () => watched.size,
    takeStream: streams.take,
    /** The server stops: all browsers reconnect to the next one. */
    async close(): Promise<void> {
      clearInterval(timer);
      for (const one of watched) one.cut();
      watched.clear();
      await streams.close();
    },
  };
}
export type GuestWatch = ReturnType<typeof createGuestWatch>;

/** Limit of open pages and videos in one process; one more is asked to come back. */
const maxOpen = 5_000;
/** Proxies close a stream that is silent for a minute. */
const pingMilliseconds = 25_000;
/** On a longer page only the newest items are watched. */
export const maxNeeds = 100;

/** `of`: the sessions with their records that the page shows. With `once` it only confirms that the link is valid. */
export async function sendLive(
  watch: GuestWatch,
  { link, request, reply }: { link: OpenLink; request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { of = '', once } = request.query as { of?: string; once?: string };
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  if (once !== undefined) return reply.code(204).send();
  const leave = watch.count() < maxOpen ? await watch.takeStream({ link: link.id, address: clientIp(request) }) : null;
  if (leave === null) throw tooMany('Too many pages are open. Please try again in a minute.', 60);
  const needs = String(of)
    .split(',')
    .filter((key) => /^\d{1,9}\.\d{1,18}\.\d{1,9}$/.test(key))
    .slice(0, maxNeeds);
  const stream = new PassThrough();
  // Browsers reconnect by themselves to a stream that was only cut.
  const cut = () => stream.end();
  const end = () => stream.end('event: ended\ndata:\n\n');
  const forget = watch.add({ guest: guestOf(link), tokenHash: link.tokenHash, needs, end, cut });
  const ping = setInterval(() => stream.write(':\n\n'), pingMilliseconds).unref();
  const over = () => {
    clearInterval(ping);
    forget();
    leave();
    stream.destroy();
  };
  // Whoever left before the lease was taken closes nothing any more.
  if (request.raw.socket.destroyed) over();
  else reply.raw.once('close', over);
  stream.write(':\n\n');
  return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
}
