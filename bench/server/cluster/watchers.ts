// What watches a cluster whose servers die: sockets that come back, and somebody who guesses the PINs of share links.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import type { Cluster } from '#bench/lib/cluster.ts';
import { password } from '#bench/lib/company.ts';
import type { ServerMessage } from '#contract/notifications/websocket-messages.ts';
import { hashPassword } from '#server/lib/secrets/password.ts';
import { formMs } from '#web/lib/device/timeouts.ts';
import { retryDelay } from '#web/lib/live/websocket-client.ts';
import { type Acknowledged, ask, type Company, type Person, someAddress } from './people.ts';

const forgetfulPeople = 1_000;

export async function settleCompany({ database }: Cluster): Promise<Company> {
  const db = database.query;
  const hash = await hashPassword(password);
  const add = async (username: string, role: 'admin' | 'photographer' | 'client'): Promise<Person> => {
    const row = {
      username,
      password: hash,
      email: `${username}@example.org`,
      first_name: username,
      last_name: 'Obi',
      role,
    };
    const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
    return { id, username };
  };
  const [admin, photographer, client] = [
    await add('admin', 'admin'),
    await add('photographer', 'photographer'),
    await add('client', 'client'),
  ];
  const project = { name: 'Lekki', client_id: client.id, created_by: admin.id };
  const { id: projectId } = await db.insertInto('projects').values(project).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('sites')
    .values({ project_id: projectId, name: 'Block A', photographer_id: photographer.id })
    .execute();
  const forgetful: Person[] = [];
  for (let nth = 0; nth < forgetfulPeople; nth++) forgetful.push(await add(`forgetful${nth}`, 'client'));
  return { projectId, admin, photographer, client, forgetful };
}

/** `back`: how long each took to be back, in milliseconds. `missed`: sessions that a reader did not find after coming back. */
export type Sockets = { back: number[]; missed: number };

/** While it was connected, by `performance.now`. */
type Span = { from: number; to: number };

/**
 * On a machine where three servers share two processors, a change may be on its way for some seconds. One that is still on its way when the
 * socket is lost is read on return.
 */
const graceMs = 10_000;

/** A browser's live channel that comes back by itself, as late as the product's own, and then reads what changed meanwhile. */
export function openSocket(
  url: string,
  login: { cookie: string; id: number },
  state: { done: Acknowledged; seen: Sockets },
) {
  const { done, seen } = state;
  const spans: Span[] = [];
  const heard = new Set<number>();
  let refetchedAt = 0;
  let isOver = false;
  let socket: WebSocket | undefined;
  let attempt = 0;
  let lostAt: number | null = performance.now();

  /** What was acknowledged before it was back is there, whichever server is asked. */
  async function readAgain(): Promise<void> {
    const newest = [...done.sessions.values()].at(-1);
    if (newest === undefined) return;
    for (;;) {
      const answer = await ask(url, `GET /api/sessions/${newest.id}`, { cookie: login.cookie });
      if (!answer) await delay(100);
      else {
        if (answer.status !== 200) seen.missed++;
        return;
      }
    }
  }

  function take(message: ServerMessage): void {
    if (message.type === 'notification') {
      const { relatedSessionId, type } = message.data;
      if (type === 'session_submitted' && relatedSessionId !== null) heard.add(relatedSessionId);
    }
    // Its server missed events while it lost the database, and says so: the page reads everything again.
    if (message.type === 'changed' && message.topics.join() === 'notifications') refetchedAt = performance.now();
    if (message.type !== 'ready') return;
    if (lostAt !== null && spans.length > 0) seen.back.push(performance.now() - lostAt);
    lostAt = null;
    attempt = 0;
    spans.push({ from: performance.now(), to: Number.POSITIVE_INFINITY });
    void readAgain();
  }

  function connect(): void {
    if (isOver) return;
    const headers = { cookie: login.cookie };
    socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers, handshakeTimeout: formMs });
    socket.on('open', () => socket?.send(JSON.stringify({ type: 'auth', userId: login.id })));
    socket.on('message', (data) => take(JSON.parse(String(data)) as ServerMessage));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (lostAt === null) {
        lostAt = performance.now();
        const last = spans.at(-1);
        if (last) last.to = lostAt;
      }
      attempt++;
      setTimeout(connect, retryDelay(attempt) ?? 0);
    });
  }
  connect();
  return {
    /** Lost, and not back yet. */
    isLost: () => lostAt !== null,
    /** Of the sessions that were submitted while it was connected, those that it should have heard of, and did not. */
    unheard() {
      const due = [...done.sessions.values()].filter(({ sent, answered }) =>
        spans.some(({ from, to }) => from < sent && answered + graceMs < to),
      );
      return { due: due.length, unheard: due.filter(({ id, sent }) => !heard.has(id) && refetchedAt < sent).length };
    },
    close(): void {
      isOver = true;
      socket?.terminate();
    },
  };
}

/** `wrong`: answered as wrong. `unknown`: without an answer, counted or not. */
export type Guessed = { link: number; wrong: number; unknown: number; afterEnd: number };

const [maxGuesses, atOnce] = [48, 4];

/** Guesses until the link ends, several at once, each time from another address. */
export async function guessPins(
  url: string,
  asked: { cookie: string; projectId: number; isOver: () => boolean },
): Promise<Guessed | null> {
  const body = { scope: 'project', recipient: 'The bank', pin: '654321' };
  const made = await ask(url, `POST /api/projects/${asked.projectId}/share-links`, { cookie: asked.cookie, body });
  if (made?.status !== 201) return null;
  const { path, link } = made.body as { path: string; link: { id: number } };
  const guessed: Guessed = { link: link.id, wrong: 0, unknown: 0, afterEnd: 0 };
  async function guess(): Promise<void> {
    const status = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': someAddress() },
      body: 'pin=000000',
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 403) guessed.wrong++;
    else if (status === 404) guessed.afterEnd++;
    else if (status !== 429) guessed.unknown++;
  }
  for (let nth = 0; nth < maxGuesses && !asked.isOver(); nth += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, guess));
    await delay(100);
  }
  return guessed;
}

/** Whether the database counted what was answered, nothing twice. The twentieth is answered as an ended link. */
export async function countedRight(
  { database }: Cluster,
  { link, wrong, unknown, afterEnd }: Guessed,
): Promise<boolean> {
  const found = await sql<{ n: number }>`select wrong_pins as n from share_links where id = ${link}`.execute(
    database.query,
  );
  const counted = found.rows[0]?.n ?? -1;
  if (afterEnd > 0) return counted === 20 && wrong <= 19 && wrong + unknown >= 19;
  return counted >= wrong && counted <= wrong + unknown;
}
