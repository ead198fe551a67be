// The live channel at /ws: who is connected; carries committed changes to those they concern.
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { type Topic, topics } from '#contract/endpoint.ts';
import type { Notification } from '#contract/notifications.ts';
import type { Person } from '#contract/policy.ts';
import type { CacheVersions } from '#contract/preloaded-state.ts';
import { type ChangeScope, closeCodes } from '#contract/websocket-messages.ts';
import type { ChangeEvent, LoginRevoked } from '#server/db/change-events.ts';
import type { CsrfGuard } from '#server/http/csrf.ts';
import type { Logins } from '#server/http/login.ts';
import { isRevoked } from '#server/http/login-cache.ts';
import { unauthorized } from '#server/lib/problem.ts';
import { type Connection, closeConnection, createConnectionRegistry, encodeMessage, send } from './connections.ts';

/** An auth message holds some thirty bytes. */
const maxMessageBytes = 4096;
const goingAway = 1001;
const tryAgain = 1013;
/** How long a stopping server waits for sockets to close. */
const closeTimeoutMs = 2_000;
/** At every twentieth ping all logins are checked: one may also have expired. */
const pingsPerLoginCheck = 20;

type Options = {
  logins: Logins;
  origin: CsrfGuard;
  load(ids: number[]): Promise<Notification[]>;
  /** Every change that the server knows of (lib/response-cache.ts). */
  cacheVersions(): CacheVersions;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** How often sockets are pinged, and how long one may take to send its auth message. */
  pingIntervalMs?: number;
  authTimeoutMs?: number;
};

/** The id in an auth message; null for anything else. */
function parseAuthMessage(text: string): number | null {
  try {
    const message: unknown = JSON.parse(text);
    const { type, userId } = Object(message) as { type?: unknown; userId?: unknown };
    return type === 'auth' && typeof userId === 'number' ? userId : null;
  } catch {
    return null;
  }
}

