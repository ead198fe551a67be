// The live channel, a WebSocket at /ws or an event stream instead: who is connected; delivers committed changes to those they concern.
import { type Duplex, PassThrough } from 'node:stream';
import type { WebSocket } from '@fastify/websocket';
import websocket from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Topic, topics } from '#contract/core/endpoint.ts';
import type { CacheVersions } from '#contract/core/preloaded-state.ts';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { type ChangeScope, closeCodes, liveStreamPath } from '#contract/notifications/websocket-messages.ts';
import type { ChangeEvent } from '#server/db/change-events.ts';
import type { CsrfGuard } from '#server/http/login/csrf.ts';
import type { Logins } from '#server/http/login/login.ts';
import { unauthorized } from '#server/lib/problem.ts';
import {
  type Connection,
  type ConnectionRegistry,
  closeConnection,
  createConnectionRegistry,
  encodeMessage,
  type Outlet,
  send,
} from './connections.ts';

/** An auth message has some thirty bytes. */
const maxMessageBytes = 4096;
const tryAgain = 1013;
/** All logins are checked at every twentieth ping: one may also have expired. */
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

/**
 * A browser is admitted by its cookie, and by the id of the person whom its page shows, which a socket sends and a stream has in its
 * request.
 */
function createHandshake(options: Options, connections: ConnectionRegistry) {
  const { logins, origin, cacheVersions, authTimeoutMs = 10_000 } = options;

  /** 401 and 403 are answered before the upgrade. */
  async function admit(request: FastifyRequest): Promise<void> {
    origin.refuseForeign(request);
    request.visitor = await logins.who(request);
    if (!request.visitor) throw unauthorized();
  }

  /** Undefined for nobody. */
  function begin(request: FastifyRequest, reach: () => Outlet): Connection | undefined {
    const person = request.visitor;
    const sid = logins.sidOf(request);
    if (!person || sid === null) return undefined;
    const outlet = reach();
    const connection: Connection = { outlet, person, sid, ready: false, alive: true };
    outlet.onClose(() => connections.leave(connection));
    const oldest = connections.take(connection);
    if (oldest) closeConnection(oldest, closeCodes.tooMany, 'You have this open too often');
    return connection;
  }

  function letIn(connection: Connection, request: FastifyRequest, userId: number | null): void {
    welcome(connection, request, userId).catch(() => closeConnection(connection, tryAgain, 'Please try again'));
  }

  function connect(socket: WebSocket, request: FastifyRequest): void {
    const connection = begin(request, () => socketOutlet(socket, request.raw.socket));
    if (!connection) return socket.terminate();
    const late = setTimeout(() => closeConnection(connection, closeCodes.ended, 'No auth message'), authTimeoutMs);
    socket.on('close', () => clearTimeout(late));
    socket.on('pong', () => {
      connection.alive = true;
    });
    socket.once('message', (data) => {
      clearTimeout(late);
      letIn(connection, request, parseAuthMessage(String(data)));
    });
    return undefined;
  }

  async function stream(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { userId } = request.query as { userId?: string };
    const connection = begin(request, () => streamOutlet(reply));
    if (!connection) throw unauthorized();
    letIn(connection, request, Number(userId) || null);
    return reply;
  }

  /** The login is checked again: it may have ended since the upgrade, when this socket could not be notified yet. */
  async function welcome(connection: Connection, request: FastifyRequest, userId: number | null): Promise<void> {
    if (userId === null) return closeConnection(connection, closeCodes.ended, 'No auth message');
    if (userId !== connection.person.id) return closeConnection(connection, closeCodes.notYou, 'This is somebody else');
    const person = await logins.who(request);
    if (person?.id !== userId) return closeConnection(connection, closeCodes.ended, 'This login has ended');
    connection.person = person;
    connection.ready = connection.outlet.isOpen();
    send(connection, encodeMessage({ type: 'ready', versions: cacheVersions() }));
  }

  return { admit, connect, stream };
}

function sendChanged(to: Iterable<Connection>, topics: readonly Topic[], { projects, ids }: ChangeScope = {}): void {
  const scope = { ...(projects ? { projects } : {}), ...(ids ? { ids } : {}) };
  const message = encodeMessage({ type: 'changed', topics: [...topics], ...scope });
  for (const connection of to) send(connection, message);
}

