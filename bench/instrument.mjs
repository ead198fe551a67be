// Loaded into the product's process before it starts: reports over IPC what it used, and on demand which statements it sends.
import pg from 'pg';

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
        note(words[0], words[1]);
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
