// How much a program of our own takes from whoever waits for a page: its priority, of all its threads.
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * From 1 to 19, the lowest. Linux counts it by thread, and those that compile and collect garbage were there before this program
 * began; threads that come later have that of their maker.
 */
export function lowerPriority(priority: number): void {
  setPriority(priority);
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), priority);
}
