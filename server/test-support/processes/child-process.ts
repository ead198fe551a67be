// Runs the writing program as a process of its own, so that a test can kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Connection } from '#server/db/open.ts';
import { builtProgram } from '#server/test-support/built-programs.ts';

/** `said` has one element per line so far, `acknowledged` the names of the writes among them. */
export type Writer = {
  pid: number;
  connection: Connection;
  said: string[];
  acknowledged: () => string[];
  /** Resolves when the process is gone and everything it said has arrived. */
  end(signal: NodeJS.Signals): Promise<void>;
};

/** Resolves once its database takes connections; rejects with what it said when it ends before. */
export async function startWriter(
  dataDir: string,
  options: { writers?: number; round?: string } = {},
): Promise<Writer> {
  const args = [builtProgram('writer-program'), dataDir, String(options.writers ?? 0), options.round ?? ''];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const said: string[] = [];
  const ready = new Promise<Connection>((resolve, reject) => {
    onLines(child, (line) => {
      said.push(line);
      if (line.startsWith('ready ')) resolve(JSON.parse(line.slice(6)));
    });
    void closed.then(() => reject(new Error(`The writer ended: ${said.join('\n')}`)));
  });
  return {
    connection: await ready,
    pid: child.pid ?? 0,
    said,
    acknowledged: () => said.filter((line) => line.startsWith('ack ')).map((line) => line.slice(4)),
    async end(signal) {
      child.kill(signal);
      await closed;
    },
  };
}

function onLines(child: ChildProcess, listener: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) listener(line);
    });
  }
}
