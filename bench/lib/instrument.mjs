// Loaded into the product's process before it starts: reports over IPC what it used, and on demand which statements it sends.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import pg from 'pg';

/** Set in what a request that is to be recorded leads to; the product's own jobs, which send statements meanwhile, are no part of it. */
const recorded = new AsyncLocalStorage();
subscribe('http.server.request.start', (message) => {
  const { request } = /** @type {{ request: import('node:http').IncomingMessage }} */ (message);
  if (request.headers['x-recorded'] !== undefined) recorded.enterWith(true);
});

const { query } = pg.Client.prototype;
/** @type {{ text: string, values: unknown[] }[]} */
let statements = [];

/** @param {string | { text: string, values?: unknown[] }} asked @param {unknown[] | undefined} values */
function note(asked, values) {
  if (typeof asked === 'string') statements.push({ text: asked, values: values ?? [] });
  else statements.push({ text: asked.text, values: asked.values ?? values ?? [] });
}

/** Nothing stands between the product and its driver but while somebody asks for the statements. @param {boolean} on */
function record(on) {
  if (on) statements = [];
  pg.Client.prototype.query = on
    ? function (...words) {
        if (recorded.getStore() === true) note(words[0], words[1]);
        return Reflect.apply(query, this, words);
      }
    : query;
}

process.on('message', ({ ask, id }) => {
  if (ask === undefined) return;
  if (ask === 'record') record(true);
  if (ask === 'recorded') record(false);
  const answers = {
    used: () => ({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() }),
    record: () => null,
    recorded: () => statements,
  };
  process.send?.({ id, answer: answers[ask]() });
});
process.channel?.unref();
