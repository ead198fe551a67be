// The product as a process of its own, so that a test can kill it, or run two of them beside each other.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** `said` is everything it wrote so far. */
export type Product = {
  url: string;
  child: ChildProcess;
  said(): string;
  /** Resolves when the process is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
};

const root = join(import.meta.dirname, '../..');
const sources = ['--import', 'tsx', 'server/main.ts'];

/**
 * Starts it on a free port of this machine, with nothing of our own environment but the path; `program` are Node's words, the sources
 * by default. Resolves when it is ready, rejects with what it said when it ends before.
 */
export async function startProduct(
  settings: Record<string, string>,
  options: { program?: string[]; channel?: boolean } = {},
): Promise<Product> {
  const { program = sources, channel = false } = options;
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: channel ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let said = '';
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const [, url] = /is ready: (http\S+)/.exec(said) ?? [];
        if (url) resolve(url);
      });
    }
    void closed.then(() => reject(new Error(`The product ended: ${said}`)));
  });
  return {
    url: await ready,
    child,
    said: () => said,
    async end(signal) {
      child.kill(signal);
      await closed;
    },
  };
}
