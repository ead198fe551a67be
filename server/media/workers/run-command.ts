// Runs a program of the system: with the least priority and so much memory, told to end in time, and never longer than the server.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** `memory`: what it may hold, in bytes. `timeout`: in milliseconds. */
export type Command = {
  program: string;
  args: readonly string[];
  memory: number;
  timeout: number;
  signal: AbortSignal;
  onLine(line: string): void;
};
/** `code`: null if it was ended by a signal. `words`: the last of what it complained about. */
export type Outcome = { code: number | null; isLate: boolean; words: string };

const shell = '/bin/sh';
const maxWords = 2_000;
const killed = 128;

/**
 * Its input is a pipe from the server that brings nothing, and ends with the server however that ends: then the program is killed. Some
 * programs go on when nobody reads what they write.
 */
const script = `
ulimit -d "$1" 2>/dev/null; shift
if command -v nice >/dev/null; then set -- nice -n 19 "$@"; fi
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
{ read -r line <&3; kill -9 $child; } >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait $child
code=$?
kill $watch 2>/dev/null
exit $code`;

/** Its own folders of programs, and none of the server's settings. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

function lastWords(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-maxWords);
  });
  return () => words.trim();
}

export async function runCommand({ program, args, memory, timeout, signal, onLine }: Command): Promise<Outcome> {
  signal.throwIfAborted();
  const child = spawn(shell, ['-c', script, 'sh', String(Math.floor(memory / 1024)), program, ...args], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let isLate = false;
  const end = () => child.stdin.end();
  const clock = setTimeout(() => {
    isLate = true;
    end();
  }, timeout);
  signal.addEventListener('abort', end, { once: true });
  child.stdin.on('error', () => undefined);
  const words = lastWords(child);
  createInterface(child.stdout).on('line', onLine);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    signal.throwIfAborted();
    return { code: code !== null && code > killed ? null : code, isLate, words: words() };
  } finally {
    clearTimeout(clock);
    signal.removeEventListener('abort', end);
    child.stdin.destroy();
  }
}
