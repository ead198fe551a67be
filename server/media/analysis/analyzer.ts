// The process that analyses pictures: at the lowest priority, one at a time. The server starts it when there are some to analyse.
import { constants } from 'node:os';
import { sharp } from '#server/lib/sharp.ts';
import { lowerPriority } from '#server/media/workers/own-priority.ts';
import type { LookRequest } from './analyzer-process.ts';
import { lookAt } from './look.ts';

process.on('disconnect', () => process.exit());
lowerPriority(constants.priority.PRIORITY_LOW);
sharp.cache(false);
sharp.concurrency(1);

process.on('message', async ({ bytes }: LookRequest) => {
  process.send?.(await lookAt(bytes).catch((error: Error) => ({ failure: error.message })));
});
