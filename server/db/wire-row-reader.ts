// Takes rows off the wire for the driver, which reads them value by value and spends more on that than on all else.
import { EventEmitter } from 'node:events';
import pg from 'pg';
import { createLruCache } from '#server/lib/lru-cache.ts';
import { type RawRow, type RowShape, readShape } from './row-decoder.ts';

const description = 'T'.charCodeAt(0);
const data = 'D'.charCodeAt(0);
/** Its kind, then its length without the kind. */
const head = 5;

/** By what the wire says of the columns: statements that answer the same ones share their rows. */
const shapes = createLruCache<string, RowShape>({ most: 500 });

function shapeOf(raw: RawRow): RowShape {
  const words = raw.bytes.toString('latin1', raw.start, raw.end);
  const known = shapes.use(words);
  if (known) return known;
  const shape = readShape(raw);
  shapes.keep(words, shape);
  return shape;
}

/** Of the message that begins there; past the end of the bytes where they hold only its beginning. */
function endOf(bytes: Buffer, at: number): number {
  return at + head > bytes.length ? at + head : at + 1 + bytes.readUInt32BE(at + 1);
}

/** Makes whole messages of what arrives in pieces: one that is long is put together once. */
function assembling(take: (bytes: Buffer) => number): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = 0;
  return (chunk) => {
    pieces.push(chunk);
    held += chunk.length;
    if (held < wanted) return;
    const bytes = pieces.length === 1 ? chunk : Buffer.concat(pieces);
    const taken = take(bytes);
    const rest = bytes.subarray(taken);
    pieces = rest.length === 0 ? [] : [rest];
    held = rest.length;
    wanted = endOf(rest, 0);
  };
}

type Taken = (kind: number, raw: RawRow) => void;
type Passed = (bytes: Buffer) => void;

/** Gives descriptions and rows to `take`, everything between them to `pass`, in their order. Answers how far it came. */
function sorting(take: Taken, pass: Passed): (bytes: Buffer) => number {
  return (bytes) => {
    let passed = 0;
    const passUntil = (at: number) => at > passed && pass(bytes.subarray(passed, at));
    let at = 0;
    for (let end = endOf(bytes, at); end <= bytes.length; end = endOf(bytes, at)) {
      const kind = bytes[at] ?? 0;
      if (kind === description || kind === data) {
        passUntil(at);
        take(kind, { bytes, start: at + head, end });
        passed = end;
      }
      at = end;
    }
    passUntil(at);
    return at;
  };
}

/** Of the driver's connection, the inner parts that this stands between. */
type Inner = EventEmitter & { attachListeners(stream: EventEmitter): void };

/** The queries of such a connection must be `WireRowReader`s. */
export function attachRowReader(client: pg.Client): void {
  const { connection } = client as unknown as { connection: Inner };
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    const others = new EventEmitter();
    attach(others);
    let shape: RowShape | undefined;
    const take: Taken = (kind, raw) => {
      if (kind === data) connection.emit('dataRow', { shape, raw });
      else {
        shape = shapeOf(raw);
        connection.emit('rowDescription');
      }
    };
    const pass: Passed = (bytes) => void others.emit('data', bytes);
    stream.on('data', assembling(sorting(take, pass)));
    stream.on('end', () => others.emit('end'));
  };
}

/** Of the driver's query, what it does not publish. */
type Answering = { _result: { rows: object[] }; _canceledDueToError: unknown; _checkForMultirow(): void };

/** A query whose rows come ready from `attachRowReader`. */
export class WireRowReader extends pg.Query {
  handleRowDescription(): void {
    (this as unknown as Answering)._checkForMultirow();
  }

  /** What cannot be read fails the query once it is through, as with the driver's own. */
  handleDataRow({ shape, raw }: { shape: RowShape; raw: RawRow }): void {
    const answering = this as unknown as Answering;
    if (answering._canceledDueToError) return;
    try {
      answering._result.rows.push(shape(raw));
    } catch (error) {
      answering._canceledDueToError = error;
    }
  }
}
