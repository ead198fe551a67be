// A program for tests to kill: it keeps a shipped database and writes to it from several sides, saying each write once it is acknowledged.
import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { startEmbedded } from '#server/db/embedded.ts';
import { createDatabase } from '#server/db/open.ts';

const [dataDir = '', writers = '0', round = ''] = process.argv.slice(2);

/** At once and not through a stream: a killed process must have said what it knows. The pipe may be full for a moment. */
function say(line: string): void {
  for (let rest = Buffer.from(`${line}\n`); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

const { connection, stop } = await startEmbedded({ dataDir, log: (sentence) => say(`log ${sentence}`) });
const database = createDatabase(connection);
await sql`create table if not exists written (id text primary key)`.execute(database.query);
let going = true;
process.once('SIGTERM', async () => {
  going = false;
  await database.close();
  await stop();
  say('stopped');
});
process.once('SIGUSR2', () => {
  throw new Error('a bug');
});
say(`ready ${JSON.stringify(connection)}`);

/** A failure is no acknowledgement: it may or may not have been written, the next one gets a new name. */
async function write(writer: number): Promise<void> {
  for (let n = 0; going; n++) {
    const id = `${round}/${writer}/${n}`;
    const done = await database
      .tx((tx) => sql`insert into written (id) values (${id})`.execute(tx))
      .then(() => true)
      .catch(() => delay(20, false));
    if (done) say(`ack ${id}`);
  }
}

for (let writer = 0; writer < Number(writers); writer++) void write(writer);
