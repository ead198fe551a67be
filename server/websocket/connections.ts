// The connections that are open here, whose they are, how something is sent over them, and how they are closed.
import { Sender } from 'ws';
import { closeCodes, type ServerMessage } from '#contract/notifications/websocket-messages.ts';
import type { Person } from '#contract/policy.ts';
import type { ChangeEvent, LoginRevoked } from '#server/db/change-events.ts';
import { isRevoked } from '#server/http/login/login-rows.ts';

/** One message, made once, however many get it: as the frame of a socket, and as the event of a stream. */
type Message = { frame: Buffer; event: string };

/** How a connection reaches its browser: a socket, or an event stream where no socket gets through (hub.ts). */
export type Outlet = {
  isOpen(): boolean;
  /** Bytes that wait to be written. */
  waiting(): number;
  write(message: Message): void;
  /** Whether its browser is known to be there without answering. */
  ping(): boolean;
  close(code: number, reason: string): void;
  terminate(): void;
  onClose(listener: () => void): void;
};

/** `sid`: the login it came with. `ready`: it has authenticated and is not closing. `alive`: it answered the last ping. */
export type Connection = {
  outlet: Outlet;
  person: Person;
  sid: string;
  ready: boolean;
  alive: boolean;
};

type FrameOptions = { opcode: number; fin: boolean; rsv1: boolean; mask: boolean; readOnly: boolean };

declare module 'ws' {
  /** Published by ws for messages to many, but not in its types. */
  const Sender: { frame(data: Buffer, options: FrameOptions): Buffer[] };
}

/** What may wait for one socket in bytes before it counts as too slow: its browser reconnects and refetches (behaviour §5.4). */
const maxBufferedBytes = 1024 * 1024;

/** Connections of one person in one process; tabs and devices of a day are fewer, and a browser that runs wild is held here. */
const maxPerPerson = 20;

const goingAway = 1001;
/** How long a stopping server waits for sockets to close. */
const closeTimeoutMs = 2_000;

const textOpcode = 1;

export function encodeMessage(push: ServerMessage): Message {
  const text = JSON.stringify(push);
  const options = { opcode: textOpcode, fin: true, rsv1: false, mask: false, readOnly: true };
  return { frame: Buffer.concat(Sender.frame(Buffer.from(text), options)), event: `data: ${text}\n\n` };
}

const aliveMessage = encodeMessage({ type: 'alive' });

/** Nothing more is sent over a connection that closes. */
export function closeConnection(connection: Connection, code: number, reason: string): void {
  connection.ready = false;
  connection.outlet.close(code, reason);
}

export function send(connection: Connection, message: Message): void {
  const { ready, outlet } = connection;
  if (!ready || !outlet.isOpen()) return;
  if (outlet.waiting() > maxBufferedBytes) closeConnection(connection, closeCodes.tooSlow, 'Too slow');
  else outlet.write(message);
}

/** A connection is registered from its beginning until it is gone. */
export function createConnectionRegistry() {
  const all = new Set<Connection>();
  const byUser = new Map<number, Set<Connection>>();
  const none: ReadonlySet<Connection> = new Set();

  function leave(connection: Connection): void {
    all.delete(connection);
    const ofPerson = byUser.get(connection.person.id);
    ofPerson?.delete(connection);
    if (ofPerson?.size === 0) byUser.delete(connection.person.id);
  }

  function closeWhere(isOver: (connection: Connection) => boolean): void {
    for (const connection of all)
      if (isOver(connection)) closeConnection(connection, closeCodes.ended, 'This login has ended');
  }

  return {
    all: all as ReadonlySet<Connection>,
    of: (userId: number): ReadonlySet<Connection> => byUser.get(userId) ?? none,
    /** Returns the person's oldest when this one is too many; that one is no longer registered. */
    take(connection: Connection): Connection | null {
      all.add(connection);
      const ofPerson = byUser.get(connection.person.id) ?? new Set();
      byUser.set(connection.person.id, ofPerson.add(connection));
      const [oldest] = ofPerson;
      if (!oldest || ofPerson.size <= maxPerPerson) return null;
      leave(oldest);
      return oldest;
    },
    leave,

    /** Those of an event's audience. */
    audienceOf({ users, admins }: Pick<ChangeEvent, 'users' | 'admins'>): Set<Connection> {
      const found = new Set<Connection>();
      for (const user of users) for (const connection of byUser.get(user) ?? []) found.add(connection);
      if (admins) for (const connection of all) if (connection.person.role === 'admin') found.add(connection);
      return found;
    },

    closeWhere,

    /** The browser whose login was renewed comes back with the new one. */
    closeRevoked(ended: LoginRevoked): void {
      const renewed = 'renewed' in ended ? ended.renewed : undefined;
      for (const connection of all)
        if (connection.sid === renewed && isRevoked(connection, ended))
          closeConnection(connection, closeCodes.renewed, 'Come back with the new login');
      closeWhere((connection) => connection.sid !== renewed && isRevoked(connection, ended));
    },

    /** Those that did not answer the last ping are gone. */
    pingAll(): void {
      for (const connection of all) {
        if (!connection.alive) {
          connection.outlet.terminate();
          continue;
        }
        connection.alive = connection.outlet.ping();
        send(connection, aliveMessage);
      }
    },

    /** Code 1001 to all; resolves when they are gone. */
    async closeAll(): Promise<void> {
      const gone = Array.from(all, ({ outlet }) => new Promise<void>((resolve) => outlet.onClose(resolve)));
      for (const connection of all) closeConnection(connection, goingAway, 'The server is stopping');
      const end = setTimeout(() => {
        for (const { outlet } of all) outlet.terminate();
      }, closeTimeoutMs);
      await Promise.all(gone);
      clearTimeout(end);
    },
  };
}
export type ConnectionRegistry = ReturnType<typeof createConnectionRegistry>;