export function createWebSocketHub(options: Options) {
  const { logins, load, log, pingIntervalMs = 30_000 } = options;
  const connections = createConnectionRegistry();
  const { admit, connect, stream } = createHandshake(options, connections);
  let pings = 0;
  let loginsUncertain = false;
  let pingTimer: NodeJS.Timeout | undefined;

  async function push(notes: ChangeEvent['notes']): Promise<void> {
    const here = notes.filter(([, user]) => connections.of(user).size > 0);
    if (here.length === 0) return;
    try {
      for (const note of await load(here.map(([id]) => id))) {
        const message = encodeMessage({ type: 'notification', data: note });
        for (const connection of connections.of(note.userId)) send(connection, message);
      }
    } catch (error) {
      // It is committed but cannot be read just now: its reader fetches it.
      log.warn({ err: error }, 'a notification could not be pushed');
      sendChanged(connections.audienceOf({ users: here.map(([, user]) => user), admins: false }), ['notifications']);
    }
  }

  /** Logins may have ended unnoticed while the database was away. */
  async function checkLogins(): Promise<void> {
    if (connections.all.size === 0) return;
    try {
      const checked = new Set(Array.from(connections.all, ({ sid }) => sid));
      const alive = await logins.alive([...checked]);
      connections.closeWhere(({ sid }) => checked.has(sid) && !alive.has(sid));
      loginsUncertain = false;
    } catch {
      loginsUncertain = true;
    }
  }

  function ping(): void {
    connections.pingAll();
    pings++;
    if (loginsUncertain || pings % pingsPerLoginCheck === 0) void checkLogins();
  }

  async function close(): Promise<void> {
    clearInterval(pingTimer);
    await connections.closeAll();
  }

  logins.onEnded(connections.closeRevoked);

  return {
    /** Registers the plugin and the route; sockets are closed before the server waits for its connections. */
    async attach(app: FastifyInstance): Promise<void> {
      await app.register(websocket, {
        options: { maxPayload: maxMessageBytes, perMessageDeflate: false },
        errorHandler: (_error, socket) => socket.terminate(),
        preClose: (done: () => void) => void close().then(done),
      });
      app.get('/ws', { websocket: true, preValidation: admit }, connect);
      app.get(liveStreamPath, { preValidation: admit }, stream);
      pingTimer = setInterval(ping, pingIntervalMs).unref();
    },

    /** Give an event to the logins first: whoever it logs out is then sent nothing more. */
    async carry(event: ChangeEvent): Promise<void> {
      if (event.topics.length > 0) sendChanged(connections.audienceOf(event), event.topics, event);
      await push(event.notes);
    },

    /** Events were missed while the database was away: everybody refetches, and the sockets of ended logins are closed. */
    listening(up: boolean): void {
      if (!up || connections.all.size === 0) return;
      sendChanged(connections.all, topics);
      // With other topics, browsers assume that notifications were pushed; these were not.
      sendChanged(connections.all, ['notifications']);
      void checkLogins();
    },

    count: () => connections.all.size,
    close,
  };
}

// The two transports: a WebSocket, and an event stream where no WebSocket gets through (behaviour §5.4).

/**
 * Written to the socket's own stream, in one piece: `socket.send` makes a header for each and writes it separately, which costs a sixth
 * more. Frames never mix: what the socket itself sends (pings, its closing) is written whole as well, because nothing is compressed
 * (the hub sets that).
 */
function socketOutlet(socket: WebSocket, stream: Duplex): Outlet {
  return {
    isOpen: () => socket.readyState === socket.OPEN,
    waiting: () => stream.writableLength,
    write: ({ frame }) => void stream.write(frame),
    ping() {
      socket.ping();
      return false;
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
    onClose: (listener) => void socket.once('close', listener),
  };
}

/** Starts the response. Its end is an event with a socket's close code, because browsers reconnect to a stream that merely ends. */
function streamOutlet(reply: FastifyReply): Outlet {
  const stream = new PassThrough();
  const { raw } = reply;
  raw.once('close', () => stream.destroy());
  const waiting = () => stream.writableLength + stream.readableLength + raw.writableLength;
  void reply.type('text/event-stream').headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' }).send(stream);
  // Browsers and proxies see that it has begun.
  stream.write(':\n\n');
  return {
    isOpen: () => stream.writable,
    waiting,
    write: ({ event }) => void stream.write(event),
    ping: () => waiting() === 0,
    close: (code) => void stream.end(`event: close\ndata: ${code}\n\n`),
    terminate: () => void raw.destroy(),
    onClose: (listener) => void raw.once('close', listener),
  };
}
