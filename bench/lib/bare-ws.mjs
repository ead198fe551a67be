// The baseline of the live channel: a ws server without logins that sends what it gets to everybody.
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('listening', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`The floor is ready: http://127.0.0.1:${port}`);
});
process.on('message', ({ say }) => {
  if (say === undefined) return;
  const message = Buffer.from(say);
  for (const socket of server.clients) socket.send(message, { binary: false });
});
