// The two ways to a browser: a WebSocket, and an event stream where no WebSocket gets through (behaviour §5.4).
import type { Duplex } from 'node:stream';
import { PassThrough } from 'node:stream';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyReply } from 'fastify';
import type { Outlet } from './connections.ts';

/**
 * Written to what the socket writes to, in one piece: `socket.send` makes a header for each and writes it apart, which costs a sixth more.
 * Frames never mix: what the socket itself sends (pings, its closing) is written whole as well, because nothing is compressed (hub.ts).
 */
export function socketOutlet(socket: WebSocket, stream: Duplex): Outlet {
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

/** Begins the answer. Its end is told by an event with the code of a socket's, because browsers come back to a stream that merely ends. */
export function streamOutlet(reply: FastifyReply): Outlet {
  const stream = new PassThrough();
  const { raw } = reply;
  raw.once('close', () => stream.destroy());
  const waiting = () => stream.writableLength + stream.readableLength + raw.writableLength;
  void reply.type('text/event-stream').headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' }).send(stream);
  // Browsers and proxies learn that it has begun.
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
