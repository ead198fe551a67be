// The product as a process of its own, so that a test can kill it, or run two of them beside each other.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text as whole } from 'node:stream/consumers';
import { builtProgram } from '#server/test-support/built-programs.ts';

export type ProductReply = { status: number; body: unknown; headers: IncomingMessage['headers'] };
export type ProductRequest = { cookie?: string; body?: unknown; headers?: Record<string, string> };

/** `said` is everything it wrote so far. */
export type Product = {
  url: string;
  child: ChildProcess;
  /** `what` is 'GET /api/sessions'. Rejects when no whole answer comes. */
  ask(what: string, request?: ProductRequest): Promise<ProductReply>;
  /** The cookie of a new login. */
  login(username: string, password: string): Promise<string>;
  said(): string;
  /** Resolves when the process is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
};

/** Settings for tests and benchmarks, whose people do in a minute what others do in a month. */
export const noLimits = {
  WRITES_PER_MINUTE: '999999999',
  WRITES_PER_DAY: '999999999',
  SEARCHES_PER_MINUTE: '999999999',
  ALIGNMENTS_PER_MINUTE: '999999999',
};

const root = join(import.meta.dirname, '../../..');
const sources = ['--import', 'tsx', 'server/main.ts'];
/** There in tests only. */
const built = builtProgram('main');

async function requestAt(
  url: string,
  what: string,
  { cookie = '', body, headers = {} }: ProductRequest,
): Promise<ProductReply> {
  const [method = '', path = ''] = what.split(' ');
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const asking = request(`${url}${path}`, { method, headers: { cookie, ...type, ...headers } });
  asking.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const text = await whole(answer);
  const isJson = answer.headers['content-type']?.includes('json');
  return { status: answer.statusCode ?? 0, body: isJson && text ? JSON.parse(text) : text, headers: answer.headers };
}

async function loginAt(url: string, username: string, password: string): Promise<string> {
  const answer = await requestAt(url, 'POST /api/login', { body: { username, password } });
  const [cookie] = answer.headers['set-cookie'] ?? [];
  if (!cookie) throw new Error(`${username} could not log in: ${JSON.stringify(answer.body)}`);
  return cookie.split(';')[0] ?? '';
}

/**
 * Starts it on a free port of this machine, or that of the settings, with nothing of our own environment but the path; `program` are
 * Node's words, in `folder`; by default the built program where a run of tests made one, else the sources. `run`: words before all of
 * them, of a program that becomes this one. Resolves when it is ready, rejects with what it said when it ends before.
 */
export async function startProduct(
  settings: Record<string, string>,
  options: { program?: string[]; channel?: boolean; folder?: string; run?: readonly string[] } = {},
): Promise<Product> {
  const { program = existsSync(built) ? [built] : sources, channel = false, folder = root, run = [] } = options;
  const { PATH = '', HOME = '' } = process.env;
  const [first = process.execPath, ...words] = [...run, process.execPath, ...program];
  const child = spawn(first, words, {
    cwd: folder,
    env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'warn', ...noLimits, ...settings },
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
  const named = await ready;
  // With PUBLIC_URL it names that, behind which nothing is here.
  const url = settings.PUBLIC_URL && settings.PORT ? `http://127.0.0.1:${settings.PORT}` : named;
  return {
    url,
    child,
    ask: (what, request = {}) => requestAt(url, what, request),
    login: (username, password) => loginAt(url, username, password),
    said: () => said,
    async end(signal) {
      child.kill(signal);
      await closed;
    },
  };
}