export function createWebSocketHub(options: Options) {
  const { logins, origin, load, cacheVersions, log, pingIntervalMs = 30_000, authTimeoutMs = 10_000 } = options;
  const connections = createConnectionRegistry();
  const admitted = new WeakMap<FastifyRequest, Person>();
  let pings = 0;
  let loginsUncertain = false;
  let pingTimer: NodeJS.Timeout | undefined;

  function closeWhere(isOver: (connection: Connection) => boolean): void {
    for (const connection of connections.all)
      if (isOver(connection)) closeConnection(connection, closeCodes.ended, 'This login has ended');
  }

  function closeRevoked(ended: LoginRevoked): void {
    const renewed = 'renewed' in ended ? ended.renewed : undefined;
    for (const connection of connections.all)
      if (connection.sid === renewed && isRevoked(connection, ended))
        closeConnection(connection, closeCodes.renewed, 'Come back with the new login');
    closeWhere((connection) => connection.sid !== renewed && isRevoked(connection, ended));
  }

  /** 401 and 403 are answered before the upgrade. */
  async function admit(request: FastifyRequest): Promise<void> {
    origin.refuseForeign(request);
    const person = await logins.who(request);
    if (!person) throw unauthorized();
    admitted.set(request, person);
  }

  function connect(socket: WebSocket, request: FastifyRequest): void {
    const person = admitted.get(request);
    const sid = logins.sidOf(request);
    if (!person || sid === null) {
      socket.terminate();
      return;
    }
    const connection: Connection = { socket, person, sid, ready: false, alive: true };
    const oldest = connections.take(connection);
    if (oldest) closeConnection(oldest, closeCodes.tooMany, 'You have this open too often');
    const late = setTimeout(() => closeConnection(connection, closeCodes.ended, 'No auth message'), authTimeoutMs);
    socket.on('close', () => {
      clearTimeout(late);
      connections.leave(connection);
    });
    socket.on('pong', () => {
      connection.alive = true;
    });
    socket.once('message', (data) => {
      clearTimeout(late);
      welcome(connection, request, parseAuthMessage(String(data))).catch(() =>
        closeConnection(connection, tryAgain, 'Please try again'),
      );
    });
  }

  /** The login is checked again: it may have ended since the upgrade, when this socket could not be told yet. */
  async function welcome(connection: Connection, request: FastifyRequest, userId: number | null): Promise<void> {
    if (userId === null) return closeConnection(connection, closeCodes.ended, 'No auth message');
    if (userId !== connection.person.id) return closeConnection(connection, closeCodes.notYou, 'This is somebody else');
    const person = await logins.who(request);
    if (person?.id !== userId) return closeConnection(connection, closeCodes.ended, 'This login has ended');
    connection.person = person;
    connection.ready = connection.socket.readyState === connection.socket.OPEN;
    send(connection, encodeMessage({ type: 'ready', versions: cacheVersions() }));
  }

  function connectionsOf({ users, admins }: Pick<ChangeEvent, 'users' | 'admins'>): Set<Connection> {
    const found = new Set<Connection>();
    for (const user of users) for (const connection of connections.of(user)) found.add(connection);
    if (admins) for (const connection of connections.all) if (connection.person.role === 'admin') found.add(connection);
    return found;
  }

  function sendChanged(to: Iterable<Connection>, topics: readonly Topic[], { projects, ids }: ChangeScope = {}): void {
    const scope = { ...(projects ? { projects } : {}), ...(ids ? { ids } : {}) };
    const message = encodeMessage({ type: 'changed', topics: [...topics], ...scope });
    for (const connection of to) send(connection, message);
  }

  async function push(notes: ChangeEvent['notes']): Promise<void> {
    const here = notes.filter(([, user]) => connections.of(user).size > 0);
    if (here.length === 0) return;
    try {
      for (const note of await load(here.map(([id]) => id))) {
        const message = encodeMessage({ type: 'notification', data: note });
        for (const connection of connections.of(note.userId)) send(connection, message);
      }
    } catch (error) {
      // It is committed and cannot be read just now: its reader fetches it.
      log.warn({ err: error }, 'a notification could not be pushed');
      sendChanged(connectionsOf({ users: here.map(([, user]) => user), admins: false }), ['notifications']);
    }
  }

  /** While the database was away logins may have ended unnoticed. */
  async function checkLogins(): Promise<void> {
    if (connections.all.size === 0) return;
    try {
      const asked = new Set(Array.from(connections.all, ({ sid }) => sid));
      const alive = await logins.alive([...asked]);
      closeWhere(({ sid }) => asked.has(sid) && !alive.has(sid));
      loginsUncertain = false;
    } catch {
      loginsUncertain = true;
    }
  }

  function pingAll(): void {
    pings++;
    for (const connection of connections.all) {
      if (!connection.alive) connection.socket.terminate();
      else connection.socket.ping();
      connection.alive = false;
    }
    if (loginsUncertain || pings % pingsPerLoginCheck === 0) void checkLogins();
  }

  /** Code 1001 to all; resolves when they are gone. */
  async function close(): Promise<void> {
    clearInterval(pingTimer);
    const gone = Array.from(connections.all, ({ socket }) => new Promise((resolve) => socket.once('close', resolve)));
    for (const connection of connections.all) closeConnection(connection, goingAway, 'The server is stopping');
    const end = setTimeout(() => {
      for (const { socket } of connections.all) socket.terminate();
    }, closeTimeoutMs);
    await Promise.all(gone);
    clearTimeout(end);
  }

  logins.onEnded(closeRevoked);

  return {
    /** Registers the plugin and the route; sockets are closed before the server waits for its connections. */
    async attach(app: FastifyInstance): Promise<void> {
      await app.register(websocket, {
        options: { maxPayload: maxMessageBytes },
        errorHandler: (_error, socket) => socket.terminate(),
        preClose: (done: () => void) => void close().then(done),
      });
      app.get('/ws', { websocket: true, preValidation: admit }, connect);
      pingTimer = setInterval(pingAll, pingIntervalMs).unref();
    },

    /** Give an event to the logins first: whoever it logs out is then sent nothing more. */
    async carry(event: ChangeEvent): Promise<void> {
      if (event.topics.length > 0) sendChanged(connectionsOf(event), event.topics, event);
      await push(event.notes);
    },

    /** Events were missed while the database was away: everybody refetches, and the sockets of ended logins are closed. */
    listening(up: boolean): void {
      if (!up || connections.all.size === 0) return;
      sendChanged(connections.all, topics);
      // Beside other topics browsers take it that notifications were pushed; these were not.
      sendChanged(connections.all, ['notifications']);
      void checkLogins();
    },

    count: () => connections.all.size,
    close,
  };
}
