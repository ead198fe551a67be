// The sockets that are open here, whose they are, and how something is said to them.
import type { WebSocket } from '@fastify/websocket';
import type { Person } from '#contract/policy.ts';
import { closeCodes, type ServerMessage } from '#contract/websocket-messages.ts';

/** `sid`: the login it came with. `ready`: it said its hello, and is not closing. `alive`: it answered the last ping. */
export type Connection = { socket: WebSocket; person: Person; sid: string; ready: boolean; alive: boolean };

/** What may wait for one socket in bytes before it counts as too slow: its browser reconnects and refetches (decisions §4). */
const patience = 1024 * 1024;

/** Sockets of one person in one process; tabs and devices of a day are fewer, and a browser that runs wild is held here. */
const mostOfOne = 20;

/** Encoded once, however many get it. */
export function encodeMessage(push: ServerMessage): Buffer {
  return Buffer.from(JSON.stringify(push));
}

/** No more is said to a socket that closes. */
export function closeConnection(seat: Connection, code: number, reason: string): void {
  seat.ready = false;
  seat.socket.close(code, reason);
}

export function send(seat: Connection, message: Buffer): void {
  if (!seat.ready || seat.socket.readyState !== seat.socket.OPEN) return;
  if (seat.socket.bufferedAmount > patience) closeConnection(seat, closeCodes.tooSlow, 'Too slow');
  else seat.socket.send(message, { binary: false });
}

/** A seat is taken from the upgrade until its socket is gone. */
export function createConnectionRegistry() {
  const all = new Set<Connection>();
  const byUser = new Map<number, Set<Connection>>();
  const none: ReadonlySet<Connection> = new Set();

  function leave(seat: Connection): void {
    all.delete(seat);
    const theirs = byUser.get(seat.person.id);
    theirs?.delete(seat);
    if (theirs?.size === 0) byUser.delete(seat.person.id);
  }

  return {
    all: all as ReadonlySet<Connection>,
    of: (userId: number): ReadonlySet<Connection> => byUser.get(userId) ?? none,
    /** Answers the oldest of theirs when this one is too many; it holds no seat any more. */
    take(seat: Connection): Connection | null {
      all.add(seat);
      const theirs = byUser.get(seat.person.id) ?? new Set();
      byUser.set(seat.person.id, theirs.add(seat));
      const [oldest] = theirs;
      if (!oldest || theirs.size <= mostOfOne) return null;
      leave(oldest);
      return oldest;
    },
    leave,
  };
}
