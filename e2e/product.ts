// Starts the product as its users do, with a demo of its own in a temporary folder, and stops it again.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#server/test-support/processes/free-port.ts';
import { noLimits } from '#server/test-support/processes/product-process.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

export type Product = {
  url: string;
  /** Ends its processes, as an orderly shutdown does; `resume` starts them again over the same data. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
};

function settings(dataDir: string, port: number): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, ...noLimits, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
}

/** Resolves when it reports that it is ready; throws with its output if it ends before. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listener = (text: Buffer) => {
      said += text;
      if (said.includes('is ready:')) resolve();
    };
    child.stdout?.on('data', listener);
    child.stderr?.on('data', listener);
    child.once('close', (code) => reject(new Error(`The product ended with ${code}: ${said}`)));
  });
}

/** A product that runs already, with a demo that is new: several servers behind a proxy, of which no journey can make another. */
function productAt(url: string, more: NodeJS.ProcessEnv): Product {
  const refusal = new Error('This journey needs a product of its own: it cannot be walked at JOURNEYS_URL.');
  if (Object.keys(more).length > 0) throw refusal;
  const refuse = () => Promise.reject(refusal);
  return { url, halt: refuse, resume: refuse, stop: async () => undefined };
}

/** `npm start` without npm, on a free port; `more` are additional settings. With JOURNEYS_URL, what is there. */
export async function startProduct(more: NodeJS.ProcessEnv = {}): Promise<Product> {
  const there = process.env.JOURNEYS_URL;
  if (there) return productAt(there, more);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'topout journey '));
  const port = await freePort();
  const env = { ...settings(dataDir, port), ...more };
  let child: ChildProcess;

  async function resume(): Promise<void> {
    child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env, stdio: 'pipe' });
    await ready(child);
  }

  async function halt(): Promise<void> {
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    await ended;
  }

  await resume();
  return {
    url: `http://127.0.0.1:${port}`,
    halt,
    resume,
    async stop() {
      await halt();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
