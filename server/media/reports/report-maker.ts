// The process that draws reports, at a low priority and one at a time. The server starts it for each and ends it to have its memory back.
import { createWriteStream } from 'node:fs';
import { constants } from 'node:os';
import { finished } from 'node:stream/promises';
import { sharp } from '#server/lib/sharp.ts';
import { lowerPriority } from '#server/media/workers/own-priority.ts';
import { drawReport } from './draw-report.ts';
import type { FromMaker, ToMaker } from './report-process.ts';

process.on('disconnect', () => process.exit());
lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.cache(false);
sharp.concurrency(1);

const tell = (message: FromMaker) => process.send?.(message);
const awaited = new Map<number, (bytes: Uint8Array | null) => void>();

function ask(number: number): Promise<Uint8Array | null> {
  return new Promise((given) => {
    awaited.set(number, given);
    tell({ want: number });
  });
}

async function make({ report, to }: Extract<ToMaker, { report: unknown }>): Promise<void> {
  const file = createWriteStream(to);
  const onProgress = (done: number, total: number) => tell({ done, total });
  await drawReport(report, { picture: ask, onProgress }, (doc) => doc.pipe(file));
  await finished(file);
  tell({ made: file.bytesWritten, memory: process.memoryUsage.rss() });
}

process.on('message', (message: ToMaker) => {
  if ('report' in message) {
    make(message).catch((error: Error) => tell({ failure: error.message }));
    return;
  }
  awaited.get(message.number)?.(message.bytes);
  awaited.delete(message.number);
});
