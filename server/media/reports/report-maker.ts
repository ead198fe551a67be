// The program that draws a report, at a low priority. The server starts it for each and ends it to have its memory back.
import { createWriteStream } from 'node:fs';
import { constants } from 'node:os';
import { finished } from 'node:stream/promises';
import { serve } from '#server/media/workers/serve.ts';
import { drawReport } from './draw-report.ts';
import type { Drawing } from './supervised-report-maker.ts';

serve<Drawing>(
  async ({ report, to }, { progress, want: picture }) => {
    const file = createWriteStream(to);
    const onProgress = (done: number, total: number) => progress({ done, total });
    await drawReport(report, { picture, onProgress }, (doc) => doc.pipe(file));
    await finished(file);
    return { bytes: file.bytesWritten };
  },
  { priority: constants.priority.PRIORITY_BELOW_NORMAL },
);
