// How much a program of our own takes from whoever waits for a page: its priority, of all its threads.
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * From 1 to 19, the lowest. Linux counts it by thread, and those that compile and collect garbage were there before this program
 * began; threads that come later have that of their maker. A product that was itself started with a lower one keeps it: only root may
 * raise a priority.
 */
export function lowerPriority(priority: number): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [];
  for (const id of [0, ...threads]) if (getPriority(id) < priority) setPriority(id, priority);
}
