// The circuit between us and a database that hangs: once that is known, what waits for it fails, and nobody begins to wait.
import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** A connection failure, as SQLSTATE says it: after it the same request may well succeed in a few seconds. */
class SilentDatabase extends Error {
  readonly code = '08006';
  constructor() {
    super('The database does not answer.');
  }
}

/** A connection is dropped with what it waits for. */
type Wire = { drop(): void };

export type Circuit = {
  /** @throws while the database is known to hang. */
  join(wire: Wire): void;
  leave(wire: Wire): void;
  /** A connection received something. */
  hear(): void;
  /** Milliseconds since that. */
  silence(): number;
  /** Ends all connections; new ones may be made. */
  drop(): void;
  open(): void;
  close(): void;
};

/** Ends a connection whose other side is silent: an orderly end would wait for its answer. Its queries fail, and `end` is emitted. */
export function destroySocket(client: pg.ClientBase): void {
  socketOf(client).destroy();
}

function socketOf(client: pg.ClientBase): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream;
}

/** Of a client that is connected. */
export function onReceived(client: pg.ClientBase, listener: () => void): void {
  socketOf(client).on('data', listener);
}

export function createCircuit(log: (sentence: string) => void = () => undefined): Circuit {
  const wires = new Set<Wire>();
  let isOpen = false;
  let heardAt = Number.NEGATIVE_INFINITY;

  function drop(): void {
    for (const wire of [...wires]) wire.drop();
  }

  return {
    join(wire) {
      if (isOpen) throw new SilentDatabase();
      wires.add(wire);
    },
    leave: (wire) => void wires.delete(wire),
    hear() {
      heardAt = performance.now();
    },
    silence: () => performance.now() - heardAt,
    drop,
    open() {
      if (!isOpen) log('Database: it does not answer; what needs it is refused until it does');
      isOpen = true;
      drop();
    },
    close() {
      if (isOpen) log('Database: it hangs no more');
      isOpen = false;
    },
  };
}
