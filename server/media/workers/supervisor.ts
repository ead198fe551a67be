// The supervisor of our programs in processes of their own: it starts, asks, limits, watches and ends them, so that none can bring the server down.
import type { ChildProcess } from 'node:child_process';
import pLimit from 'p-limit';
import { deferred } from '#server/lib/deferred.ts';

/** What one program is asked and answers; while it works it may say how far it is, and want something that it is given. */
export type Talk = { request: object; answer: object; progress?: unknown; want?: unknown; given?: unknown };

/** To a program. `turn`: the number of what it wanted. */
export type ToProgram = { id: number; request: object } | { turn: number; given: unknown };
/** From a program, by the id of what it was asked. */
export type FromProgram =
  | { id: number; answer: object & Cost }
  | { id: number; failure: string }
  | { id: number; progress: unknown }
  | { id: number; want: unknown; turn: number };
/** `memory`: of the program's process, in bytes. */
type Cost = { memory: number };

/** Why there is no answer: the process ended or took too long, the program said that it could not, or the server ends. */
export type Fault =
  | { kind: 'ended'; code: number | null; signal: NodeJS.Signals | null }
  | { kind: 'late' | 'closed' }
  | { kind: 'failed'; reason: string };

/** Of work that may be tried again: that the server ends is no failure of what was asked. */
export const failureBy =
  (make: (reason: string) => Error) =>
  (fault: Fault): Error => {
    if (fault.kind === 'closed') return new Error('The server ends');
    if (fault.kind === 'failed') return make(fault.reason);
    return make(fault.kind === 'late' ? 'it took too long' : 'its process ended');
  };

type Options = {
  start: () => ChildProcess;
  failure: (fault: Fault) => Error;
  /** In which order it is asked; one after the other by default. */
  turns?: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Milliseconds that a request may take. */
  timeout?: number;
  /** Milliseconds that may pass between two signs of life. */
  silence?: number;
  /** Milliseconds that it stays without work, by the memory of its process: then it ends and gives that back. */
  idle?: (memory: number) => number;
  /** In bytes: a process that holds more is replaced. */
  mostMemory?: number;
};

type Asked<T extends Talk> = {
  onProgress?: (progress: T['progress']) => void;
  give?: (want: T['want']) => Promise<T['given']>;
  /** Aborted, it ends the process. */
  signal?: AbortSignal;
};

type Waiting<T extends Talk> = Asked<T> & {
  resolve: (answer: T['answer'] & Cost) => void;
  reject: (error: unknown) => void;
  clock: NodeJS.Timeout | undefined;
};
type Running<T extends Talk> = { child: ChildProcess; waiting: Map<number, Waiting<T>>; ended: Promise<void> };

const idleMilliseconds = 5_000;

/** Hostile bytes may have taken the program over: no message of its may bring the server down. */
function isSound(message: Partial<FromProgram> | null | string): message is FromProgram {
  if (message === null || typeof message !== 'object') return false;
  if ('answer' in message) return typeof message.answer?.memory === 'number';
  return 'failure' in message || 'progress' in message || 'want' in message;
}

