// Which statements a baseline is made of: those that a request leads to, and none of the product's jobs.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A server that asks its database something for each request, and has a job that asks all the time. */
const program = `
  import { createServer } from 'node:http';
  import { setTimeout as wait } from 'node:timers/promises';
  import pg from ${JSON.stringify(import.meta.resolve('pg'))};
  const client = new pg.Client();
  const send = (text) => void Promise.resolve(client.query(text)).catch(() => undefined);
  setInterval(() => send('job'), 1);
  const server = createServer(async (request, response) => {
    await wait(30);
    send('page');
    response.end();
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
`;

test('a statement of a job is not taken for one of the page that is asked for meanwhile', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'topout-instrument-')), 'program.mjs');
  writeFileSync(path, program);
  const execArgv = ['--import', new URL('./instrument.mjs', import.meta.url).href];
  const child = fork(path, { execArgv });
  const next = async () => (await once(child, 'message'))[0] as { port: number; answer: { text: string }[] };
  try {
    const { port } = await next();
    const ask = (what: string) => {
      child.send({ ask: what, id: 1 });
      return next();
    };
    await ask('record');
    await fetch(`http://127.0.0.1:${port}/`);
    await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-recorded': 'yes' } });
    expect((await ask('recorded')).answer.map(({ text }) => text)).toEqual(['page']);
  } finally {
    child.kill();
  }
});
