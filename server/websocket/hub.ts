// The live channel at /ws: who is connected; carries committed notices to those they concern (decisions §4).
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { type Topic, topics } from '#contract/endpoint.ts';
import type { Notification } from '#contract/notifications.ts';
import type { Person } from '#contract/policy.ts';
import { type ChangeScope, closeCodes } from '#contract/websocket-messages.ts';
import type { ChangeEvent, LoginRevoked } from '#server/db/change-events.ts';
import type { CsrfGuard } from '#server/http/csrf.ts';
import type { Logins } from '#server/http/login.ts';
import { isRevoked } from '#server/http/login-cache.ts';
import { unauthorized } from '#server/lib/problem.ts';
import { type Connection, closeConnection, createConnectionRegistry, encodeMessage, send } from './connections.ts';

/** A hello holds some thirty bytes. */
const biggestMessage = 4096;
const goingAway = 1001;
const tryAgain = 1013;
/** How long a stopping server waits for goodbyes. */
const farewell = 2_000;
/** Of these beats every twentieth asks whether all logins are still there: one may also expire. */
const beatsToLookAgain = 20;

type Options = {
  logins: Logins;
  origin: CsrfGuard;
  load(ids: number[]): Promise<Notification[]>;
  /** What the server has heard of until now (lib/response-cache.ts). */
  cacheVersion(): string | null;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Milliseconds between two pings, and for the hello. */
  beat?: number;
  patience?: number;
};

/** The id of a hello; null for anything else. */
function parseAuthMessage(text: string): number | null {
  try {
    const hello: unknown = JSON.parse(text);
    const { type, userId } = Object(hello) as { type?: unknown; userId?: unknown };
    return type === 'auth' && typeof userId === 'number' ? userId : null;
  } catch {
    return null;
  }
}

