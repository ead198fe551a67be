// A program that works in the background in a process of its own: it can neither slow the server down nor keep its memory, nor bring it down.
import type { ChildProcess } from 'node:child_process';
import pLimit from 'p-limit';
import { deferred } from '#server/lib/deferred.ts';

/** No failure of what it was asked: that stays to be done. */
const serverEnds = () => new Error('The server ends');

/** Milliseconds without work after which it ends and gives its memory back. */
const idleMilliseconds = 5_000;

type Options = {
  startProcess: () => ChildProcess;
  /** Milliseconds after which a request counts as hung. */
  timeout: number;
  idle?: number | undefined;
  /** The process died, hung, or could not do what it was asked. */
  failure: (reason: string) => Error;
  /** Does one thing after the other. */
  oneAtATime?: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

/** Asked one by one. Started at the first request, ended when none came for a while; one that dies or hangs is replaced at the next request. */
export function createBackgroundProcess<Request extends object, Answer extends object>({
  startProcess,
  timeout,
  idle = idleMilliseconds,
  failure,
  oneAtATime = pLimit(1),
}: Options) {
  let child: ChildProcess | null = null;
  let rest: NodeJS.Timeout | undefined;
  let closed = false;

  function end(): void {
    child?.kill('SIGKILL');
    child = null;
  }

  function running(): ChildProcess {
    if (child) return child;
    const started = startProcess();
    const forget = () => {
      if (child === started) child = null;
    };
    started.on('exit', forget);
    started.on('error', forget);
    child = started;
    return started;
  }

  /** Neither the process nor the channel to it keeps the server from ending. */
  function settle(one: ChildProcess): void {
    one.unref();
    one.channel?.unref();
    rest = setTimeout(end, idle).unref();
  }

  function answerOf(one: ChildProcess, request: Request): Promise<Answer | { failure: string }> {
    const { promise, resolve, reject } = deferred<Answer | { failure: string }>();
    const died = () => reject(failure('its process ended'));
    const hung = setTimeout(() => reject(failure('it took too long')), timeout);
    one.on('message', resolve);
    one.on('exit', died);
    one.on('error', died);
    one.ref();
    one.channel?.ref();
    one.send(request, (error) => error && died());
    return promise.finally(() => {
      clearTimeout(hung);
      one.off('message', resolve);
      one.off('exit', died);
      one.off('error', died);
    });
  }

  async function ask(request: Request): Promise<Answer> {
    if (closed) throw serverEnds();
    clearTimeout(rest);
    const one = running();
    try {
      const answer = await answerOf(one, request);
      if ('failure' in answer) throw failure(answer.failure);
      return answer as Answer;
    } catch (error) {
      if (one === child) end();
      throw closed ? serverEnds() : error;
    } finally {
      if (one === child) settle(one);
    }
  }

  return {
    ask: (request: Request): Promise<Answer> => oneAtATime(() => ask(request)),
    /** The process's number, for whoever measures it; null while there is none. */
    pid: (): number | null => child?.pid ?? null,
    close(): void {
      closed = true;
      clearTimeout(rest);
      end();
    },
  };
}