/** Started at the first request, ended when none came for a while; one that dies, hangs, fails or grows is replaced at the next. */
export function supervise<T extends Talk>({
  start,
  failure,
  turns = pLimit(1),
  timeout,
  silence,
  idle = () => idleMilliseconds,
  mostMemory = Number.POSITIVE_INFINITY,
}: Options) {
  /** What has not ended yet: the current one, and those that it replaces. */
  const alive = new Set<Running<T>>();
  let current: Running<T> | null = null;
  let rest: NodeJS.Timeout | undefined;
  let closed = false;
  let count = 0;

  /** It is asked nothing more, and ends when it has done what it does. */
  function retire(one: Running<T>): void {
    if (current === one) current = null;
    if (one.waiting.size === 0) one.child.kill('SIGKILL');
  }

  function fail(one: Running<T>, fault: Fault): void {
    for (const { reject } of one.waiting.values()) reject(failure(closed ? { kind: 'closed' } : fault));
    one.waiting.clear();
    retire(one);
  }

  const allEnded = () => Promise.all([...alive].map(({ ended }) => ended));

  function begin(): Running<T> {
    const child = start();
    const { promise: ended, resolve } = deferred<void>();
    const one: Running<T> = { child, waiting: new Map(), ended };
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      alive.delete(one);
      fail(one, { kind: 'ended', code, signal });
      resolve();
    };
    child.on('message', (message: FromProgram) => hear(one, message));
    child.on('exit', end);
    child.on('error', () => end(1, null));
    alive.add(one);
    return one;
  }

  function hear(one: Running<T>, message: FromProgram): void {
    const asked = isSound(message) && one.waiting.get(message.id);
    if (!asked) return fail(one, { kind: 'failed', reason: 'it answered what it was not asked' });
    if (silence !== undefined) asked.clock?.refresh();
    if ('progress' in message) return follow(one, asked, message);
    if ('want' in message) return void give(one, asked, message);
    one.waiting.delete(message.id);
    if ('failure' in message) asked.reject(failure({ kind: 'failed', reason: message.failure }));
    else asked.resolve(message.answer);
    if ('failure' in message || message.answer.memory > mostMemory || current !== one) retire(one);
    else if (one.waiting.size === 0) settle(one, message.answer.memory);
  }

  function follow(one: Running<T>, asked: Asked<T>, { progress }: Extract<FromProgram, { progress: unknown }>): void {
    try {
      asked.onProgress?.(progress);
    } catch (error) {
      fail(one, { kind: 'failed', reason: String(error) });
    }
  }

  async function give(
    one: Running<T>,
    asked: Asked<T>,
    { want, turn }: Extract<FromProgram, { turn: number }>,
  ): Promise<void> {
    let given: T['given'] | undefined;
    try {
      given = await asked.give?.(want);
    } catch (error) {
      return fail(one, { kind: 'failed', reason: String(error) });
    }
    // A process that is being killed meanwhile cannot receive it.
    if (one.child.connected) one.child.send({ turn, given } satisfies ToProgram, () => undefined);
  }

  /** Neither the process nor the channel to it keeps the server from ending. */
  function settle(one: Running<T>, memory: number): void {
    one.child.unref();
    one.child.channel?.unref();
    rest = setTimeout(() => retire(one), idle(memory)).unref();
  }

  async function ask(request: T['request'], asked: Asked<T> = {}): Promise<T['answer'] & Cost> {
    const { signal } = asked;
    signal?.throwIfAborted();
    // Two processes would hold twice the memory.
    while (!current && alive.size > 0) await allEnded();
    if (closed) throw failure({ kind: 'closed' });
    clearTimeout(rest);
    current ??= begin();
    const one = current;
    const id = ++count;
    one.child.ref();
    one.child.channel?.ref();
    // One that cannot be reached is about to say how it ended.
    one.child.send({ id, request } satisfies ToProgram, (error) => error && one.child.kill('SIGKILL'));
    const { promise, resolve, reject } = deferred<T['answer'] & Cost>();
    const most = timeout ?? silence;
    const clock = most === undefined ? undefined : setTimeout(() => fail(one, { kind: 'late' }), most);
    one.waiting.set(id, { ...asked, resolve, reject, clock });
    const stop = () => {
      one.waiting.delete(id);
      reject(signal?.reason);
      retire(one);
    };
    signal?.addEventListener('abort', stop, { once: true });
    return promise.finally(() => {
      clearTimeout(clock);
      signal?.removeEventListener('abort', stop);
    });
  }

  return {
    ask: (request: T['request'], asked?: Asked<T>) => turns(() => ask(request, asked)),
    /** The process's number, for whoever measures it; null while there is none. */
    pid: (): number | null => current?.child.pid ?? null,
    /** Ends it at once, whatever it does. */
    close(): void {
      closed = true;
      clearTimeout(rest);
      for (const one of alive) fail(one, { kind: 'closed' });
    },
    allEnded,
  };
}

/** A process for this request alone: it has ended when there is an answer, or a failure. */
export async function runProgram<T extends Talk>(
  options: Options,
  request: T['request'],
  asked: Asked<T>,
): Promise<T['answer'] & Cost> {
  const program = supervise<T>(options);
  try {
    return await program.ask(request, asked);
  } finally {
    program.close();
    await program.allEnded();
  }
}
