// A screen of its own for a browser, in memory (Xvfb).
import { spawn } from 'node:child_process';

/** Xvfb chooses a free number and says which on the file descriptor that it is given. */
export async function startDisplay(): Promise<{ name: string; close(): Promise<void> }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const child = spawn('/usr/bin/Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.once('data', (text: Buffer) => resolve(text.toString().trim()));
    child.once('close', () => reject(new Error('Xvfb ended before it was ready.')));
  });
  return {
    name: `:${number}`,
    async close() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill();
      await ended;
    },
  };
}
