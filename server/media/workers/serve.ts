// A program's side of the protocol: it answers what the supervisor asks, at the priority that it has, and ends with the server.
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { sharp } from '#server/lib/sharp.ts';
import type { FromProgram, Talk, ToProgram } from './supervisor.ts';

/**
 * From 1 to 19, the lowest. Linux counts it by thread, and those that compile and collect garbage were there before this program
 * began; threads that come later have that of their maker. A product that was itself started with a lower one keeps it: only root may
 * raise a priority.
 */
export function lowerPriority(priority: number): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [];
  for (const id of [0, ...threads]) if (getPriority(id) < priority) setPriority(id, priority);
}

/** What a program may say while it works on a request. */
export type Channel<T extends Talk> = {
  progress(progress: T['progress']): void;
  /** Asks the server for something. */
  want(want: T['want']): Promise<T['given']>;
};

/** `priority`: a program that steps back also draws in one thread. Without it, people wait for what it makes. */
export function serve<T extends Talk>(
  work: (request: T['request'], channel: Channel<T>) => Promise<T['answer']>,
  { priority }: { priority?: number } = {},
): void {
  process.on('disconnect', () => process.exit());
  if (priority !== undefined) {
    lowerPriority(priority);
    sharp.concurrency(1);
  }
  // What is decoded once is not decoded again: the server keeps what was made.
  sharp.cache(false);
  const wanted = new Map<number, (given: T['given']) => void>();
  let turns = 0;
  const tell = (message: FromProgram) => process.send?.(message);

  const channelOf = (id: number): Channel<T> => ({
    progress: (progress) => tell({ id, progress }),
    want: (want) =>
      new Promise((given) => {
        wanted.set(++turns, given);
        tell({ id, want, turn: turns });
      }),
  });

  async function answer(id: number, request: T['request']): Promise<void> {
    try {
      const made = await work(request, channelOf(id));
      tell({ id, answer: { ...made, memory: process.memoryUsage.rss() } });
    } catch (error) {
      tell({ id, failure: (error as Error).message });
    }
  }

  process.on('message', (message: ToProgram) => {
    if ('request' in message) return void answer(message.id, message.request);
    wanted.get(message.turn)?.(message.given);
    wanted.delete(message.turn);
  });
}
