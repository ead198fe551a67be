// The sockets that are open here, whose they are, and how something is said to them.
import type { WebSocket } from '@fastify/websocket';
import type { Person } from '#contract/policy.ts';
import { closeCodes, type Push } from '#contract/websocket-messages.ts';

/** `sid`: the login it came with. `ready`: it said its hello, and is not closing. `alive`: it answered the last ping. */
export type Seat = { socket: WebSocket; person: Person; sid: string; ready: boolean; alive: boolean };

/** What may wait for one socket in bytes before it counts as too slow: its browser reconnects and refetches (decisions §4). */
const patience = 1024 * 1024;

/** Sockets of one person in one process; tabs and devices of a day are fewer, and a browser that runs wild is held here. */
const mostOfOne = 20;

/** Encoded once, however many get it. */
export function encode(push: Push): Buffer {
  return Buffer.from(JSON.stringify(push));
}

/** No more is said to a socket that closes. */
export function dismiss(seat: Seat, code: number, reason: string): void {
  seat.ready = false;
  seat.socket.close(code, reason);
}

export function say(seat: Seat, message: Buffer): void {
  if (!seat.ready || seat.socket.readyState !== seat.socket.OPEN) return;
  if (seat.socket.bufferedAmount > patience) dismiss(seat, closeCodes.tooSlow, 'Too slow');
  else seat.socket.send(message, { binary: false });
}

/** A seat is taken from the upgrade until its socket is gone. */
export function openSeats() {
  const all = new Set<Seat>();
  const byUser = new Map<number, Set<Seat>>();
  const none: ReadonlySet<Seat> = new Set();

  function leave(seat: Seat): void {
    all.delete(seat);
    const theirs = byUser.get(seat.person.id);
    theirs?.delete(seat);
    if (theirs?.size === 0) byUser.delete(seat.person.id);
  }

  return {
    all: all as ReadonlySet<Seat>,
    of: (userId: number): ReadonlySet<Seat> => byUser.get(userId) ?? none,
    /** Answers the oldest of theirs when this one is too many; it holds no seat any more. */
    take(seat: Seat): Seat | null {
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