export function createWebSocketHub(options: Options) {
  const { logins, origin, load, cacheVersion, log, beat = 30_000, patience = 10_000 } = options;
  const seats = createConnectionRegistry();
  const visitors = new WeakMap<FastifyRequest, Person>();
  let beats = 0;
  let doubtful = false;
  let heart: NodeJS.Timeout | undefined;

  function bid(over: (seat: Connection) => boolean): void {
    for (const seat of seats.all) if (over(seat)) closeConnection(seat, closeCodes.ended, 'This login has ended');
  }

  function bidEnded(ended: LoginRevoked): void {
    const renewed = 'renewed' in ended ? ended.renewed : undefined;
    for (const seat of seats.all)
      if (seat.sid === renewed && isRevoked(seat, ended))
        closeConnection(seat, closeCodes.renewed, 'Come back with the new login');
    bid((seat) => seat.sid !== renewed && isRevoked(seat, ended));
  }

  /** 401 and 403 are said before the upgrade. */
  async function admit(request: FastifyRequest): Promise<void> {
    origin.refuseForeign(request);
    const person = await logins.who(request);
    if (!person) throw unauthorized();
    visitors.set(request, person);
  }

  function connect(socket: WebSocket, request: FastifyRequest): void {
    const person = visitors.get(request);
    const sid = logins.sidOf(request);
    if (!person || sid === null) {
      socket.terminate();
      return;
    }
    const seat: Connection = { socket, person, sid, ready: false, alive: true };
    const oldest = seats.take(seat);
    if (oldest) closeConnection(oldest, closeCodes.tooMany, 'You have this open too often');
    const late = setTimeout(() => closeConnection(seat, closeCodes.ended, 'No hello'), patience);
    socket.on('close', () => {
      clearTimeout(late);
      seats.leave(seat);
    });
    socket.on('pong', () => {
      seat.alive = true;
    });
    socket.once('message', (data) => {
      clearTimeout(late);
      welcome(seat, request, parseAuthMessage(String(data))).catch(() =>
        closeConnection(seat, tryAgain, 'Please try again'),
      );
    });
  }

  /** The login is looked at again: it may have ended between the upgrade and here, where nobody could tell this socket. */
  async function welcome(seat: Connection, request: FastifyRequest, userId: number | null): Promise<void> {
    if (userId === null) return closeConnection(seat, closeCodes.ended, 'No hello');
    if (userId !== seat.person.id) return closeConnection(seat, closeCodes.notYou, 'This is somebody else');
    const person = await logins.who(request);
    if (person?.id !== userId) return closeConnection(seat, closeCodes.ended, 'This login has ended');
    seat.person = person;
    seat.ready = seat.socket.readyState === seat.socket.OPEN;
    send(seat, encodeMessage({ type: 'ready', cacheVersion: cacheVersion() }));
  }

  function concerned({ users, admins }: Pick<ChangeEvent, 'users' | 'admins'>): Set<Connection> {
    const found = new Set<Connection>();
    for (const user of users) for (const seat of seats.of(user)) found.add(seat);
    if (admins) for (const seat of seats.all) if (seat.person.role === 'admin') found.add(seat);
    return found;
  }

  function tellChanged(to: Iterable<Connection>, topics: readonly Topic[], { projects, ids }: ChangeScope = {}): void {
    const scope = { ...(projects ? { projects } : {}), ...(ids ? { ids } : {}) };
    const message = encodeMessage({ type: 'changed', topics: [...topics], ...scope });
    for (const seat of to) send(seat, message);
  }

  async function push(notes: ChangeEvent['notes']): Promise<void> {
    const here = notes.filter(([, user]) => seats.of(user).size > 0);
    if (here.length === 0) return;
    try {
      for (const note of await load(here.map(([id]) => id))) {
        const message = encodeMessage({ type: 'notification', data: note });
        for (const seat of seats.of(note.userId)) send(seat, message);
      }
    } catch (error) {
      // It is committed and cannot be read just now: whoever waits for it asks again.
      log.warn({ err: error }, 'a notification could not be pushed');
      tellChanged(concerned({ users: here.map(([, user]) => user), admins: false }), ['notifications']);
    }
  }

  /** After the database was away logins may have ended unheard. */
  async function lookAgain(): Promise<void> {
    if (seats.all.size === 0) return;
    try {
      const asked = new Set(Array.from(seats.all, ({ sid }) => sid));
      const alive = await logins.alive([...asked]);
      bid(({ sid }) => asked.has(sid) && !alive.has(sid));
      doubtful = false;
    } catch {
      doubtful = true;
    }
  }

  function pulse(): void {
    beats++;
    for (const seat of seats.all) {
      if (!seat.alive) seat.socket.terminate();
      else seat.socket.ping();
      seat.alive = false;
    }
    if (doubtful || beats % beatsToLookAgain === 0) void lookAgain();
  }

  /** Code 1001 to all; resolves when they are gone. */
  async function close(): Promise<void> {
    clearInterval(heart);
    const gone = Array.from(seats.all, ({ socket }) => new Promise((resolve) => socket.once('close', resolve)));
    for (const seat of seats.all) closeConnection(seat, goingAway, 'The server is stopping');
    const end = setTimeout(() => {
      for (const { socket } of seats.all) socket.terminate();
    }, farewell);
    await Promise.all(gone);
    clearTimeout(end);
  }

  logins.onEnded(bidEnded);

  return {
    /** Registers the plugin and the route; sockets are closed before the server waits for its connections. */
    async attach(app: FastifyInstance): Promise<void> {
      await app.register(websocket, {
        options: { maxPayload: biggestMessage },
        errorHandler: (_error, socket) => socket.terminate(),
        preClose: (done: () => void) => void close().then(done),
      });
      app.get('/ws', { websocket: true, preValidation: admit }, connect);
      heart = setInterval(pulse, beat).unref();
    },

    /** Give a notice to the logins first: what it ends is then told nothing more. */
    async carry(notice: ChangeEvent): Promise<void> {
      if (notice.topics.length > 0) tellChanged(concerned(notice), notice.topics, notice);
      await push(notice.notes);
    },

    /** Notices were missed while they could not be heard: everybody refetches, and ended logins go. */
    listening(up: boolean): void {
      if (!up || seats.all.size === 0) return;
      tellChanged(seats.all, topics);
      // Beside other topics browsers take notifications for pushed; these were not.
      tellChanged(seats.all, ['notifications']);
      void lookAgain();
    },

    count: () => seats.all.size,
    close,
  };
}
